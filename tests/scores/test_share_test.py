"""The sign test over bags."""

from __future__ import annotations

import numpy as np

from coala.scores.significance import sign_test_of_shares


def test_six_bags_against_two_are_the_tallys_own_example() -> None:
    found = sign_test_of_shares([0.1] * 6 + [-0.2] * 2 + [0.0] * 10 + [None])

    assert (found.rises, found.falls, found.ties, found.undefined) == (6, 2, 10, 1)
    assert found.p == 0.2890625
    assert found.sentence == (
        "6 bags raise the score, 2 lower it (10 without change dropped, 1 undefined): sign test p = 0.2891."
    )


def test_where_no_bag_moves_the_score_there_is_no_p() -> None:
    found = sign_test_of_shares(np.array([0.0, 0.0]))

    assert found.p is None
    assert found.sentence == "No bag moves the score (2 without change dropped)."


def test_of_no_bags_nothing_is_said() -> None:
    assert sign_test_of_shares([]).p is None


def test_one_bag_is_in_the_singular() -> None:
    assert sign_test_of_shares([0.5]).sentence.startswith("1 bag raises the score, 0 lower it")
