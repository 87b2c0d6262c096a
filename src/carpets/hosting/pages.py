"""What a browser is sent before it has a websocket: the page, its scripts and their style, all from the package."""

from __future__ import annotations

import gzip
from functools import lru_cache
from html import escape
from http import HTTPStatus
from importlib.resources import files
from string import Template

from websockets.datastructures import Headers
from websockets.http11 import Response

from carpets.words import Words

STATIC = "/static/"
_KINDS = {"js": "text/javascript", "mjs": "text/javascript", "css": "text/css"}
_FILES = frozenset({"page.js", "page.css", "xterm.mjs", "xterm.css", "addon-fit.mjs", "addon-webgl.mjs"})
_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # xterm.js writes the rules of its rows and colours into the page
        "connect-src 'self'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_ALWAYS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Connection": "close",
}


def page(language: str) -> Response:
    """The page, speaking that language."""
    return _response(HTTPStatus.OK, _page(language), "text/html", "no-cache")


@lru_cache
def _page(language: str) -> bytes:
    words = Words.of(language)
    told = {
        "language": language,
        "title": words.text("Carpet and Kovrik"),
        "lost": words.text("The line broke. Coming back…"),
        "ended": words.text("The visit is over."),
        "again": words.text("Play on"),
        "keyboard": words.text("keyboard"),
        "noscript": words.text("The game needs JavaScript here; over ssh it needs none."),
    }
    text = files("carpets.hosting").joinpath("page", "index.html").read_text("utf-8")
    return Template(text).substitute({name: escape(said) for name, said in told.items()}).encode()


def static(path: str, compressed: bool) -> Response:
    """One of the files the page consists of."""
    name = path.removeprefix(STATIC)
    if name not in _FILES:
        return refused(HTTPStatus.NOT_FOUND)
    response = _response(HTTPStatus.OK, _file(name, compressed), _KINDS[name.rpartition(".")[2]], "max-age=3600")
    response.headers["Vary"] = "Accept-Encoding"
    if compressed:
        response.headers["Content-Encoding"] = "gzip"
    return response


@lru_cache
def _file(name: str, compressed: bool) -> bytes:
    data = files("carpets.hosting").joinpath("page", name).read_bytes()
    return gzip.compress(data) if compressed else data


def refused(status: HTTPStatus) -> Response:
    """No page, but a status."""
    return _response(status, f"{status.value} {status.phrase}\n".encode(), "text/plain", "no-store")


def _response(status: HTTPStatus, body: bytes, kind: str, cache: str) -> Response:
    headers = Headers(_ALWAYS)
    headers["Content-Type"] = f"{kind}; charset=utf-8"
    headers["Content-Length"] = str(len(body))
    headers["Cache-Control"] = cache
    return Response(status.value, status.phrase, headers, body)
