"""The newswire corpus: its graphs as its scripts make them, and the figures of its README."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from pyoxigraph import Literal, NamedNode, RdfFormat, parse

from tests.support.pages import read_page

FOLDER = Path(__file__).resolve().parents[2] / "sample_graphs" / "newswire"
README = (FOLDER / "README.md").read_text(encoding="utf-8")
COMPONENTS = [
    "exact-names",
    "acronyms",
    "surnames",
    "short-forms",
    "cross-document",
    "appositions",
    "predicate-nominals",
    "definite-nominals",
    "third-person",
    "quoted-speech",
]
GRAPHS = ("gold", "baseline", "changed")
STEMS = sorted(path.stem for path in (FOLDER / "annotated").glob("*.txt"))


class Span(NamedTuple):
    """A span: document, begin, end in code points, end exclusive."""

    document: str
    begin: int
    end: int


class Instance(NamedTuple):
    """The spans and statements of an instance, which identify it in any graph."""

    spans: frozenset[Span]
    type: str
    label: str


def run(script: str, *arguments: str | Path) -> bytes:
    """Run a script of the corpus as the README tells a reader to, and return what it printed."""
    command = [sys.executable, "-B", str(FOLDER / script), *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True).stdout


@cache
def nodes(graph: str, folder: Path = FOLDER) -> dict[str, dict[str, str]]:
    """Return subject -> last part of the predicate -> object. Of several types the first is kept."""
    table: dict[str, dict[str, str]] = {}
    for quad in parse((folder / f"{graph}.ttl").read_bytes(), format=RdfFormat.TURTLE):
        assert isinstance(quad.subject, NamedNode)
        assert isinstance(quad.object, NamedNode | Literal)
        row = table.setdefault(quad.subject.value, {})
        row.setdefault(re.split("[#/]", quad.predicate.value)[-1], quad.object.value)
    return table


def mentions(graph: str, folder: Path = FOLDER) -> dict[Span, str]:
    """Return span -> instance node."""
    return {
        Span(row["referenceContext"], int(row["beginIndex"]), int(row["endIndex"])): row["taIdentRef"]
        for row in nodes(graph, folder).values()
        if "taIdentRef" in row
    }


@cache
def instances(graph: str) -> list[Instance]:
    chains: dict[str, set[Span]] = {}
    for span, node in mentions(graph).items():
        chains.setdefault(node, set()).add(span)
    return [
        Instance(frozenset(spans), nodes(graph)[node]["type"], nodes(graph)[node]["label"])
        for node, spans in chains.items()
    ]


@cache
def bags() -> list[tuple[list[Instance], list[Instance]]]:
    """Return the connected components of spans and instances (docs: the specification's section 2)."""
    found: list[tuple[set[Span], list[Instance], list[Instance]]] = []
    for side, graph in ((1, "baseline"), (2, "changed")):
        for instance in instances(graph):
            merged: tuple[set[Span], list[Instance], list[Instance]] = (set(instance.spans), [], [])
            (merged[1] if side == 1 else merged[2]).append(instance)
            for bag in [bag for bag in found if bag[0] & instance.spans]:
                found.remove(bag)
                merged[0].update(bag[0])
                merged[1].extend(bag[1])
                merged[2].extend(bag[2])
            found.append(merged)
    return [(baseline, changed) for _, baseline, changed in found]


@cache
def interesting_bags() -> list[tuple[list[Instance], list[Instance]]]:
    return [(one, two) for one, two in bags() if Counter(one) != Counter(two)]


def b_cubed_f1(key: list[Instance], response: list[Instance]) -> Fraction:
    """Return B-cubed with equal weight for every mention (Bagga and Baldwin 1998)."""
    in_key = {span: instance.spans for instance in key for span in instance.spans}
    in_response = {span: instance.spans for instance in response for span in instance.spans}
    shared = in_key.keys() & in_response.keys()
    overlap = {span: len(in_key[span] & in_response[span]) for span in shared}
    found = sum((Fraction(overlap[span], len(in_key[span])) for span in shared), Fraction(0))
    right = sum((Fraction(overlap[span], len(in_response[span])) for span in shared), Fraction(0))
    recall, precision = found / len(in_key), right / len(in_response)
    return 2 * recall * precision / (recall + precision)


def test_gold_and_texts_are_what_the_annotated_texts_say(tmp_path: Path) -> None:
    run("gold.py", "--output", tmp_path)
    assert (tmp_path / "gold.ttl").read_bytes() == (FOLDER / "gold.ttl").read_bytes()
    made = {path.name: path.read_bytes() for path in (tmp_path / "texts").iterdir()}
    assert made == {path.name: path.read_bytes() for path in (FOLDER / "texts").iterdir()}


def test_the_resolver_reads_nothing_but_texts_and_knowledge(tmp_path: Path) -> None:
    for name in ("resolve.py", "mentions.py", "nif_turtle.py", "lexicon.toml", "knowledge.toml"):
        (tmp_path / name).write_bytes((FOLDER / name).read_bytes())
    command = [sys.executable, "-B", str(tmp_path / "resolve.py"), "--texts", str(FOLDER / "texts")]
    made = subprocess.run(command, check=True, capture_output=True).stdout
    assert made == (FOLDER / "changed.ttl").read_bytes()


def test_the_components_are_listed_in_their_order() -> None:
    listed = run("resolve.py", "--list-components").decode("utf-8").splitlines()
    assert [line.partition(":")[0] for line in listed] == COMPONENTS


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with the graphs that the resolver wrote for a board."""
    folder = tmp_path_factory.mktemp("board")
    run("resolve.py", "--board", folder)
    return folder


def test_a_board_has_the_whole_system_nothing_and_three_graphs_of_each_component(board: Path) -> None:
    plan = tomllib.loads((board / "board.toml").read_text(encoding="utf-8"))
    named = [plan["full"], plan["nothing"]]
    named += [variant[role] for variant in plan["variant"] for role in ("without", "only", "step")]
    assert len(named) == len(set(named)) == 32
    assert {path.name for path in board.iterdir()} == {"board.toml", *named}
    assert [variant["name"] for variant in plan["variant"]] == COMPONENTS
    assert (board / plan["gold"]).samefile(FOLDER / "gold.ttl")
    full = (FOLDER / "changed.ttl").read_bytes()
    assert (board / plan["full"]).read_bytes() == (board / plan["variant"][-1]["step"]).read_bytes() == full
    without = {variant["name"]: (board / variant["without"]).read_bytes() for variant in plan["variant"]}
    assert without["cross-document"] == (FOLDER / "baseline.ttl").read_bytes()
    for component, graph in without.items():
        linked_by = f'resolver:linkedBy "{component}"'.encode()
        assert linked_by in full
        assert linked_by not in graph


@pytest.mark.parametrize("switch", ["without", "only"])
def test_a_graph_of_the_board_is_what_its_switch_makes(switch: str, board: Path) -> None:
    made = run("resolve.py", f"--{switch}", "third-person")
    assert made == (board / f"{switch}-third-person.ttl").read_bytes()


def links(graph: str, board: Path) -> tuple[int, int]:
    """Return how many links of a graph are right, and how many it has [Vilain et al. 1995]."""
    gold, classes = mentions("gold"), dict[str, list[Span]]()
    for span, node in mentions(graph, board).items():
        classes.setdefault(node, []).append(span)
    # A span that gold lacks is a singleton in it.
    parts = [len({gold.get(span, span) for span in spans}) for spans in classes.values()]
    sizes = [len(spans) for spans in classes.values()]
    return sum(sizes) - sum(parts), sum(sizes) - len(sizes)


def test_the_readme_says_how_many_links_each_component_gets_right(board: Path) -> None:
    table = README.partition("| component | alone |")[2].partition("\n\n")[0]
    said = [tuple(cell.strip(" `") for cell in line.split("|")[1:-1]) for line in table.splitlines()[2:]]
    expected, totals, before = [], [[0, 0] for _ in range(3)], links("none", board)
    for place, name in enumerate(COMPONENTS, start=1):
        upto, full = links(f"upto-{place:02}-{name}", board), links("full", board)
        pairs = [(links("none", board), links(f"only-{name}", board)), (before, upto)]
        pairs += [(links(f"without-{name}", board), full)]
        added = [(right - one, made - two) for (one, two), (right, made) in pairs]
        totals = [[one + right, two + made] for (one, two), (right, made) in zip(totals, added, strict=True)]
        expected.append((name, *(f"{right}/{made}" for right, made in added)))
        before = upto
    assert said == [*expected, ("together", *(f"{right}/{made}" for right, made in totals))]
    assert before == links("full", board) == tuple(totals[1])


def test_two_components_that_meet_nowhere_cost_together_what_they_cost_one_by_one(
    board: Path, tmp_path: Path
) -> None:
    both = ("predicate-nominals", "short-forms")
    switches = [word for name in both for word in ("--without", name)]
    run("resolve.py", *switches, "--output", tmp_path / "neither.ttl")
    right, made = links("neither", tmp_path)
    full = links("full", board)
    lost = [tuple(map(int.__sub__, full, links(f"without-{name}", board))) for name in both]
    assert (full[0] - right, full[1] - made) == tuple(map(sum, zip(*lost, strict=True)))
    page = read_page("reference/board.md")
    assert f"gets {right} of {made} links right" in page


def test_a_text_is_short_and_says_the_same_in_all_three_graphs() -> None:
    assert len(STEMS) >= 24
    for stem in STEMS:
        stored = (FOLDER / "texts" / f"{stem}.txt").read_bytes()
        text = stored.decode("utf-8")
        assert 800 <= len(stored) <= 2200
        context = f"http://example.org/newswire/{stem}#char=0,{len(text)}"
        assert [nodes(graph)[context]["isString"] for graph in GRAPHS] == [text] * 3


@pytest.mark.parametrize("graph", GRAPHS)
def test_the_anchor_of_a_mention_is_the_text_between_its_offsets(graph: str) -> None:
    for node, row in nodes(graph).items():
        if "anchorOf" in row:
            begin, end = int(row["beginIndex"]), int(row["endIndex"])
            assert row["anchorOf"] == nodes(graph)[row["referenceContext"]]["isString"][begin:end], node
            assert node.endswith(f"#char={begin},{end}")


def test_a_bracket_that_is_never_closed_is_named_with_file_and_line(tmp_path: Path) -> None:
    for name in ("gold.py", "nif_turtle.py", "entities.toml"):
        (tmp_path / name).write_bytes((FOLDER / name).read_bytes())
    (tmp_path / "annotated").mkdir()
    annotated = "A vote\n\n[adele-marsh Mayor Marsh won.\n"
    (tmp_path / "annotated" / "harbour-1.txt").write_text(annotated, encoding="utf-8")
    command = [sys.executable, "-B", str(tmp_path / "gold.py")]
    finished = subprocess.run(command, capture_output=True, text=True)
    assert finished.returncode == 1
    assert re.match(r"harbour-1\.txt, line 3: .*adele-marsh", finished.stderr)


@pytest.mark.parametrize("graph", GRAPHS)
def test_the_readme_counts_mentions_and_instances_right(graph: str) -> None:
    assert f"| `{graph}.ttl` | {len(STEMS)} | {len(mentions(graph))} | {len(instances(graph))} |" in README


def test_the_readme_counts_bags_right() -> None:
    total, interesting = len(bags()), len(interesting_bags())
    diverging = {s for one, two in interesting_bags() for instance in one + two for s in instance.spans}
    spans = mentions("baseline").keys() | mentions("changed").keys()
    assert f"{total} bags, {interesting} of them interesting ({interesting / total:.1%})" in README
    assert f"{len(diverging)} of the {len(spans)} spans" in README
    assert Fraction(5, 100) <= Fraction(interesting, total) <= Fraction(15, 100)


@cache
def list_worths() -> list[Fraction]:
    """Return how much of B-cubed against gold is lost when each bag alone goes back to the baseline."""
    gold, changed = instances("gold"), instances("changed")
    now = b_cubed_f1(gold, changed)
    return [
        now - b_cubed_f1(gold, [instance for instance in changed if instance not in after] + before)
        for before, after in interesting_bags()
    ]


def test_the_readme_says_what_the_knowledge_is_worth() -> None:
    signs = Counter((worth > 0) - (worth < 0) for worth in list_worths())
    assert f"{signs[1]} better, {signs[-1]} worse, {signs[0]} no difference" in README
    baseline, changed = (float(b_cubed_f1(instances("gold"), instances(g))) for g in ("baseline", "changed"))
    assert f"from {baseline:.3f} to {changed:.3f}" in README


def test_the_readme_says_what_each_bag_of_its_table_is_worth() -> None:
    table = README.partition("| worth, in points |")[2].partition("\n\n")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()[2:]]
    assert len(rows) >= 12
    for labels, _, _, points in rows:
        for label, said in zip(labels.split("; "), points.split("; "), strict=True):
            first = label.partition(", ")[0]
            (worth,) = [
                worth
                for (before, _), worth in zip(interesting_bags(), list_worths(), strict=True)
                if any(instance.label == first for instance in before)
            ]
            assert float(said.replace("−", "-")) == pytest.approx(100 * float(worth), abs=0.005), label
