"""Reading of board.toml as a plan, and the one sentence for each mistake, which names the key."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from coala.board.plan import MOST_VARIANTS, Plan, Role, Variant, parse_plan, read_plan, require_graphs
from coala.errors import CoalaError

SOUND = """
gold = "gold.ttl"
full = "full.ttl"
nothing = "/graphs/none.ttl"
target_precision = 0.80

[[variant]]
name = " surnames"
without = "without/surnames.ttl"
step = "upto-01.ttl"

[[variant]]
name = "=1+1"
only = "only.ttl"
"""

FULL = 'full = "f.ttl"\n'
A_VARIANT = '[[variant]]\nname = "a"\nwithout = "a.ttl"\n'


def written(folder: Path, text: str | bytes) -> str:
    path = folder / "board.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return str(path)


def refused(path: str) -> str:
    with pytest.raises(CoalaError) as error:
        read_plan(path)
    sentence = str(error.value)
    assert sentence.startswith(f"{path}: ")
    assert "\n" not in sentence
    return sentence.removeprefix(f"{path}: ")


def test_paths_are_meant_from_the_folder_of_the_file(tmp_path: Path) -> None:
    folder = str(tmp_path)
    assert read_plan(written(tmp_path, SOUND)) == Plan(
        full=os.path.join(folder, "full.ttl"),
        variants=(
            Variant(
                "surnames",
                without=os.path.join(folder, "without/surnames.ttl"),
                step=os.path.join(folder, "upto-01.ttl"),
            ),
            Variant("=1+1", only=os.path.join(folder, "only.ttl")),
        ),
        gold=os.path.join(folder, "gold.ttl"),
        nothing="/graphs/none.ttl",
        target_precision=0.8,
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (A_VARIANT, "full is missing"),
        (FULL, "A board needs at least one component"),
        (FULL + A_VARIANT + A_VARIANT, "2 variants have the name a."),
        (FULL + A_VARIANT + '[[variant]]\nname = "a "\nstep = "b"\n', "2 variants have the name a."),
        (FULL + '[[variant]]\nwithout = "a.ttl"\n', "variant 1, name is missing"),
        (FULL + '[[variant]]\nname = "a"\n', "The variant a has no graph"),
        (FULL + '[[variant]]\nname = "a"\nonly = 3\n', "variant a, only must be the path of a graph"),
        (FULL + '[[variant]]\nname = "a"\nonly = "-"\n', "variant a, only must be the path of a graph"),
        (FULL + '[[variant]]\nname = "a"\nonly = "x\\u0000"\n', "variant a, only must be the path"),
        (FULL + '[[variant]]\nname = "a"\nwihtout = "x"\n', "variant 1, wihtout is unknown; known are name,"),
        (FULL + '[variant]\nname = "a"\n', "write [[variant]] above each component"),
        (FULL + "variant = [1]\n", "write [[variant]] above each component"),
        (FULL + 'run = "rm -rf /"\n' + A_VARIANT, "run is unknown; known are full,"),
        (FULL + '"\\u202ex\\u001b[31m" = 1\n' + A_VARIANT, r"\u202ex\x1b[31m is unknown"),
        (FULL + "target_precision = 80\n" + A_VARIANT, "target_precision must be a number between 0 and 1"),
        (FULL + 'target_precision = "0.8"\n' + A_VARIANT, "target_precision must be a number"),
        (FULL + "target_precision = true\n" + A_VARIANT, "target_precision must be a number"),
        (FULL + "target_precision = nan\n" + A_VARIANT, "target_precision must be a number"),
        (FULL + f"target_precision = 1{'0' * 400}\n" + A_VARIANT, "target_precision must be a number"),
        ("full = 3\n" + A_VARIANT, "full must be the path of a graph"),
        ("full = \n", "this is not valid TOML: "),
        (b"\xff\xfe", "this is not valid TOML: "),
        ("a = " + "[" * 100_000, "it nests too deeply"),
        ("#" * (2 << 20), "it is larger than 1,048,576 bytes"),
    ],
)
def test_what_is_wrong_is_one_sentence_that_names_file_and_key(
    text: str | bytes, said: str, tmp_path: Path
) -> None:
    assert said in refused(written(tmp_path, text))


def test_a_board_of_more_components_than_a_page_takes_is_refused(tmp_path: Path) -> None:
    variants = [f'[[variant]]\nname = "c{number}"\nonly = "x"\n' for number in range(MOST_VARIANTS + 1)]
    assert len(read_plan(written(tmp_path, FULL + "".join(variants[:-1]))).variants) == MOST_VARIANTS
    assert "at most 200 variants, and this one has 201" in refused(
        written(tmp_path, FULL + "".join(variants))
    )


def test_what_is_no_regular_file_is_refused_at_once(tmp_path: Path) -> None:
    assert "it is not a regular file" in refused(str(tmp_path))
    assert "No such file" in refused(str(tmp_path / "none.toml"))
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        assert "it is not a regular file" in refused(str(tmp_path / "pipe"))


def test_words_name_what_each_graph_is_without() -> None:
    plan = parse_plan(["a=x.ttl", "b=y=z.ttl"], "f.ttl", None)
    assert plan.variants == (Variant("a", without="x.ttl"), Variant("b", without="y=z.ttl"))
    for word in ("x.ttl", "=x.ttl", "a=", " =x"):
        with pytest.raises(CoalaError, match="after --full, write each component as NAME=FILE"):
            parse_plan([word], "f.ttl", None)
    with pytest.raises(CoalaError, match="2 variants have the name a"):
        parse_plan(["a=x.ttl", "a=y.ttl"], "f.ttl", None)


def test_graphs_that_are_missing_are_named_before_any_is_read(tmp_path: Path) -> None:
    (tmp_path / "f.ttl").touch()
    plan = read_plan(written(tmp_path, FULL + A_VARIANT + '[[variant]]\nname = "b"\nstep = "b.ttl"\n'))
    with pytest.raises(CoalaError) as error:
        require_graphs(plan, tuple(Role))
    assert str(error.value) == (
        f"{tmp_path / 'a.ttl'}: no such file; the board names it as without of a (and 1 "
        "more). Correct the path."
    )
    (tmp_path / "a.ttl").touch()
    require_graphs(plan, [Role.WITHOUT])
    with pytest.raises(CoalaError, match="step of b"):
        require_graphs(plan, [Role.STEP])
