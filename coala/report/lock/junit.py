"""A graph that was held against a lock becomes JUnit's XML, with one test case for each judged bag.

What CI systems read of it (Jenkins, GitLab, GitHub's actions): suites with counts, test cases with a class
and a name, and in a test case at most one ``failure``, ``error`` or ``skipped``, each with a message.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from coala.base.numerals import count
from coala.base.plain_text import one_line, visible
from coala.report.lock.sentences import LockSentences
from coala.verdicts.lock.checking import Checked, CheckedAssertion, CheckedBag, Result
from coala.verdicts.lock.lock import LockingBag

# XML 1.0 has no escape for these: not even as a reference may they stand in a document.
_NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_LONGEST_MESSAGE = 1_000


def render_junit(checked: Checked) -> Iterator[str]:
    """The XML, a test case at a time: failed where an assertion of the bag is broken, skipped where none of
    them could be checked, or none is made."""
    sentences = LockSentences(checked.lock)
    bags, forgotten = checked.by_bag, checked.lock.forgotten
    failures = sum(bool(bag.with_result(Result.BROKEN)) for bag in bags)
    counts = f'tests="{len(bags) + len(forgotten)}" failures="{failures}" errors="0"'
    skipped = sum(map(_is_skipped, bags)) + len(forgotten)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<testsuites name="coala check" {counts} time="0">\n'
    # Jenkins' schema has no count of skipped ones on the outermost element.
    name = _attribute(f"coala check {checked.path}")
    yield f'  <testsuite name={name} {counts} skipped="{skipped}" time="0">\n'
    for bag in bags:
        yield from _case(bag, sentences)
    for judged in forgotten:
        yield _open_case([judged], sentences)
        yield '      <skipped message="the review no longer has the bag that was judged"/>\n'
        yield "    </testcase>\n"
    yield "  </testsuite>\n</testsuites>\n"


def _is_skipped(bag: CheckedBag) -> bool:
    return len(bag.with_result(Result.UNKNOWN)) == len(bag.assertions)


def _case(bag: CheckedBag, sentences: LockSentences) -> Iterator[str]:
    yield _open_case(bag.judged, sentences)
    broken, unknown = bag.with_result(Result.BROKEN), bag.with_result(Result.UNKNOWN)
    lines = [line for each in broken for line in (sentences.tell(each), *_indented(each, sentences))]
    lines += map(sentences.tell, unknown)
    if broken:
        more = f" (and {count(len(broken) - 1, 'more', 'more')})" if len(broken) > 1 else ""
        yield f'      <failure message={_attribute(lines[0] + more)} type="broken">{_text(lines)}</failure>\n'
    elif not bag.assertions:
        yield '      <skipped message="nothing is asserted by this bag that could be checked"/>\n'
    elif _is_skipped(bag):
        yield f"      <skipped message={_attribute(lines[0])}/>\n"
    elif unknown:
        yield f"      <system-out>{_text(lines)}</system-out>\n"
    yield "    </testcase>\n"


def _open_case(judged: Sequence[LockingBag], sentences: LockSentences) -> str:
    first = judged[0]
    bag = "Earlier bag" if first.number is None else f"Bag {first.number + 1}"
    name = f"{bag} ({sentences.judges(judged)}): {first.title}"
    return (
        f'    <testcase classname={_attribute(Path(first.review).name)} name={_attribute(name)} time="0">\n'
    )


def _indented(each: CheckedAssertion, sentences: LockSentences) -> Iterator[str]:
    return (f"    {text}" for text in sentences.texts(each))


def _text(lines: Iterable[str]) -> str:
    return escape(_legal("\n".join(map(visible, lines))))


def _attribute(text: str) -> str:
    return quoteattr(_legal(one_line(text, _LONGEST_MESSAGE)))


def _legal(text: str) -> str:
    """The text with what XML forbids as escapes, as the rest of the program shows it."""
    return _NO_XML.sub(lambda sign: sign[0].encode("unicode_escape").decode("ascii"), text)
