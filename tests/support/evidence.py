"""The evidence of a bag as readable lines."""

from __future__ import annotations

from coala.model.bag import Bag
from coala.present.chains import Chains
from coala.present.displayed_bag import display_bag
from coala.present.evidence.evidence import Evidence, TextOf
from coala.present.evidence.page import Page

_SEEN = str.maketrans({"\u202f": "_", "\u00a0": " ", "\u2066": "", "\u2069": ""})


def evidence_of(bag: Bag, text_of: TextOf) -> Evidence:
    displayed = display_bag(bag)
    return Evidence(displayed, Chains(displayed), text_of)


def page_of_evidence(bag: Bag, text_of: TextOf) -> Page:
    return evidence_of(bag, text_of).page()


def lines_of(evidence: Evidence) -> list[str]:
    """Return the lines of the page, each after the label of the margin; "_" joins a mention to its sign."""
    page = evidence.page()
    signs = {label.begin: label.words for label in page.labels}
    lines, at = [], 0
    for line in page.text.split("\n"):
        lines.append(f"{signs.get(at, '')}| {line.translate(_SEEN)}")
        at += len(line) + 1
    return lines
