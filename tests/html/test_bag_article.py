"""The marks of mentions on a page."""

from __future__ import annotations

from coala.html.bag_article import pick_hue
from coala.html.template import TEMPLATES


def test_hue_of_a_chain_is_no_other_chains_and_after_eight_there_is_one_for_all() -> None:
    assert [pick_hue(number) for number in (0, 7, 8, 9, 500)] == [0, 7, 8, 8, 8]
    styles = (TEMPLATES / "report.css").read_text(encoding="utf-8")
    for hue in range(9):
        # The baseline's mentions have a ground, those of the changed graph a line.
        assert f".o{hue} {{ background: " in styles
        assert f".n{hue} {{ border-color: " in styles
