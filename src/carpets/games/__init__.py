"""Every variant by name: the only place that knows both games."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from carpets.games import carpet, kovrik_variants
from carpets.rules import Rules

AnyRules = Rules[Any]
"""The rules of either game; their states are opaque to whoever holds them."""

_ROWS: tuple[AnyRules, ...] = (*kovrik_variants.VARIANTS, *carpet.VARIANTS)
VARIANTS: Mapping[str, AnyRules] = MappingProxyType({row.name: row for row in _ROWS})
FAMILIES = ("kovrik", "carpet")


def family(name: str) -> tuple[AnyRules, ...]:
    """The variants of a family, its basic game first."""
    return tuple(rules for rules in VARIANTS.values() if rules.family == name)
