"""Small files and words of options that cannot be used, each with what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from coala.base.patterns import compile_pattern
from coala.errors import CoalaError
from coala.model.kinds import parse_kinds
from coala.model.knowledge_bases import load_knowledge_bases
from coala.model.options import DEFAULTS
from coala.prepare.document_map import read_document_map
from coala.prepare.entity_names import read_name_rules
from coala.prepare.redirects import read_redirects


def _form(written: str, more: str = "") -> str:
    return f"[kb]\ntitle = 'x'\nforms = ['{written}']\n{more}"


WRONG_BASES: Mapping[str, str] = MappingProxyType(
    {
        "every host": _form("http://{}"),
        "every host, encrypted": _form("https://{}"),
        "every host that begins like one": _form("http://example.org{}"),
        "a host of one word": _form("http://localhost/{}"),
        "a language as host": _form("http://{language}.org/{}", "language = 'en'"),
        "another base": _form("http://dbpedia.org/{}"),
        "another base, with shapes": _form("http://dbpedia.org/{}", "names = ['*']"),
        "the beginnings of another base": _form("http://dbpedia.org/re{}"),
        "the names of another base": _form("http://dbpedia.org/resource/{}"),
        "the prefix of another base": _form("bn:{}"),
        "everything": _form("{}"),
        "everything from a letter on": _form("h{}"),
        "all of http": _form("http:{}"),
        "all of urn": _form("urn:{}"),
        "all of file": _form("file:///{}"),
        "no place for the name": _form("http://a.org/x"),
        "two places for the name": _form("http://a.org/{}/{}"),
        "a blank": _form("http://a.org/ {}"),
        "a star without shapes": _form("http://a.org/b/{}/*"),
        "a language and a whole host": _form("http://{language}.a.org/{}"),
        "a language that is missing": _form("http://{language}.a.org/b/{}"),
        "a language of no form": _form("http://a.org/b/{}", "language = 'en'"),
        "a language that is no code": _form("http://a.org/b/{}", "language = 'english'"),
        "a label without a place": _form("http://a.org/b/{}", "label = 'x'"),
        "an unknown sort of names": _form("http://a.org/b/{}", "names = 'ids'"),
        "a shape of two numbers": _form("http://a.org/b/{}", "names = ['##']"),
        "a shape of a number and a star": _form("http://a.org/b/{}", "names = ['#*']"),
        "a shape of a letter": _form("http://a.org/b/{}", "names = ['Q']"),
        "no shapes": _form("http://a.org/b/{}", "names = []"),
        "a beginning of no name": _form("http://a.org/b/{q}", "names = ['m#']"),
        "a beginning alone": _form("http://a.org/b/{m}", "names = ['m#']"),
        "an unknown key": _form("http://a.org/b/{}", "prefix = 'x'"),
        "the same as a base of other names": _form("http://a.org/b/{}", "same_as = 'yago'"),
        "no form": "[kb]\ntitle = 'x'\nforms = []\n",
        "no title": "[kb]\nforms = ['http://a.org/b/{}']\n",
        "a switch as key": "[on]\ntitle = 'x'\nforms = ['http://a.org/b/{}']\n",
        "a key of two words": "['K B']\ntitle = 'x'\nforms = ['http://a.org/b/{}']\n",
        "a number": "kb = 1\n",
        "no TOML": "[kb\n",
        "a quarter of a megabyte": "# " + "x" * (1 << 18),
        "a thousand forms": "[kb]\ntitle = 'x'\nforms = [" + "'http://a.org/b/{}', " * 1001 + "]\n",
    }
)
"""Tables of knowledge bases by what they claim or have."""

WRONG_MAPS: Mapping[str, tuple[str, int]] = MappingProxyType(
    {
        "no tab": ("a\tb\nc d\n", 2),
        "three names": ("a\tb\tc\n", 1),
        "an empty name": ("a\t\n", 1),
        "a name twice": ("a\tb\n\na\tc\n", 3),
        "two names for one": ("a\tb\nc\tb\n", 2),
    }
)
"""Maps of documents, and the line that is wrong."""

WRONG_REDIRECTS: Mapping[str, str] = MappingProxyType(
    {
        "no pair": "a b",
        "three names": "a\tb\tc",
        "a prefix of Turtle": "@prefix owl: <http://www.w3.org/2002/07/owl#> .",
        "no line": "",
        "no known base": "x\ty",
        "no UTF-8": "\udce9",
    }
)
"""Files of redirects by what they have."""


def say_refusals(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield what is said about each file, or words of an option, that cannot be used."""
    bases = load_knowledge_bases()
    path = folder / "refused"
    maps = {name: text for name, (text, _) in WRONG_MAPS.items()}
    reads: Mapping[str, tuple[Mapping[str, str], Callable[[str], object]]] = {
        "knowledge bases": (WRONG_BASES, load_knowledge_bases),
        "map of documents": (maps, read_document_map),
        "redirects": (WRONG_REDIRECTS, lambda file: read_redirects(file, bases)),
    }
    for kind, (texts, read) in reads.items():
        for name, text in texts.items():
            path.write_bytes(text.encode("utf-8", "surrogateescape"))
            yield f"{kind}, {name}", _refuse(read, str(path), folder)
        yield f"{kind}, no file", _refuse(read, str(folder / "none"), folder)
    yield (
        "names of an unknown base",
        _refuse(lambda words: read_name_rules(DEFAULTS._replace(names=words)), "wikidata,nope", folder),
    )
    yield "pattern", _refuse(compile_pattern, "(", folder)
    for words in ("splits", ",,"):
        yield f"kinds of change, {words}", _refuse(parse_kinds, words, folder)


def _refuse(read: Callable[[str], object], words: str, folder: Path) -> str:
    try:
        read(words)
    except CoalaError as error:
        return str(error).replace(f"{folder}/", "")
    raise AssertionError(f"{words} was not refused")
