"""The statements of an instance, and the notation of their values."""

from __future__ import annotations

from pathlib import Path

from coala.reading.interpretation.values import MOST_REFERENCES
from tests.support.nif import BOB, JOHN, notice, notices, read, statements


def test_rings_of_blank_nodes_end_and_say_the_same_from_wherever_they_are_written(tmp_path: Path) -> None:
    def ring(*labels: str) -> set[str]:
        pairs = zip(labels, (*labels[1:], labels[0]), strict=True)
        triples = " ".join(f"_:{one} :next _:{other} ." for one, other in pairs)
        return statements(
            read(tmp_path, BOB + JOHN + f":bob :p _:{labels[0]} . _:{labels[0]} :is :john . {triples}")
        )

    first = ring("a", "b", "c")
    assert first == ring("z", "m", "a")
    assert first != ring("a", "b")
    (line,) = (line for line in first if line.startswith("bob -p->"))
    assert line.endswith("(<is>=john, <next> * <is>=john)")


def test_long_deep_and_shared_values_stay_short(tmp_path: Path) -> None:
    wide = " ; ".join(f":p{number} 'text'" for number in range(1000))
    deep = "[ :in " * 500 + "1" + " ]" * 500
    shared = "".join(
        f"_:s{number} :left _:s{number + 1} ; :right _:s{number + 1} . " for number in range(100)
    )
    graph = read(
        tmp_path, f"{BOB} :bob :wide [ {wide} ] ; :deep {deep} ; :shared _:s0 . {shared} _:s100 :end 1 ."
    )
    assert len(graph.values) == 3
    assert all(len(value) < 4100 for value in graph.values)


def test_a_difference_deep_inside_is_seen(tmp_path: Path) -> None:
    def deep(end: str) -> set[str]:
        return statements(read(tmp_path, BOB + ":bob :p " + "[ :in " * 200 + end + " ]" * 200 + " ."))

    assert deep("1") == deep("1")
    assert deep("1") != deep("2")


def write_list(members: int) -> str:
    """Return a graph with this number of instances, and a nameless node that lists all of them."""
    return "".join(
        f":m{number} nif:referenceContext :doc ; nif:beginIndex {number} ; nif:endIndex {number + 1} ; "
        f"itsrdf:taIdentRef :x{number} . _:all :member :x{number} .\n"
        for number in range(members)
    )


def test_value_with_the_most_instances_that_are_allowed_keeps_all_of_them(tmp_path: Path) -> None:
    graph = read(tmp_path, write_list(MOST_REFERENCES))
    assert set(graph.statements.reference_instance.tolist()) == set(range(MOST_REFERENCES))
    assert "nested-value-cut" not in notices(graph)


def test_a_value_that_lists_too_many_instances_is_compared_by_its_form(tmp_path: Path) -> None:
    graph = read(tmp_path, write_list(MOST_REFERENCES + 1))
    assert len(graph.statements) == MOST_REFERENCES + 1
    assert len(graph.statements.reference_statement) == 0
    assert notices(graph)["nested-value-cut"] == 1
    assert " 1 very large nested value, " in notice(graph, "nested-value-cut").message


def test_nested_value_keeps_the_branch_of_each_instance(tmp_path: Path) -> None:
    def sale(buyer: str, seller: str) -> set[str]:
        arguments = ", ".join(
            f"[ :role '{role}' ; :filler [ :who :{who} ] ]"
            for role, who in (("buyer", buyer), ("seller", seller))
        )
        return statements(read(tmp_path, f"{BOB}{JOHN}:bob :event [ :argument {arguments} ] ."))

    assert sale("bob", "john") == sale("bob", "john")
    assert sale("bob", "john") != sale("john", "bob")
