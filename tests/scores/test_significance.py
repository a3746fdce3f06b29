"""The direction of a bag's effect, and the sign test over bags."""

from __future__ import annotations

import numpy as np

from coala.scores.significance import MOVEMENTS, find_movements, run_sign_test


def test_share_points_up_down_or_nowhere_and_the_last_bit_of_a_float_is_no_direction() -> None:
    shares = [5e-7, -5e-7, 2**-52, -(2**-52), None, float("nan")]
    expected = ["rises", "falls", "no change", "no change", "undefined", "undefined"]
    assert [MOVEMENTS[place] for place in find_movements(shares).tolist()] == expected
    of_array = find_movements(np.array([0.5, np.nan])).tolist()
    assert [MOVEMENTS[place] for place in of_array] == ["rises", "undefined"]


def test_six_bags_against_two_are_the_tallys_own_example() -> None:
    found = run_sign_test([0.1] * 6 + [-0.2] * 2 + [0.0] * 10 + [None])

    assert (found.rises, found.falls, found.ties, found.undefined) == (6, 2, 10, 1)
    assert found.p == 0.2890625


def test_sign_test_where_no_bag_moves_the_score_has_no_p() -> None:
    found = run_sign_test(np.array([0.0, 0.0]))

    assert (found.p, found.ties) == (None, 2)
    assert run_sign_test([]).p is None
