"""Modules that are read late or left out: whoever asks for something in them must notice nothing."""

import subprocess
import sys

import pytest

from carpets.tui.sparing import OPTIONAL, SELDOM

READ = "[name for name in SELDOM if '__builtins__' in vars(sys.modules[name])]"


def told(code: str) -> str:
    """What a fresh interpreter prints, in which ``spare`` was the first to be called."""
    begin = "import sys\nfrom carpets.tui.sparing import OPTIONAL, SELDOM, spare\nspare()\n"
    done = subprocess.run([sys.executable, "-c", begin + code], capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    return done.stdout.strip()


def test_textual_reads_no_postponed_module_and_misses_none() -> None:
    assert told(f"import textual.app, textual.drivers.linux_driver\nprint({READ})") == "[]"


@pytest.mark.parametrize(
    ("code", "result"),
    [
        ("import urllib.parse; print(urllib.parse.urlsplit('http://[::1]:80/').hostname)", "::1"),
        ("import textwrap; print(textwrap.fill('a b', 1).split())", "['a', 'b']"),
        ("from html import escape; print(escape('<'))", "&lt;"),
        ("import html.parser; print(html.unescape('&lt;'))", "<"),
        ("import importlib; print(importlib.reload(importlib.import_module('fnmatch')).fnmatch('ab', 'a*'))", "True"),
        ("import textwrap; print(hasattr(textwrap, 'nothing'), hasattr(textwrap, 'dedent'))", "False True"),
        ("import locale; print('setlocale' in dir(locale) or locale.setlocale is not None)", "True"),
        (
            "import traceback\ntry: 1 / 0\nexcept ZeroDivisionError: print(traceback.format_exc()[-16:-1])",
            "ivision by zero",
        ),
    ],
)
def test_what_is_asked_of_a_postponed_module_is_answered(code: str, result: str) -> None:
    assert told(code) == result


def test_threads_that_ask_at_once_wait_until_the_module_is_whole() -> None:
    code = """
import mimetypes, sys, threading
sys.setswitchinterval(1e-6)
start, found = threading.Barrier(8), []
def ask():
    start.wait()
    found.append(mimetypes.guess_type("a.txt")[0])
threads = [threading.Thread(target=ask) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(set(found), len(found))
"""
    assert told(code) == "{'text/plain'} 8"


def test_what_was_loaded_before_stays_as_it_is() -> None:
    code = """
import sys, textwrap, ssl
from carpets.tui.sparing import spare
spare()
import asyncio.sslproto
print(sys.modules["textwrap"] is textwrap, type(textwrap).__name__, asyncio.sslproto.ssl is ssl)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "True module True", done.stderr


def test_modules_left_out_can_be_imported_later() -> None:
    code = """
import asyncio
asyncio.run(asyncio.sleep(0))
print(*(name for name in OPTIONAL if name in sys.modules), "before")
import bz2, lzma, ssl
print(len(bz2.compress(b"")) > 0, lzma.decompress(lzma.compress(b"x")), ssl.create_default_context().check_hostname)
"""
    assert told(code) == "before\nTrue b'x' True"


def test_the_lists_name_modules_that_there_are() -> None:
    for name in (*SELDOM, *OPTIONAL):
        __import__(name)
