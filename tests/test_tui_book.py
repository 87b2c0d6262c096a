"""The rule book on a screen: all of it, in the player's language, and quickly."""

import re

import pytest
from textual.containers import VerticalScroll

from carpets.games import FAMILIES, VARIANTS
from carpets.rulebooks import paragraphs, rulebook
from carpets.shuffle import DealNumber
from carpets.tui.app import CarpetsApp
from carpets.tui.book import EXAMPLE, BookScreen, printed
from carpets.tui.request import Request, Seat
from carpets.words import LANGUAGES, Words

BOOKS = [(family, language) for family in FAMILIES for language in LANGUAGES]


def words_of(text):
    return re.findall(r"\w+", text)


@pytest.mark.parametrize(("family", "language"), BOOKS)
def test_no_word_of_a_book_is_lost_between_the_file_and_the_screen(family, language):
    book = rulebook(family, language)
    words = Words.of(language)
    bare = ""
    for line in re.sub(r"^```.*$", "", book, flags=re.M).replace("```", "").splitlines():
        key, colon, rest = line.partition(":")
        told = rest.partition(" — ")[2] if key == "refused" else EXAMPLE.get(rest.strip(), rest)
        bare += (
            f"{words.text(EXAMPLE[key])} {words.text(told) if told else told}\n"
            if colon and key in EXAMPLE
            else f"{line}\n"
        )
    shown = " ".join(block.renderable.plain for block in printed(words, book, "red").renderables)
    assert words_of(shown) == words_of(bare)
    assert "NeedsBase" not in shown
    assert "NeedsCard" not in shown
    assert "**" not in shown
    assert "`" not in shown


@pytest.mark.parametrize(("family", "language"), BOOKS)
def test_a_book_is_read_as_headings_prose_lists_and_examples(family, language):
    book = rulebook(family, language)
    kinds = [kind for kind, _ in paragraphs(book)]
    assert kinds[0] == "head"
    assert kinds.count("example") == book.count("\n```carpets ")
    assert kinds.count("head") == len(re.findall(r"^#+ ", book, flags=re.M))
    assert kinds.count("item") == len(re.findall(r"^- ", book, flags=re.M))


@pytest.mark.parametrize("size", [(80, 24), (40, 24)])
async def test_the_book_opens_in_the_players_language_and_scrolls_to_its_end(size):
    app = CarpetsApp(Request(rules=VARIANTS["carpet"], number=DealNumber(7)), Seat(language="ru"))
    async with app.run_test(size=size) as pilot:
        await pilot.press("b")
        await pilot.pause()
        assert isinstance(app.screen, BookScreen)
        page = app.screen.query_one(VerticalScroll)
        await pilot.press("end")
        await pilot.pause()
        assert page.max_scroll_y > 50
        assert page.scroll_y == page.max_scroll_y
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(app.screen, BookScreen)
