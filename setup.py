"""What pyproject.toml cannot say: compile catalogues, pack rule books, compile the solver's twins if possible."""

from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

SOURCES = sorted(Path("src/carpets").rglob("*.pyx"))


class BuildWithTexts(build_py):
    """Compiles each .po to the .mo beside it, builds as usual, and lays the rule books into the package."""

    def run(self):
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        for po in Path("src/carpets/locale").rglob("*.po"):
            with po.open("rb") as source, po.with_suffix(".mo").open("wb") as target:
                write_mo(target, read_po(source, locale=po.parts[-3]))
        super().run()
        if not self.editable_mode:  # a source tree reads docs/rules itself
            books = Path(self.build_lib, "carpets", "books")
            books.mkdir(parents=True, exist_ok=True)
            for book in Path("docs/rules").glob("*.md"):
                self.copy_file(str(book), str(books / book.name))


def extensions():
    """Optional: without a C compiler the package installs and plays on the pure twins."""
    from Cython.Build import cythonize

    return cythonize(
        [
            Extension(".".join(path.with_suffix("").parts[1:]), [str(path)], optional=True, extra_compile_args=["-O3"])
            for path in SOURCES
        ],
        language_level=3,
    )


setup(cmdclass={"build_py": BuildWithTexts}, ext_modules=extensions() if SOURCES else [])
