from __future__ import annotations

from coala.model.bag import GoldChain
from coala.present.chain_map import write_gold_line
from coala.present.chains import Chains
from coala.present.displayed_bag import display_bag
from tests.support.bags_by_hand import split


def test_a_name_of_gold_is_shown_as_plain_words() -> None:
    line = write_gold_line("α", GoldChain(7, "a\nb\x1b[2J", "b", (0,), 1, 1), Chains(display_bag(split())))
    assert "\x1b" not in line.spoken
    assert "\n" not in line.label
