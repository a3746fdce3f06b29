"""Small reviews made by hand."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from coala.diff.ranked import OrderedChanges, group_rows
from coala.diff.sentences import BagSentences
from coala.engine.compare import Comparison, compare_graphs
from coala.engine.summary import Side, Summary
from coala.model.bag import Bag, Divergence, Instance, Term, Verdict
from coala.model.graph import Graph
from coala.model.kinds import Kind
from coala.model.notices.notice import Notice
from coala.model.values import Span
from coala.review.file import Review
from coala.review.history import HistoryCounts, read_past_verdicts
from coala.review.storage.seals import seal
from coala.review.writing import write_review
from coala.scores.findings import (
    SIMILARITY,
    Bootstrap,
    Bounds,
    Difference,
    LinkTotals,
    Resampling,
    ShareTest,
)
from coala.scores.metrics.registry import METRICS
from coala.scores.ratio import MeanScore, Ratio, Score
from coala.verdicts.comment import Comment
from coala.verdicts.links import find_links
from coala.verdicts.state import State
from tests.support.graphs_by_hand import A, graph

TEXT = "Bob Smith met John Doe and then he left."


def a_bag(number: int, title: str | None = None, kind: Kind = Kind.MOVED) -> Bag:
    """Return the paper's bag in a document of its own: "he" goes from Bob Smith to John Doe."""
    document = f"http://example.org/doc{number}"
    sentence = title or f'"he" moved from Bob Smith to John Doe {number}'
    return Bag(
        fingerprint=f"{number:064d}",
        title=sentence,
        spans=(Span(document, 0, 9), Span(document, 14, 22), Span(document, 32, 34)),
        words=("Bob Smith", "John Doe", "he"),
        baseline=(Instance("Bob Smith", "x1", (0, 2)), Instance("John Doe", "x2", (1,))),
        changed=(Instance("Bob Smith", "z1", (0,)), Instance("John Doe", "z2", (1, 2))),
        partners=((0, 0), (1, 1)),
        divergences=(Divergence(kind, 0, 1, (2,), sentence),),
    )


def a_mixed_bag(number: int) -> Bag:
    """Return a bag of three changes.

    The mention "he" gets a chain of its own, "met" joins John Doe's, and "left" is new with Bob Smith.
    """
    document = f"http://example.org/doc{number}"
    places = ((0, 9), (10, 13), (14, 22), (32, 34), (35, 39))
    return Bag(
        fingerprint=f"{number:064d}",
        title=f'"he" split from Bob Smith {number}',
        spans=tuple(Span(document, *place) for place in places),
        words=tuple(TEXT[begin:end] for begin, end in places),
        baseline=(
            Instance("Bob Smith", "x1", (0, 3)),
            Instance("John Doe", "x2", (2,)),
            Instance("met", "x3", (1,)),
        ),
        changed=(
            Instance("Bob Smith", "z1", (0, 4)),
            Instance("he", "z2", (3,)),
            Instance("John Doe", "z3", (1, 2)),
        ),
        partners=((0, 0), (1, 2)),
        divergences=(
            Divergence(Kind.SPLIT, 0, 1, (3,), '"he" split from Bob Smith'),
            Divergence(Kind.MERGED, 2, 2, (1,), '"met" joined with John Doe'),
            Divergence(Kind.MENTION_ADDED, None, 0, (4,), '"left" added to Bob Smith'),
        ),
    )


def a_typed_bag(number: int, chains: int = 3) -> Bag:
    """Return a bag of as many own changes as chains, and no other: each chain has one mention and a new type.

    With three chains these are "Bob Smith", "met" and "John Doe", which gain the types T0, T1 and T2.
    """
    document = f"http://example.org/doc{number}"
    places = ((0, 9), (10, 13), (14, 22), (32, 34), (35, 39))
    spans = tuple(Span(f"{document}{'-' * (at // 5)}", *places[at % 5]) for at in range(chains))
    words = tuple(TEXT[span.begin : span.end] for span in spans)
    types = tuple(Term(f"T{at}", f"http://example.org/T{at}") for at in range(chains))
    sentence = "{} gained: {}"
    return Bag(
        fingerprint=f"{number:064d}",
        title=f"{words[0]} gained: T0 {number}",
        spans=spans,
        words=words,
        baseline=tuple(Instance(words[at], f"x{at}", (at,)) for at in range(chains)),
        changed=tuple(Instance(words[at], f"z{at}", (at,), (types[at],)) for at in range(chains)),
        partners=tuple((at, at) for at in range(chains)),
        divergences=tuple(
            Divergence(Kind.TYPE, at, at, (at,), sentence.format(words[at], f"T{at}"), added=(f"T{at}",))
            for at in range(chains)
        ),
    )


def changes_as_rows(bag: Bag) -> OrderedChanges:
    """Return the changes of a bag in the order of its rows."""
    return OrderedChanges(bag.divergences, group_rows(bag.divergences))


def a_summary(
    bags: Sequence[Bag],
    *,
    gold: bool = False,
    notices: tuple[Notice, ...] = (),
    settings: Mapping[str, str] | None = None,
) -> Summary:
    def side(path: str) -> Side:
        return Side(path, documents=2, instances=4, mentions=8, spans=8, statements=0)

    table: dict[str, Score] = dict.fromkeys(METRICS, Score(Ratio(1, 2), Ratio(1, 1)))
    table |= {"b_cubed": Score(Ratio(2, 3), Ratio(0, 0)), "conll": MeanScore(mean_f1=0.5)}
    tables = {"baseline": table, "changed": table} if gold else {SIMILARITY: table}
    links = [find_links(bag) for bag in bags]
    made, lost = (sum(len(found[which]) for found in links) for which in (0, 1))
    return Summary(
        baseline=side("/graphs/lemma.ttl"),
        changed=side("/graphs/feature.ttl"),
        gold=side("/graphs/gold.ttl") if gold else None,
        bags=len(bags) + 10,
        interesting=len(bags),
        differing=len(bags),
        mentions=100,
        interesting_mentions=41,
        largest=3,
        kinds={kind: sum(kind in bag.kinds for bag in bags) for kind in Kind},
        scores=tables,
        share_tests={metric: ShareTest(3, 1, 2, 0, 0.625) for metric in METRICS} if gold else {},
        resampling=a_resampling() if gold else None,
        notices=notices,
        settings=settings or {},
        version="0.1",
        links=LinkTotals(46 + lost, 46 + made, kept=46),
    )


def a_great_review(path: Path, bags: int) -> Path:
    """Return a review of ``bags`` bags like the first, "he moved from A to B 17", with varied B³ shares.

    SQLite multiplies them itself, in a tenth of the time that it takes to write them one by one.
    """
    make_review(path, [a_bag(0, "he moved from A to B 0")])
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            """
            WITH RECURSIVE every(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM every WHERE n + 1 < :bags)
            INSERT INTO bag
                (number, fingerprint, title, kinds, spans, documents, shares, content, headline, earlier)
            SELECT n, printf('%064d', n), 'he moved from A to B ' || n, kinds, spans, documents,
                   json_object('b_cubed', (n * 7919 % :bags - :bags / 2.0) / 1e7), content,
                   headline, ''
            FROM bag, every WHERE number = 0
            """,
            {"bags": bags},
        )
        (links,) = connection.execute("SELECT value FROM header WHERE key = 'links'").fetchone()
        many = {name: column * bags for name, column in json.loads(links).items()}
        connection.execute("UPDATE header SET value = ? WHERE key = 'links'", (json.dumps(many),))
        (slices,) = connection.execute("SELECT value FROM header WHERE key = 'slices'").fetchone()
        many = json.loads(slices)
        many |= {name: many[name] * bags for name in ("types_of", "forms_of")}
        connection.execute("UPDATE header SET value = ? WHERE key = 'slices'", (json.dumps(many),))
        # Of the one bag that there was; without it the titles are searched.
        connection.execute("DELETE FROM search")
        connection.execute(
            "UPDATE header SET value = ? WHERE key = 'same_changes'", (json.dumps([0] * bags),)
        )
        connection.execute("UPDATE header SET value = ? WHERE key = 'seal'", (seal(connection),))
    return path


def a_resampling() -> Resampling:
    """Return intervals: MUC rises by 2 points, from -1 to 5; B³ is undefined; the others are as MUC."""
    rises = Difference(0.02, -0.01, 0.05, 0.25, 10_000)
    undefined = Difference(None, None, None, None, 0)
    scores = Bounds(0.6, 0.55, 0.65, 10_000), Bounds(0.62, 0.57, 0.67, 10_000)
    one = Bootstrap(rises, rises, rises, *scores)
    none = Bootstrap(undefined, undefined, undefined, *[Bounds(None, None, None, 0)] * 2)
    return Resampling(dict.fromkeys(METRICS, one) | {"b_cubed": none}, 6, 10_000, 1993)


Shares = Mapping[str, float | None]


def make_review(
    path: Path,
    bags: Sequence[Bag],
    *,
    gold: bool = False,
    notices: tuple[Notice, ...] = (),
    shares: Shares | Sequence[Shares] | None = None,
    settings: Mapping[str, str] | None = None,
) -> Path:
    """Write a review file with these bags, each in the text of the paper's first document.

    ``shares`` are those of every bag, or one mapping a bag.
    """
    worth = {"muc": 0.0021, "b_cubed": -0.0042} if shares is None else shares
    each = [worth] * len(bags) if isinstance(worth, Mapping) else worth
    texts: dict[str, str | None] = {document: TEXT for bag in bags for document in bag.documents}
    summary = a_summary(bags, gold=gold, notices=notices, settings=settings)
    write_review(path, summary, zip(map(BagSentences, bags), each, strict=True), texts)
    return path


def review_of(path: Path, numbers: Iterable[int]) -> Path:
    """Write a review of bags like ``a_bag`` with these numbers, a copy of an equal one if there is one."""
    path.write_bytes(_write_bags(tuple(numbers)))
    return path


@cache
def _write_bags(numbers: tuple[int, ...]) -> bytes:
    with TemporaryDirectory() as folder:
        return make_review(Path(folder) / "bags.coala", list(map(a_bag, numbers))).read_bytes()


def put_comparison(path: Path, baseline: Graph, changed: Graph, gold: Graph | None = None) -> Comparison:
    """Compare two graphs into the review file at ``path``."""
    comparison = compare_graphs(baseline, changed, gold)
    texts = comparison.texts()
    write_review(path, comparison.summary, comparison.iterate_sentences(), texts, comparison.context)
    return comparison


def put_with_verdicts(path: Path, baseline: Graph, changed: Graph, *others: Path) -> HistoryCounts:
    """Write the same, with the verdicts of other reviews carried over."""
    comparison = compare_graphs(baseline, changed)
    bags, texts = comparison.iterate_sentences(), comparison.texts()
    past = read_past_verdicts(others)
    return write_review(path, comparison.summary, bags, texts, comparison.context, past=past)


def three_splits(first: str = "Bob") -> tuple[Graph, Graph]:
    """Return two graphs of three documents, each with one chain that falls into two."""
    texts = {f"http://example.org/{name}": f"{name} left. He slept." for name in (first, "Ann", "Eve")}
    spans = [A._replace(document=name, begin=0, end=3) for name in texts]
    pronouns = [A._replace(document=name, begin=10, end=12) for name in texts]
    together = {f"x{number}": list(pair) for number, pair in enumerate(zip(spans, pronouns, strict=True))}
    apart = {f"y{number}": [span] for number, span in enumerate([*spans, *pronouns])}
    return graph(together, texts=texts), graph(apart, texts=texts)


def a_gold_over_two() -> Graph:
    """Return a gold for ``three_splits`` that joins the bags of Ann and Bob; Eve is as in the baseline."""
    together, _ = three_splits()
    names = ("http://example.org/Ann", "http://example.org/Bob", "http://example.org/Eve")
    texts = dict(zip(together.documents, together.texts, strict=True))
    ann, bob, eve = ([A._replace(document=name, begin=0, end=3)] for name in names)
    slept = A._replace(document=names[2], begin=10, end=12)
    return graph({"g1": ann + bob, "g2": [*eve, slept]}, texts=texts)


def judge_as(
    path: Path, reviewer: str, signs: str, note: str = "", tags: tuple[str, ...] = (), **said: Any
) -> None:
    """Judge the first bags of a review, a sign each; a blank leaves one out. ``said`` is of each state."""
    with Review.open(path, reviewer=reviewer) as review:
        for number, sign in enumerate(signs):
            if sign != " ":
                review.judge(number, State(Verdict(sign), comment=Comment(note, tags), **said))
