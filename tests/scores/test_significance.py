"""The direction of a bag's effect, and the sign test over bags."""

from __future__ import annotations

import numpy as np

from coala.scores.significance import MOVEMENTS, Movement, find_movements, run_sign_test


def words(shares: list[float | None]) -> list[str]:
    return [MOVEMENTS[place] for place in find_movements(shares).tolist()]


def test_a_share_points_up_down_or_nowhere_and_nothing_is_said_of_what_is_undefined() -> None:
    assert words([0.01, -0.01, 0.0, None, float("nan")]) == [
        "rises",
        "falls",
        "no change",
        "undefined",
        "undefined",
    ]


def test_the_last_bit_of_a_float_is_no_direction_but_one_link_of_a_million_is() -> None:
    assert words([2**-52, -(2**-52), 5e-7, -5e-7]) == ["no change", "no change", "rises", "falls"]


def test_arrays_of_shares_are_taken_as_they_are() -> None:
    assert find_movements(np.array([0.5, np.nan])).tolist() == [0, MOVEMENTS.index(Movement.UNDEFINED)]


def test_six_bags_against_two_are_the_tallys_own_example() -> None:
    found = run_sign_test([0.1] * 6 + [-0.2] * 2 + [0.0] * 10 + [None])

    assert (found.rises, found.falls, found.ties, found.undefined) == (6, 2, 10, 1)
    assert found.p == 0.2890625


def test_where_no_bag_moves_the_score_there_is_no_p() -> None:
    found = run_sign_test(np.array([0.0, 0.0]))

    assert found.p is None
    assert found.ties == 2


def test_of_no_bags_nothing_is_said() -> None:
    assert run_sign_test([]).p is None
