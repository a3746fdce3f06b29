"""The commands of the golden set: samples, published files, random graphs, and reviews of them.

Paths in the commands are relative to the folder in which the set runs, which has links to ``sample_graphs``
and to the shared corpora. So no output depends on the place of the project.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from coala.cli.commands import COMMANDS
from coala.diff.sentences import BagSentences
from coala.model.bag import Verdict
from coala.review.blind.blind_review import BlindReview
from coala.review.file import Review
from coala.verdicts.changes import ChangeKeys
from coala.verdicts.comment import Comment
from coala.verdicts.state import State

SAMPLES, SHARED, RANDOM = "samples", "shared", "random"
RANDOM_PAIRS = 200

EXPORTS = ("csv", "changes", "json", "markdown", "rdf", "html", "graph")


class Case(NamedTuple):
    """One command. ``reads`` are files that it writes and that belong to its outcome."""

    name: str
    words: tuple[str, ...]
    reads: tuple[str, ...] = ()

    @property
    def group(self) -> str:
        """The first part of the name; a case may need files that earlier cases of its group write."""
        return self.name.partition("/")[0]


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


def random_pairs() -> list[Pair]:
    """Return the pairs of random graphs, which ``random_graphs.write_random_graphs`` writes."""
    return [
        Pair(f"random-{number:03}", f"{RANDOM}/{number:03}-a.ttl", f"{RANDOM}/{number:03}-b.ttl")
        for number in range(RANDOM_PAIRS)
    ]


def word_cases() -> Iterator[Case]:
    """Yield the commands that print what the program knows."""
    yield Case("help", ("--help",))
    for command in COMMANDS:
        for option in ("--help", "--help-all"):
            yield Case(f"{option[2:]}-{command.replace(' ', '-')}", (*command.split(), option))
    yield Case("formats", ("list", "formats"))
    yield Case("vocabularies", ("list", "vocabularies"))
    yield Case("error-no-file", ("diff", "none.ttl", f"{SAMPLES}/paper/X.ttl"))


def pair_cases(pair: Pair, *, small: bool = False) -> Iterator[Case]:
    """Yield the commands on a pair; of a ``small`` one only its comparison and its scores."""
    yield Case(f"{pair.name}/diff-json", ("diff", *pair.words, "--json", "-"))
    score = [word for word in pair.options if word not in ("--kinds", "coreference", "--no-same-as")]
    yield Case(
        f"{pair.name}/score-json",
        ("score", pair.baseline, pair.changed, *score, "--metrics", "all", "--json", "-"),
    )
    if small:
        return
    yield Case(f"{pair.name}/diff", ("diff", *pair.words))
    yield Case(f"{pair.name}/diff-verbose", ("diff", *pair.words, "--verbose", "--metrics", "all"))
    yield Case(f"{pair.name}/score", ("score", pair.baseline, pair.changed, *score))
    yield Case(f"{pair.name}/agree-json", ("agree", pair.baseline, pair.changed, *score, "--json", "-"))
    for side in (pair.baseline, pair.changed):
        name = side.replace("/", ":")
        yield Case(f"lint/{name}", ("lint", side))
        yield Case(f"lint-json/{name}", ("lint", side, "--json", "-"))


def review_cases(pair: Pair) -> Iterator[Case]:
    """Yield the commands that write a review of a pair and another one of the same, by two reviewers."""
    for number in (0, 1):
        yield Case(f"{pair.name}/diff-o-{number}", ("diff", *pair.words, "-o", f"{pair.name}-{number}.coala"))
    yield Case(
        f"{pair.name}/diff-o-sample", ("diff", *pair.words, "-o", f"{pair.name}-s.coala", "--sample", "10")
    )
    yield Case(
        f"{pair.name}/diff-o-blind",
        ("diff", *pair.words, "-o", f"{pair.name}-b.coala", "--blind", "--seed", "3"),
    )


def verdict_cases(pair: Pair) -> Iterator[Case]:
    """Yield the commands on the judged reviews of a pair."""
    first, second, sample, blind = (f"{pair.name}-{name}.coala" for name in ("0", "1", "s", "b"))
    for name, reviews in (
        ("one", (first,)),
        ("two", (first, second)),
        ("sample", (sample,)),
        ("blind", (blind,)),
    ):
        yield Case(f"{pair.name}/tally-{name}", ("tally", *reviews))
        yield Case(f"{pair.name}/tally-{name}-json", ("tally", *reviews, "--json", "-"))
        yield Case(f"{pair.name}/tally-{name}-csv", ("tally", *reviews, "--csv", "-"))
    yield Case(
        f"{pair.name}/tally-precision", ("tally", first, "--baseline-precision", "0.85", "--json", "-")
    )
    for kind in EXPORTS:
        yield Case(f"{pair.name}/export-{kind}", ("export", first, "--to", kind, "-o", "-"))
    yield Case(f"{pair.name}/export-blind", ("export", blind, "--to", "json", "-o", "-"))
    for side in (pair.baseline, pair.changed):
        words = ("check", side, "--against", first, second)
        name = Path(side).stem
        yield Case(f"{pair.name}/check-{name}", words)
        yield Case(f"{pair.name}/check-{name}-json", (*words, "--json", "-"))
        yield Case(f"{pair.name}/check-{name}-junit", (*words, "--junit", "-"))
    yield Case(f"{pair.name}/agree-reviews", ("agree", first, second))
    yield Case(f"{pair.name}/agree-reviews-json", ("agree", first, second, "--json", "-"))
    merged, renewed = (f"{pair.name}-{name}.coala" for name in ("merged", "renewed"))
    yield Case(f"{pair.name}/merge", ("file", "merge", first, second, "-o", merged))
    yield Case(f"{pair.name}/merge-tally", ("tally", merged, "--json", "-"))
    yield Case(f"{pair.name}/verdicts", ("diff", *pair.words, "-o", renewed, "--verdicts", first))
    yield Case(f"{pair.name}/verdicts-tally", ("tally", renewed, "--json", "-"))
    # Not as JSON, which has the hash of the file that the verdicts came from, and so a time.
    yield Case(f"{pair.name}/verdicts-export", ("export", renewed, "--to", "changes", "-o", "-"))
    yield Case(f"{pair.name}/file-check", ("file", "check", first, second, merged))
    yield Case(f"{pair.name}/file-reveal", ("file", "reveal", blind))
    yield Case(f"{pair.name}/file-reveal-tally", ("tally", blind, "--json", "-"))


def judge_all(folder: Path, pair: Pair) -> None:
    """Judge the reviews of a pair by rules that look only at the fingerprints of bags."""
    for name, reviewer in (("0", "Ann"), ("1", "Ben"), ("s", "Ann"), ("b", "Ann")):
        path = folder / f"{pair.name}-{name}.coala"
        if path.exists():
            with Review.open(path, reviewer=reviewer, blindly=BlindReview) as review:
                _judge(review, salt=reviewer)


_SIGNS = "+-=?"


def _judge(review: Review, salt: str) -> None:
    for entry in review.entries:
        digits = [int(digit, 16) for digit in entry.fingerprint[:4]]
        if digits[0] % 5 == 0:
            continue
        sign = _SIGNS[(digits[1] + (digits[2] % 4 == 0) * len(salt)) % 4]
        if not review.takes_notes(entry.number):
            review.judge(entry.number, State(Verdict(sign)))
            continue
        note = f'Note of "{salt}" <b>&</b> =1+1' if digits[2] == 3 else ""
        tags = ("name",) if digits[3] % 3 == 0 else ()
        rows: tuple[tuple[str, Verdict], ...] = ()
        if digits[3] % 4 == 1:
            bag = review.bag(entry.number)
            own = ChangeKeys(bag, BagSentences(bag).changes)
            keys = (key for place in own.own for key in own.find_keys(place))
            rows = tuple(sorted((key, Verdict(_SIGNS[len(key + salt) % 3])) for key in keys))
        review.judge(entry.number, State(Verdict(sign), Comment(note, tags), rows=rows))


def board_cases() -> Iterator[Case]:
    """Yield the commands on the board of the newswire sample."""
    yield Case(
        "board/json",
        ("board", "board/board.toml", "--json", "board.json", "--csv", "board.csv", "-o", "board.coala"),
        ("board.json", "board.csv"),
    )
    yield Case("board/tally", ("tally", "board.coala", "--json", "-"))
    yield Case("board/html", ("export", "board.coala", "-o", "board.html"), ("board.html",))
    for column in ("without/surnames", "step/cross-document"):
        for words in (("tally", "--json", "-"), ("export", "--to", "json", "-o", "-")):
            yield Case(
                f"board/{words[0]}-{column}", (words[0], "board.coala", "--column", column, *words[1:])
            )


def zoo_cases(shared: Path) -> Iterator[Case]:
    """Yield the commands that read each file of the zoo, and of the other shared folders, by itself."""
    data = shared / "data"
    folders = [*sorted((data / "zoo").glob("*/")), data / "gum", data / "pikes", data / "aif", data / "uima"]
    for folder in folders:
        if not folder.is_dir():
            continue
        inside = f"{SHARED}/{folder.relative_to(shared)}"
        yield Case(f"zoo/{folder.name}/lint", ("lint", inside, "--json", "-"))
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.name.startswith((".", "LICENSE", "PROVENANCE")):
                name = f"{SHARED}/{path.relative_to(shared)}"
                yield Case(f"zoo/{path.relative_to(data)}", ("convert", name, "-o", "-"))


def scorer_cases(shared: Path) -> Iterator[Case]:
    """Yield the scores of the reference scorers' own test files."""
    cases = shared / "data" / "scorers" / "cases"
    for key in sorted(cases.rglob("*key*")) if cases.is_dir() else []:
        for response in sorted(key.parent.glob(f"{key.stem}-*")):
            if response != key and response.is_file() and "key" not in response.name:
                names = [f"{SHARED}/{path.relative_to(shared)}" for path in (key, response)]
                yield Case(
                    f"scorers/{key.name}/{response.name}",
                    ("score", *names, "--metrics", "all", "--json", "-"),
                )


def relation_cases() -> Sequence[Case]:
    """Return the scores of relations and facts."""
    relations = [f"{SAMPLES}/relations/{name}.ttl" for name in ("key", "response")]
    facts = [f"{SAMPLES}/facts/{name}.trig" for name in ("baseline", "changed")]
    return [
        Case("relations", ("score", *relations, "--relations", "all", "--json", "-")),
        Case("facts/score", ("score", *facts, "--facts", "--json", "-")),
    ]
