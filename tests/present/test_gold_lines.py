from __future__ import annotations

import re

from coala.model.bag import GoldChain
from coala.present.chain_map import write_gold_line
from coala.present.chains import Chains
from coala.present.displayed_bag import display_bag
from tests.support.bags_by_hand import split


def test_a_gold_chain_tells_which_chains_have_its_mentions_and_how_many_are_elsewhere() -> None:
    chains = Chains(display_bag(split()))
    line = write_gold_line("α", GoldChain(7, "Bob", "b", (0, 1, 2), 9, 3), chains)
    assert (line.baseline, line.changed) == ("A: 3", "1: 2, 2: 1")
    assert re.findall(r"\b[A-Z0-9]+\b", line.spoken) == "3 6 A 3 0 1 2 2 1 1".split()


def test_a_name_of_gold_is_shown_as_plain_words() -> None:
    line = write_gold_line("α", GoldChain(7, "a\nb\x1b[2J", "b", (0,), 1, 1), Chains(display_bag(split())))
    assert "\x1b" not in line.spoken
    assert "\n" not in line.label


def test_a_chain_in_parts_lacks_one_link_less_than_it_has_parts() -> None:
    gold = GoldChain(7, "Bob", "b", (0, 1, 2), 3, 1)
    line = write_gold_line("α", gold, Chains(display_bag(split())))

    assert line.parts == (1, 2)
