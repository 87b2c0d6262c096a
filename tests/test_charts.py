"""Charts of the statistics: drawn by a library at every width, and left out with one sentence where it is not there."""

import subprocess
import sys

import pytest

from carpets.charts import HEIGHT, charts
from carpets.store.statistics import Spread
from carpets.words import LANGUAGES, Words

EN = Words.of("en")
SPREAD = Spread((0.0, 0.25, 0.5, 1.0), (1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 7), (0, 1, 2, 3, 1, 0, 0, 0))


@pytest.mark.parametrize("only_ascii", [False, True])
@pytest.mark.parametrize("width", [34, 40, 76, 200])
@pytest.mark.parametrize("language", LANGUAGES)
def test_charts_keep_to_the_width(language, width, only_ascii):
    drawn = charts(Words.of(language), SPREAD, width, only_ascii=only_ascii)
    assert len([line for line in drawn if not line]) == 3
    assert len(drawn) > 3 * (HEIGHT - 1)
    framed = [line for line in drawn if line.startswith(("  ┌", " ┌", "   ┌", "  +", " +", "   +"))]
    assert framed
    assert all(len(line) <= min(width, 76) for line in framed)
    assert "\x1b" not in "".join(drawn)
    if only_ascii and language == "en":
        assert "".join(drawn).isascii()


def test_the_highest_bar_is_the_count_that_stands_beside_it():
    drawn = charts(EN, SPREAD, 76, only_ascii=True)
    games = drawn[drawn.index("games by progress, %, won apart") :]
    assert games[2].lstrip().startswith("7+")
    assert games[2].count("#") == 5


def test_without_wins_no_chart_tells_how_long_they_took():
    drawn = charts(EN, Spread((0.5,), (0,) * 5 + (1,) + (0,) * 5, (0,) * 8), 40, only_ascii=False)
    assert "wins by time, minutes" not in drawn


def test_nothing_is_drawn_before_the_first_game():
    assert charts(EN, Spread((), (0,) * 11, (0,) * 8), 40, only_ascii=False) == []


def test_without_the_library_one_sentence_says_how_to_get_it():
    code = (
        "import sys; sys.modules['plotext'] = None\n"
        "from carpets.charts import charts, prepare\n"
        "from carpets.store.statistics import Spread\n"
        "from carpets.words import Words\n"
        "prepare()\n"
        "print(charts(Words.of('en'), Spread((0.5,), (1,) * 11, (0,) * 8), 40, only_ascii=False))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == """["For charts install plotext: pip install 'carpets[plots]'"]\n"""


def test_a_host_has_the_library_before_the_first_chart_is_drawn():
    code = (
        "import sys\n"
        "from carpets.charts import prepare\n"
        "assert 'plotext' not in sys.modules\n"
        "prepare()\n"
        "print('plotext' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
