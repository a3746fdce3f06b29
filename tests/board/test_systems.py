"""Several systems against one key: the figures of each alone, paired intervals, links by brute force."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from coala.board.systems import LinkCount, score_read_systems, score_systems
from coala.cli.commands import main
from coala.engine.score import score_paths
from coala.model.graph import Graph
from coala.model.values import Span
from coala.results.scores.systems import report_systems
from tests.support.graphs_by_hand import graph
from tests.support.paths import SAMPLES, SHARED, needs_shared
from tests.support.reports import cells_of, head_of, tables_of

NEWSWIRE = SAMPLES / "newswire"
ECB = SHARED / "data" / "ecbplus"
LENGTH = 12


def make_graph(labels: list[int | None]) -> Graph:
    """Return a graph in which character n of a text is in the chain of the n-th label, if it has one."""
    chains: dict[str, list[Span]] = {}
    for place, label in enumerate(labels):
        if label is not None:
            chains.setdefault(f"c{label}", []).append(Span("d", place, place + 1))
    return graph(chains, texts={"d": "x" * LENGTH})


def link_neighbours(labels: list[int | None]) -> set[tuple[int, int]]:
    last: dict[int, int] = {}
    links = set()
    for place, label in enumerate(labels):
        if label is not None:
            if label in last:
                links.add((last[label], place))
            last[label] = place
    return links


def join(labels: list[int | None], one: int, other: int) -> bool:
    return labels[one] is not None and labels[one] == labels[other]


def count_sets(links: set[tuple[int, int]], systems: list[list[int | None]]) -> Counter[tuple[int, ...]]:
    return Counter(
        tuple(number for number, labels in enumerate(systems) if join(labels, *link)) for link in links
    )


@pytest.mark.parametrize("seed", range(40))
def test_shared_links_equal_those_counted_one_by_one(seed: int) -> None:
    random = Random(seed)
    key, *systems = (
        [random.choice([None, 0, 1, 2, 3]) if random.random() < 0.9 else None for _ in range(LENGTH)]
        for _ in range(random.choice([3, 4, 5]))
    )
    if any(not any(label is not None for label in labels) for labels in (key, *systems)):
        return

    scored = score_read_systems(make_graph(key), [make_graph(labels) for labels in systems])

    found = count_sets(link_neighbours(key), systems)
    made = set().union(*map(link_neighbours, systems))
    wrong = count_sets({link for link in made if not join(key, *link)}, systems)
    assert Counter({each.systems: each.links for each in scored.found}) == found
    assert Counter({each.systems: each.links for each in scored.wrong}) == wrong
    # The two definitions of a wrong link: pairs of neighbours are as many as MUC's links or more.
    for number, system in enumerate(scored.systems):
        of_muc = system.scores["muc"].precision
        made_here = {link for link in link_neighbours(systems[number]) if not join(key, *link)}
        assert (
            of_muc.denominator - of_muc.numerator
            <= len(made_here)
            <= sum(each.links for each in scored.wrong if number in each.systems)
        )


def test_errors_are_counted_in_columns_of_their_own() -> None:
    key = make_graph([0] * 6 + [1] * 2 + [None] * 4)
    # Four pieces of the first chain; the last has the second's first mention too, and two wrong ones.
    one = make_graph([0, 0, 2, 3, 1, 1, 1, None, 1, 1, None, None])
    other = make_graph([0] * 6 + [None] * 2 + [2] + [None] * 3)

    errors = tables_of(report_systems(score_read_systems(key, [one, other]), ("muc",)))["Errors"]

    assert head_of(errors)[1:] == ["links missing", "links wrong", "mentions missing", "mentions wrong"]
    assert [row[1:] for row in cells_of(errors)] == [["4", "3", "1", "2"], ["1", "0", "2", "1"]]


@pytest.mark.parametrize(
    "folder", [pytest.param(ECB, marks=needs_shared), NEWSWIRE], ids=["ecbplus", "newswire"]
)
def test_each_system_has_the_scores_that_it_has_alone(folder: Path) -> None:
    names = ("baseline", "changed") if folder is NEWSWIRE else ("feature0", "feature0-kmeans", "lemma-delta")
    key, responses = str(folder / "gold.ttl"), [str(folder / f"{name}.ttl") for name in names]

    scored = score_systems(key, responses)

    assert [system.path for system in scored.systems] == responses
    for system in scored.systems:
        assert system.scores == score_paths(key, system.path).scores
    assert not scored.systems[0].deltas
    for system in scored.systems[1:]:
        before, after = scored.systems[0].scores["conll"].f1, system.scores["conll"].f1
        assert before is not None
        assert after is not None
        assert system.deltas["conll"].f1.value == pytest.approx(after - before)
    # Holm multiplies the smallest of several p by their number.
    changes = [system.deltas["conll"].f1 for system in scored.systems[1:]]
    least = min(changes, key=lambda change: change.p or 0)
    assert least.holm == pytest.approx((least.p or 0) * len(changes))
    recall = scored.systems[0].scores["muc"].recall
    assert sum(each.links for each in scored.found) == recall.denominator
    assert all(one.links >= other.links for one, other in pairwise(scored.found))
    if folder is NEWSWIRE:
        assert scored.found[0] == LinkCount((0, 1), 467)


def test_a_system_against_itself_under_another_name_has_no_difference(tmp_path: Path) -> None:
    copy = tmp_path / "copy.ttl"
    copy.write_bytes((NEWSWIRE / "changed.ttl").read_bytes())

    scored = score_systems(str(NEWSWIRE / "gold.ttl"), [str(NEWSWIRE / "changed.ttl"), str(copy)])

    change = scored.systems[1].deltas["muc"].f1
    assert (change.value, change.low, change.high) == (0, 0, 0)
    assert {each.systems for each in (*scored.found, *scored.wrong)} == {(0, 1), ()}
    assert scored.parted == ()


def test_the_command_prints_tables_and_writes_json_and_a_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = tmp_path / "<b>&.ttl"
    odd.write_bytes((NEWSWIRE / "changed.ttl").read_bytes())
    graphs = [str(NEWSWIRE / "gold.ttl"), str(NEWSWIRE / "baseline.ttl"), str(odd)]
    written, picture = tmp_path / "s.json", tmp_path / "p.svg"

    assert (
        main(["score", *graphs, "--metrics", "muc", "--json", str(written), "--picture", str(picture)]) == 0
    )

    printed = capsys.readouterr().out
    # Tables of scores, errors, links; of the two metrics that were read only the one asked for.
    assert "MUC" in printed
    assert "B³" not in printed
    values = json.loads(written.read_text())
    assert values["format"] == "coala-systems/1"
    assert values["systems"][1]["path"] == str(odd)
    assert list(values["systems"][0]["scores"]) == ["muc"]
    drawn = picture.read_text()
    assert "&lt;b&gt;&amp;.ttl" in drawn
    assert "<b>" not in drawn
    assert drawn.count('class="mark"') == 4


@pytest.mark.parametrize(
    ("flags", "systems"),
    [
        (["--explain"], 2),
        (["--crac"], 2),
        (["--facts"], 2),
        (["--picture", "x.svg"], 1),
    ],
)
def test_flag_for_one_or_for_several_responses_is_refused_for_the_other(
    flags: list[str], systems: int, capsys: pytest.CaptureFixture[str]
) -> None:
    graphs = [str(NEWSWIRE / f"{name}.ttl") for name in ("gold", "baseline", "changed")[: 1 + systems]]

    assert main(["score", *graphs, *flags]) == 2
    assert f"coala: {flags[0]} " in capsys.readouterr().err
