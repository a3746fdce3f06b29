"""Other chains in CoNLL: the order of brackets in a cell, and GUM's types and links."""

from __future__ import annotations

from coala.formats.writing.chains import MentionPlace, WantedChain
from coala.formats.writing.conll import replace_chains
from coala.model.format_options import FORMAT_DEFAULTS

TEXT = "Ann Roth left her dog"


def write(document: str, cells: list[str]) -> bytes:
    """Return a file in which the words of the text have these cells."""
    words = enumerate(zip(TEXT.split(), cells, strict=True), 1)
    lines = [document, *(f"{number}\t{word}\t{cell}" for number, (word, cell) in words)]
    return "\n".join([*lines, "", "#end document", ""]).encode()


def chain(name: str, *mentions: str) -> WantedChain:
    begins = [TEXT.index(words) for words in mentions]
    return WantedChain(
        {
            MentionPlace(name, ((begin, begin + len(words)),)): None
            for begin, words in zip(begins, mentions, strict=True)
        }
    )


def test_a_mention_of_gum_that_joins_another_chain_leaves_the_link_behind() -> None:
    header = "# begin document GUM_d"
    data = write(header, ["(person-1-Ann", "person-1-Ann)", "(animal-2)", "(person-1-Ann)", "(animal-2)"])

    rewritten = replace_chains(
        "d.conll",
        data,
        [chain("GUM_d", "Ann Roth"), chain("GUM_d", "left", "her", "dog", "her dog")],
        FORMAT_DEFAULTS,
    )

    # It keeps its own type; "her dog" gets the most frequent one.
    cells = ["(person-1-Ann", "person-1-Ann)", "(animal-2)", "(animal-2|(person-2)", "(animal-2)|animal-2)"]
    assert rewritten == (write(header, cells), ())
