"""Which twins are in use: the compiled ones where they were built as this version has them, else the pure ones."""

from __future__ import annotations

from carpets.solver import carpet_pure, kovrik_pure

search_carpet, wins_carpet, search_kovrik = carpet_pure.search, carpet_pure.wins, kovrik_pure.search
COMPILED = False
try:
    from carpets.solver import _carpet, _kovrik

    search_carpet, wins_carpet, search_kovrik = _carpet.search, _carpet.wins, _kovrik.search
    COMPILED = True
except (ImportError, AttributeError):  # not built, or by another version
    pass
