"""Which twins are in use: the compiled ones where they were built, else the pure ones."""

from __future__ import annotations

from carpets.solver import carpet_pure, kovrik_pure

try:
    from carpets.solver import _carpet, _kovrik
except ImportError:
    COMPILED = False
    search_carpet = carpet_pure.search
    search_kovrik = kovrik_pure.search
    wins_carpet = carpet_pure.wins
else:
    COMPILED = True
    search_carpet = _carpet.search
    search_kovrik = _kovrik.search
    wins_carpet = _carpet.wins
