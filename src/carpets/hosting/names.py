"""Names that visitors give themselves, made fit to be shown to others."""

from __future__ import annotations

import unicodedata

LONGEST = 20
_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "HEBREW", "ARABIC", "HIRAGANA", "KATAKANA", "HANGUL", "CJK", "DEVANAGARI")
_TOGETHER = frozenset({"HIRAGANA", "KATAKANA", "CJK"})
_ALIKE = str.maketrans("асеорхуіјѕԁһкмтвнАСЕОРХУІЈЅКМТВН", "aceopxyijsdhkmtbhACEOPXYIJSKMTBH")
"""Cyrillic letters that look Latin. Names that differ in these alone are one name."""


def clean(raw: str) -> str | None:
    """The name as it may be shown, None for what cannot be one.

    Letters and digits of one script, single spaces, ``-`` ``_`` ``'`` ``.``: no control, bidi or invisible
    character, no piled marks, no sign that means something to a terminal or to markup.
    """
    name = " ".join(unicodedata.normalize("NFKC", raw[:200]).split())
    if not 2 <= len(name) <= LONGEST or not name[0].isalnum() or name.casefold() in _TAKEN:
        return None
    if not all(char.isalnum() or char in " -_'." for char in name):
        return None
    scripts = {_script(char) for char in name if char.isalpha()}
    if "?" in scripts or (len(scripts) > 1 and not scripts <= _TOGETHER):
        return None
    return name


def _script(char: str) -> str:
    named = unicodedata.name(char, "")
    return next((script for script in _SCRIPTS if named.startswith(script)), "?")


_TAKEN = frozenset({"guest", "a guest", "гость", "root", "admin", "operator", "host"})


def likeness(name: str) -> str:
    """The same for names that people would take for one another."""
    return name.translate(_ALIKE).casefold().translate(str.maketrans("01", "ol", "-_'. "))
