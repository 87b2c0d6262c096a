"""What the host writes down: one line of JSON for each event, so that nothing a client sends can forge a line."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

_log = logging.getLogger("carpets.hosting")


def event(name: str, **facts: object) -> None:
    """One thing that happened. JSON escapes every control character of what clients sent."""
    if _log.isEnabledFor(logging.INFO):
        _log.info("%s", json.dumps({"event": name} | facts, default=str))


def trouble(name: str, error: BaseException, **facts: object) -> None:
    """Something that should not have happened, with its traceback."""
    _log.error("%s", json.dumps({"event": name, "error": repr(error)} | facts, default=str), exc_info=error)


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        facts: dict[str, object] = {"time": datetime.now(UTC).isoformat(timespec="milliseconds")}
        if record.name == _log.name:
            facts |= json.loads(record.getMessage())
        else:
            facts |= {"event": record.name, "text": record.getMessage()}
        if record.exc_info:
            facts["traceback"] = self.formatException(record.exc_info)
        return json.dumps(facts)


def to_stderr() -> None:
    """Begin to write: events to stderr, where systemd and containers look for them."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    _log.setLevel(logging.INFO)
    logging.getLogger("asyncssh").setLevel(logging.ERROR)
    logging.getLogger("websockets").setLevel(logging.CRITICAL)  # it tells of every port scanner with a traceback
