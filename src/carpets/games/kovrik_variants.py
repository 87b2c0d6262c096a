"""Every variant of Kovrik, a row each. What the fields mean is ``kovrik``'s to say."""

from __future__ import annotations

from carpets.cards import NO_ACES, SHORT
from carpets.games.kovrik import FirstHoles, How, Kovrik, Neighbour, When
from carpets.value import replace


def _named(en: str, ru: str) -> dict[str, str]:
    return {"en": en, "ru": ru}


_BLUE_MOON = Kovrik(
    "blue-moon", _named("Blue Moon", "Голубая луна"), "PySolFC",
    first_holes=FirstHoles.WHERE_ACES_STOOD, bases_move=True, redeals=2, when=When.ANY_TIME,
)  # fmt: skip
_RED_MOON = replace(
    _BLUE_MOON, name="red-moon", title=_named("Red Moon", "Красная луна"), first_holes=FirstHoles.AFTER_ACES
)
_MONTANA = replace(
    _BLUE_MOON, name="montana-pysol", title=_named("Montana (PySolFC)", "Монтана (PySolFC)"),
    pack=NO_ACES, first_holes=FirstHoles.ACES_TAKEN,
)  # fmt: skip

VARIANTS: tuple[Kovrik, ...] = (
    Kovrik("kovrik", _named("Kovrik", "Коврик"), "Logic Games", bases_first=True),
    Kovrik("kovrik-shuffles", _named("Kovrik with shuffles", "Коврик с перемешиваниями"), "Runet", redeals=3),
    Kovrik("kovrik-grand", _named("Grand Kovrik", "Большой коврик"), "GrandGames",
           bases_first=True, redeals=4, how=How.GATHER),
    Kovrik("kovrik-grand-36", _named("Grand Kovrik, 36 cards", "Большой коврик, 36 карт"), "GrandGames",
           pack=SHORT, bases_first=True, redeals=3, how=How.GATHER),
    Kovrik("kovrik-36", _named("Kovrik, 36 cards", "Коврик, 36 карт"), "Logic Games", pack=SHORT, bases_first=True),
    Kovrik("kovrik-bubna", _named("Kovrik, both neighbours", "Коврик с двумя соседями"), "Bubna",
           neighbour=Neighbour.LEFT_OR_RIGHT),
    replace(_MONTANA, name="montana", title=_named("Montana", "Монтана"), after="Goodsol", when=When.STUCK),
    replace(_MONTANA, name="gaps", title=_named("Gaps", "Промежутки"), after="AisleRiot", when=When.STUCK,
            how=How.RANDOM_HOLES, chains_locked=True),
    _BLUE_MOON,
    _RED_MOON,
    replace(_RED_MOON, name="galary", title=_named("Galary", "Галерея"), neighbour=Neighbour.LEFT_OR_RIGHT),
    replace(_BLUE_MOON, name="paganini", title=_named("Paganini", "Паганини"), pack=SHORT, redeals=1),
    _MONTANA,
    replace(_MONTANA, name="spaces", title=_named("Spaces", "Пробелы"), how=How.RANDOM_HOLES),
    replace(_MONTANA, name="station", title=_named("Station", "Станция"), how=How.HOLES_LAST),
    replace(_MONTANA, name="free-parking", title=_named("Free Parking", "Свободная стоянка"),
            neighbour=Neighbour.LEFT_OR_RIGHT),
    replace(_BLUE_MOON, name="jungle", title=_named("Jungle", "Джунгли"), redeals=1,
            neighbour=Neighbour.LEFT_ANY_SUIT),
)  # fmt: skip
