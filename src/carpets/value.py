"""Frozen values that cost nothing to declare.

``dataclass(frozen=True)`` writes and compiles six methods for every class: for the forty small
classes of moves, places and reasons that is a third of the time before the first frame. A
``Value`` has the same manners, from one set of methods: positional or named fields in the order
declared, equality and hash by class and fields, no assignment, a place in ``match``.
"""

from __future__ import annotations

from typing import Any, ClassVar, NoReturn, dataclass_transform

_set = object.__setattr__


@dataclass_transform(frozen_default=True)
class Value:
    """Base of the small frozen classes. Fields are the annotations of the class, without defaults."""

    __match_args__: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        cls.__match_args__ = tuple(cls.__annotations__)  # type: ignore[misc]  # what a dataclass sets, too

    def __init__(self, *values: Any, **named: Any) -> None:
        fields = self.__match_args__
        if len(values) == len(fields) and not named:
            for name, value in zip(fields, values):  # noqa: B905  # their lengths were just compared
                _set(self, name, value)
            return
        given = dict(zip(fields, values, strict=False)) | named
        if len(values) > len(fields) or given.keys() != set(fields) or len(given) != len(values) + len(named):
            raise TypeError(f"{type(self).__name__} takes {', '.join(fields) or 'nothing'}")
        for name in fields:
            _set(self, name, given[name])

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), *self.__dict__.values()))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={self.__dict__[name]!r}" for name in self.__match_args__)
        return f"{type(self).__name__}({fields})"

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be set: values are frozen")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be deleted: values are frozen")
