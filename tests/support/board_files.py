"""Small boards made by hand: chains in three documents, and two components to leave out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from coala.board.board import Board, BoardColumn, BoardPlace, Interactions, JointBag, MarginalLinks, ScorePair
from coala.board.plan import Plan, Role, Variant
from coala.engine.compare import Comparison, compare_graphs
from coala.model.graph import Graph
from coala.review.board.writing import write_board
from tests.support.graphs_by_hand import A, graph

NAMES = ("Ann", "Bob", "Eve")


def chains(joined: str) -> Graph:
    """Return a graph of three documents: "Ann left. He slept." and so on; ``joined`` have their "He"."""
    texts = {f"http://example.org/{name}": f"{name} left. He slept." for name in NAMES}
    found = {}
    for number, (name, document) in enumerate(zip(NAMES, texts, strict=True)):
        subject = A._replace(document=document, begin=0, end=3)
        pronoun = A._replace(document=document, begin=10, end=12)
        if name in joined:
            found[f"x{number}"] = [subject, pronoun]
        else:
            found |= {f"x{number}": [subject], f"y{number}": [pronoun]}
    return graph(found, texts=texts)


def build_by_hand(pairs: Mapping[tuple[str, Role], tuple[Graph, Graph]]) -> tuple[Board, list[Comparison]]:
    """Return a board of these columns; each document is a joint bag."""
    comparisons = [compare_graphs(*pair) for pair in pairs.values()]
    documents = sorted({name for made in comparisons for name in made.corpus.documents})
    joint_of = {name: number for number, name in enumerate(documents)}
    places = [
        BoardPlace(column, number, bag.fingerprint, joint_of[bag.documents[0]], shares)
        for column, made in enumerate(comparisons)
        for number, (bag, shares) in enumerate(made.iterate_bags())
    ]
    columns = tuple(
        BoardColumn(
            name,
            role,
            f"{role}-{name}.ttl",
            "full.ttl",
            {metric: ScorePair(None, score) for metric, score in table.items()},
            {},
            {},
            MarginalLinks(1, 2),
            made.summary.bags,
            made.summary.interesting,
            made.summary.notices,
        )
        for (name, role), made in zip(pairs, comparisons, strict=True)
        for table in made.summary.scores.values()
    )
    joint_bags = tuple(
        JointBag(number, 2, tuple(sorted({place.column for place in places if place.joint == number})), name)
        for number, name in enumerate(documents)
    )
    plan = Plan("full.ttl", tuple(Variant(name, only="x.ttl") for name, _ in pairs), target_precision=0.8)
    met = Interactions({("exact", "pronouns"): (0,)}, {}, None)
    settings = comparisons[0].summary.settings
    board = Board(
        plan=plan,
        columns=columns,
        joint_bags=joint_bags,
        places=tuple(places),
        interactions=met,
        resampling={},
        full={},
        nothing={},
        settings=settings,
        version="0",
    )
    return board, comparisons


def three_columns() -> tuple[Board, list[Comparison]]:
    """Return columns of 2, 1 and 2 bags: Ann is in the first two, Bob in the first and the third."""
    full = chains("Ann Bob Eve")
    return build_by_hand(
        {
            ("names", Role.WITHOUT): (chains("Eve"), full),
            ("titles", Role.WITHOUT): (chains("Bob Eve"), full),
            ("names", Role.STEP): (chains("Ann"), full),
        }
    )


def put_board(path: Path) -> Board:
    """Write ``three_columns`` into the file at ``path``."""
    board, comparisons = three_columns()
    write_board(path, board, comparisons, command=["board"])
    return board
