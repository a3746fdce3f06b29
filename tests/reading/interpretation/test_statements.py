"""The statements of an instance, and the notation of their values."""

from __future__ import annotations

from pathlib import Path

from tests.support.nif import BOB, JOHN, read, statements


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
