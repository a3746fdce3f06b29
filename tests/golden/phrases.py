"""Sentences that need input by hand: who is who, claims of a board, explanations of figures, histories.

No command on a small file gives them all. ``tests/present/test_recorded_figures.py`` compares their figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from coala.board.board import Board, BoardResampling, Delta, MetricDeltas
from coala.board.plan import Role
from coala.diff.chain_order import sign_chains
from coala.diff.sentences import BagSentences
from coala.model.bag import Bag, GoldChain, Verdict
from coala.model.kinds import Kind
from coala.model.sides import LEFT_RIGHT, VERDICT_WORDS
from coala.present.board_claim import explain_table, list_meetings, make_claim
from coala.present.board_table import describe_line, make_table
from coala.present.explanations import (
    explain_bootstrap,
    explain_interval,
    explain_share,
    explain_share_test,
    list_topics,
)
from coala.present.gold_remark import describe_gold
from coala.present.history import list_acts
from coala.present.judged_changes import offer_changes
from coala.present.opinions import find_other_reviewers, list_opinions
from coala.present.placing import say_rule, speak_rule
from coala.present.prose import bag_to_markdown, bag_to_text, report_bag
from coala.present.who_is_who import NamedGroups, name_groups, say_groups, shorten_names
from coala.review.file import Review
from coala.review.storage.journal import PastAct
from coala.scores.findings import Resampling
from coala.scores.metrics.registry import score_pair
from coala.scores.significance import run_sign_test
from coala.verdicts.by_kind import BagKinds
from coala.verdicts.changes import ChangeKeys, ChangeVerdicts
from coala.verdicts.comment import Comment
from coala.verdicts.groups import GroupedLinks, Groups, Range
from coala.verdicts.state import Manner, Origin, State
from coala.verdicts.tally import Judgement, Tally, tally_verdicts
from tests.golden.changes import say_changes
from tests.golden.refusals import say_refusals
from tests.support.bags_by_hand import seed
from tests.support.boards import a_board
from tests.support.graphs_by_hand import SEED, A, C, D, graph
from tests.support.parted_bags import OF_BAG_2, make_parted_review
from tests.support.partitions import spelled_pair
from tests.support.reviews import a_bag, a_summary, a_typed_bag, make_review, put_comparison

_LONG = 60

Phrase = tuple[str, str]
"""A situation, and its words in lines."""


def say_phrases(folder: Path) -> Iterator[Phrase]:
    """Yield all situations; reviews are written into the folder.

    A long line that an earlier situation of its kind has is left out, so that a changed word shows once.
    """
    for kind, say in _KINDS.items():
        known: set[str] = set()
        for name, words in say(folder):
            lines = [line for line in words.splitlines() if line not in known]
            known.update(line for line in lines if len(line) >= _LONG)
            yield f"{kind}: {name}", "\n".join(lines) or "as before"


def _say_rules(folder: Path) -> Iterator[Phrase]:
    found = {
        "6 of 7 made": (7, 0, (6, 6), (0, 0)),
        "1 of 7 made, 2 of 3 lost": (7, 3, (1, 1), (2, 2)),
        "3 to 4 of 7 made, 0 of 2 lost": (7, 2, (3, 4), (0, 0)),
        "0 of 1 made, 0 of 1 lost": (1, 1, (0, 0), (0, 0)),
        "2 of 2 made, 2 of 2 lost": (2, 2, (2, 2), (2, 2)),
        "3 of 3 made, 0 of 2 lost": (3, 2, (3, 3), (0, 0)),
        "4 of 4 lost": (0, 4, (0, 0), (4, 4)),
        "0 to 1 of 2 made, 0 to 1 of 1 lost": (2, 1, (0, 1), (0, 1)),
        "6 of 7 made, 1 of 2 lost": (7, 2, (6, 6), (1, 1)),
        "6 of 7 lost": (0, 7, (0, 0), (6, 6)),
    }
    for name, (made, lost, made_right, lost_right) in found.items():
        links = GroupedLinks(made, lost, 0, Range(*made_right), Range(*lost_right))
        rules = [rule for words in (VERDICT_WORDS, LEFT_RIGHT.words) for rule in say_rule(links, words)]
        yield name, "\n".join([*rules, speak_rule(rules[0])])


def _say_groups(folder: Path) -> Iterator[Phrase]:
    given = {
        "two groups, one no mention": NamedGroups((("A1", "B1"), ("H1", "G1", "I1")), ("C1",)),
        "runs of one chain": NamedGroups((("D1", "A1", "C1", "E1", "B1/1", "F2", "-1", "A-", "B-", "C-"),)),
        "letters beyond Z": NamedGroups((("AB1", "Z1", "AA1", "Y1"),)),
        "one letter": NamedGroups((("A3", "A1", "A2"),)),
        "one group, two alone": NamedGroups((("A1", "B1"), ("C1",), ("D1",))),
        "all alone": NamedGroups((("A1",), ("A2",), ("A3",))),
        "one part": NamedGroups((("-1",),)),
        "no mentions": NamedGroups((), ("A1", "B1")),
        "not sure": NamedGroups((), (), ("A1", "B1")),
        "many groups and no mentions": NamedGroups(
            tuple((f"A{number}", f"B{number}") for number in range(11)),
            tuple(f"-{number}" for number in range(30)),
        ),
    }
    yield from ((name, say_groups(named)) for name, named in given.items())
    with Review.open(make_parted_review(folder / "groups.coala"), read_only=True) as review:
        named = name_groups(sign_chains(review.bag(1)), review.find_parts(1), OF_BAG_2)
    yield "a mixed part", say_groups(named)
    shorter = ("A1 B1 C1, D1", "A1 B2, C-", "A1 A2 A3, A-", "A1 -1, B1", "A1 B2, A2", "Z1 AA1")
    for each in shorter:
        groups = tuple(tuple(group.split()) for group in each.split(","))
        yield f"shorter names of {each}", say_groups(shorten_names(NamedGroups(groups)))


def _say_gold(folder: Path) -> Iterator[Phrase]:
    with Review.open(make_parted_review(folder / "gold.coala"), read_only=True) as review:
        bags = [review.bag(number) for number in range(3)]
    chains: Mapping[str, tuple[int, Sequence[Sequence[int]]]] = {
        "one": (0, [range(6)]),
        "two and one": (0, [range(5), [5]]),
        "all apart": (0, [range(3), [3, 4], [5]]),
        "one unmarked": (0, [range(5)]),
        "two unmarked": (0, [range(3)]),
        "nothing marked": (0, []),
        "parts of a chain that split": (1, [[0, 1, 2], [3, 4], [5, 6]]),
        "three unmarked": (1, [range(3)]),
    }
    for name, (number, spans) in chains.items():
        gold = [GoldChain(at, f"g{at}", "", tuple(each), len(each), 1) for at, each in enumerate(spans)]
        remark = describe_gold(bags[number], gold)
        yield name, "" if remark is None else remark.sentence


def _say_own_changes(folder: Path) -> Iterator[Phrase]:
    kinds = {
        "one type": (3, 1, {Kind.TYPE}),
        "statements": (4, 2, {Kind.STATEMENT}),
        "links": (5, 2, {Kind.LINK}),
        "facts of two kinds": (6, 3, {Kind.FACT_ADDED, Kind.FACT_RETYPED}),
        "two kinds and others": (7, 3, {Kind.TYPE, Kind.LINK}),
        "two kinds": (3, 3, {Kind.TYPE, Kind.FACT_CHANGED}),
    }
    for name, (total, own, of_kinds) in kinds.items():
        changes = ChangeVerdicts(total, range(total - own, total))
        yield name, "\n".join(offer_changes(changes, of_kinds, None))
    judged = ChangeVerdicts(5, (2, 3, 4), {2: (Verdict.BETTER,), 4: (Verdict.WORSE,)})
    for chosen in (3, None):
        yield f"judged, {chosen} chosen", "\n".join(offer_changes(judged, {Kind.TYPE}, chosen))


def _tally(interesting: int, signs: str) -> Tally:
    return tally_verdicts(interesting, Counter(Judgement(Verdict(sign), BagKinds()) for sign in signs))


def _explain(folder: Path) -> Iterator[Phrase]:
    """Yield all topics, with scores of two systems that differ in each figure."""
    with_gold, without = a_summary([a_bag(0)], gold=True), a_summary([a_bag(0)])
    scores = score_pair(spelled_pair("ABC D", "AB C D"))
    with_gold = replace(with_gold, scores={**with_gold.scores, "changed": scores})
    reviews = {
        "with gold": list_topics(with_gold, _tally(146, "++++++--=="), {"muc": 0.1, "b_cubed": -0.0042}),
        "without gold": list_topics(without, _tally(5, "?"), None),
    }
    for review, topics in reviews.items():
        for key, found in groupby(topics, attrgetter("key")):
            if review == "with gold" or key in ("bootstrap", "tally interval", "findings"):
                for topic in found:
                    yield f"{review}, {key}", f"{topic.group}\n{topic.title}\n{topic.text}"
    others = {
        "effect of four bags": explain_share("B³ F1", -0.0042, f1=0.7, bags=4),
        "effect, hidden": explain_share("B³ F1", -0.0042, f1=0.7, is_shown=False),
        "effect, undefined": explain_share("MUC F1", None, f1=0.7),
        "sign test of effects": explain_share_test(
            run_sign_test([0.1] * 6 + [-0.2] * 2 + [0.0] * 10 + [None])
        ),
        "sign test of no effect": explain_share_test(run_sign_test([0.0, 0.0])),
        "intervals": explain_bootstrap(Resampling({}, bags=572, samples=10_000, seed=1)),
        "bounds of the mean": explain_interval(_tally(5, "+++-?")),
    }
    yield from ((name, f"{found.title}\n{found.text}") for name, found in others.items())


def _with_deltas(board: Board, number: int, deltas: MetricDeltas) -> Board:
    columns = list(board.columns)
    columns[number] = replace(columns[number], deltas={"muc": deltas, "b_cubed": deltas})
    return replace(board, columns=tuple(columns))


def _claim(folder: Path) -> Iterator[Phrase]:
    costs = MetricDeltas(Delta(-0.07), Delta(0.04), Delta(-0.0199, -0.0368, -0.0033, 0.0001, 0.002))
    nothing = MetricDeltas(Delta(None), Delta(None), Delta(None))
    whole, steps = a_board(), a_board(roles=[Role.STEP])
    loss = a_board(["acronyms", "short-forms", "surnames"], roles=[Role.WITHOUT])
    large = {Role.WITHOUT: BoardResampling(False, 62, 10_000, 1, 0.6)}
    boards = {
        "without one": (whole, Role.WITHOUT),
        "alone": (whole, Role.ONLY),
        "step by step": (steps, Role.STEP),
        "first step without a change": (_with_deltas(steps, 0, nothing), Role.STEP),
        "one costs": (_with_deltas(loss, 0, costs), Role.WITHOUT),
        "both gain": (
            a_board(["surnames", "third-person", "appositions"], roles=[Role.WITHOUT]),
            Role.WITHOUT,
        ),
        "below the target": (a_board(target=0.85), Role.WITHOUT),
        "long names": (
            a_board([f"a component with a very long name that says all it does, {n}" for n in range(5)]),
            Role.WITHOUT,
        ),
        "without gold": (a_board(gold=False), Role.WITHOUT),
        "one column": (a_board(["surnames"], roles=[Role.WITHOUT]), Role.WITHOUT),
        "no column": (a_board(["surnames"], roles=[Role.WITHOUT]), Role.STEP),
        "bags of each row": (replace(whole, resampling=large), Role.WITHOUT),
    }
    for name, (board, role) in boards.items():
        table = make_table(board, role)
        claim = make_claim(board, table)
        spoken = [describe_line(table, line) for line in table.lines[:2]]
        words = [claim.headline, *claim.facts, *claim.details, *explain_table(board, table), *spoken]
        yield name, "\n".join(filter(None, words))
    many = list_meetings(a_board([f"rule {number}" for number in range(16)]))
    first = {meeting.words.split()[2]: meeting for meeting in reversed(many.offered)}
    yield "meetings", "\n".join([*(each.words for each in first.values()), many.rest_words])


def _copy_bags(folder: Path) -> Iterator[Phrase]:
    path = folder / "moved.coala"
    put_comparison(path, SEED["X"], SEED["Z"])
    with Review.open(path, reviewer="Ann") as review:
        yield "as text", bag_to_text(report_bag(review, 0))
        review.judge(0, State(Verdict.WORSE, Comment("two\nlines *here*", ("part", "name"))))
        yield "as Markdown, judged", bag_to_markdown(report_bag(review, 0))
    mixed = a_typed_bag(0)
    keys = ChangeKeys(mixed, BagSentences(mixed).changes)
    rows = keys.set_verdict(keys.set_verdict((), 0, Verdict.BETTER), 1, Verdict.WORSE)
    with Review.open(make_review(folder / "typed.coala", [mixed]), reviewer="Ann") as review:
        review.judge(0, State(Verdict.SAME, rows=rows))
        yield "with judged changes", bag_to_text(report_bag(review, 0))
    stated = folder / "stated.coala"
    knows = [("x", "http://example.org/knows", '"Eve"')]
    put_comparison(stated, graph({"x": [A, C]}, statements=knows), graph({"y": [A, C], "z": [D]}))
    with Review.open(stated, read_only=True) as review:
        for entry in review.entries:
            yield f"with a statement, {entry.number + 1}", bag_to_text(report_bag(review, entry.number))


def _list_history(folder: Path) -> Iterator[Phrase]:
    mixed = a_typed_bag(0)
    keys = ChangeKeys(mixed, BagSentences(mixed).changes)
    rows = keys.set_verdict(keys.set_verdict((), 0, Verdict.BETTER), 2, Verdict.WORSE)
    groups = Groups(((0,), (1, 2)))
    carried = State(Verdict.BETTER, origin=Origin("old.coala", "Ann", "0"))
    worse = State(Verdict.WORSE, Comment("why\nnot", ("name",)), gold_seen=True)
    acts: Mapping[str, tuple[Bag, *tuple[PastAct, ...]]] = {
        "verdicts": (
            seed(),
            PastAct("1", "Ann", "judge", State(Verdict.BETTER), same=False),
            PastAct("2", "Bob", "judge", worse, same=True),
            PastAct("3", "Bob", "undo", State(), same=True),
            PastAct("4", "Bob", "redo", State(Verdict.SAME), same=True),
        ),
        "changes": (
            mixed,
            PastAct("1", "Ann", "judge", State(rows=(("0" * 16, Verdict.SAME),)), same=False),
            PastAct("2", "Ann", "judge", State(Verdict.UNSURE, rows=rows), same=True),
        ),
        "who is who": (
            seed(),
            PastAct("1", "Ann", "judge", State(Verdict.BETTER, groups=groups), same=False),
            PastAct("2", "Ann", "judge", State(Verdict.BETTER, groups=groups), same=True),
            PastAct("3", "Ann", "judge", State(Verdict.WORSE, groups=Groups(((0, 9),))), same=True),
        ),
        "carried over": (
            seed(),
            PastAct("1", "Ann", "judge", carried, same=True),
        ),
    }
    for name, (bag, *found) in acts.items():
        yield name, "\n".join(line.what for line in list_acts(found, bag, VERDICT_WORDS))


def _list_others(folder: Path) -> Iterator[Phrase]:
    states = {
        "anna": State(Verdict.BETTER, Comment("two\nlines", ("event", "name"))),
        "ben": State(Verdict.WORSE, manner=Manner.TAKEN_OVER),
    }
    yield "their verdicts", "\n".join(line.spoken for line in list_opinions(states))
    path = make_review(folder / "others.coala", [a_bag(number) for number in range(3)])
    judged = {"Ann": [0], "Bo": [0, 1], "Cy": [2], "Di": [2], "Ed": [2]}
    for reviewer, bags in judged.items():
        with Review.open(path, reviewer=reviewer) as review:
            for number in bags:
                review.judge(number, State(Verdict.SAME))
        with Review.open(path, reviewer="Me") as review:
            others = find_other_reviewers(review)
            assert others is not None
            yield f"up to {reviewer}", others.sentence


_KINDS: Mapping[str, Callable[[Path], Iterator[Phrase]]] = {
    "change": lambda _: say_changes(),
    "rule": _say_rules,
    "who is who": _say_groups,
    "gold": _say_gold,
    "own changes": _say_own_changes,
    "explanation": _explain,
    "claim": _claim,
    "copied bag": _copy_bags,
    "history": _list_history,
    "other reviewers": _list_others,
    "refused": say_refusals,
}
