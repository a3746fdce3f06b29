"""The groups of the golden set: samples, published files, random graphs, reviews of them, and small inputs.

Small inputs are the case files in ``inputs``, a group each, and those of formats. They hold the sentences
about what is wrong with an input, so that no test needs to.
Paths in the commands are relative to the folder in which the set runs, which has links to ``sample_graphs``
and to the shared corpora. So no output depends on the place of the project.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from coala.cli.commands import COMMANDS
from coala.diff.sentences import BagSentences
from coala.model.bag import CHANGED, Verdict
from coala.model.notices.catalogue import CATALOGUE
from coala.model.notices.notice import choose_words, make_notice
from coala.model.nouns import OF_RECORDS
from coala.review.file import Review
from coala.verdicts.changes import ChangeKeys
from coala.verdicts.comment import Comment
from coala.verdicts.groups import Groups, count_grouped_links, group_as, place_parts
from coala.verdicts.links import Part
from coala.verdicts.state import State
from tests.golden.answers import say_answers
from tests.golden.capture import run_quietly
from tests.golden.phrases import say_phrases
from tests.golden.random_graphs import write_random_graphs
from tests.support.case_files import read_cases
from tests.support.format_cases import REFUSES, FormatCase, list_format_cases, write_inputs
from tests.support.paths import ROOT
from tests.support.paths import SAMPLES as SAMPLE_FOLDER
from tests.support.paths import SHARED as SHARED_FOLDER

SAMPLES, SHARED, RANDOM = "samples", "shared", "random"
RANDOM_PAIRS = 60
INPUTS = Path(__file__).with_name("inputs")
# The lines that are kept of an output about a corpus, about a file of the zoo, and about random graphs.
_CORPUS_LINES, _ZOO_LINES, _RANDOM_LINES = 60, 12, 4
# The samples are kept in full, but for what repeats itself bag after bag in them.
_SAMPLE_LINES, _BOARD_LINES = 1_500, 400

EXPORTS = ("csv", "changes", "json", "markdown", "rdf", "html", "graph", "questions")


class Case(NamedTuple):
    """One command. ``reads`` are files that it writes and that belong to its outcome."""

    name: str
    words: tuple[str, ...]
    reads: tuple[str, ...] = ()

    @property
    def form(self) -> str:
        """The form of what it prints: "json", "jsonl", "csv", "xml", "rdf", "markdown", "html" or "text"."""
        command, *options = self.words
        if command == "convert":
            return "rdf"
        if command == "export":
            return _FORM_OF_EXPORT[options[options.index("--to") + 1]] if "--to" in options else "text"
        for option, form in (("--json", "json"), ("--csv", "csv"), ("--junit", "xml")):
            if option in options and options[options.index(option) + 1] == "-":
                return form
        return "text"


_FORM_OF_EXPORT = {
    "csv": "csv",
    "changes": "csv",
    "json": "json",
    "questions": "jsonl",
    "markdown": "markdown",
    "html": "html",
    "judging-page": "html",
    "rdf": "rdf",
    "graph": "rdf",
}


class Words(NamedTuple):
    """Words of the program that no command prints in full."""

    name: str
    text: str


Step = Case | Words | Callable[[], None]


class Group(NamedTuple):
    """Cases that are run in their order in one folder, since some need files that others write.

    ``make_steps`` gets the folder; a step that is a function is called, such as one that judges a review.
    ``lines`` is the most lines of an output that are kept. Only a group that ``has_layout`` has
    texts for people: each sentence should be in as few places as possible.
    """

    name: str
    make_steps: Callable[[Path], Iterator[Step]]
    lines: int = _SAMPLE_LINES
    has_layout: bool = True

    def steps(self, folder: Path) -> Iterator[Step]:
        """Yield the cases, with links to the samples and the corpora in the folder."""
        (folder / SAMPLES).symlink_to(SAMPLE_FOLDER)
        if SHARED_FOLDER.is_dir():
            (folder / SHARED).symlink_to(SHARED_FOLDER)
        yield from self.make_steps(folder)


class Pair(NamedTuple):
    """Two graphs to compare, perhaps with gold, and options of their reading."""

    name: str
    baseline: str
    changed: str
    gold: str = ""
    options: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The words that name the graphs on the command line of ``diff``."""
        gold = ("--gold", self.gold) if self.gold else ()
        return (self.baseline, self.changed, *gold, *self.options)


def sample_pairs() -> list[Pair]:
    """Return the pairs of the shipped samples."""
    paper, news, facts = (f"{SAMPLES}/{name}" for name in ("paper", "newswire", "facts"))
    pairs = [Pair(f"paper-{a}{b}", f"{paper}/{a}.ttl", f"{paper}/{b}.ttl") for a, b in combinations("XYZ", 2)]
    pairs += [
        Pair("newswire", f"{news}/baseline.ttl", f"{news}/changed.ttl"),
        Pair("newswire-gold", f"{news}/baseline.ttl", f"{news}/changed.ttl", f"{news}/gold.ttl"),
        Pair("facts", f"{facts}/baseline.trig", f"{facts}/changed.trig"),
    ]
    options = {
        "overlap": ("--match", "overlap"),
        "head": ("--match", "head"),
        "coreference": ("--kinds", "coreference"),
        "no-same-as": ("--no-same-as",),
    }
    return pairs + [
        pairs[3]._replace(name=f"newswire-{name}", options=words) for name, words in options.items()
    ]


def shared_pairs(shared: Path) -> list[Pair]:
    """Return the pairs of published files, none where they are not here."""
    data = shared / "data"
    if not data.is_dir():
        return []
    ecb, gum, pikes = (f"{SHARED}/data/{name}" for name in ("ecbplus", "gum", "pikes"))
    pairs = [
        Pair("ecb", f"{ecb}/lemma-delta.ttl", f"{ecb}/feature0.ttl"),
        Pair("ecb-gold", f"{ecb}/lemma-delta.ttl", f"{ecb}/feature0.ttl", f"{ecb}/gold.ttl"),
        Pair("ecb-kmeans", f"{ecb}/feature0.ttl", f"{ecb}/feature0-kmeans.ttl", f"{ecb}/gold.ttl"),
        Pair("ecb-overlap", f"{ecb}/lemma-delta.ttl", f"{ecb}/feature0.ttl", "", ("--match", "overlap")),
        Pair("gum", f"{gum}/V10.2.0", f"{gum}/V11.0.0"),
        Pair("pikes", f"{pikes}/pikes-mate", f"{pikes}/pikes-both"),
    ]
    zoo = [
        ("texts-differ-by-some-words", "1.2.0", "2.0", ()),
        ("mention-ids-as-tokens", "evt_gold_test.keyfile", "evt_gold_lh_test.keyfile", ()),
        ("eight-columns-of-cross-document-work", "key.conll", "system.conll", ()),
        ("conllu-columns-in-conll", "singe.conll", "singe.jsonlines", ()),
        ("koconovel-four-schemes", "1.conll", "2.conll", ("--map-documents", "auto")),
    ]
    for folder, one, other, options in zoo:
        found = [_find(data / "zoo" / folder, name) for name in (one, other)]
        if None not in found:
            paths = [f"{SHARED}/{path.relative_to(shared)}" for path in found if path is not None]
            pairs.append(Pair(f"zoo-{folder}", paths[0], paths[1], "", options))
    return pairs


def _find(folder: Path, name: str) -> Path | None:
    return next(iter(sorted(folder.rglob(name))), None)


def word_cases(folder: Path) -> Iterator[Case]:
    """Yield the commands that print what the program knows."""
    yield Case("help", ("--help",))
    for command in COMMANDS:
        for option in ("--help", "--help-all"):
            yield Case(f"{option[2:]}-{command.replace(' ', '-')}", (*command.split(), option))
    yield Case("formats", ("list", "formats"))
    yield Case("vocabularies", ("list", "vocabularies"))
    yield Case("error-no-file", ("diff", "none.ttl", f"{SAMPLES}/paper/X.ttl"))


def notice_words(folder: Path) -> Iterator[Words]:
    """Yield each entry of the catalogue of notices: about one thing, about several, and about records."""
    for name, entry in CATALOGUE.items():
        fields = {field for text in entry[:2] for _, field, _, _ in Formatter().parse(text) if field}
        words = {field: f"<{field}>" for field in fields - {"count", "s", "v", "role", "example"}}
        one, several = (
            make_notice(name, count, ["first", "second"][:count], role="baseline graph", **words)
            for count in (1, 2)
        )
        (of_records,) = choose_words(OF_RECORDS, several)
        lines = [
            f"{one.severity}, rank {one.importance[0]}, code {one.code}",
            *dict.fromkeys((one.sentence, several.sentence, of_records.sentence)),
            *filter(None, (one.effect,)),
        ]
        yield Words(name, "\n".join(lines))


def answer_words(folder: Path) -> Iterator[Words]:
    """Yield the answer in every situation of a review."""
    yield from (Words(heading, text) for heading, text in say_answers())


def phrase_words(folder: Path) -> Iterator[Words]:
    """Yield sentences that need input by hand."""
    yield from (Words(name, text) for name, text in say_phrases(folder))


def pair_cases(pair: Pair) -> Iterator[Case]:
    """Yield the commands on two graphs."""
    score = _options_of_score(pair)
    yield Case("diff-json", ("diff", *pair.words, "--json", "-"))
    yield _score_as_json(pair)
    yield Case("diff", ("diff", *pair.words))
    yield Case("diff-verbose", ("diff", *pair.words, "--verbose", "--metrics", "all"))
    yield Case("score", ("score", pair.baseline, pair.changed, *score))
    yield Case("agree-json", ("agree", pair.baseline, pair.changed, *score, "--json", "-"))
    for name, side in (("baseline", pair.baseline), ("changed", pair.changed)):
        yield Case(f"lint-{name}", ("lint", side))
        yield Case(f"lint-{name}-json", ("lint", side, "--json", "-"))


def _options_of_score(pair: Pair) -> Sequence[str]:
    return [word for word in pair.options if word not in ("--kinds", "coreference", "--no-same-as")]


def _score_as_json(pair: Pair) -> Case:
    words = ("score", pair.baseline, pair.changed, *_options_of_score(pair))
    return Case("score-json", (*words, "--metrics", "all", "--json", "-"))


def review_steps(pair: Pair, folder: Path) -> Iterator[Step]:
    """Yield the commands on two graphs, and on reviews of them by two reviewers."""
    yield from pair_cases(pair)
    yield from _review_cases(pair)
    yield from _question_cases()
    yield partial(_judge_all, folder)
    yield from _verdict_cases(pair)


def _review_cases(pair: Pair) -> Iterator[Case]:
    """Yield the commands that write the reviews of a pair: two equal ones, a sample, and a blind one."""
    for number in (0, 1):
        yield Case(f"diff-o-{number}", ("diff", *pair.words, "-o", f"{number}.coala"))
    yield Case("diff-o-sample", ("diff", *pair.words, "-o", "s.coala", "--sample", "10"))
    yield Case("diff-o-blind", ("diff", *pair.words, "-o", "b.coala", "--blind", "--seed", "3"))


def _question_cases() -> Iterator[Case]:
    """Yield the exports of a review without verdicts, open and with hidden sides."""
    for kind in ("questions", "judging-page"):
        for name, blind in (("open", ()), ("hidden", ("--blind", "7"))):
            yield Case(f"export-{kind}-{name}", ("export", "0.coala", "--to", kind, *blind, "-o", "-"))


def _verdict_cases(pair: Pair) -> Iterator[Case]:
    """Yield the commands on the judged reviews of a pair."""
    first, second, sample, blind = (f"{name}.coala" for name in "01sb")
    for name, reviews in (
        ("one", (first,)),
        ("two", (first, second)),
        ("sample", (sample,)),
        ("blind", (blind,)),
    ):
        yield Case(f"tally-{name}", ("tally", *reviews))
        yield Case(f"tally-{name}-json", ("tally", *reviews, "--json", "-"))
        yield Case(f"tally-{name}-csv", ("tally", *reviews, "--csv", "-"))
    yield Case("tally-precision", ("tally", first, "--baseline-precision", "0.85", "--json", "-"))
    for kind in EXPORTS:
        yield Case(f"export-{kind}", ("export", first, "--to", kind, "-o", "-"))
    yield Case("export-blind", ("export", blind, "--to", "json", "-o", "-"))
    for name, side in (("baseline", pair.baseline), ("changed", pair.changed)):
        words = ("check", side, "--against", first, second)
        yield Case(f"check-{name}", words)
        yield Case(f"check-{name}-json", (*words, "--json", "-"))
        yield Case(f"check-{name}-junit", (*words, "--junit", "-"))
    yield Case("agree-reviews", ("agree", first, second))
    yield Case("agree-reviews-json", ("agree", first, second, "--json", "-"))
    yield Case("merge", ("file", "merge", first, second, "-o", "merged.coala"))
    yield Case("merge-tally", ("tally", "merged.coala"))
    yield Case("merge-tally-json", ("tally", "merged.coala", "--json", "-"))
    yield Case("verdicts", ("diff", *pair.words, "-o", "renewed.coala", "--verdicts", first))
    yield Case("verdicts-tally", ("tally", "renewed.coala", "--json", "-"))
    # Not as JSON, which has the hash of the file that the verdicts came from, and so a time.
    yield Case("verdicts-export", ("export", "renewed.coala", "--to", "changes", "-o", "-"))
    yield Case("file-check", ("file", "check", first, second, "merged.coala"))
    yield Case("file-reveal", ("file", "reveal", blind))
    yield Case("file-reveal-tally", ("tally", blind, "--json", "-"))


def _judge_all(folder: Path) -> None:
    """Judge the reviews in a folder by rules that look only at the fingerprints of bags."""
    # Names of other lengths, by which other bags get other answers.
    for name, reviewer in (("0", "Ann"), ("1", "Benno"), ("s", "Ann"), ("b", "Ann")):
        with Review.open(folder / f"{name}.coala", reviewer=reviewer) as review:
            _judge(review, salt=reviewer)


_SIGNS = "+-=?"


def _judge(review: Review, salt: str) -> None:
    for entry in review.entries:
        digits = [int(digit, 16) for digit in entry.fingerprint[:4]]
        if digits[0] % 5 == 0:
            continue
        sign = _SIGNS[(digits[1] + (digits[2] % 4 == 0) * len(salt)) % 4]
        note = f'Note of "{salt}" <b>&</b> =1+1' if digits[2] == 3 else ""
        tags = ("name",) if digits[3] % 3 == 0 else ()
        rows: tuple[tuple[str, Verdict], ...] = ()
        if digits[3] % 4 == 1:
            bag = review.bag(entry.number)
            own = ChangeKeys(bag, BagSentences(bag).changes)
            keys = (key for place in own.own for key in own.find_keys(place))
            rows = tuple(sorted((key, Verdict(_SIGNS[len(key + salt) % 3])) for key in keys))
        state = State(Verdict(sign), Comment(note, tags), rows=rows)
        parts = review.find_parts(entry.number)
        if len(parts) > 2 and digits[3] % 2 == 0:
            groups = _group(parts, (digits[1] + len(salt)) % len(parts), unsure=digits[2] % 3 == 0)
            verdict = count_grouped_links(place_parts(parts, groups)).verdict
            state = state._replace(verdict=verdict, groups=groups)
        review.judge(entry.number, state)


def _group(parts: Sequence[Part], moved: int, *, unsure: bool) -> Groups:
    """Return the groups of the changed graph with one part alone, and perhaps another one not sure."""
    firsts = [part.spans[0] for part in parts]
    alone, not_sure = firsts[moved], [firsts[moved - 1]] if unsure else []
    start = group_as(parts, CHANGED)
    *together, no_mention = (
        [first for first in firsts if first not in (alone, *not_sure)]
        for firsts in (*start.together, start.no_mention)
    )
    groups = Groups.sort([*together, [alone]], no_mention, not_sure, ())
    return groups._replace(start=CHANGED, moved=1 + unsure)


def board_steps(folder: Path) -> Iterator[Step]:
    """Yield the commands on the board of the newswire sample, before and after two columns were judged."""
    resolve = SAMPLE_FOLDER / "newswire" / "resolve.py"
    subprocess.run([sys.executable, str(resolve), "--board", "board"], check=True, capture_output=True)
    plan, board = "board/board.toml", "board.coala"
    yield Case("board", ("board", plan))
    yield Case("board-all-roles", ("board", plan, "--roles", "without", "alone", "step"))
    yield Case(
        "board-files",
        ("board", plan, "--json", "board.json", "--csv", "board.csv", "-o", board),
        ("board.json", "board.csv"),
    )
    yield Case("tally-before", ("tally", board))
    yield partial(_judge_board, folder / board)
    yield Case("tally", ("tally", board))
    yield Case("tally-json", ("tally", board, "--json", "-"))
    yield Case("tally-csv", ("tally", board, "--csv", "-"))
    yield Case("html", ("export", board, "-o", "board.html"), ("board.html",))
    yield Case("no-column", ("export", board, "--to", "json", "-o", "-"))
    yield Case("no-such-column", ("tally", board, "--column", "without/none"))
    for column in BOARD_COLUMNS:
        name = column.replace("/", "-")
        words = (board, "--column", column)
        yield Case(f"tally-{name}", ("tally", *words))
        yield Case(f"tally-{name}-json", ("tally", *words, "--json", "-"))
        for kind in ("json", "csv", "changes", "markdown"):
            yield Case(f"export-{kind}-{name}", ("export", *words, "--to", kind, "-o", "-"))
    yield Case("file-check", ("file", "check", board))
    yield Case("no-plan", ("board", "none.toml"))


BOARD_COLUMNS = ("without/surnames", "without/cross-document", "step/cross-document")
"""The columns of the board that are shown one by one; the first two are judged."""


def _judge_board(path: Path) -> None:
    for column in BOARD_COLUMNS[:2]:
        with Review.open(path, reviewer="Ann", column=column) as review:
            _judge(review, salt=column)


def window_steps(folder: Path) -> Iterator[Step]:
    """Yield the words of the window on reviews of the newswire sample."""
    pair = next(pair for pair in sample_pairs() if pair.name == "newswire-gold")
    before, after = _review_cases(pair), _verdict_cases(pair)
    merge = next(case for case in after if case.name == "merge")
    for case in before:
        run_quietly(case.words)
    _judge_all(folder)
    run_quietly(merge.words)
    yield _show_window("window")


def message_steps(folder: Path) -> Iterator[Step]:
    """Yield what the window says after each key, on small reviews made by hand."""
    yield _show_window("messages")


def _show_window(module: str) -> Words:
    """Return what a module of the golden set prints that works in the window."""
    command = [sys.executable, "-m", f"tests.golden.{module}"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    shown = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return Words(module, shown.stdout)


def zoo_cases(folder: Path) -> Iterator[Case]:
    """Yield the commands that read each file of the zoo, and of the other shared folders, by itself."""
    data = SHARED_FOLDER / "data"
    folders = [*sorted((data / "zoo").glob("*/")), data / "gum", data / "pikes", data / "aif", data / "uima"]
    for inside in folders:
        if not inside.is_dir():
            continue
        yield Case(
            f"lint {inside.name}",
            ("lint", f"{SHARED}/{inside.relative_to(SHARED_FOLDER)}", "--json", "-"),
        )
        for path in sorted(inside.rglob("*")):
            if path.is_file() and not path.name.startswith((".", "LICENSE", "PROVENANCE")):
                name = f"{SHARED}/{path.relative_to(SHARED_FOLDER)}"
                yield Case(str(path.relative_to(data)), ("convert", name, "-o", "-"))


def scorer_cases(folder: Path) -> Iterator[Case]:
    """Yield the scores of the reference scorers' own test files."""
    cases = SHARED_FOLDER / "data" / "scorers" / "cases"
    for key in sorted(cases.rglob("*key*")):
        for response in sorted(key.parent.glob(f"{key.stem}-*")):
            if response != key and response.is_file() and "key" not in response.name:
                names = [f"{SHARED}/{path.relative_to(SHARED_FOLDER)}" for path in (key, response)]
                yield Case(
                    f"{key.name} {response.name}", ("score", *names, "--metrics", "all", "--json", "-")
                )


def input_steps(path: Path, folder: Path) -> Iterator[Step]:
    """Yield the commands of a case file, on the inputs that it has; each case has a folder of its own."""
    for number, case in enumerate(read_cases(path)):
        own = folder / f"{number}"
        own.mkdir()
        for name, text in case.sections.items():
            (own / name).parent.mkdir(parents=True, exist_ok=True)
            (own / name).write_text(text, encoding="utf-8", newline="")
        yield partial(os.chdir, own)
        for words in case.commands:
            yield Case(case.name, words)


def format_steps(folder: Path) -> Iterator[Step]:
    """Yield the commands that convert cases of formats, and those that cannot replace the chains of a sample.

    The cases are those that are refused or have remarks that no other case of their format has.
    """
    for number, case in enumerate(_choose_format_cases()):
        own = folder / f"{number}"
        own.mkdir()
        write_inputs(case, own)
        yield partial(os.chdir, own)
        yield Case(case.name, case.words)
    for case in list_format_cases():
        if case.sample in _NOT_WRITTEN:
            own = folder / "into" / case.sample
            own.mkdir(parents=True)
            write_inputs(case, own)
            yield partial(os.chdir, own)
            name = next(iter(case.inputs))
            yield Case(f"into {case.sample}", ("convert", name, "--into", name, "-o", f"new-{name}"))


def _choose_format_cases() -> Iterator[FormatCase]:
    seen: set[tuple[str, str]] = set()
    for case in list_format_cases():
        codes = {(case.module, code) for code in case.remark_codes}
        # The examples of flaws say in words what is wrong.
        if case.expected[0] == REFUSES or codes - seen or _FLAWS & set(case.remark_codes):
            yield case
        seen |= codes


_NOT_WRITTEN = (
    "exploded",
    "JSON of BLINK",
    "UIMA that names entities",
    "JSON CAS",
    "WebAnno TSV 2",
    "WebAnno's relations",
    "tagged words",
)
"""Samples whose chains cannot be replaced, each for another reason."""

_FLAWS = {
    "bracket-left-out",
    "document-left-out",
    "entity-unpaired",
    "entity-unusable",
    "entry-unusable",
    "head-lost",
    "line-left-out",
    "mark-broken",
    "misc-unusable",
    "row-broken",
    "span-left-out",
    "words-unlike",
}


def relation_cases(folder: Path) -> Iterator[Case]:
    """Yield the scores of relations and facts."""
    relations = [f"{SAMPLES}/relations/{name}.ttl" for name in ("key", "response")]
    facts = [f"{SAMPLES}/facts/{name}.trig" for name in ("baseline", "changed")]
    for name, form in (("", ()), ("-json", ("--json", "-"))):
        yield Case(f"relations{name}", ("score", *relations, "--relations", "all", *form))
        yield Case(f"facts{name}", ("score", *facts, "--facts", *form))


def random_cases(folder: Path) -> Iterator[Case]:
    """Yield the comparisons and the scores of random graphs."""
    write_random_graphs(folder / RANDOM, RANDOM_PAIRS)
    for number in range(RANDOM_PAIRS):
        pair = Pair("", f"{RANDOM}/{number:03}-a.ttl", f"{RANDOM}/{number:03}-b.ttl")
        for case in (Case("diff-json", ("diff", *pair.words, "--json", "-")), _score_as_json(pair)):
            yield case._replace(name=f"{number:03} {case.name}")


def list_groups() -> list[Group]:
    """Return all groups that can be run here; those of corpora only where the corpora are."""
    groups = [
        Group("words", word_cases),
        Group("notices", notice_words),
        Group("answers", answer_words),
        Group("phrases", phrase_words),
        Group("relations", relation_cases),
        Group("formats", format_steps),
        Group("board", board_steps, _BOARD_LINES),
        Group("window", window_steps),
        Group("messages", message_steps),
        Group("random", random_cases, _RANDOM_LINES, has_layout=False),
        *(_make_group(pair) for pair in sample_pairs()),
        *(Group(f"input-{path.stem}", partial(input_steps, path)) for path in sorted(INPUTS.glob("*.txt"))),
    ]
    if SHARED_FOLDER.is_dir():
        groups += [
            Group("zoo", zoo_cases, _ZOO_LINES, has_layout=False),
            Group("scorers", scorer_cases, _CORPUS_LINES, has_layout=False),
            *(_make_group(pair) for pair in shared_pairs(SHARED_FOLDER)),
        ]
    return groups


def _make_group(pair: Pair) -> Group:
    is_reviewed = pair.name in _REVIEWED
    steps = partial(review_steps, pair) if is_reviewed else lambda folder: pair_cases(pair)
    is_full = pair.name in _IN_FULL
    return Group(pair.name, steps, _SAMPLE_LINES if is_full else _CORPUS_LINES, has_layout=is_full)


_REVIEWED = ("paper-XZ", "newswire-gold", "facts", "ecb-gold", "pikes")
_IN_FULL = ("paper-XZ", "newswire-gold", "facts")
"""Pairs with commands on their reviews, and pairs whose outputs are kept in full."""
