"""``coala agree`` of reviews: text, JSON, and a sentence for what cannot be compared."""

from __future__ import annotations

import json
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


def test_the_text_has_the_figures_with_intervals_and_the_bags_in_dispute(
    both: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["agree", *both]) == 0
    lines = capsys.readouterr().out.splitlines()

    assert lines[0] == "Agreement of 2 reviewers"
    assert "10 of 10 bags judged by two or more, 3 with a disagreement" in lines
    (figures,) = (line.split() for line in lines if line.startswith("  together"))
    assert [word for word in figures if word.startswith("0.")] == ["0.700", "0.538", "0.558", "0.412"]
    assert '  + -  bag 10  "he" moved from Bob Smith to John Doe 9' in lines
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
    main(["agree", *both])
    assert "Who is who" not in capsys.readouterr().out

    judge_as(Path(both[0]), "ann", "+", groups=HE_IS_JOHN)
    judge_as(Path(both[1]), "bo", "-", groups=HE_IS_BOB)
    main(["agree", *both, "--json", "-"])
    together = json.loads(capsys.readouterr().out)["groups"]["together"]
    assert (together["bags"], together["mentions"]) == (1, 3)
    # {0}, {1, 2}, {1, 2} against {0, 2}, {1}, {0, 2}: 1 - 20/27 / (101/135).
    assert together["alpha"]["masi"] == {"numerator": 1, "denominator": 101, "value": 1 / 101}
    main(["agree", *both])
    assert "3 mentions of 1 bag: MASI 0.010; Jaccard" in capsys.readouterr().out

    put_groups(Path(both[1]), "bo", 1, UNFITTING[0])
    assert "bo.coala: who is who in bag 1 is damaged" in trouble(capsys, "agree", *both)


def test_three_reviewers_in_one_file_are_held_against_each_other(
    both: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    judge_as(Path(both[0]), "bo", "+?- ++")
    judge_as(Path(both[0]), "cy", "-")

    assert main(["agree", both[0]]) == 0
    out = capsys.readouterr().out

    assert "4 of 10 bags judged by two or more (1 more with a ?), 2 with a disagreement" in out
    assert all(f"  {pair} " in out for pair in ("1 and 2", "1 and 3", "2 and 3"))


def test_files_of_different_comparisons_say_so(
    both: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = make_review(tmp_path / "other.coala", [a_bag(3), a_bag(20)])
    judge_as(other, "cy", "++")

    assert main(["agree", both[0], str(other)]) == 0
    out = capsys.readouterr().out

    assert "1 of 11 bags judged by two or more, 1 with a disagreement" in out
    assert "The files have different comparisons" in out


def test_incomparable_reviews_are_refused_in_one_sentence(
    both: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ann, bo = both
    far = make_review(tmp_path / "far.coala", [a_bag(77)])
    judge_as(far, "cy", "+")
    damaged = tmp_path / "damaged.coala"
    damaged.write_bytes(Path(ann).read_bytes()[:5_000])

    assert "only ann has judged bags here" in trouble(capsys, "agree", ann)
    assert "is a review, but" in trouble(capsys, "agree", ann, X)
    for command in ("agree", "tally"):
        assert "are the same file. Give each file once" in trouble(capsys, command, ann, ann)
    assert "--match: this works with graphs" in trouble(capsys, "agree", ann, bo, "--match", "head")
    assert "no bag was judged by two of the 2 reviewers" in trouble(capsys, "agree", ann, str(far))
    assert "no such review" in trouble(capsys, "agree", ann, str(tmp_path / "no.coala"))
    assert "damaged" in trouble(capsys, "agree", ann, str(damaged))
    assert "two outputs" not in trouble(capsys, "agree", ann, bo, "--json", bo)


def test_graphs_are_still_held_against_each_other_as_graphs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agree", X, Y]) == 0
    assert capsys.readouterr().out.startswith("Agreement of 2 graphs")


def test_the_tally_of_two_files_counts_each_bag_once_or_one_reviewer_alone(
    both: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tally", *both, "--json", "-"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["interesting"], document["judged"], document["disputed"]) == (10, 7, 3)
    assert main(["tally", *both, "--reviewer", " bo ", "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["judged"] == 10
    assert "no verdict by Bob; its verdicts are by ann, bo." in trouble(
        capsys, "tally", *both, "--reviewer", "Bob"
    )


def test_two_files_are_merged_into_a_new_one_and_no_file_is_replaced(
    both: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["file", "merge", *both]) == 0
    assert capsys.readouterr().err == "coala: ann--bo.coala: 10 verdicts by ann, 10 verdicts by bo.\n"
    judge_as(tmp_path / "ann.coala", "ann", "-")
    assert main(["file", "merge", "ann--bo.coala", *both, "-o", "c.coala"]) == 0
    assert "1 bag with two different answers by ann. The newer one counts." in capsys.readouterr().err
    before = (tmp_path / "c.coala").read_bytes()
    assert "does not overwrite files; choose another name with -o" in trouble(
        capsys, "file", "merge", *both, "-o", "c.coala"
    )
    assert (tmp_path / "c.coala").read_bytes() == before
    assert "two or more reviews" in trouble(capsys, "file", "merge", both[0])
    assert "cannot be written to standard output" in trouble(capsys, "file", "merge", *both, "-o", "-")
