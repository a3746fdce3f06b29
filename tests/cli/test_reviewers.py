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
    (row,) = (line for line in capsys.readouterr().out.splitlines() if " .010 " in line)
    assert row.split()[:4] == ["together", "1", "3", ".010"]

    put_groups(Path(both[1]), "bo", 1, UNFITTING[0])
    assert "bo.coala: " in trouble(capsys, "agree", *both)


def test_damaged_review_is_refused_and_a_review_is_no_output(
    both: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ann, bo = both
    damaged = tmp_path / "damaged.coala"
    damaged.write_bytes(Path(ann).read_bytes()[:5_000])
    assert str(damaged) in trouble(capsys, "agree", ann, str(damaged))
    assert f"{bo}: " in trouble(capsys, "agree", ann, bo, "--json", bo)


def test_graphs_are_still_held_against_each_other_as_graphs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agree", X, Y]) == 0
    assert "2 graphs" in capsys.readouterr().out


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
