"""``serve``: the host of ssh play, its options and its file of options, and asking it how it is."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from carpets.cli.parser import Commands, Mistake
from carpets.words import LANGUAGES, Words

OPTIONS: dict[str, type] = {
    "host": str, "port": int, "host_key": str, "max_sessions": int, "max_per_ip": int, "idle_timeout": int,
    "max_time": int, "auth": str, "data": str, "lang": str, "variant": str, "motd": str, "workers": int,
    "web": bool, "web_host": str, "web_port": int, "arrivals": int,
}  # fmt: skip
"""What a file of options may hold, by the option's name with ``_`` for ``-``."""
AUTHS = ("guest", "keys", "allow-list")


def add(commands: Commands) -> None:
    text = commands.words.text
    serve = commands.add("serve", text("let others play over ssh"), _serve)
    option = serve.add_argument
    option("--host", metavar="H", help=text("the address to listen on; 127.0.0.1"))
    option("--port", type=int, metavar="N", help=text("the port; 2222"))
    option(
        "--host-key", metavar="FILE", help=text("the host's private key, made at the first start; in the data folder")
    )
    option("--max-sessions", type=int, metavar="N", help=text("how many may play at once; 200"))
    option("--max-per-ip", type=int, metavar="N", help=text("connections from one address; 20"))
    option("--arrivals", type=int, metavar="N", help=text("new connections a second from one address; 2"))
    option("--idle-timeout", type=int, metavar="S", help=text("seconds without a key; 900"))
    option("--max-time", type=int, metavar="S", help=text("seconds a visit may last; 14400"))
    option("--auth", choices=AUTHS, metavar="A", help=text("guest, keys (the usual one) or allow-list"))
    option("--data", metavar="DIR", help=text("the folder of games, keys and the socket for --status"))
    option("--variant", metavar="V", help=text("the family that comes first on the home screen"))
    option("--motd", metavar="FILE", help=text("a text to greet visitors with"))
    option("--workers", type=int, metavar="N", help=text("processes that share the port; 1"))
    option("--web", action="store_true", default=None, help=text("let them play in a browser as well"))
    option("--web-host", metavar="H", help=text("the address the page is served on; 127.0.0.1"))
    option("--web-port", type=int, metavar="N", help=text("the port of the page; 8080"))
    option("--config", metavar="FILE", help=text("options from a TOML file; the command line wins"))
    option("--status", action="store_true", help=text("ask the host that is running how it is"))


def _serve(arguments: argparse.Namespace, commands: Commands) -> int:
    words = commands.words
    chosen = _options(arguments, words)
    try:
        import asyncssh  # noqa: F401
    except ImportError:
        raise Mistake(words.text("serving needs asyncssh: pip install 'carpets[ssh]'")) from None
    if chosen.get("web"):
        try:
            import websockets  # noqa: F401
        except ImportError:
            raise Mistake(words.text("the page needs websockets: pip install 'carpets[web]'")) from None
    from carpets.hosting.asked import Hosting
    from carpets.hosting.serving import run, status

    hosting = Hosting(**chosen)
    if arguments.status:
        told = status(hosting)
        if told is None:
            raise Mistake(words.text("no host is running with the data in {folder}", folder=hosting.folder))
        print(told)
        return 0
    return run(hosting, words)


def _options(arguments: argparse.Namespace, words: Words) -> dict[str, Any]:
    """The options given, those of the file behind those of the command line."""
    chosen: dict[str, Any] = _file(arguments.config, words) if arguments.config else {}
    for name in OPTIONS:
        given = getattr(arguments, name, None)
        if given is not None:
            chosen[name] = given
    for name in ("max_sessions", "max_per_ip", "idle_timeout", "max_time", "arrivals"):
        if chosen.get(name, 1) < 1:
            raise Mistake(words.text("{option} is too small", option="--" + name.replace("_", "-")))
    for name, allowed in (("lang", LANGUAGES), ("auth", AUTHS), ("variant", ("kovrik", "carpet"))):
        if name in chosen and chosen[name] not in allowed:
            raise Mistake(words.text("{option} is one of {choices}", option="--" + name, choices=", ".join(allowed)))
    for name in ("port", "web_port"):
        if not 0 <= chosen.get(name, 0) <= 65535:
            raise Mistake(words.text("{option} is no port", option="--" + name.replace("_", "-")))
    if not 1 <= chosen.get("workers", 1) <= 64:
        raise Mistake(words.text("{option} runs from 1 to 64", option="--workers"))
    return chosen


def _file(name: str, words: Words) -> dict[str, Any]:
    import tomllib

    try:
        with Path(name).open("rb") as file:
            found = tomllib.load(file)
    except OSError as error:
        raise Mistake(f"{name}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Mistake(f"{name}: {error}") from None
    for option, value in found.items():
        kind = OPTIONS.get(option.replace("-", "_"))
        if kind is None:
            raise Mistake(words.text("{file}: there is no option “{option}”", file=name, option=_shown(option)))
        if type(value) is not kind:
            raise Mistake(words.text("{file}: the value of {option} is of the wrong kind", file=name, option=option))
    return {option.replace("-", "_"): value for option, value in found.items()}


def _shown(text: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in text[:40])
