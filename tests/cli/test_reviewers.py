"""``coala agree`` of reviews: text, JSON, and a sentence for what cannot be compared."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from coala.cli.commands import main
from tests.cli.test_commands import X, Y, trouble
from tests.support.groups import HE_IS_BOB, HE_IS_JOHN, UNFITTING, put_groups
from tests.support.reviews import a_bag, judge_as, make_review


@pytest.fixture
def both(tmp_path: Path) -> list[str]:
    """Return the worked example: two reviewers of ten bags, in a file each."""
    paths = []
    for reviewer, signs in (("ann", "++-=+-+=-+"), ("bo", "+=-=+++=--")):
        path = make_review(tmp_path / f"{reviewer}.coala", [a_bag(number) for number in range(10)])
        judge_as(path, reviewer, signs)
        paths.append(str(path))
    return paths


def find_figures(lines: list[str], number: int) -> list[str]:
    """Return the numbers of the first line with this number of them."""
    return next(found for line in lines if len(found := re.findall(r"\b\d+\b", line)) == number)


def test_the_agreement_of_two_reviewers_is_exact_in_json(
    both: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["agree", *both, "--json", "-"]) == 0
    document = json.loads(capsys.readouterr().out)

    figures = {
        name: f"{figure['numerator']}/{figure['denominator']}"
        for name, figure in document["together"].items()
        if isinstance(figure, dict)
    }
    assert figures == {"raw": "7/10", "kappa": "7/13", "alpha_nominal": "24/43", "alpha_interval": "40/97"}
    assert [(bag["bag"], bag["verdicts"]) for bag in document["disputed"]] == [
        (2, ["+", "="]),
        (6, ["-", "+"]),
        (10, ["+", "-"]),
    ]
    assert [each["name"] for each in document["reviewers"]] == ["ann", "bo"]
    assert list(document["by_kind"]) == ["moved"]


def test_the_text_has_the_figures_with_intervals_and_the_bags_in_dispute(
    both: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["agree", *both]) == 0
    lines = capsys.readouterr().out.splitlines()

    assert find_figures(lines, 3) == ["10", "10", "3"]
    (figures,) = (line.split() for line in lines if line.startswith("  together"))
    assert [word for word in figures if word.startswith("0.")] == ["0.700", "0.538", "0.558", "0.412"]
    assert any(line.startswith("  + -  bag 10  ") for line in lines)
    # Of two reviewers the only pair is all of them.
    assert not any("1 and 2" in line for line in lines)


def test_agreement_on_who_is_who_is_exact_with_its_mentions_and_distance(
    both: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    main(["agree", *both, "--json", "-"])
    nothing = {"bags": 0, "mentions": 0, "alpha": dict.fromkeys(("masi", "jaccard", "passonneau"))}
    assert json.loads(capsys.readouterr().out)["groups"] == {
        "together": nothing,
        "pairs": [{"first": 0, "second": 1, **nothing}],
    }
    judge_as(Path(both[0]), "ann", "+", groups=HE_IS_JOHN)
    judge_as(Path(both[1]), "bo", "-", groups=HE_IS_BOB)
    main(["agree", *both, "--json", "-"])
    together = json.loads(capsys.readouterr().out)["groups"]["together"]
    assert (together["bags"], together["mentions"]) == (1, 3)
    # {0}, {1, 2}, {1, 2} against {0, 2}, {1}, {0, 2}: 1 - 20/27 / (101/135).
    assert together["alpha"]["masi"] == {"numerator": 1, "denominator": 101, "value": 1 / 101}
    main(["agree", *both])
    assert "MASI 0.010" in capsys.readouterr().out

    put_groups(Path(both[1]), "bo", 1, UNFITTING[0])
    assert "bo.coala: " in trouble(capsys, "agree", *both)


def test_three_reviewers_in_one_file_are_held_against_each_other(
    both: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    judge_as(Path(both[0]), "bo", "+?- ++")
    judge_as(Path(both[0]), "cy", "-")

    assert main(["agree", both[0]]) == 0
    out = capsys.readouterr().out

    assert find_figures(out.splitlines(), 4) == ["4", "10", "1", "2"]
    assert all(f"  {pair} " in out for pair in ("1 and 2", "1 and 3", "2 and 3"))


def test_files_of_different_comparisons_say_so(
    both: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = make_review(tmp_path / "other.coala", [a_bag(3), a_bag(20)])
    judge_as(other, "cy", "++")

    assert main(["agree", both[0], str(other)]) == 0
    out = capsys.readouterr().out

    assert find_figures(out.splitlines(), 3) == ["1", "11", "1"]


def test_damaged_review_is_refused_and_a_review_is_no_output(
    both: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ann, bo = both
    damaged = tmp_path / "damaged.coala"
    damaged.write_bytes(Path(ann).read_bytes()[:5_000])
    assert str(damaged) in trouble(capsys, "agree", ann, str(damaged))
    assert f"{bo}: " in trouble(capsys, "agree", ann, bo, "--json", bo)


@pytest.mark.parametrize("order", [1, -1])
def test_review_next_to_a_graph_is_refused_with_both_names(
    order: int, both: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    message = trouble(capsys, "agree", *[both[0], X][::order])
    assert both[0] in message
    assert X in message


def test_graphs_are_still_held_against_each_other_as_graphs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agree", X, Y]) == 0
    assert "2 graphs" in capsys.readouterr().out


def test_the_tally_of_two_files_counts_each_bag_once_or_one_reviewer_alone(
    both: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tally", *both, "--json", "-"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["interesting"], document["judged"], document["disputed"]) == (10, 7, 3)
    assert main(["tally", *both, "--reviewer", " bo ", "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["judged"] == 10
    assert "ann, bo." in trouble(capsys, "tally", *both, "--reviewer", "Bob")


def test_two_files_are_merged_into_a_new_one_and_no_file_is_replaced(
    both: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["file", "merge", *both]) == 0
    said = capsys.readouterr().err
    assert re.findall(r"\S+--\S+:|\d+|ann,|bo\.$", said.strip()) == [
        "ann--bo.coala:",
        "10",
        "ann,",
        "10",
        "bo.",
    ]
    judge_as(tmp_path / "ann.coala", "ann", "-")
    assert main(["file", "merge", "ann--bo.coala", *both, "-o", "c.coala"]) == 0
    assert " by ann. " in capsys.readouterr().err
    before = (tmp_path / "c.coala").read_bytes()
    trouble(capsys, "file", "merge", *both, "-o", "c.coala")
    assert (tmp_path / "c.coala").read_bytes() == before
