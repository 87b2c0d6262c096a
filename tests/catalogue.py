"""The catalogues against the source: what must be said, and bringing a .po up to date.

``PYTHONPATH=src python tests/catalogue.py`` rewrites every .po from the source (new texts come in
empty, texts that went are dropped) and compiles it. See docs/translating.md.
"""

from __future__ import annotations

from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from carpets.notation import Trouble

SRC = Path(__file__).parents[1] / "src" / "carpets"
KEYWORDS = {"N_": None, "text": None, "count": (1, 2)}
METHODS = [
    ("paint/terminal.py", "python"),
    ("paint/**.py", "ignore"),
    ("tui/cells.py", "ignore"),
    ("**.py", "python"),
]
"""The rest of the painter is given its words, and its runs of ``text``, cells too, would pass for messages."""
POS = sorted((SRC / "locale").rglob("*.po"))
HEADER = """\
msgid ""
msgstr ""
"Project-Id-Version: carpets\\n"
"Language: {language}\\n"
"Plural-Forms: {plurals}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
"""Without dates and names, over which two branches would quarrel."""


def source() -> Catalog:
    """Every text of the source that is said to a player: the marked ones, and the troubles of texts."""
    catalogue = Catalog(project="carpets")
    for _, _, message, _, _ in extract_from_dir(SRC, METHODS, keywords=KEYWORDS):
        catalogue.add(message)
    for trouble in Trouble:
        catalogue.add(trouble.value)
    return catalogue


def read(po: Path) -> Catalog:
    with po.open("rb") as lines:
        return read_po(lines, locale=po.parts[-3])


def forms(message: Message) -> tuple[str, ...]:
    """The translations of a message: one, or one for each plural form; empty ones included."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def compile_all() -> None:
    """Each .po to the .mo beside it, where that is older or missing."""
    for po in POS:
        mo = po.with_suffix(".mo")
        if not mo.exists() or mo.stat().st_mtime < po.stat().st_mtime:
            with mo.open("wb") as target:
                write_mo(target, read(po))


def update_all() -> None:
    for po in POS:
        catalogue = read(po)
        catalogue.update(source(), no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        with po.open("wb") as target:
            target.write(HEADER.format(language=po.parts[-3], plurals=catalogue.plural_forms).encode())
            write_po(target, catalogue, width=110, no_location=True, sort_output=True, omit_header=True)


if __name__ == "__main__":
    update_all()
    compile_all()
    for po in POS:
        empty = [str(message.id) for message in read(po) if message.id and not all(forms(message))]
        print(f"{po}: {len(empty)} without translation", *empty, sep="\n  ")
