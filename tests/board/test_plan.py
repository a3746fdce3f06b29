"""Plans of boards, from board.toml or a command line, and the key that an error names.

A board says what each component of a system is worth. Its plan names the graph of the full system and, for
each component (a variant), the graph without it, the one with it alone, or the one after its step.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from coala.board.plan import (
    MOST_VARIANTS,
    Plan,
    Role,
    Variant,
    check_plan,
    order_steps,
    parse_plan,
    read_plan,
    require_graphs,
)
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
    """Return the one sentence about a plan file, without the path before it."""
    with pytest.raises(CoalaError) as error:
        read_plan(path)
    sentence = str(error.value)
    assert sentence.startswith(f"{path}: ")
    assert "\n" not in sentence
    return sentence.removeprefix(f"{path}: ")


def test_plan_file_has_paths_from_its_folder(tmp_path: Path) -> None:
    assert read_plan(written(tmp_path, SOUND)) == Plan(
        full=str(tmp_path / "full.ttl"),
        variants=(
            Variant(
                "surnames",
                without=str(tmp_path / "without/surnames.ttl"),
                step=str(tmp_path / "upto-01.ttl"),
            ),
            Variant("=1+1", only=str(tmp_path / "only.ttl")),
        ),
        gold=str(tmp_path / "gold.ttl"),
        nothing="/graphs/none.ttl",
        target_precision=0.8,
    )


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (A_VARIANT, "full "),
        ("full = 3\n" + A_VARIANT, "full "),
        (FULL + '[[variant]]\nwithout = "a.ttl"\n', "variant 1, name "),
        (FULL + '[[variant]]\nname = "  "\nwithout = "a.ttl"\n', "variant 1, name "),
        (FULL + '[[variant]]\nname = "a"\nonly = 3\n', "variant a, only "),
        (FULL + '[[variant]]\nname = "a"\nonly = "-"\n', "variant a, only "),
        (FULL + '[[variant]]\nname = "a"\nonly = "x\\u0000"\n', "variant a, only "),
        (FULL + '[[variant]]\nname = "a"\nwihtout = "x"\n', "variant 1, wihtout "),
        (FULL + '[variant]\nname = "a"\n', "variant "),
        (FULL + "variant = [1]\n", "variant "),
        (FULL + 'run = "rm -rf /"\n' + A_VARIANT, "run "),
        (FULL + '"\\u202ex\\u001b[31m" = 1\n' + A_VARIANT, r"\u202ex\x1b[31m "),
        (FULL + "target_precision = 80\n" + A_VARIANT, "target_precision "),
        (FULL + "target_precision = -0.1\n" + A_VARIANT, "target_precision "),
        (FULL + 'target_precision = "0.8"\n' + A_VARIANT, "target_precision "),
        (FULL + "target_precision = true\n" + A_VARIANT, "target_precision "),
        (FULL + "target_precision = nan\n" + A_VARIANT, "target_precision "),
        (FULL + f"target_precision = 1{'0' * 400}\n" + A_VARIANT, "target_precision "),
    ],
)
def test_flaw_of_a_plan_file_is_named_by_file_and_key(text: str, key: str, tmp_path: Path) -> None:
    assert refused(written(tmp_path, text)).startswith(key)


@pytest.mark.parametrize("text", [b"full = \n", b"\xff\xfe", b"a = " + b"[" * 100_000, b"#" * (2 << 20)])
def test_file_that_is_no_small_toml_is_refused(text: bytes, tmp_path: Path) -> None:
    assert refused(written(tmp_path, text))


def test_file_that_is_missing_or_no_regular_one_is_refused_at_once(tmp_path: Path) -> None:
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
    for name in ("", "none.toml", "pipe"):
        assert refused(str(tmp_path / name))


X = Variant("a", without="x")


@pytest.mark.parametrize(
    "plan",
    [
        Plan("f", ()),
        Plan("f", (X, Variant("a", only="y"))),
        Plan("f", (Variant("a"),)),
        Plan("f", (Variant("  ", without="x"),)),
        Plan("-", (X, Variant("b", step="-"))),
        Plan("f", (X,), target_precision=1.01),
        Plan("f", (X,), target_precision=-0.01),
        Plan("f", (X,), target_precision=float("nan")),
    ],
)
def test_plan_without_sense_is_refused(plan: Plan) -> None:
    with pytest.raises(CoalaError, match=r"\A.+\Z"):
        check_plan(plan)


def test_plan_file_without_sense_is_refused_by_its_name(tmp_path: Path) -> None:
    assert refused(written(tmp_path, FULL))
    assert refused(written(tmp_path, FULL + '[[variant]]\nname = "a"\n'))
    assert refused(written(tmp_path, FULL + A_VARIANT + '[[variant]]\nname = "a "\nstep = "b"\n'))


def test_plan_may_have_200_variants_and_any_share_as_target(tmp_path: Path) -> None:
    variants = [f'[[variant]]\nname = "c{number}"\nonly = "x"\n' for number in range(MOST_VARIANTS + 1)]
    assert len(read_plan(written(tmp_path, FULL + "".join(variants[:-1]))).variants) == MOST_VARIANTS == 200
    assert "201" in refused(written(tmp_path, FULL + "".join(variants)))
    for target in (0, 1):
        plan = read_plan(written(tmp_path, f"{FULL}target_precision = {target}\n{A_VARIANT}"))
        assert plan.target_precision == target


def test_words_name_the_graph_without_each_component() -> None:
    plan = parse_plan(["a=x.ttl", "b=y=z.ttl"], "f.ttl", None)
    assert plan.variants == (Variant("a", without="x.ttl"), Variant("b", without="y=z.ttl"))
    for word in ("x.ttl", "=x.ttl", "a=", " =x"):
        with pytest.raises(CoalaError, match=f"'{word}'"):
            parse_plan([word], "f.ttl", None)
    with pytest.raises(CoalaError):
        parse_plan(["a=x.ttl", "a=y.ttl"], "f.ttl", None)


def test_versions_in_order_are_steps_on_the_first() -> None:
    plan = order_steps(["a/v1.ttl", "a/v2.ttl", "b/v2.ttl", "a/v3.nt.gz"], "gold.ttl")
    assert (plan.nothing, plan.full, plan.gold) == ("a/v1.ttl", "a/v3.nt.gz", "gold.ttl")
    assert plan.variants == (
        Variant("a/v2.ttl", step="a/v2.ttl"),
        Variant("b/v2.ttl", step="b/v2.ttl"),
        Variant("v3", step="a/v3.nt.gz"),
    )
    with pytest.raises(CoalaError, match="--steps"):
        order_steps(["a/v1.ttl"], None)


def test_missing_graphs_are_named_by_their_roles_before_any_is_read(tmp_path: Path) -> None:
    (tmp_path / "f.ttl").touch()
    plan = read_plan(written(tmp_path, FULL + A_VARIANT + '[[variant]]\nname = "b"\nstep = "b.ttl"\n'))
    missing = tmp_path / "a.ttl"
    with pytest.raises(CoalaError, match=rf"\A{missing}: .*without of a\b.*\b1\b"):
        require_graphs(plan, tuple(Role))
    missing.touch()
    require_graphs(plan, [Role.WITHOUT])
    with pytest.raises(CoalaError, match="step of b"):
        require_graphs(plan, [Role.STEP])
