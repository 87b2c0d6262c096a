"""Which twins are in use: the compiled ones where they were built as this version has them, else the pure ones."""

from __future__ import annotations

from carpets.solver import carpet_pure, kovrik_pure

search_carpet, written_carpet, wins_carpet = carpet_pure.search, carpet_pure.written, carpet_pure.wins
search_kovrik = kovrik_pure.search
COMPILED = False
try:
    from carpets.solver import _carpet, _kovrik

    search_carpet, written_carpet, wins_carpet = _carpet.search, _carpet.written, _carpet.wins
    search_kovrik = _kovrik.search
    COMPILED = True
except (ImportError, AttributeError):  # not built, or by another version
    pass
