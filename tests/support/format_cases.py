"""Case files of formats: an input next to the annotations that it must give, or the refusal.

``tests/formats/cases/muc.txt`` has the cases of ``coala.formats.muc``. A case has, in this order:

- perhaps the command that reads it, for its options: ``$ coala convert a.sgm --lenient -o a.ttl``;
- the file that is read, and files that belong to it, each as a section with its name;
- ``gives``, all that the reader returns, or ``refuses``, the class of the error and the places that it names.

A case called ``sample: MUC`` is one of the samples that other tests convert, damage and write.

Sentences are left out of what is expected: the golden set has them, of the same cases.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from coala.cli.parser import Parser, build_parser, read_options
from coala.errors import ReadingError
from coala.formats.annotations import Annotations, Mention, instance_key
from coala.formats.format_options import complete_options
from coala.model.option import AUTO
from coala.model.options import ReadOptions
from coala.reading.rdf.load import read_annotations
from coala.reading.sources.detected_files import detect_opened
from coala.reading.sources.stream import File, RdfStream, open_regular
from tests.support.case_files import CaseText, read_cases
from tests.support.paths import ROOT

CASES = ROOT / "tests" / "formats" / "cases"
GIVES, REFUSES = "gives", "refuses"
CONVERTED = "converted.ttl"


class FormatCase(NamedTuple):
    """A case, and the module of the format that must read it, such as ``conll`` or ``json.reader``."""

    module: str
    case: CaseText

    @property
    def name(self) -> str:
        """The name for messages and identifiers of tests."""
        return f"{self.module}/{self.case.name}"

    @property
    def inputs(self) -> dict[str, str]:
        """The files by their names: first the one that is read, then those that belong to it."""
        return {name: text for name, text in self.case.sections.items() if name not in (GIVES, REFUSES)}

    @property
    def sample(self) -> str | None:
        """The name of the sample, a small and valid file, that the case is; None for other cases."""
        prefix, _, name = self.case.name.partition("sample: ")
        return name if name and not prefix else None

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the command that reads the case."""
        (words,) = self.case.commands or (("convert", next(iter(self.inputs)), "-o", CONVERTED),)
        return words

    @property
    def expected(self) -> tuple[str, str]:
        """The name and the text of the section with what the reader must give; empty if there is none."""
        found = [each for each in self.case.sections.items() if each[0] in (GIVES, REFUSES)]
        return found[0] if len(found) == 1 else ("", "")

    @property
    def remark_codes(self) -> list[str]:
        """The codes of the remarks that the reader must give."""
        return re.findall(r"(?m)^remark ([\w-]+):", self.expected[1])


def list_format_cases() -> Iterator[FormatCase]:
    """Yield the cases of all formats."""
    for path in sorted(CASES.glob("*.txt")):
        for case in read_cases(path):
            yield FormatCase(path.stem, case)


def write_inputs(case: FormatCase, folder: Path) -> None:
    """Write the files of a case into a folder."""
    for name, text in case.inputs.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")


def read_case(case: FormatCase) -> tuple[str, str]:
    """Return the section of what the reader gives for the files of a case in the current folder."""
    arguments = _get_parser().parse_args(case.words)
    options = _complete(read_options(arguments).reading).formats
    file = File(arguments.input, arguments.input)
    try:
        with open_regular(file) as raw:
            stream = RdfStream(file.shown, raw)
            reader = detect_opened(file, raw, stream, options).reader
            assert reader is not None
            assert reader.__name__ == f"coala.formats.{case.module}"
            return GIVES, print_annotations(read_annotations(file, stream, reader, options))
    except ReadingError as error:
        return REFUSES, f"{type(error).__name__} {_leave_out_words(str(error))}\n"


@cache
def _get_parser() -> Parser:
    return build_parser()


def _complete(options: ReadOptions) -> ReadOptions:
    """Return completed options; only those that name no file are remembered."""
    names_file = options.formats.uima_type_system or options.formats.json_shape != AUTO
    return complete_options(options) if names_file else _complete_once(options)


_complete_once = cache(complete_options)


def print_annotations(annotations: Annotations) -> str:
    """Return everything that a reader returned, one thing a line, in its order."""
    text = "".join(f"{line}\n" for line in _print_lines(annotations))
    # A lone surrogate is no character of a file.
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _print_lines(annotations: Annotations) -> Iterator[str]:
    documents = annotations.documents
    for number, (name, text) in enumerate(documents):
        elsewhere = " (text elsewhere)" * (number in annotations.textless)
        yield f"document {name}{elsewhere}: {_quote(text)}"
    if annotations.texts_fit:
        yield "offsets count characters of the texts elsewhere"
    for mention in annotations.mentions:
        place = f" in document {mention.document + 1}" * (len(documents) > 1)
        yield f"mention of {mention.instance}{place}: {', '.join(_list_parts(annotations, mention))}"
    for instance, predicate, value, about_instance in annotations.statements:
        yield f"statement {instance} {predicate} {f'→ {value}' if about_instance else _quote(value)}"
    for instance, name, label in annotations.links:
        yield f"link {instance} → {name}{f' {_quote(label)}' if label else ''}"
    for key in sorted(annotations.across):
        yield f"across documents {key}"
    for document, named in groupby(annotations.names, lambda name: name.document):
        yield f"names in {document}: " + ", ".join(
            _quote(name.name)
            + f" = {name.number}" * (name.number is not None)
            + f" for {name.key}" * (name.key != instance_key(document, name.name))
            for name in named
        )
    for code, example in annotations.remarks:
        yield f"remark {code}: {_leave_out_words(example)}"


def _list_parts(annotations: Annotations, mention: Mention) -> Iterator[str]:
    text = annotations.documents[mention.document].text
    words = " … ".join(text[begin:end] for begin, end in mention.fragments)
    yield f"{' '.join(f'{begin}–{end}' for begin, end in mention.fragments)} {_quote(words)}"
    for name in mention.types:
        yield f"type {name}"
    if mention.minimum is not None:
        begin, end = mention.minimum
        yield f"head {begin}–{end} {_quote(text[begin:end])}"
    if mention.optional:
        yield "optional"
    if mention.zero:
        yield f"zero {mention.zero}"
    if mention.anchor:
        yield f"anchor {_quote(mention.anchor)}"
    if mention.form:
        yield f"form {mention.form}"


def _quote(text: str) -> str:
    """Return a text in quotes on one line."""
    return json.dumps(text, ensure_ascii=False)


_PIECE = re.compile(r"'(?:[^']|(?<=\w)'(?=\w))*'|[^\s']+")


def _leave_out_words(sentence: str) -> str:
    """Return what a sentence has besides words: quoted pieces, numbers, and names such as a.conll:3."""
    pieces = (piece if piece.startswith("'") else piece.strip(".,:;()") for piece in _PIECE.findall(sentence))
    return " ".join(piece for piece in pieces if piece.startswith("'") or re.search(r"[\d_/.:]", piece))
