"""The JSON of a comparison (specification, section 7)."""

from __future__ import annotations

import json

from coala.engine.compare import compare_graphs
from coala.output.diff_json import render_diff_json
from tests.support.reviews import a_gold_over_two, three_splits


def test_bags_that_gold_joins_have_a_number_in_common() -> None:
    comparison = compare_graphs(*three_splits(), a_gold_over_two())

    told = json.loads("".join(render_diff_json(comparison)))["interesting_bags"]

    groups = [bag["share_group"] for bag in told]
    assert groups == [groups[0], groups[0], None]
    assert groups[0] is not None
    assert told[0]["shares"] == told[1]["shares"] != told[2]["shares"]
