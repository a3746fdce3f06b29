"""Reader of what language models answer: marked text, or JSON of strings without offsets.

A file is one answer, or JSON lines with an answer each::

    {"id": "d1", "response": "Here you are: [Ann](#1) laughed. [She](#1) left."}
    {"id": "d2", "text": "Bob ran. He fell.", "response": "[['Bob', 'He']]"}

Code fences and words around them are left out. Of *marked text* the text is what is left without the marks
(``marked_text``). *Strings* need the text: the key ``text``, or the ``.txt`` with the name of the document
next to the file. JSON that is broken or cut off is repaired as far as it goes.

The place of a string is only known where nothing has to be guessed: if a chain, and no other, has the string
as often as the text has these words, its k-th mention is the k-th place. All others are counted and left out.
"""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from coala.base.files import extension, stem
from coala.base.plain_text import excerpt
from coala.base.strict_json import STRICT_DECODER, DuplicateKeyError
from coala.formats.annotations import Annotations, ChainName, Document, Mention, instance_key, name_chain
from coala.formats.marked_text import count_marks, find_fenced, find_style, take_out_marks
from coala.formats.repeated_documents import SeenDocuments
from coala.formats.text_lines import decode_utf8, iterate_lines, problem
from coala.model.format_options import FormatOptions

_ANSWER_KEYS = ("response", "output", "completion", "generated_text", "prediction")
_NAME_KEYS = ("id", "doc_id", "doc_key", "document", "custom_id", "name")
_TEXT_KEYS = ("text", "input", "source")

_LONGEST_LINE = 1 << 26
_ENOUGH_MARKS = 2
"""This number of marks is no coincidence."""

_CHAIN_KEYS = (
    "clusters",
    "clusters_strings",
    "chains",
    "coreference_chains",
    "entities",
    "predicted_clusters",
)
_MENTION_KEYS = ("mentions", "strings", "spans", "members")
_FIRST_OBJECT = re.compile(r"\s*\{")


class _Answer(NamedTuple):
    """An answer about one document; ``text`` is None where the record has none."""

    line: int
    name: str
    answer: str
    text: str | None


def looks_like(name: str, start: bytes) -> bool:
    """Return True for text with marks, and for JSON lines whose first object has an answer."""
    text = start.decode("utf-8", "replace").removeprefix("\ufeff")
    if _FIRST_OBJECT.match(text) and _is_record(text):
        return True
    if extension(name) not in (".txt", ".md", ".marked", ""):
        return False
    style = find_style(text)
    if style is not None and count_marks(text, style) >= _ENOUGH_MARKS:
        return True
    return "```" in text and _find_chains(_parse(find_fenced(text))) is not None


def _is_record(text: str) -> bool:
    """Return True if the first line is an object whose answer is a text, and that has no list of its own.

    Objects with lists, such as those of Prodigy, have their annotations there.
    """
    first_line = text.split("\n", 1)[0]
    if not any(f'"{key}"' in first_line for key in _ANSWER_KEYS):
        return False
    try:
        first = json.loads(first_line)
    except (ValueError, RecursionError):
        # The line may be longer than what is known of the file.
        return "\n" not in text and re.search(rf'"(?:{"|".join(_ANSWER_KEYS)})"\s*:\s*"', text) is not None
    if not isinstance(first, dict) or any(isinstance(value, list) for value in first.values()):
        return False
    return isinstance(_pick(first, _ANSWER_KEYS), str)


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read a file of one answer, or of JSON lines with answers.

    Raises:
        ReadingError: the file is not UTF-8, a line is not JSON, or the text of strings is missing.
    """
    documents: list[Document] = []
    mentions: list[Mention] = []
    names: list[ChainName] = []
    remarks: list[tuple[str, str]] = []
    for each in _read_answers(path, data, remarks):
        place = len(documents)
        content = find_fenced(each.answer)
        style = find_style(content, options.marks)
        chains = (
            None
            if style is not None and (options.marks or count_marks(content, style) >= _ENOUGH_MARKS)
            else _find_chains(_parse(content))
        )
        if chains is not None:
            text = each.text if each.text is not None else _read_text(path, each, options)
            found, left_out = _place_strings(text, chains)
            if not _is_complete(content):
                remarks.append(("answer-repaired", f"{path}:{each.line}, {each.name}"))
            remarks += [("string-not-placed", f"{each.name}: {what}") for what in left_out]
        elif style is None:
            documents.append(Document(each.name, each.text if each.text is not None else content))
            remarks.append(("answer-without-chains", f"{path}:{each.line}, {each.name}"))
            continue
        else:
            text, marked, unusable = take_out_marks(content, style)
            found = [(begin, end, chain) for begin, end, chain in marked]
            remarks += [("mark-unusable", f"{each.name}: {excerpt(mark)}") for mark in unusable]
        documents.append(Document(each.name, text))
        for begin, end, chain in found:
            mentions.append(Mention(place, ((begin, end),), instance_key(each.name, chain)))
        names += [name_chain(each.name, chain) for chain in dict.fromkeys(chain for *_, chain in found)]
    return Annotations(tuple(documents), tuple(mentions), (), tuple(remarks), names=tuple(names))


def _read_answers(path: str, data: bytes, remarks: list[tuple[str, str]]) -> Iterator[_Answer]:
    """Yield the answers; add to ``remarks`` those that repeat an earlier one."""
    whole = decode_utf8(path, data)
    if not _FIRST_OBJECT.match(whole) or not _is_record(whole):
        yield _Answer(1, stem(path), whole, None)
        return
    seen = SeenDocuments(path, "give each its own id")
    for number, line in iterate_lines(path, data, _LONGEST_LINE):
        if not line.strip():
            continue
        try:
            record = STRICT_DECODER.decode(line)
        except DuplicateKeyError as error:
            raise problem(path, number, f"the key {excerpt(str(error))} occurs twice: keep one.") from None
        except (ValueError, RecursionError):
            raise problem(path, number, "the line is not JSON: write one object for each answer.") from None
        answer = _pick(record, _ANSWER_KEYS) if isinstance(record, dict) else None
        if not isinstance(answer, str):
            raise problem(path, number, f"no text under one of the keys {', '.join(_ANSWER_KEYS)}.")
        given, text = _pick(record, _NAME_KEYS), _pick(record, _TEXT_KEYS)
        name = str(given) if isinstance(given, str | int) else f"{stem(path)}/{number}"
        text = text if isinstance(text, str) else None
        if seen.is_repeated(number, name, (answer, text)):
            continue
        yield _Answer(number, name, answer, text)
    remarks += seen.remarks


def _pick(record: dict[str, Any], keys: tuple[str, ...]) -> Any:
    return next((record[key] for key in keys if key in record), None)


def _read_text(path: str, answer: _Answer, options: FormatOptions) -> str:
    name = f"{answer.name}.txt"
    data = options.sibling(name) if options.sibling else None
    if data is None:
        raise problem(
            path,
            answer.line,
            f"the answer about {excerpt(answer.name)} has strings, and their text is missing: add the key "
            f"text, or put {name} next to the file.",
        )
    return decode_utf8(name, data)


def _find_json(content: str) -> int | None:
    """Return where JSON begins in an answer, or None."""
    return min((place for sign in "[{" if (place := content.find(sign)) >= 0), default=None)


def _is_complete(content: str) -> bool:
    """Return True if the JSON in an answer is valid, or a value of Python: nothing of it was cut off."""
    begin = _find_json(content) or 0
    try:
        json.JSONDecoder().raw_decode(content, begin)
        return True
    except (ValueError, RecursionError):
        pass
    try:
        ast.literal_eval(content[begin:].strip())
        return True
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return False


def _parse(content: str) -> Any:
    """Return the JSON in an answer, repaired as far as it goes; None if there is none, or for a key twice."""
    begin = _find_json(content)
    if begin is None:
        return None
    try:
        return STRICT_DECODER.raw_decode(content, begin)[0]
    except DuplicateKeyError:
        # Repairing would keep the last chain of a name and drop the others without a word.
        return None
    except (ValueError, RecursionError):
        pass
    # Imported late: most files are not of this format.
    from json_repair import loads

    try:
        return loads(content[begin:])
    except (ValueError, RecursionError):
        return None


def _find_chains(value: Any) -> list[tuple[str, list[str]]] | None:
    """Return the name and the strings of each chain; None if the JSON has no chains of strings."""
    if isinstance(value, dict):
        inner = _pick(value, _CHAIN_KEYS)
        if inner is not None:
            return _find_chains(inner)
        named = [(str(name), _list_strings(each)) for name, each in value.items()]
    elif isinstance(value, list):
        named = []
        for number, each in enumerate(value):
            name = _pick(each, _NAME_KEYS) if isinstance(each, dict) else None
            named.append((str(number if name is None else name), _list_strings(each)))
    else:
        return None
    chains = [(name, strings) for name, strings in named if strings]
    return chains or None


def _list_strings(value: Any) -> list[str]:
    """Return the strings of a chain: a list of strings, or an object that has one."""
    if isinstance(value, dict):
        value = _pick(value, _MENTION_KEYS)
    if not isinstance(value, list):
        return []
    strings = (each.get("text") if isinstance(each, dict) else each for each in value)
    return [each for each in strings if isinstance(each, str) and each.strip()]


def _place_strings(
    text: str, chains: list[tuple[str, list[str]]]
) -> tuple[list[tuple[int, int, str]], list[str]]:
    """Return the mentions whose places are certain, and descriptions of all others."""
    used_by: dict[str, Counter[str]] = {}
    for chain, strings in chains:
        for string in strings:
            used_by.setdefault(" ".join(string.split()), Counter())[chain] += 1
    found: list[tuple[int, int, str]] = []
    left_out: list[str] = []
    for string, counts in used_by.items():
        places = [each.span() for each in _compile_words(string).finditer(text)]
        total = sum(counts.values())
        # Inside of longer words a model may mean them too.
        if len(counts) == 1 and total == len(places) == len(
            _compile_words(string, whole=False).findall(text)
        ):
            (chain,) = counts
            found += [(begin, end, chain) for begin, end in places]
        elif not places:
            left_out += [f"{excerpt(string)} is not in the text"] * total
        else:
            left_out += [
                f"{excerpt(string)} is {total:,} times in the answer and {len(places):,} times in the text"
            ] * total
    return sorted(found), left_out


def _compile_words(string: str, *, whole: bool = True) -> re.Pattern[str]:
    """Return a pattern for these words with any white space between them, or only for ``whole`` words."""
    words = r"\s+".join(map(re.escape, string.split()))
    return re.compile(rf"(?<!\w){words}(?!\w)" if whole else words)
