"""The rule books as text: ``docs/rules`` in a source tree, copied into the package by the build."""

from __future__ import annotations

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
