"""``python -m carpets.hosting.worker OPTIONS``: one of several workers, started by ``workers`` and nobody else."""

from __future__ import annotations

import ast
import os
import sys

from carpets.hosting import forget_own_terminal
from carpets.hosting.asked import Hosting
from carpets.hosting.serving import work
from carpets.words import Words


def main(told: str) -> int:
    """``told``: the fields of Hosting, ``number`` and ``language`` as a Python literal."""
    options = ast.literal_eval(told)
    number, language = options.pop("number"), options.pop("language")
    os.umask(0o077)
    forget_own_terminal(os.environ)
    from carpets.hosting import log

    log.to_stderr()
    return work(Hosting(**options), Words.of(language), number)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
