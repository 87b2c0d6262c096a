"""Less of Python's library in memory than Textual and asyncio import, where a game never asks for it.

Two ways that Python itself provides for: a module may be read late, and an optional one may be missing.
"""

from __future__ import annotations

import sys
from _thread import RLock
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import Any

SELDOM = ("fnmatch", "html", "ipaddress", "linecache", "locale", "mimetypes", "textwrap", "tokenize")
"""Modules written in Python that others import for functions a game does not call. Together 0.7 MiB."""
OPTIONAL = ("ssl", "bz2", "lzma")
"""Modules that asyncio and shutil do without on a Python that was built without their libraries.

A game on a terminal neither speaks TLS nor packs archives. 1.3 MiB, nearly all of it OpenSSL.
"""


def spare() -> None:
    """Prepare for importing asyncio and Textual, which this must come before."""
    for name in SELDOM:
        _postpone(name)
    with _missing(OPTIONAL):
        for name in ("asyncio", "shutil"):
            import_module(name)


class _Postponed(ModuleType):
    """A module that is read when something in it is first asked for, whoever asks.

    ``importlib.util.LazyLoader`` reads it as soon as it is imported: looking for its ``__spec__`` is enough.
    """

    def __getattr__(self, name: str) -> Any:
        with _LOCKS[self.__name__]:
            if self.__name__ in _UNREAD:
                _UNREAD.remove(self.__name__)
                assert self.__spec__ is not None
                assert self.__spec__.loader is not None
                self.__spec__.loader.exec_module(self)
        return super().__getattribute__(name)


_LOCKS: dict[str, RLock] = {}
"""Of each postponed module, for other threads to wait while it is read."""
_UNREAD: set[str] = set()


def _postpone(name: str) -> None:
    spec = None if name in sys.modules else find_spec(name)
    if spec is not None:
        module = module_from_spec(spec)
        module.__class__ = _Postponed
        _LOCKS[name] = RLock()
        _UNREAD.add(name)
        sys.modules[name] = module


@contextmanager
def _missing(names: tuple[str, ...]) -> Iterator[None]:
    """As if there were no such modules; whoever imports them later gets them.

    None in ``sys.modules`` is how Python is told so. What is loaded already stays.
    """
    absent = [name for name in names if name not in sys.modules]
    sys.modules.update(dict.fromkeys(absent))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for name in absent:
            del sys.modules[name]
