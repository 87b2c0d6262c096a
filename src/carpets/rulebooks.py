"""The rule books as text: ``docs/rules`` in a source tree, copied into the package by the build.

They are Markdown, but of the simplest kind, so that a screen can show one without a Markdown parser.
"""

from __future__ import annotations

from collections.abc import Iterator

_HERE = __file__.rpartition("rulebooks.py")[0]
_PLACES = (_HERE + "books/", _HERE + "../../docs/rules/")


def rulebook(family: str, language: str) -> str:
    """The book of a family (``kovrik``, ``carpet``) in a language of ``words.LANGUAGES``, in Markdown.

    Raises FileNotFoundError for a broken installation.
    """
    for place in _PLACES:
        try:
            with open(f"{place}{family}.{language}.md", encoding="utf-8") as book:
                return book.read()
        except FileNotFoundError:
            continue
    raise FileNotFoundError(f"{_PLACES[0]}{family}.{language}.md")


def paragraphs(book: str) -> Iterator[tuple[str, str]]:
    """The book's parts in order: (kind, text) of kind ``head``, ``text``, ``item`` or ``example``.

    Lines of prose are joined into one, to be wrapped to any width; the lines of an example are kept.
    ``**strong**`` and ``code`` marks are left in.
    """
    kind, lines = "", list[str]()
    for line in [*book.splitlines(), ""]:
        starts = _kind(line, kind)
        if kind and (starts != kind or (starts in ("head", "item") and line[:1] != " ")):
            yield kind, ("\n" if kind == "example" else " ").join(lines).removeprefix("- ").lstrip("# ")
            lines.clear()
        kind = starts
        if kind and not line.startswith("```"):
            lines.append(line if kind == "example" else line.strip())


def _kind(line: str, before: str) -> str:
    """What a line belongs to, after a line that belonged to ``before``; ``""`` for what is between."""
    if line.startswith("```"):
        return "" if before == "example" else "example"
    if before == "example":
        return "example"
    if not line.strip():
        return ""
    if line.startswith("#"):
        return "head"
    return "item" if line.startswith("- ") or before == "item" else "text"
