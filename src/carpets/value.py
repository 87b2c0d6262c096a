"""Frozen values that cost nothing to declare.

``dataclass(frozen=True)`` writes and compiles six methods for every class, and its module brings
``inspect`` along: together a third of the time before the first frame. A ``Value`` has the same
manners from one set of methods: positional or named fields in the order declared, defaults,
equality and hash by class and fields, no assignment, a place in ``match``.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, ClassVar, NoReturn, TypeVar, dataclass_transform

_set = object.__setattr__


@dataclass_transform(frozen_default=True)
class Value:
    """Base of the frozen classes. Fields are the class's own annotations; a class attribute is a field's default."""

    __match_args__: ClassVar[tuple[str, ...]] = ()
    _fields: ClassVar[Callable[[Any], Any]] = type

    def __init_subclass__(cls) -> None:
        names = tuple(cls.__annotations__)
        cls.__match_args__ = names  # type: ignore[misc]  # what a dataclass sets, too
        cls._fields = attrgetter(*names) if names else type

    def __init__(self, *values: Any, **named: Any) -> None:
        names = self.__match_args__
        for name, value in zip(names, values):  # noqa: B905  # fewer: named or defaults; more: see below
            _set(self, name, value)
        if len(values) == len(names) and not named:
            return
        rest = names[len(values) :]
        for name in rest:
            if name in named:
                _set(self, name, named[name])
            elif name not in type(self).__dict__:
                raise TypeError(f"{type(self).__name__} misses {name}")
            else:
                _set(self, name, type(self).__dict__[name])
        if len(values) > len(names) or not named.keys() <= set(rest):
            raise TypeError(f"{type(self).__name__} takes {', '.join(names) or 'nothing'}, each once")

    def __eq__(self, other: object) -> bool:
        fields = type(self)._fields
        return type(self) is type(other) and bool(fields(self) == fields(other))

    def __hash__(self) -> int:
        return hash((type(self), type(self)._fields(self)))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in named(self).items())
        return f"{type(self).__name__}({fields})"

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be set: values are frozen")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be deleted: values are frozen")


V = TypeVar("V", bound=Value)


def named(value: Value) -> dict[str, Any]:
    """The fields by name, in the order declared."""
    return {name: getattr(value, name) for name in value.__match_args__}


def replace(value: V, **changes: Any) -> V:
    """The value with some fields changed. Raises TypeError for a field it does not have."""
    return type(value)(**named(value) | changes)
