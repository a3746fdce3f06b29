"""Names of entries of knowledge bases as IRIs: "Q90" of Wikidata is http://www.wikidata.org/entity/Q90.

Linkers write an IRI, an identifier or a title, and some name the base in another place ("Wikidata:Q90" in
brat, one base for a whole file in JSON). ``name_entry`` returns one IRI for all of these. A name in a base
that is not in the list becomes a name of COALA's own, such as "MyBase:7": it is the same in all files, and
``coala.reading.rdf.nif`` makes an IRI of it that is in no known base.

``coala/model/knowledge_bases.toml`` lists the bases for the rest of the program; the process that reads files
has no TOML parser, so what a reader needs is repeated here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from coala.base.plain_text import excerpt

WIKIDATA, WIKIPEDIA, YAGO, FREEBASE = "wikidata", "wikipedia", "yago", "freebase"

_LONGEST_NAME = 2000
"""Characters; longer than every title, and than every address that a browser takes."""

_MISSING = ("", "null", "nil", "<nil>", "none", "-", "_", "?", "unknown", "--nme--", "--ookbe--", "nan")
"""Names, in lower case, with which a linker says that a mention has no entry."""

_NIL_CLUSTER = re.compile(r"nil[\W_]*\d+", re.IGNORECASE)


class UnusableNameError(ValueError):
    """The value is not a name; the message is the end of a sentence."""


class _Base(NamedTuple):
    namespace: str
    form: re.Pattern[str]  # of an identifier
    local: Callable[[str], str] = str  # from an identifier to the end of its IRI


def _encode_title(title: str) -> str:
    """Return a title as Wikipedia writes it in addresses; letters of any script stay as they are."""
    return _UNSAFE_IN_TITLE.sub(_percent_encode, title.strip().replace(" ", "_"))


def _percent_encode(found: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in found[0].encode())


_UNSAFE_IN_TITLE = re.compile(r"%(?![0-9A-Fa-f]{2})|[^\w.~!$&'()*+,;=:@/%-]")
_TITLE = re.compile(r"[^#<>\[\]{}|\x00-\x1f\x7f]+")

_BASES: Mapping[str, _Base] = {
    WIKIDATA: _Base("http://www.wikidata.org/entity/", re.compile(r"[QqPpLl][0-9]+"), str.upper),
    "dbpedia": _Base("http://{language}dbpedia.org/resource/", _TITLE, _encode_title),
    WIKIPEDIA: _Base("https://{language}wikipedia.org/wiki/", _TITLE, _encode_title),
    YAGO: _Base("http://yago-knowledge.org/resource/", _TITLE, _encode_title),
    FREEBASE: _Base(
        "http://rdf.freebase.com/ns/",
        re.compile(r"/?[mg][./]\w+", re.ASCII),
        lambda name: name.lstrip("/").replace("/", "."),
    ),
    "geonames": _Base("https://sws.geonames.org/", re.compile(r"[0-9]+"), lambda name: f"{name}/"),
    "babelnet": _Base(
        "http://babelnet.org/rdf/",
        re.compile(r"(?:bn:|s)[0-9]{8}[a-z]"),
        lambda name: "s" + name.removeprefix("bn:").removeprefix("s"),
    ),
    "umls": _Base("http://identifiers.org/umls/", re.compile(r"[Cc][0-9]{7}"), str.upper),
    "viaf": _Base("http://viaf.org/viaf/", re.compile(r"[0-9]+")),
}

# "wikipedia", and "de.wikipedia", "wikipedia-de" or "dewiki" for one in another language.
_RESOURCE = re.compile(
    r"(?:(?P<first>[a-z]{2,3})[._-]?)?(?P<base>dbpedia|wikipedia|wiki)(?:[._-](?P<last>[a-z]{2,3}))?"
)
_RECOGNISED = (
    (re.compile(r"[QP][0-9]+"), WIKIDATA),
    (re.compile(r"/[mg]/\w+|[mg]\.0\w+", re.ASCII), FREEBASE),
    (re.compile(r"bn:[0-9]{8}[a-z]"), "babelnet"),
    (re.compile(r"C[0-9]{7}"), "umls"),
)
"""Identifiers that show their base."""

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_NOT_IN_IRIS = re.compile(r"[\s<>\x00-\x1f\x7f]")
_UNSAFE_IN_IRIS = re.compile(r"%(?![0-9A-Fa-f]{2})|[^\w.~!$&'()*+,;=:@/?#%-]")
_HOST = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[A-Za-z0-9.-]+(?::\d{1,5})?(?:[/?#]|\Z)")


class LinkedEntry(NamedTuple):
    """An entry: its IRI or own name, and True if its base is known."""

    name: str
    is_known: bool


def is_missing(value: object) -> bool:
    """Return True for a value with which a linker says that a mention has no entry."""
    return value is None or (
        isinstance(value, str)
        and (value.strip().casefold() in _MISSING or _NIL_CLUSTER.fullmatch(value.strip()) is not None)
    )


def name_entry(value: object, resource: str = "") -> LinkedEntry | None:
    """Return the entry that a linker names; None if it says that there is none.

    ``resource`` is the base, in any case; "" recognises identifiers that show theirs.

    Raises:
        UnusableNameError: the value is not a text, not an IRI, or no identifier of this base.
    """
    if is_missing(value):
        return None
    if not isinstance(value, str):
        shown = f"a list of {len(value):,}" if isinstance(value, list) else excerpt(str(value))
        raise UnusableNameError(f"{shown} is not a name")
    name = value.strip()
    if len(name) > _LONGEST_NAME:
        raise UnusableNameError(f"{excerpt(name)} has {len(name):,} characters, so it is not a name")
    if not _is_text(name):
        raise UnusableNameError(f"{excerpt(name)} has half a character")
    if _SCHEME.match(name):
        return LinkedEntry(_check_iri(name), is_known=True)
    language, known = _find_base(resource, name)
    if known is None:
        return LinkedEntry(f"{resource}:{name}" if resource else name, is_known=False)
    if not known.form.fullmatch(name):
        raise UnusableNameError(f"{excerpt(name)} is no identifier of {resource}")
    return LinkedEntry(known.namespace.format(language=language) + known.local(name), is_known=True)


def _find_base(resource: str, name: str) -> tuple[str, _Base | None]:
    """Return the language as part of a host, and the base; None if it is not known."""
    wanted = resource.strip().casefold()
    if not wanted:
        wanted = next((base for form, base in _RECOGNISED if form.fullmatch(name)), "")
    if found := _RESOURCE.fullmatch(wanted):
        base = "dbpedia" if found["base"] == "dbpedia" else WIKIPEDIA
        # DBpedia without a language is that of English, Wikipedia's address always has one.
        language = found["first"] or found["last"] or ("" if base == "dbpedia" else "en")
        language = "" if base == "dbpedia" and language == "en" else language
        return f"{language}." if language else "", _BASES[base]
    return "", _BASES.get(wanted)


def _check_iri(iri: str) -> str:
    """Return an IRI with the characters encoded that addresses of titles often leave as they are."""
    before, _, fragment = iri.partition("#")
    if _NOT_IN_IRIS.search(iri) or not _HOST.match(iri):
        raise UnusableNameError(f"{excerpt(iri)} is not an IRI")
    encoded = _UNSAFE_IN_IRIS.sub(_percent_encode, before)
    return f"{encoded}#{_UNSAFE_IN_IRIS.sub(_percent_encode, fragment)}" if fragment else encoded


def decode_escapes(name: str) -> str:
    r"""Return a name of YAGO 2 with its escapes replaced: ``Xi\u0027an`` is "Xi'an"."""
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), name) if "\\u" in name else name


_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})")


def _is_text(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
