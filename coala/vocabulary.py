"""The name of a vocabulary or a TOML file -> which RDF terms mean mention, document, offset and type.

Every property is a tuple of full IRIs, because systems that share a format do not always share its version.
"""

from __future__ import annotations

import json
import os.path
from typing import Any, NamedTuple

from coala.errors import ReadingError

DEFAULT = "nif"
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "vocabularies")
UNITS = ("code-point", "utf-16", "byte")
ENDS = ("exclusive", "inclusive")


class Vocabulary(NamedTuple):
    """What the terms of a graph mean; the fields are those of the TOML file, with IRIs written out.

    ``unit`` is what the offsets count and ``inclusive`` whether the end is the last unit of the span.
    ``plumbing_*`` tell what says nothing about an instance: properties and namespaces of properties,
    and namespaces of classes whose members are no instances. ``namespaces`` are the vocabulary's own.
    """

    name: str
    document: tuple[str, ...]
    begin: tuple[str, ...]
    end: tuple[str, ...]
    anchor: tuple[str, ...]
    instance: tuple[str, ...]
    mention_class: tuple[str, ...]
    document_class: tuple[str, ...]
    text: tuple[str, ...]
    unit: str
    inclusive: bool
    labels: tuple[str, ...]
    plumbing_namespaces: tuple[str, ...]
    plumbing_properties: tuple[str, ...]
    plumbing_classes: tuple[str, ...]
    prefixes: tuple[tuple[str, str], ...]

    def short(self, iri: str) -> str:
        """The IRI as a person writes it: ``nif:beginIndex``."""
        for prefix, namespace in self.prefixes:
            if iri.startswith(namespace) and len(iri) > len(namespace):
                return f"{prefix}:{iri[len(namespace) :]}"
        return f"<{iri}>"

    def words(self) -> dict[str, str]:
        """The properties as a person writes them, for sentences."""
        terms = {
            name: value
            for name in ("document", "begin", "end", "instance", "text")
            if isinstance(value := getattr(self, name), tuple)
        }
        return {
            **{name: " or ".join(map(self.short, iris)) for name, iris in terms.items()},
            "unit": {"code-point": "code points", "utf-16": "UTF-16 units", "byte": "bytes"}[self.unit],
        }

    def to_json(self) -> str:
        """The vocabulary as text, for the child process."""
        return json.dumps(self._asdict())

    @classmethod
    def from_json(cls, text: str) -> Vocabulary:
        """The inverse of ``to_json``."""
        return cls(*(_frozen(value) for value in json.loads(text).values()))


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def load_vocabulary(name_or_file: str | None) -> Vocabulary:
    """Load a vocabulary that comes with COALA by its name, or one's own from a TOML file.

    Raises:
        ReadingError: there is no such vocabulary, or the file is not one; it names the file and the key.
    """
    import tomllib  # only the parent process loads vocabularies

    name = name_or_file or DEFAULT
    shipped = sorted(file.removesuffix(".toml") for file in os.listdir(FOLDER) if file.endswith(".toml"))
    file = os.path.join(FOLDER, f"{name}.toml") if name in shipped else name
    try:
        with open(file, "rb") as stream:
            table = tomllib.load(stream)
    except OSError as error:
        raise ReadingError(
            f"{name}: there is no such vocabulary ({error.strerror}): give one of {', '.join(shipped)}, "
            "or the path of a TOML file."
        ) from error
    except ValueError as error:
        raise ReadingError(f"{file}: this vocabulary is not valid TOML: {error}.") from error
    return _Reader(file, table).vocabulary()


class _Reader:
    """Reads keys out of the table of one file; every complaint names the file and the key."""

    def __init__(self, file: str, table: dict[str, Any]) -> None:
        self.file = file
        self.table = table
        self.prefixes: dict[str, str] = {}

    def vocabulary(self) -> Vocabulary:
        self.prefixes = self._prefixes()
        known = {
            "name", "prefixes", "mention", "document", "offsets", "labels", "plumbing",
        }  # fmt: skip
        for key in self.table:
            if key not in known:
                raise self._error(key, f"unknown; the tables are {', '.join(sorted(known))}")
        return Vocabulary(
            name=self._choice("", "name", None),
            document=self._terms("mention", "document", required=True),
            begin=self._terms("mention", "begin", required=True),
            end=self._terms("mention", "end", required=True),
            anchor=self._terms("mention", "anchor"),
            instance=self._terms("mention", "instance", required=True),
            mention_class=self._terms("mention", "class"),
            document_class=self._terms("document", "class"),
            text=self._terms("document", "text"),
            unit=self._choice("offsets", "unit", UNITS),
            inclusive=self._choice("offsets", "end", ENDS) == "inclusive",
            labels=self._terms("labels", "properties"),
            plumbing_namespaces=self._terms("plumbing", "namespaces"),
            plumbing_properties=self._terms("plumbing", "properties"),
            plumbing_classes=self._terms("plumbing", "classes"),
            prefixes=tuple(self.prefixes.items()),
        )

    def _prefixes(self) -> dict[str, str]:
        prefixes = self.table.get("prefixes", {})
        if not isinstance(prefixes, dict):
            raise self._error("prefixes", "must be a table of namespaces")
        for prefix, namespace in prefixes.items():
            if not isinstance(namespace, str) or not _is_iri(namespace):
                raise self._error(f"prefixes.{prefix}", "must be an IRI")
        return prefixes

    def _value(self, table: str, key: str) -> Any:
        section = self.table.get(table, {}) if table else self.table
        if not isinstance(section, dict):
            raise self._error(table, "must be a table")
        return section.get(key)

    def _choice(self, table: str, key: str, choices: tuple[str, ...] | None) -> str:
        value = self._value(table, key)
        place = f"{table}.{key}" if table else key
        if not isinstance(value, str):
            raise self._error(place, "is missing or not a text")
        if choices and value not in choices:
            raise self._error(place, f"must be one of {', '.join(choices)}, not {value!r}")
        return value

    def _terms(self, table: str, key: str, *, required: bool = False) -> tuple[str, ...]:
        place = f"{table}.{key}"
        value = self._value(table, key)
        names = [value] if isinstance(value, str) else value if value is not None else []
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise self._error(place, "must be a list of IRIs or prefixed names")
        if required and not names:
            raise self._error(place, "is missing: name at least one property")
        return tuple(self._iri(place, name) for name in names)

    def _iri(self, place: str, name: str) -> str:
        prefix, _, rest = name.partition(":")
        iri = self.prefixes[prefix] + rest if prefix in self.prefixes else name
        if not _is_iri(iri) or (prefix not in self.prefixes and "/" not in iri and "#" not in iri):
            raise self._error(place, f"{name!r} is neither an IRI nor a name with a prefix from [prefixes]")
        return iri

    def _error(self, key: str, what: str) -> ReadingError:
        return ReadingError(f"{self.file}: {key} {what}.")


def _is_iri(text: str) -> bool:
    scheme, colon, rest = text.partition(":")
    # What no IRI may hold; the parser would refuse such a term later without naming this file.
    return bool(scheme and colon and rest) and not any(char in '<>"{}|^`\\' or char <= " " for char in text)
