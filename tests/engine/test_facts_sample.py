"""What the page on facts shows of the sample is what the commands print."""

from __future__ import annotations

import re

import pytest

from coala.cli.commands import main
from coala.engine.compare import compare
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "facts.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"```sh\ncoala (.+)\n```\n\n```text\n((?:.+\n)+)```", PAGE)


def test_the_page_shows_a_comparison_and_scores() -> None:
    assert [command.split()[0] for command, _ in SHOWN] == ["diff", "score"]


@pytest.mark.parametrize(("command", "printed"), SHOWN)
def test_the_lines_of_the_page_are_printed(
    command: str, printed: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    main(command.split())
    assert printed in capsys.readouterr().out


def test_the_fact_behind_the_second_title_is_the_one_that_the_page_names() -> None:
    folder = ROOT / "sample_graphs" / "facts"
    comparison = compare(str(folder / "baseline.trig"), str(folder / "changed.trig"))
    sentences = [row.sentence for bag, _ in comparison.interesting() for row in bag.divergences]
    assert re.search(r"\*(New fact: .+)\*", PAGE)[1] in sentences  # type: ignore[index]
