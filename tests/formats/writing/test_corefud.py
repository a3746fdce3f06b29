"""Other chains in CoNLL-U: attributes, zeros, gaps and links, and the validator of Universal Dependencies."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from coala.errors import CoalaError
from coala.formats.writing.chains import MentionPlace, WantedChain
from coala.formats.writing.corefud import replace_chains
from coala.model.format_options import FORMAT_DEFAULTS

WORDS = (
    ("1", "Ana", "PROPN", "2", "nsubj"),
    ("2", "saw", "VERB", "0", "root"),
    ("3", "the", "DET", "5", "det"),
    ("4", "old", "ADJ", "5", "amod"),
    ("5", "lamp", "NOUN", "2", "obj"),
    ("6", "and", "CCONJ", "7", "cc"),
    ("6.1", "_", "_", "7", "nsubj"),
    ("7", "left", "VERB", "2", "conj"),
    ("8", "it", "PRON", "7", "obj"),
)
TEXT = "Ana saw the old lamp and left it"


def write_file(misc: dict[str, str], head: str = "eid-etype-head-other", end: str = "\n") -> bytes:
    lines = ["# newdoc id = d", f"# global.Entity = {head}", "# sent_id = d-1", f"# text = {TEXT}"]
    for number, form, tag, governor, relation in WORDS:
        head_columns = (
            f"_\t_\t{governor}:{relation}"
            if "." in number
            else f"{governor}\t{relation}\t{governor}:{relation}"
        )
        lines.append(f"{number}\t{form}\t{form}\t{tag}\t_\t_\t{head_columns}\t{misc.get(number, '_')}")
    return end.join([*lines, "", ""]).encode()


def place(words: str, zero: str = "") -> MentionPlace:
    begin = TEXT.index(words)
    return MentionPlace("d", ((begin, begin + len(words)),), zero)


def chain(*places: MentionPlace, types: tuple[str, ...] = ()) -> WantedChain:
    return WantedChain(dict.fromkeys(places), types)


def write(data: bytes, *chains: WantedChain) -> bytes:
    rewritten = replace_chains("d.conllu", data, chains, FORMAT_DEFAULTS)
    assert not rewritten.lost
    return rewritten.data


ANA, LAMP, IT, ZERO = place("Ana"), place("the old lamp"), place("it"), place("left", "nsubj#1")
FULL = {
    "1": "Entity=(e1-person-1-)",
    "3": "Entity=(e2-object-3-",
    "5": "Cxn=NP|Entity=e2)|Gloss=lamp",
    "6.1": "Entity=(e1-person-1-)",
    "8": "Entity=(e2-object-1-x)",
}


@pytest.mark.parametrize("head", ["9" * 15, "9" * 5_000])
def test_head_that_is_a_long_number_does_not_stop_a_new_mention(head: str) -> None:
    data = write_file({"8": FULL["8"]}).replace(b"\t5\tdet\t", f"\t{head}\tdet\t".encode())

    written = write(data, chain(IT, LAMP))

    # Only a number of at most 15 digits can be that of a word elsewhere.
    assert f"Entity=(e2-object-{1 if len(head) == 15 else 3}-".encode() in written


def test_line_ends_of_windows_and_other_columns_stay() -> None:
    data = write_file(FULL, end="\r\n")

    written = write(data, chain(ANA, ZERO), chain(LAMP))

    assert written == data.replace(b"Entity=(e2-object-1-x)", b"_")


def test_a_split_antecedent_of_which_one_is_left_is_lost() -> None:
    split = "SplitAnte=e1<e3,e2<e3"
    data = write_file(FULL | {"8": f"Entity=(e3-object-1-x)|{split}"})

    rewritten = replace_chains("d.conllu", data, [chain(ANA, ZERO), chain(IT)], FORMAT_DEFAULTS)

    without = {key: FULL[key] for key in ("1", "6.1")} | {"5": "Cxn=NP|Gloss=lamp"}
    assert rewritten.data == write_file({**without, "8": "Entity=(e3-object-1-x)"})
    assert rewritten.lost == ("line 13: SplitAnte=e1<e3", "line 13: SplitAnte=e2<e3")


def test_a_mention_inside_of_a_word_or_across_sentences_is_lost() -> None:
    more = "# sent_id = d-2\n# text = Go\n1\tGo\tgo\tVERB\t_\t_\t0\troot\t0:root\t_\n\n"
    data = write_file(FULL) + more.encode()
    begin, end = TEXT.index("it"), len(f"{TEXT} Go")
    across = MentionPlace("d", ((begin, end),))

    rewritten = replace_chains(
        "d.conllu", data, [chain(ANA, ZERO, place("n")), chain(LAMP, IT, across)], FORMAT_DEFAULTS
    )

    assert rewritten == (data, ("'d' 1–2", f"'d' {begin}–{end}"))


def test_crossing_mentions_of_one_chain_are_refused() -> None:
    with pytest.raises(CoalaError, match=r"d\.conllu"):
        replace_chains(
            "d.conllu",
            write_file(FULL),
            [chain(place("the old lamp"), place("old lamp and"))],
            FORMAT_DEFAULTS,
        )


def test_chains_of_stanza_are_refused() -> None:
    data = write_file({"1": "coref_chains=unit-repr-id0"})

    with pytest.raises(CoalaError, match=r"d\.conllu"):
        replace_chains("d.conllu", data, [], FORMAT_DEFAULTS)


def test_the_validator_of_universal_dependencies_accepts_what_is_written(tmp_path: Path) -> None:
    pytest.importorskip("udtools")
    links = FULL | {"8": "Bridge=e1<e2:part|Entity=(e2-object-1-x)"}
    file = tmp_path / "d.conllu"
    file.write_bytes(write(write_file(links), chain(ANA, LAMP), chain(ZERO), chain(IT, place("old lamp"))))

    def validate() -> str:
        command = [sys.executable, "-m", "udtools.cli", "--lang", "en", "--level", "2", "--coref", str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.stdout + done.stderr

    assert "PASSED" in validate()
    # The validator does look at entities.
    file.write_bytes(file.read_bytes().replace(b"-1-)", b"-9-)"))
    assert "mention-head-out-of-range" in validate()
