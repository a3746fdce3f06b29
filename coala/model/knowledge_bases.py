"""Knowledge bases: which IRIs name something everywhere, and when two of them name the same thing.

``load_knowledge_bases`` reads the shipped table, ``knowledge_bases.toml`` in this folder, and one of the
user. ``KnowledgeBases.find`` turns an IRI into a name in its normal form: two names are one thing if, and
only if, they are equal. Each language of DBpedia or Wikipedia is a base of its own, since no rule says which
of its titles mean the same: "dbpedia" is the English one, "dbpedia-de" the German one. Wikipedia's titles are
names of DBpedia, which has an entry for each page.

The normal form of a wiki's title follows MediaWiki's: percent-encoding is decoded, white space is one
underscore, marks of direction are dropped, the first letter is in upper case, and the text is in NFC.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from coala.base.files import read_toml
from coala.base.plain_text import excerpt
from coala.base.schema import Rule, Schema, SchemaError, allow_text, allow_texts, read_table
from coala.errors import CoalaError

SHIPPED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "knowledge_bases.toml")

_LARGEST = 1 << 18
"""The most bytes of a table; the shipped one has five thousand."""
_MOST_FORMS = 1000
"""The most forms of all bases: an IRI is compared with every form of its host."""
_LONGEST_IRI = 4096
"""Characters; a title of a wiki has at most 255 bytes, which are 765 characters when percent-encoded."""

_MOST_HOSTS = 10_000
"""Hosts to remember; a hostile file may have another host in each IRI."""

_TITLE, _TEXT = "title", "text"
_LONGEST_TEXT = 60
"""Characters."""


def _read_names(value: Any) -> str | tuple[str, ...] | None:
    return value if value in (_TITLE, _TEXT) else allow_texts(alone=False).read(value) or None


_SCHEMA: Schema = {
    "title": allow_text("name the knowledge base", longest=_LONGEST_TEXT),
    "forms": allow_texts(
        "a list of texts", "write the IRIs of its names, such as http://kb.org/id/{}", alone=False
    ),
    "language": allow_text(longest=_LONGEST_TEXT),
    "names": Rule('"title", "text" or a list of shapes such as "Q#"', _read_names, _TEXT),
    "label": allow_text(default="{}", longest=_LONGEST_TEXT),
    "same_as": allow_text(longest=_LONGEST_TEXT),
}
_KEY = re.compile(r"[a-z][a-z0-9_-]{0,39}")
_RESERVED = frozenset(("on", "off", "all", "auto", "none"))

_LANGUAGE = re.compile(r"(?!www\Z)[a-z]{2,3}(?:-[a-z]{1,8}){0,2}|simple")
"""Codes of languages in hosts: de, zh-min-nan, be-tarask."""

_WEB = re.compile(r"(?i:https?)://([^/?#]*)/?")
_HOST = re.compile(r"(?:\{language\}\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::[0-9]{1,5})?")
_OPAQUE = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*:|/[a-z]+/|[a-z]\.)[^{}]*")
"""The beginning of a form without a host: "bn:", "/m/", "m."."""
_SCHEMES_OF_ALL = frozenset(("http:", "https:", "file:", "urn:", "_:", "mailto:", "tag:", "data:", "ftp:"))

_PLAIN_TITLE = re.compile(r"[A-Z0-9][A-Za-z0-9(),.'!:*-]*(?:_[A-Za-z0-9(),.'!:*-]+)*")
_PLAIN_TEXT = re.compile(r"[A-Za-z0-9_(),.'!:*-]+")
_LETTERS = re.compile(r"[^\W_]+(?:_[^\W_]+)*")
"""A title of letters, digits and single underscores, which needs no more changes."""
_ESCAPES = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_QUERY = re.compile(r"\?[^?=]*=.*\Z", re.DOTALL)
"""Only a query with a key is one: "Who_Framed_Roger_Rabbit?" is a title that was not encoded."""
_BLANKS = re.compile("[ _\u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
_DIRECTIONS = re.compile("[\u200e\u200f\u202a-\u202e]")
_NEVER_IN_TEXT = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_NEVER_IN_TITLES = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff#<>\\[\\]{}|\ufffd]")
_WITHOUT_UPPER_CASE = re.compile("[\u10d0-\u10ff]")
"""Georgian: Python has capitals for it, MediaWiki does not use them."""
_NOT_IN_IRI = re.compile(
    '[\x00-\x20\x7f-\xa0%?#"<>\\\\^`{|}\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ud800-\udfff]'
)


class EntityName(NamedTuple):
    """A name in a knowledge base: the key of the base, and the name in its normal form."""

    base: str
    name: str


class _Form(NamedTuple):
    """One way to write the names of a base, in the IRIs of one host (or without a host)."""

    base: str  # the key of the base in the table, without a language
    prefix: str  # what comes before the name: after the host and its slash, or at the beginning
    lead: str  # the beginning of the name, which the form leaves out
    suffix: str  # what must come after it
    by_language: bool  # True: the base has the language of the host as a suffix
    pattern: re.Pattern[str] | None  # the name, and what may follow; None for titles and texts
    is_title: bool

    def read(self, text: str, start: int) -> str | None:
        """Return the name that begins at ``start`` in normal form, or None if it is no name."""
        if self.pattern is not None:
            match = self.pattern.match(text, start)
            return match and self.lead + match[1]
        plain = _PLAIN_TITLE if self.is_title else _PLAIN_TEXT
        if not self.suffix and plain.fullmatch(text, start):
            return self.lead + text[start:]
        return self._normalize(text[start:])

    def _normalize(self, text: str) -> str | None:
        if "#" in text and "#" not in self.prefix:
            text = text.partition("#")[0]
        if "?" in self.prefix:
            text = text.partition("&")[0].replace("+", " ")
        elif "?" in text:
            text = _QUERY.sub("", text)
        if not text.endswith(self.suffix):
            return None
        text = text.removesuffix(self.suffix).rstrip("/")
        if "%" in text:
            text = _ESCAPES.sub(_decode, text)
        text = unicodedata.normalize("NFC", text)
        if not self.is_title:
            return None if not text or _NEVER_IN_TEXT.search(text) else self.lead + text
        if not _LETTERS.fullmatch(text):
            text = _BLANKS.sub("_", _DIRECTIONS.sub("", text)).strip("_")
            if not text or _NEVER_IN_TITLES.search(text):
                return None
        first = text[0].upper()
        if len(first) == 1 and not _WITHOUT_UPPER_CASE.match(text):
            text = first + text[1:]
        return text


def _decode(escapes: re.Match[str]) -> str:
    """Return the characters of percent-encoded bytes; bytes that are not UTF-8 stay, in upper case."""
    try:
        return bytes.fromhex(escapes[0].replace("%", "")).decode()
    except UnicodeDecodeError:
        return escapes[0].upper()


def _encode(character: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in character[0].encode("utf-8", "surrogatepass"))


class _Base(NamedTuple):
    """What the table says about one knowledge base."""

    title: str
    language: str  # the language whose key has no suffix, or ""
    spelling: str  # the IRI of a name in this language, with {}
    spelling_by_language: str  # the IRI in others, with {language} and {}; "" if there are none
    label: str  # with {}
    is_title: bool
    same_as: str = ""  # the key of the base that has the same names; this one adds forms to it


class KnowledgeBases:
    """The declared knowledge bases; see ``load_knowledge_bases``."""

    def __init__(self, bases: Mapping[str, _Base], forms: Sequence[tuple[str, _Form]]) -> None:
        self._bases = bases
        self._exact: dict[str, list[_Form]] = {}  # the forms by host, without {language}
        self._by_language: dict[str, list[_Form]] = {}
        self._opaque: dict[str, _Form] = {}  # the forms without a host by their prefix
        for host, form in sorted(forms, key=lambda pair: -len(pair[1].prefix)):
            if not host:
                self._opaque[form.prefix] = form
            elif form.by_language:
                self._by_language.setdefault(host, []).append(form)
            else:
                self._exact.setdefault(host, []).append(form)
        self._lengths = sorted({len(prefix) for prefix in self._opaque}, reverse=True)
        self._hosts: dict[str, tuple[Sequence[_Form], str]] = {}  # hosts as written, after the first IRI

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the table; a base with languages also has keys such as "dbpedia-de"."""
        return tuple(self._bases)

    @cached_property
    def marks(self) -> tuple[bytes, ...]:
        """Texts in lower case, at least one in each IRI that is a name: hosts, and schemes such as "wd:"."""
        schemes = (prefix for prefix in self._opaque if ":" in prefix)
        hosts = (*self._exact, *self._by_language)
        marks = {mark.lower().encode() for mark in (*hosts, *schemes)}
        # "dbpedia.org" is in each IRI with "www.dbpedia.org".
        return tuple(sorted(mark for mark in marks if sum(other in mark for other in marks) == 1))

    def __contains__(self, key: str) -> bool:
        """Return True if a name can be in the base with this key, which may end with a language."""
        return self._split(key) is not None

    def unify(self, key: str) -> str:
        """Return the key of the base that has the names of a base: "dbpedia-de" for "wikipedia-de"."""
        split = self._split(key)
        if split is None or not self._bases[split[0]].same_as:
            return key
        shared = self._bases[split[0]].same_as
        return f"{shared}-{split[1]}" if split[1] else shared

    def find(self, iri: str) -> EntityName | None:
        """Return the name that an IRI is, in its normal form, or None if it is in no known base."""
        if len(iri) > _LONGEST_IRI:
            return None
        parts = iri.split("/", 3)
        if len(parts) < 4 or parts[1] or parts[0].lower() not in ("http:", "https:"):
            return self._find_opaque(iri)
        host, path = parts[2], parts[3]
        forms, language = self._hosts.get(host) or self._find_host(host)
        for form in forms:
            if path.startswith(form.prefix) and (name := form.read(path, len(form.prefix))) is not None:
                return EntityName(self._name_base(form, language), name)
        return self._find_in_query(forms, language, path) if "?" in path else None

    def title(self, base: str) -> str:
        """Return the title of a base for the reader: "Wikidata", "DBpedia/Wikipedia (de)"."""
        key, language = self._split(base) or (base, "")
        title = "/".join(self._bases[each].title for each in self._list_members(key)) or key
        return f"{title} ({language})" if language else title

    def label(self, name: EntityName) -> str:
        """Return a name for the reader: "Q90", "New York"."""
        key, _ = self._split(name.base) or (name.base, "")
        if key not in self._bases:
            return name.name
        base = self._bases[key]
        return base.label.replace("{}", name.name.replace("_", " ") if base.is_title else name.name)

    def iri(self, name: EntityName) -> str:
        """Return the usual IRI of a name; ``find`` returns the name for it."""
        return self.iris(name)[0]

    def iris(self, name: EntityName) -> list[str]:
        """Return the usual IRI of a name, and those in bases that have the same names."""
        key, language = self._split(name.base) or ("", "")
        return [_write_iri(self._bases[each], language, name) for each in self._list_members(key)] or [
            name.name
        ]

    def _list_members(self, key: str) -> list[str]:
        """Return the key of a base and those of bases with the same names; none for an unknown key."""
        others = (each for each, base in self._bases.items() if base.same_as == key)
        return [key, *others] if key in self._bases else []

    def _split(self, base: str) -> tuple[str, str] | None:
        """Return the key of the table and the language ("" for the default one), or None if unknown."""
        if base in self._bases:
            return base, ""
        key, _, language = base.partition("-")
        known = self._bases.get(key)
        if known is None or not known.spelling_by_language or not _LANGUAGE.fullmatch(language):
            return None
        return None if language == known.language else (key, language)

    def _name_base(self, form: _Form, language: str) -> str:
        base = self._bases[form.base]
        key = base.same_as or form.base
        return key if not form.by_language or language == base.language else f"{key}-{language}"

    def _find_host(self, written: str) -> tuple[Sequence[_Form], str]:
        """Return the forms of a host, and its language; remember them."""
        host = written.lower().removesuffix(":80").removesuffix(":443")
        language, _, parent = host.partition(".")
        found: tuple[Sequence[_Form], str] = (), ""
        if host in self._exact:
            found = self._exact[host], ""
        elif parent in self._by_language and _LANGUAGE.fullmatch(language):
            found = self._by_language[parent], language
        if len(self._hosts) >= _MOST_HOSTS:
            self._hosts.clear()
        self._hosts[written] = found
        return found

    def _find_in_query(self, forms: Sequence[_Form], language: str, path: str) -> EntityName | None:
        """Return the name in a query with other parameters before the name, or with an encoded colon."""
        place, _, query = path.partition("#")[0].partition("?")
        parameters = query.split("&", 16)[:16]
        for form in forms:
            for parameter in parameters if "?" in form.prefix else ():
                text = f"{place}?{parameter.replace('%3A', ':').replace('%3a', ':')}"
                if text.startswith(form.prefix) and (name := form.read(text, len(form.prefix))) is not None:
                    return EntityName(self._name_base(form, language), name)
        return None

    def _find_opaque(self, iri: str) -> EntityName | None:
        for length in self._lengths:
            form = self._opaque.get(iri[:length])
            if form is not None and (name := form.read(iri, length)) is not None:
                return EntityName(form.base, name)
        return None


def load_knowledge_bases(path: str | None = None) -> KnowledgeBases:
    """Return the shipped knowledge bases, and those of a TOML file, which replace shipped ones by their key.

    Raises:
        CoalaError: the file cannot be read, or one of its tables is wrong; it names the file and the key.
    """
    if path is None:
        return _load_shipped()
    reader = _Reader(SHIPPED)
    reader.read_table()
    reader.file = path
    reader.read_table()
    return reader.make()


@lru_cache(maxsize=1)
def _load_shipped() -> KnowledgeBases:
    reader = _Reader(SHIPPED)
    reader.read_table()
    return reader.make()


class _Reader:
    """Validates tables of knowledge bases."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.bases: dict[str, _Base] = {}
        self.forms: dict[str, list[tuple[str, _Form]]] = {}  # with their hosts, by the key of the base

    def make(self) -> KnowledgeBases:
        for key, base in self.bases.items():
            shared = self.bases.get(base.same_as)
            # A table of the user may have replaced the base by one with other names.
            if base.same_as and not _have_same_names(shared, base.language, is_title=base.is_title):
                self.bases[key] = base._replace(same_as="")
        return KnowledgeBases(self.bases, [pair for pairs in self.forms.values() for pair in pairs])

    def read_table(self) -> None:
        """Add the bases of the file."""
        try:
            table = read_toml(self.file, _LARGEST)
        except OSError as error:
            raise CoalaError(
                f"{self.file}: the table of knowledge bases cannot be read ({error.strerror or error}). Give "
                "a TOML file with a table for each knowledge base."
            ) from error
        except ValueError as error:
            raise CoalaError(f"{self.file}: this table of knowledge bases is not TOML: {error}.") from error
        try:
            self._read_bases(table)
        except SchemaError as error:
            raise CoalaError(f"{self.file}: {error}.") from error

    def _read_bases(self, table: Mapping[str, Any]) -> None:
        for key, values in table.items():
            self.forms.pop(key, None)
            self.bases.pop(key, None)
            self._read_base(key, values)
        if sum(map(len, self.forms.values())) > _MOST_FORMS:
            raise CoalaError(
                f"{self.file}: more than {_MOST_FORMS:,} forms. Leave out knowledge bases that your graphs "
                "do not name."
            )
        for key in table:
            self._check_overlaps(key)

    def _read_base(self, key: str, values: Any) -> None:
        if not _KEY.fullmatch(key) or key in _RESERVED:
            raise SchemaError(
                excerpt(key), "is no name for a knowledge base: use lower-case letters and digits"
            )
        title, written, language, names, label, same_as = read_table(values, _SCHEMA, key).values()
        if label.count("{}") != 1:
            raise SchemaError(f"{key}.label", "must have {} once, for the name")
        if language and not _LANGUAGE.fullmatch(language):
            raise SchemaError(f"{key}.language", f"must be a code such as en, not {excerpt(language)}")
        shapes = () if names in (_TITLE, _TEXT) else names
        _check_shapes(f"{key}.names", shapes)
        pairs = [self._read_form(key, form, shapes, is_title=names == _TITLE) for form in written]
        plain = next((form for form, (_, read) in zip(written, pairs, strict=True) if _is_usual(read)), None)
        by_language = [form for form in written if "{language}" in form]
        if plain is None:
            raise SchemaError(f"{key}.forms", "must begin with a form that has the complete name as {}")
        if by_language and not language:
            raise SchemaError(f"{key}.language", "is missing: name the language without a suffix")
        if language and not by_language:
            raise SchemaError(f"{key}.forms", "must have a form with {language} in its host")
        if same_as and not _have_same_names(self.bases.get(same_as), language, is_title=names == _TITLE):
            raise SchemaError(
                f"{key}.same_as", 'must be the key of an earlier base with names = "title" and this language'
            )
        self.bases[key] = _Base(
            title,
            language,
            _spell(plain.replace("{language}", language)),
            _spell(by_language[0]) if by_language else "",
            label,
            names == _TITLE,
            same_as,
        )
        self.forms[key] = pairs

    def _read_form(
        self, key: str, written: str, shapes: Sequence[str], *, is_title: bool
    ) -> tuple[str, _Form]:
        place = f"{key}.forms"
        before, lead, after = self._split_form(place, written)
        is_open = after.endswith("*")
        suffix = after.removesuffix("*")
        host = ""
        if web := _WEB.match(before):
            host = web[1]
            prefix = before[web.end() :]
            if not host or not web[0].endswith("/"):
                raise SchemaError(
                    place, f"{excerpt(written)} claims hosts: write a host, / and a path before the name"
                )
            if not _HOST.fullmatch(host) or "//" in prefix:
                raise SchemaError(place, f"{excerpt(written)} must name a host in lower case and a path")
            if not prefix and not (shapes and all(shape.strip("*.-_:") for shape in shapes)):
                raise SchemaError(
                    place,
                    f"{excerpt(written)} claims everything on {host}: write a longer path, or the shapes of "
                    "its names",
                )
        else:
            prefix = before
            if not _OPAQUE.fullmatch(prefix) or prefix.lower() in _SCHEMES_OF_ALL or "//" in prefix:
                raise SchemaError(
                    place,
                    f"{excerpt(written)} claims too much: begin it with http://, a host and a path, or with "
                    "a prefix such as kb:",
                )
        by_language = host.startswith("{language}.")
        pattern = None
        if shapes:
            inside = [shape[len(lead) :] for shape in shapes if shape.startswith(lead)]
            if not inside:
                raise SchemaError(place, f"{excerpt(written)} begins as none of the names does")
            pattern = _compile_shapes(inside, suffix, is_open=is_open, in_query="?" in prefix)
        elif is_open:
            raise SchemaError(place, f"{excerpt(written)} needs a list of shapes in names, to end in *")
        host = host.removeprefix("{language}.")
        return host, _Form(key, prefix, lead, suffix, by_language, pattern, is_title)

    def _split_form(self, place: str, written: str) -> tuple[str, str, str]:
        """Return what a form has before the name, in the braces, and after them."""
        text = written.replace("{language}", "\0")
        parts = re.split(r"\{([^{}]*)\}", text)
        if len(parts) != 3 or "\0" in parts[1] + parts[2] or parts[0].count("\0") > 1:
            raise SchemaError(place, f"{excerpt(written)} must have {{}} once, for the name")
        before, lead, after = parts
        if any(mark in part for part in parts for mark in "{} \t\n<>\"'") or "*" in before + after[:-1]:
            raise SchemaError(place, f"{excerpt(written)} has a character that no IRI has")
        return before.replace("\0", "{language}"), lead, after

    def _check_overlaps(self, key: str) -> None:
        """Raise an error if a form also claims what another base has."""
        for host, form in self.forms[key]:
            for other, theirs in self._iterate_others(key):
                same_place = other == host and theirs.by_language == form.by_language
                if not same_place or not theirs.prefix.startswith(form.prefix):
                    continue
                if form.prefix == theirs.prefix or form.pattern is None:
                    raise SchemaError(
                        f"{key}.forms",
                        f"the form with {excerpt(f'{host}/{form.prefix}' if host else form.prefix)} also "
                        f"claims names of {theirs.base}: make it longer, or replace [{theirs.base}]",
                    )

    def _iterate_others(self, key: str) -> Iterator[tuple[str, _Form]]:
        for other, pairs in self.forms.items():
            if other != key:
                yield from pairs


def _check_shapes(place: str, shapes: Sequence[str]) -> None:
    for shape in shapes:
        wild = re.findall(r"[#*]+", shape)
        if not wild or len(wild) > 2 or max(map(len, wild)) > 1 or len(shape) > 40:
            raise SchemaError(
                place, f"{excerpt(shape)} is no shape: write # or * once or twice, apart, such as Q#"
            )


def _have_same_names(base: _Base | None, language: str, *, is_title: bool) -> bool:
    """Return True if a base has titles in these languages, so that another one may have the same names."""
    return base is not None and is_title and base.is_title and not base.same_as and base.language == language


def _is_usual(form: _Form) -> bool:
    """Return True if the form writes every name of its base."""
    return not form.lead and not form.suffix.strip("/")


def _write_iri(base: _Base, language: str, name: EntityName) -> str:
    spelling = base.spelling_by_language.replace("{language}", language) if language else base.spelling
    before, _, after = spelling.partition("{}")
    return before + _NOT_IN_IRI.sub(_encode, name.name) + after


def _spell(form: str) -> str:
    """Return the IRI of a name with {}, by a form that may end with *."""
    return form.removesuffix("*")


def _compile_shapes(shapes: Sequence[str], suffix: str, *, is_open: bool, in_query: bool) -> re.Pattern[str]:
    """Return the pattern of a name in shape and of what may follow it; its time is bounded."""
    parts = {"#": "[0-9]{1,60}", "*": "[0-9A-Za-z_]{1,60}"}
    names = "|".join(
        "".join(parts.get(part) or re.escape(part) for part in re.split("([#*])", shape)) for shape in shapes
    )
    end = "(?:[&#].*)?" if in_query else "/?(?:[?#].*)?"
    if is_open:
        end = f"(?:{re.escape(suffix)}.*|{end})"
    elif suffix:
        end = re.escape(suffix) + end
    return re.compile(rf"({names}){end}\Z", re.DOTALL)
