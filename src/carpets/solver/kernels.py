"""Which twins are in use: a compiled one where it was built as this version has it, else the pure one.

A kernel is loaded when it is first asked for: a game needs one of them, and a compiled one is a quarter of a megabyte.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

TWINS = {
    "search_kovrik": ("kovrik", "search"),
    "search_carpet": ("carpet", "search"),
    "written_carpet": ("carpet", "written"),
    "wins_carpet": ("carpet", "wins"),
}
"""The family and the function there of each kernel of this module."""


def __getattr__(name: str) -> Any:
    """A kernel not asked for before (PEP 562)."""
    if name not in TWINS:
        raise AttributeError(name)
    family, function = TWINS[name]
    twin = import_module(f"carpets.solver.{'_' + family if _built(family) else family + '_pure'}")
    globals()[name] = kernel = getattr(twin, function)
    return kernel


def _built(family: str) -> bool:
    """Whether the compiled twin is there, and by this version."""
    try:
        twin = import_module(f"carpets.solver._{family}")
    except ImportError:
        return False
    return all(hasattr(twin, function) for of, function in TWINS.values() if of == family)


def compiled() -> bool:
    """Whether every kernel is a compiled one."""
    return all(_built(family) for family, _ in TWINS.values())
