"""One result in five forms: text, Markdown, LaTeX, CSV and JSON have equal figures."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from coala.cli.commands import main
from coala.present.figures import Figure, FigureInterval, Points, Rate, Share, show
from coala.present.printers.latex import escape_latex
from coala.scores.findings import TITLES
from tests.support.latex import find_faults, read_tables
from tests.support.paths import SAMPLES, SHARED, needs_shared

NEWSWIRE = [str(SAMPLES / "newswire" / f"{name}.ttl") for name in ("gold", "baseline", "changed")]
ECB = [str(SHARED / "data" / "ecbplus" / f"{name}.ttl") for name in ("gold", "lemma-delta", "feature0")]
ECB.append(str(SHARED / "data" / "ecbplus" / "feature0-kmeans.ttl"))
PAPER = [str(SAMPLES / "paper" / f"{name}.ttl") for name in "XYZ"]
FORMS = ("markdown", "latex", "csv", "json")

Row = tuple[tuple[str, ...], Mapping[str, float], list[Figure]]
"""The names of a row, its values in a CSV by column, and its figures in the order of the columns."""


def list_rates(key: str, score: Mapping[str, Any]) -> Row:
    recall, precision = score["recall"]["value"], score["precision"]["value"]
    values = {"recall": recall, "precision": precision, "f1": score["f1"]}
    return (key,), values, list(map(Rate, values.values()))


def expect_of_score(document: dict[str, Any]) -> Iterator[Row]:
    for metric in ("muc", "b_cubed", "ceaf_e", "lea"):
        yield list_rates(TITLES[metric], document["scores"][metric])


def expect_of_systems(document: dict[str, Any]) -> Iterator[Row]:
    for number, (name, tables) in enumerate(zip(("baseline", "changed"), document["by"], strict=True), 1):
        for title, scores in tables["by"]["form"]["slices"].items():
            mentions, (_, values, rates) = scores["mentions"], list_rates(title, scores["muc"])
            counts = {
                "key": mentions["recall"]["denominator"],
                "response": mentions["precision"]["denominator"],
            }
            of_muc = {f"muc_{rate}": value for rate, value in values.items()}
            yield (title, f"{number} {name}"), counts | of_muc, [*counts.values(), *rates]


def expect_of_diff(document: dict[str, Any]) -> Iterator[Row]:
    for metric in ("muc", "b_cubed", "conll"):
        before, after = (document["scores"][side][metric]["f1"] for side in ("baseline", "changed"))
        drawn = document["bootstrap"]["metrics"][metric]["f1"]
        values = {"baseline": before, "changed": after, "difference": after - before, "p": drawn["p"]}
        ends = {f"difference_{end}": drawn[end] for end in ("low", "high")}
        interval = FigureInterval(*map(Points, ends.values()))
        yield (TITLES[metric],), values | ends, [Rate(before), Rate(after), Points(after - before), interval]


def expect_of_agreement(document: dict[str, Any]) -> Iterator[Row]:
    together = document["together"]
    for name, found in {"all together": together, **together["by_document"]}.items():
        if found["alpha"]["masi"] is None:
            continue
        alphas = {f"alpha_{distance}": alpha["value"] for distance, alpha in found["alpha"].items()}
        rates = {f"muc_{name}": rate["value"] for name, rate in found["scores"]["muc"].items()}
        figures = [found["mentions"], *map(Share, alphas.values()), *map(Rate, rates.values())]
        yield (name,), {"mentions": found["mentions"]} | alphas | rates, figures


def read_text(text: str) -> list[list[str]]:
    return [re.split(r"\s{2,}", line.strip()) for line in text.splitlines()]


def read_markdown(text: str) -> list[list[str]]:
    plain = re.sub(r"\\(.)", r"\1", text.replace("\u2060", ""))
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in plain.splitlines()]


def read_latex(text: str) -> list[list[str]]:
    assert not find_faults(text)
    return [row for _, rows in read_tables(text) for row in rows]


def has_row(rows: list[list[str]], names: tuple[str, ...], cells: list[str]) -> bool:
    """Return True if a row has these names and then the cells, in this order."""
    wanted = [*names, *cells]
    return any(
        row[: len(names)] == list(names) and [cell for cell in row if cell in wanted] == wanted
        for row in rows
    )


@pytest.mark.parametrize(
    ("words", "expect"),
    [
        (["score", NEWSWIRE[0], NEWSWIRE[2]], expect_of_score),
        (["score", *NEWSWIRE, "--by", "form"], expect_of_systems),
        (["diff", *NEWSWIRE[1:], "--gold", NEWSWIRE[0]], expect_of_diff),
        (["agree", *PAPER, "--by", "document"], expect_of_agreement),
    ],
    ids=["score", "systems", "diff", "agree"],
)
def test_figures_are_equal_in_text_markdown_latex_csv_and_json(
    words: list[str], expect: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {form: tmp_path / form for form in FORMS}

    assert main([*words, *(word for form in FORMS for word in (f"--{form}", str(files[form])))]) < 2

    printed, found = capsys.readouterr().out, {form: file.read_text("utf-8") for form, file in files.items()}
    written = list(csv.DictReader(io.StringIO(found["csv"])))
    expected = list(expect(json.loads(found["json"])))
    # A figure in the place of another one would be seen.
    assert len({value for _, values, _ in expected for value in values.values()}) >= 3 * len(expected)
    for names, values, figures in expected:
        (row,) = (row for row in written if tuple(row.values())[: len(names)] == names)
        assert {name: float(row[name]) for name in values} == pytest.approx(values, abs=1e-15)
        cells = list(map(show, figures))
        assert has_row(read_text(printed), names, cells)
        assert has_row(read_markdown(found["markdown"]), names, cells)
        latex = [tuple(map(escape_latex, part)) for part in (names, cells)]
        assert has_row(read_latex(found["latex"]), latex[0], list(latex[1]))


@pytest.mark.parametrize(
    ("words", "outputs"),
    [
        (["score", *NEWSWIRE[:2]], ["--csv", "--latex"]),
        (["score", *NEWSWIRE], ["--markdown", "--json"]),
        (["diff", *PAPER[:2]], ["--json", "--csv"]),
        (["agree", *PAPER], ["--latex", "--markdown"]),
        (["check", PAPER[0], "--against", "none.coala"], ["--csv", "--junit"]),
    ],
)
def test_two_outputs_to_standard_output_are_refused(
    words: list[str], outputs: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, *(word for output in outputs for word in (output, "-"))]) == 2

    captured = capsys.readouterr()
    assert captured.out == ""
    assert all(output in captured.err for output in (*outputs, "standard output"))


@pytest.mark.parametrize("output", ["--latex", "--csv", "--markdown"])
def test_blind_comparison_writes_no_report(
    output: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    review, file = tmp_path / "r.coala", tmp_path / "report"

    assert main(["diff", *PAPER[:2], "--blind", "-o", str(review), output, str(file)]) == 2

    assert output in capsys.readouterr().err
    assert not review.exists()
    assert not file.exists()


def read_slices(words: list[str], target: Path) -> list[dict[str, str]]:
    assert main(["score", *words, "--by", "form,size", "--csv", str(target)]) == 0
    return list(csv.DictReader(io.StringIO(target.read_text("utf-8"))))


def test_slices_of_several_systems_are_those_of_each_alone(tmp_path: Path) -> None:
    third = tmp_path / "third.ttl"
    third.write_bytes(Path(NEWSWIRE[0]).read_bytes())
    systems = [*NEWSWIRE[1:], str(third)]

    together = read_slices([NEWSWIRE[0], *systems], tmp_path / "s.csv")

    for number, (name, path) in enumerate(zip(("baseline", "changed", "third"), systems, strict=True), 1):
        own = [dict(row) for row in together if row["system"] == f"{number} {name}"]
        assert {row["table"].split(":")[0] for row in own} == {"By form", "By size"}
        for row in own:
            del row["system"]
        assert own == read_slices([NEWSWIRE[0], path], tmp_path / "a.csv")
    assert len({row["system"] for row in together}) == 3


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("flags", [[], ["--by", "form,size"], ["--metrics", "all"]])
def test_tables_of_three_systems_fit_into_80_columns(
    flags: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    third = tmp_path / "third_system_with_a_long_name.ttl"
    third.write_bytes(Path(NEWSWIRE[0]).read_bytes())
    screen = Screen()
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys, "stdout", screen)

    assert main(["score", *NEWSWIRE, str(third), *flags]) == 0

    lines = screen.getvalue().splitlines()
    tables = [line for line in lines if re.search(r"\S\s{2,}\S.*?\S\s{2,}\S", line)]
    assert len(tables) > 20
    assert max(map(len, tables)) <= 80
    # The p before Holm's adjustment goes first.
    assert any(re.match(r"  Without p\b", line) for line in lines)
    assert any(line.startswith("  2 changed") and "+7.37" in line and "0.8383" in line for line in lines)


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["score", *ECB, "--by", "type,size"], marks=needs_shared),
        pytest.param(["diff", *ECB[1:3], "--gold", ECB[0], "--verbose"], marks=needs_shared),
        ["score", *NEWSWIRE, "--by", "form,distance,document"],
        ["score", NEWSWIRE[0], NEWSWIRE[1], "--explain", "--relations", "all", "--facts", "--by", "type"],
        ["diff", *NEWSWIRE[1:], "--gold", NEWSWIRE[0], "--verbose"],
        ["agree", *NEWSWIRE, "--by", "document"],
    ],
)
def test_latex_of_samples_is_well_formed(words: list[str], tmp_path: Path) -> None:
    target = tmp_path / "t.tex"

    assert main([*words, "--latex", str(target)]) < 2

    source = target.read_text(encoding="utf-8")
    assert find_faults(source) == []
    assert len(read_tables(source)) >= 2


def test_names_full_of_special_signs_are_no_commands_in_latex(tmp_path: Path) -> None:
    hostile = '[\\input{x}] $a_b^c$ & 100 % #1 ~ "q" <tag> | {'
    paths = []
    for number, clusters in enumerate(([[[0, 0], [1, 1]]], [[[0, 0], [2, 2]]], [[[0, 0], [1, 1]]])):
        paths.append(str(tmp_path / f"{'&%$#_{}~^'[number]} {number}.jsonl"))
        document = {"doc_id": hostile, "tokens": [hostile, "\u05d0", "*"], "clusters": clusters}
        Path(paths[-1]).write_text(json.dumps(document), encoding="utf-8")

    for command in ("score", "agree"):
        target = tmp_path / f"{command}.tex"
        assert main([command, *paths, "--by", "document", "--latex", str(target)]) == 0
        source = target.read_text(encoding="utf-8")
        assert find_faults(source) == []
        # The word of a chain, or the name of a file.
        wanted = "textbackslash{}input" if command == "score" else "1 \\&"
        assert any(wanted in row[0] for _, rows in read_tables(source) for row in rows)
