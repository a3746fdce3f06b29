"""A graph in the format of its baseline: names of outputs, folders, losses, and ``convert --into``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from coala.cli.commands import main
from coala.errors import CoalaError
from coala.merge.merged_graph import prepare_graph
from coala.merge.merging import DefaultSide
from coala.model.bag import Verdict
from coala.reading.read import never
from coala.results.verdicts.judged import collect_answers
from coala.review.file import Review
from coala.verdicts.groups import Groups
from coala.verdicts.state import Manner, State
from tests.support.corpus_writers import (
    AnnotatedText,
    answered,
    made_up,
    write_brat,
    write_corefud,
    write_json,
)
from tests.support.corpus_writers import write_conll as write_conll_corpus
from tests.support.paths import SHARED, needs_shared

WORDS = "Ann saw Bob . She waved and he left .".split()


def write_conll(path: Path, cells: dict[int, str], document: str = "d") -> Path:
    rows = [
        f"{document}\t0\t{place}\t{word}\tX{place}\t{cells.get(place, '-')}"
        for place, word in enumerate(WORDS)
    ]
    lines = [f"#begin document ({document}); part 000", *rows[:4], "", *rows[4:], "", "#end document", ""]
    path.parent.mkdir(exist_ok=True)
    path.write_bytes("\n".join(lines).encode())
    return path


def compare(tmp_path: Path, baseline: Path, changed: Path, verdict: Verdict, *options: str) -> Path:
    """Compare two graphs, and judge all bags."""
    review = tmp_path / "r.coala"
    assert main(["diff", str(baseline), str(changed), "-o", str(review), *options]) == 1
    with Review.open(review, reviewer="Ann") as opened:
        for place in range(len(opened.entries)):
            opened.judge(place, State(verdict))
    return review


def export(review: Path, output: Path | str, *options: str) -> int:
    return main(["export", str(review), "--to", "graph", "-o", str(output), *options])


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    baseline = write_conll(tmp_path / "old.conll", {0: "(4)", 2: "(7)", 4: "(4)"})
    changed = write_conll(tmp_path / "new.conll", {0: "(0)", 2: "(1)", 4: "(0)", 7: "(1)"})
    return baseline, changed


def test_better_chains_replace_those_of_the_baseline(files: tuple[Path, Path], tmp_path: Path) -> None:
    out = tmp_path / "best.conll"

    assert export(compare(tmp_path, *files, Verdict.BETTER), out) == 0

    # The labels of the baseline stay, and one cell has changed.
    assert out.read_bytes() == files[0].read_bytes().replace(b"he\tX7\t-", b"he\tX7\t(7)")


def judge_by_groups(path: Path, groups: Sequence[Groups], *, adjudicated: bool = False) -> None:
    """Judge the only bag once for each of the groups, by another reviewer each; all say better."""
    for reviewer, each in zip(("Ann", "Ben", "Cyd"), groups, strict=False):
        with Review.open(path, reviewer=reviewer) as opened:
            assert len(opened.entries) == 1
            manner = Manner.ADJUDICATION if adjudicated and each is groups[-1] else Manner.ALONE
            opened.judge(0, State(Verdict.BETTER, groups=each, manner=manner))


# The mentions "Ann", "Bob", "She" and "he" are words 0, 2, 4 and 7; each is a part.
@pytest.mark.parametrize(
    ("groups", "options", "cells"),
    [
        (Groups(((0,), (1,), (2, 3))), (), {0: "(1)", 2: "(2)", 4: "(4)", 7: "(4)"}),
        (Groups(((0, 3), (1, 2))), (), {0: "(4)", 2: "(7)", 4: "(7)", 7: "(4)"}),
        (Groups(((0, 1),), no_mention=(2, 3)), (), {0: "(4)", 2: "(4)"}),
        (Groups(((1, 2),), (0,), (3,)), (), {2: "(7)", 4: "(7)", 7: "(7)"}),
        (Groups(((1,), (2,)), (0,), (3,)), ("--rest", "changed"), {2: "(7)", 4: "(4)", 7: "(4)"}),
    ],
)
def test_groups_are_written_as_chains_in_the_own_format(
    groups: Groups,
    options: tuple[str, ...],
    cells: dict[int, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = write_conll(tmp_path / "old.conll", {0: "(4)", 2: "(7)", 4: "(4)", 7: "(7)"})
    after = write_conll(tmp_path / "new.conll", {0: "(0)", 2: "(0)", 4: "(1)", 7: "(1)"})
    path = compare(tmp_path, before, after, Verdict.BETTER)
    judge_by_groups(path, [groups])

    assert export(path, tmp_path / "best.conll", *options) == 0

    # One bag has groups, with a part that is as the side for the rest has it, if it is not sure.
    said = capsys.readouterr().err.splitlines()[2]
    assert re.findall(r"\d+", said) == ["1"] * (1 + len(groups.not_sure))
    assert ("--rest" in said) is bool(groups.not_sure)
    wanted = write_conll(tmp_path / "wanted.conll", cells)
    assert main(["diff", str(tmp_path / "best.conll"), str(wanted)]) == 0


def test_bag_follows_the_rest_when_reviewers_agree_on_the_verdict_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = write_conll(tmp_path / "old.conll", {0: "(4)", 2: "(7)", 4: "(4)", 7: "(7)"})
    after = write_conll(tmp_path / "new.conll", {0: "(0)", 2: "(0)", 4: "(1)", 7: "(1)"})
    path = compare(tmp_path, before, after, Verdict.BETTER)
    one, other = Groups(((0, 3), (1, 2))), Groups(((0, 1, 2),), no_mention=(3,))

    judge_by_groups(path, [one, one])
    assert export(path, tmp_path / "same.conll") == 0
    by_rule = [line for line in capsys.readouterr().err.splitlines() if "coala: 0 " in line]
    assert len(by_rule) == 3
    judge_by_groups(path, [one, other])
    for rest, side in (("baseline", before), ("changed", after)):
        assert export(path, tmp_path / f"{rest}.conll", "--rest", rest) == 0
        written = capsys.readouterr().err.splitlines()
        assert [re.findall(r"\b\d+\b", line) for line in written] == [["0"], ["0"], ["1"], ["1"]]
        assert f" the {rest}" in written[-1]
        assert main(["diff", str(tmp_path / f"{rest}.conll"), str(side)]) == 0
    judge_by_groups(path, [one, other], adjudicated=True)
    assert export(path, tmp_path / "settled.conll") == 0
    wanted = write_conll(tmp_path / "wanted.conll", {0: "(4)", 2: "(4)", 4: "(4)"})
    assert main(["diff", str(tmp_path / "settled.conll"), str(wanted)]) == 0


@pytest.mark.parametrize(
    ("write", "name"),
    [
        (write_conll_corpus, "corpus.conll"),
        (write_corefud, "corpus.conllu"),
        (write_json, "corpus.jsonlines"),
        (write_brat, ""),
    ],
)
def test_own_format_has_the_same_chains_by_groups_as_nif(
    write: Callable[[Path, list[AnnotatedText]], None], name: str, tmp_path: Path
) -> None:
    draw = Random(7)
    corpus = made_up(draw)
    for folder, texts in (("old", corpus), ("new", answered(corpus, draw))):
        (tmp_path / folder).mkdir()
        write(tmp_path / folder, texts)
    path = compare(tmp_path, tmp_path / "old" / name, tmp_path / "new" / name, Verdict.SAME)
    with Review.open(path, reviewer="Ann") as opened:
        for number in range(len(opened.entries)):
            together: dict[int, list[int]] = {}
            for part in opened.find_parts(number):
                together.setdefault(draw.randrange(-1, 3), []).append(part.spans[0])
            if together:
                no_mention = together.pop(-1, [])
                groups = Groups.sort(together.values(), no_mention)
                opened.judge(number, State(Verdict.UNSURE, groups=groups))
    own = str(tmp_path / (f"best{Path(name).suffix}" if name else "best/"))

    assert export(path, own) == 0
    assert export(path, tmp_path / "best.ttl") == 0

    assert main(["diff", own, str(tmp_path / "best.ttl"), "--kinds", "coreference"]) == 0
    assert main(["diff", own, str(tmp_path / "old" / name), "--kinds", "coreference"]) == 1
    assert main(["diff", own, str(tmp_path / "new" / name), "--kinds", "coreference"]) == 1


def test_worse_chains_leave_the_baseline_byte_for_byte(files: tuple[Path, Path], tmp_path: Path) -> None:
    out = tmp_path / "best.conll"

    assert export(compare(tmp_path, *files, Verdict.WORSE), out) == 0
    assert out.read_bytes() == files[0].read_bytes()


def test_an_ending_that_promises_another_format_is_refused(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    review = compare(tmp_path, *files, Verdict.BETTER)

    for name in ("best.conllu", "best.jsonl", "best.xyz", "best.ann"):
        assert export(review, tmp_path / name) == 2
        assert re.search(r"CoNLL\b.* \.conll\b.* \.ttl\b", capsys.readouterr().err)
        assert not (tmp_path / name).exists()


def test_lost_mentions_are_refused_unless_accepted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    baseline = write_conll(tmp_path / "old.conll", {0: "(4)", 4: "(4)"})
    changed = tmp_path / "new.jsonl"
    text = f"{' '.join(WORDS[:4])}\n{' '.join(WORDS[4:])}"
    begin = text.index("Bob")
    line = {"doc_id": "d/000", "text": text, "clusters": [[[0, 3], [begin, begin + 2]]]}
    changed.write_text(json.dumps(line))
    review = compare(tmp_path, baseline, changed, Verdict.BETTER)

    assert export(review, tmp_path / "best.conll") == 2
    assert " 'd/000' 8–10. " in capsys.readouterr().err
    assert export(review, tmp_path / "best.conll", "--lossy") == 0
    assert " 1 " in capsys.readouterr().err.splitlines()[-1]


def test_texts_of_a_folder_do_not_replace_those_of_the_file(files: tuple[Path, Path], tmp_path: Path) -> None:
    texts = tmp_path / "texts"
    (texts / "d").mkdir(parents=True)
    for path in (texts / "000.txt", texts / "d" / "000.txt"):
        path.write_text("  ".join(WORDS))
    review = compare(tmp_path, *files, Verdict.BETTER, "--texts", str(texts))

    assert export(review, tmp_path / "best.conll") == 0

    assert (tmp_path / "best.conll").read_bytes() == files[0].read_bytes().replace(
        b"he\tX7\t-", b"he\tX7\t(7)"
    )


def test_bags_of_other_types_stay_as_they_are_in_the_file(tmp_path: Path) -> None:
    lines = []
    for chains in ("(person-1)|(place-2)", "(person-1)|-"):
        cell = chains.split("|")
        lines.append(
            "\n".join(
                ["# begin document x", f"1\tAnn\t{cell[0]}", f"2\tOslo\t{cell[1]}", "3\tShe\t(person-1)", ""]
            )
        )
    baseline, changed = tmp_path / "old.conll", tmp_path / "new.conll"
    baseline.write_text(lines[0])
    changed.write_text(lines[1].replace("3\tShe\t(person-1)", "3\tShe\t-"))
    review = compare(tmp_path, baseline, changed, Verdict.BETTER, "--only-type", "person")

    assert export(review, tmp_path / "best.conll") == 0

    # "She" is gone as judged; "Oslo", which only the baseline has, was not compared.
    assert (tmp_path / "best.conll").read_text() == lines[0].replace("3\tShe\t(person-1)", "3\tShe\t-")


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    for name, cells in (("old", {0: "(4)", 4: "(4)"}), ("new", {0: "(4)", 4: "(4)", 7: "(4)"})):
        write_conll(tmp_path / name / "x.conll", cells, "x")
        write_conll(tmp_path / name / "y.conll", {0: "(1)", 4: "(1)"}, "y")
        (tmp_path / name / "README").write_text(name)
    return tmp_path / "old", tmp_path / "new"


def test_a_folder_is_copied_with_other_chains(folders: tuple[Path, Path], tmp_path: Path) -> None:
    out = tmp_path / "best"

    assert export(compare(tmp_path, *folders, Verdict.BETTER), f"{out}/") == 0

    assert (out / "x.conll").read_bytes() == (folders[1] / "x.conll").read_bytes()
    assert (out / "y.conll").read_bytes() == (folders[0] / "y.conll").read_bytes()
    assert (out / "README").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["best", "new", "old", "r.coala"]


def test_a_folder_that_has_files_is_not_replaced(folders: tuple[Path, Path], tmp_path: Path) -> None:
    (tmp_path / "best").mkdir()
    (tmp_path / "best" / "mine.txt").write_text("x")

    assert export(compare(tmp_path, *folders, Verdict.BETTER), f"{tmp_path / 'best'}/") == 2
    assert (tmp_path / "best" / "mine.txt").read_text() == "x"


def test_a_folder_is_not_written_into_itself(folders: tuple[Path, Path], tmp_path: Path) -> None:
    before = sorted(folders[0].iterdir())

    assert export(compare(tmp_path, *folders, Verdict.BETTER), f"{folders[0] / 'best'}/") == 2
    assert sorted(folders[0].iterdir()) == before


def test_a_file_that_cannot_be_copied_is_named(
    folders: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folders[0] / "gone.txt").symlink_to(tmp_path / "nothing")

    assert export(compare(tmp_path, *folders, Verdict.BETTER), f"{tmp_path / 'best'}/") == 2
    assert "gone.txt: " in capsys.readouterr().err
    assert not (tmp_path / "best").exists()


def test_the_text_of_brat_is_copied_next_to_the_new_file(tmp_path: Path) -> None:
    for name, more in (("old", ""), ("new", "R1\tCoref Arg1:T2 Arg2:T1\t\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.txt").write_text("Ann left. She ran.")
        (tmp_path / name / "a.ann").write_text(f"T1\tPerson 0 3\tAnn\nT2\tPerson 10 13\tShe\n{more}")
    review = compare(tmp_path, tmp_path / "old" / "a.ann", tmp_path / "new" / "a.ann", Verdict.BETTER)

    assert export(review, tmp_path / "best.ann") == 0

    assert (tmp_path / "best.ann").read_text().endswith("Coref Arg1:T2 Arg2:T1\t\n")
    assert (tmp_path / "best.txt").read_text() == "Ann left. She ran."
    # Another text of that name is not replaced.
    (tmp_path / "best.txt").write_text("mine")
    assert export(review, tmp_path / "best.ann") == 2
    assert (tmp_path / "best.txt").read_text() == "mine"


def test_convert_puts_chains_of_one_format_into_a_file_of_another(tmp_path: Path) -> None:
    into = write_conll(tmp_path / "old.conll", {0: "(4)", 4: "(4)"})
    system = tmp_path / "system.jsonl"
    line = {
        "doc_id": "d/000",
        "tokens": [WORDS[:4], WORDS[4:]],
        "clusters": [[[0, 0], [4, 4]], [[2, 2], [7, 7]]],
    }
    system.write_text(json.dumps(line))
    out = tmp_path / "out.conll"

    assert main(["convert", str(system), "--into", str(into), "-o", str(out)]) == 0

    expected = write_conll(tmp_path / "expected.conll", {0: "(4)", 4: "(4)", 2: "(0)", 7: "(0)"})
    assert out.read_bytes() == expected.read_bytes()


@needs_shared
def test_a_chain_that_a_cas_lacks_comes_back(tmp_path: Path) -> None:
    original = SHARED / "data" / "uima" / "Text_1804.xmi"
    graph, fewer, out = tmp_path / "a.ttl", tmp_path / "fewer.xmi", tmp_path / "out.xmi"
    assert main(["convert", str(original), "-o", str(graph)]) == 0
    lines = original.read_text().splitlines(keepends=True)
    gone = ('"9569"', '"9555"', '"9562"')  # a chain and its two links
    fewer.write_text("".join(line for line in lines if not any(f"xmi:id={name}" in line for name in gone)))

    assert main(["convert", str(graph), "--into", str(fewer), "-o", str(out)]) == 0

    again = tmp_path / "b.ttl"
    assert main(["convert", str(out), "-o", str(again)]) == 0
    assert main(["diff", str(graph), str(again)]) == 0


def test_preparing_an_export_leaves_the_files_of_the_baseline_to_the_job(
    files: tuple[Path, Path], tmp_path: Path
) -> None:
    path = compare(tmp_path, *files, Verdict.BETTER)
    output = tmp_path / "best.conll"
    with Review.open(path, read_only=True) as review:
        judged = collect_answers(review)
        # A window prepares in its own thread, which must not read large files.
        files[0].rename(tmp_path / "moved.conll")
        make = prepare_graph(judged, DefaultSide.BASELINE, {}, str(output))
    with pytest.raises(CoalaError, match=re.escape(files[0].name)):
        make(None, never)

    (tmp_path / "moved.conll").rename(files[0])
    make(None, never).write()
    assert output.read_bytes() == files[0].read_bytes().replace(b"he\tX7\t-", b"he\tX7\t(7)")
