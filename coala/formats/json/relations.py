"""Reader of exports of Label Studio, Prodigy and doccano: spans with relations between them.

Prodigy, for example, writes::

    {"text": "Ann left. She ran.", "spans": [{"start": 0, "end": 3, "label": "PER"}, …],
     "relations": [{"child_span": {"start": 10, "end": 13}, "head_span": {"start": 0, "end": 3},
                    "label": "COREF"}]}

A relation joins its spans if its label contains "coref" or an option names it; others are statements. A
relation without a label is called "relation". Spans with the same offsets are one span; all their labels are
its types. Label Studio counts UTF-16 units, unless its stated words show code points; the others count code
points. Each annotation of a task is a document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from coala.base.disjoint_sets import DisjointSets
from coala.base.files import stem
from coala.base.offsets import Ruler
from coala.base.plain_text import excerpt
from coala.errors import ReadingError
from coala.formats.annotations import AnnotatedStatement, Annotations, Document, Mention, instance_key
from coala.formats.flaws import Flaws
from coala.formats.json.objects import iterate_objects
from coala.formats.repeated_documents import SeenDocuments
from coala.formats.text_lines import problem
from coala.model.format_options import FormatOptions

_PRODIGY_KEY = re.compile(rb'"_(?:task|input)_hash"\s*:')
_DOCCANO_KEYS = re.compile(rb'"entities"\s*:\s*\[.*"start_offset"\s*:', re.DOTALL)
_RELATIONS = re.compile(rb'"relations"\s*:\s*\[\s*\{')
_STUDIO_KEY = re.compile(rb'"(?:annotations|completions)"\s*:\s*\[\s*\{')
_STUDIO_RELATION = re.compile(rb'"type"\s*:\s*"relation"')

_UNLABELLED = "relation"
_NAMES = ("doc_id", "doc_key", "document", "id")
_Place = tuple[int, int]


class _Task(NamedTuple):
    """One annotation of a text, of any tool: spans, and labelled relations between them."""

    name: str | None
    text: str
    places: dict[_Place, list[str]]  # the labels of each span
    relations: list[tuple[_Place, str, _Place]]  # from (child), label, to (head)


def looks_like(name: str, start: bytes) -> bool:
    """Return True if the file has the keys of one of these tools, and relations."""
    if not re.match(rb"(?:\xef\xbb\xbf)?[\s\[]*\{", start):
        return False
    if _RELATIONS.search(start):
        return bool(_PRODIGY_KEY.search(start) or _DOCCANO_KEYS.search(start))
    return bool(_STUDIO_KEY.search(start) and _STUDIO_RELATION.search(start))


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read a file of one or more tasks; one that cannot be read is left out.

    Raises:
        ReadingError: no task can be read, or too much cannot.
    """
    return _File(path, options).read(data)


class _File:
    """The content of one file so far."""

    def __init__(self, path: str, options: FormatOptions) -> None:
        self._path = path
        self._options = options
        self._flaws = Flaws(path, lenient=options.lenient)
        self._remarks: list[tuple[str, str]] = []
        self._documents: list[Document] = []
        self._mentions: list[Mention] = []
        self._statements: list[AnnotatedStatement] = []
        self._is_identity_by_label: dict[str, bool] = {}  # of the relations so far
        self._seen = SeenDocuments(path, "rename one")
        self._unit_count = 0

    def read(self, data: bytes) -> Annotations:
        """Return the annotations of all tasks."""
        first_error: ReadingError | None = None
        for number, values in iterate_objects(self._path, data):
            try:
                if isinstance(values, ReadingError):
                    raise values
                for task in self._read_tasks(number, values):
                    self._add_task(number, task)
            except ReadingError as error:
                first_error = first_error or error
                self._unit_count += 1
                stated = str(error).removeprefix(f"{self._path}:{number}: ")
                self._flaws.leave_out("document-left-out", number, stated)
        if not self._documents:
            raise first_error or problem(self._path, 1, "no task was annotated: check the export.")
        self._flaws.weigh(self._unit_count, "annotations")
        if len(self._mentions) > 1 and not any(self._is_identity_by_label.values()):
            shown = (
                f" and relations {', '.join(sorted(self._is_identity_by_label)[:5])}"
                if self._is_identity_by_label
                else ""
            )
            example = f"{self._path} with {len(self._mentions):,} spans{shown}"
            self._remarks.append(("nothing-joins-spans", example))
        return Annotations(
            tuple(self._documents),
            tuple(self._mentions),
            tuple(self._statements),
            (*self._flaws.remarks, *self._seen.remarks, *self._remarks),
        )

    def _read_tasks(self, number: int, values: Mapping[str, object]) -> Iterator[_Task]:
        """Yield the annotations of an object of any of the tools."""
        annotations = values.get("annotations", values.get("completions"))
        if not isinstance(annotations, list):
            if isinstance(values.get("entities"), list):
                yield self._read_doccano(number, values)
            elif values.get("answer", "accept") != "accept":
                self._remarks.append(("task-not-accepted", f"{self._path}:{number}"))
            else:
                yield self._read_prodigy(number, values)
            return
        # Label Studio: one task with an annotation of each annotator.
        usable = [each for each in annotations if isinstance(each, dict) and not each.get("was_cancelled")]
        chosen = [each for each in usable if self._options.annotator in ("", _read_annotator(each))]
        if not chosen or len(chosen) < len(annotations):
            self._remarks.append(("task-not-accepted", f"{self._path}:{number}"))
        for place, each in enumerate(chosen):
            name = _read_name(values.get("data")) or _read_name(values)
            if name and len(usable) > 1 and not self._options.annotator:
                name = f"{name}/{_read_annotator(each) or place + 1}"
            yield self._read_label_studio(number, name, values.get("data"), each.get("result"))

    def _read_prodigy(self, number: int, values: Mapping[str, object]) -> _Task:
        """Read an object of Prodigy, whose relations repeat the offsets of their two spans."""
        text = self._check_text(number, values.get("text"))
        places: dict[_Place, list[str]] = {}
        for span in _list_objects(values.get("spans")):
            self._add_span(number, places, text, span)
        relations = []
        for relation in _list_objects(values.get("relations")):
            begin, end = (
                self._add_span(number, places, text, relation.get(key)) for key in ("child_span", "head_span")
            )
            if begin and end:
                relations.append((begin, _read_label(relation.get("label")), end))
        return _Task(_read_name(values.get("meta")) or _read_name(values), text, places, relations)

    def _read_doccano(self, number: int, values: Mapping[str, object]) -> _Task:
        """Read an object of doccano, whose relations lead from and to the ids of spans."""
        text = self._check_text(number, values.get("text"))
        places: dict[_Place, list[str]] = {}
        place_by_id = {
            str(each.get("id")): self._add_span(
                number,
                places,
                text,
                {**each, "start": each.get("start_offset"), "end": each.get("end_offset")},
            )
            for each in _list_objects(values.get("entities"))
        }
        relations = []
        for each in _list_objects(values.get("relations")):
            begin, end = (place_by_id.get(str(each.get(key))) for key in ("from_id", "to_id"))
            if begin is None or end is None:
                self._leave_out(number, "a relation that does not lead to a span of the text")
            else:
                relations.append((begin, _read_label(each.get("type")), end))
        return _Task(_read_name(values), text, places, relations)

    def _read_label_studio(self, number: int, name: str | None, data: object, result: object) -> _Task:
        """Read the result of one annotator of a task of Label Studio."""
        regions = _list_objects(result)
        # Spans and relations are "regions" in one list. Collect the spans by their id.
        values = {
            str(each.get("id")): value
            for each in regions
            if each.get("type") != "relation"
            and isinstance(value := each.get("value"), dict)
            and "start" in value
        }
        text, unit = self._find_text(number, data, list(values.values()))
        ruler = Ruler(text, unit)
        places: dict[_Place, list[str]] = {}
        place_by_id = {
            key: self._add_span(number, places, text, value, ruler, str(value.get("text") or ""))
            for key, value in values.items()
        }
        relations = []
        for each in regions:
            if each.get("type") != "relation":
                continue
            begin, end = (place_by_id.get(str(each.get(key))) for key in ("from_id", "to_id"))
            if begin is None or end is None:
                self._leave_out(number, "a relation that does not lead to a span of the text")
                continue
            relations += [(begin, label, end) for label in _list_labels(each.get("labels")) or [_UNLABELLED]]
        return _Task(name, text, places, relations)

    def _find_text(self, number: int, data: object, values: list[dict[str, object]]) -> tuple[str, str]:
        """Return the text of a task and the unit of its offsets that makes all stated words right."""
        texts = [text for text in (data.values() if isinstance(data, dict) else ()) if isinstance(text, str)]
        if isinstance(data, dict) and isinstance(usual := data.get("text"), str):
            texts.insert(0, usual)
        for text in texts:
            for unit in ("utf-16", "code-point"):
                ruler = Ruler(text, unit)
                if all(_read_words(text, ruler, value) == value.get("text", ...) for value in values):
                    return self._check_text(number, text), unit
        return self._check_text(number, texts[0] if texts else None), "utf-16"

    def _add_span(
        self,
        number: int,
        places: dict[_Place, list[str]],
        text: str,
        span: object,
        ruler: Ruler | None = None,
        stated: str = "",
    ) -> _Place | None:
        """Add a span with its labels; return None if it does not fit the text."""
        self._unit_count += 1
        place = _find_place(text, ruler, span)
        if not isinstance(span, dict) or place is None:
            self._leave_out(number, "a span that does not fit the text")
            return None
        shown = text[place[0] : place[1]]
        if stated and stated.split() != shown.split():
            example = f"{self._path}:{number}, the offsets lead to {excerpt(shown)}, not to {excerpt(stated)}"
            self._remarks.append(("words-unlike", example))
        labels = places.setdefault(place, [])
        labels += [label for label in _list_types(span) if label not in labels]
        return place

    def _leave_out(self, number: int, what: str) -> None:
        self._flaws.leave_out("mark-broken", number, what)

    def _add_task(self, number: int, task: _Task) -> None:
        """Add one annotation as a document: join its spans, and add mentions and statements."""
        name = task.name
        if name is None:
            name = f"{stem(self._path)}/{len(self._documents) + 1}"
            self._remarks.append(("document-without-name", f"line {number}"))
        content = repr((task.text, task.places, task.relations))
        if self._seen.is_repeated(number, name, content):
            return
        numbers = {place: each for each, place in enumerate(task.places)}
        sets = DisjointSets()
        others = []
        for begin, label, end in task.relations:
            joins = self._is_identity_by_label[label] = self._is_identity(label)
            if joins:
                sets.join(numbers[begin], numbers[end])
            else:
                others.append((begin, label, end))
        keys = {place: instance_key(name, str(sets.find(each))) for place, each in numbers.items()}
        document = len(self._documents)
        self._mentions += (
            Mention(document, (place,), keys[place], tuple(labels)) for place, labels in task.places.items()
        )
        self._statements += (
            AnnotatedStatement(keys[begin], label, keys[end], True) for begin, label, end in others
        )
        self._documents.append(Document(name, task.text))

    def _is_identity(self, label: str) -> bool:
        named = self._options.brat_relations
        return label in named if named else "coref" in label.lower()

    def _check_text(self, number: int, text: object) -> str:
        if not isinstance(text, str):
            raise problem(self._path, number, "the task has no text: export the text with the annotations.")
        if not _is_utf_8(text):
            raise problem(self._path, number, "the text has half of a surrogate pair: correct it.")
        return text


def _find_place(text: str, ruler: Ruler | None, span: object) -> _Place | None:
    """Return the offsets of a span in code points; None if it does not fit the text."""
    if not isinstance(span, dict):
        return None
    begin, end = span.get("start"), span.get("end")
    if type(begin) is not int or type(end) is not int:
        return None
    first, after = (begin, end) if ruler is None else (ruler.code_points(begin), ruler.code_points(end))
    return (
        (first, after)
        if first is not None and after is not None and 0 <= first < after <= len(text)
        else None
    )


def _read_words(text: str, ruler: Ruler, span: dict[str, object]) -> str | None:
    place = _find_place(text, ruler, span)
    return text[place[0] : place[1]] if place else None


def _list_objects(values: object) -> list[dict[str, object]]:
    return [each for each in values if isinstance(each, dict)] if isinstance(values, list) else []


def _list_types(span: dict[str, object]) -> list[str]:
    """Return the labels of a span: one, or those of any of Label Studio's kinds of labels."""
    if isinstance(label := span.get("label"), str):
        return [label] if label and _is_utf_8(label) else []
    return [label for key, values in span.items() if key.endswith("labels") for label in _list_labels(values)]


def _list_labels(values: object) -> list[str]:
    return (
        [each for each in values if isinstance(each, str) and each and _is_utf_8(each)]
        if isinstance(values, list)
        else []
    )


def _read_label(label: object) -> str:
    return label if isinstance(label, str) and label and _is_utf_8(label) else _UNLABELLED


def _read_name(values: object) -> str | None:
    if not isinstance(values, dict):
        return None
    names = (values.get(key) for key in _NAMES)
    return next(
        (str(name) for name in names if type(name) in (int, str) and name != "" and _is_utf_8(str(name))),
        None,
    )


def _read_annotator(annotation: dict[str, object]) -> str:
    """Return the annotator of an annotation, a number or an email address; "" if unknown."""
    annotator = annotation.get("completed_by")
    if isinstance(annotator, dict):
        annotator = annotator.get("email", annotator.get("id"))
    return str(annotator) if type(annotator) in (int, str) and _is_utf_8(str(annotator)) else ""


def _is_utf_8(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
