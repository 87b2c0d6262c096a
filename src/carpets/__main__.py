"""``python -m carpets`` is ``kovrik``."""

from carpets.cli import kovrik

kovrik()
