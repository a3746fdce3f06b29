"""BookNLP: a table of mentions, with words from the table next to it or made up."""

from __future__ import annotations

from hypothesis import given

from coala.formats.annotations import Annotations
from coala.formats.booknlp import looks_like, read
from coala.model.format_options import FormatOptions
from tests.support.damage import damaged, reads_or_says_why, refusal
from tests.support.paths import SHARED, needs_shared

ENTITIES = """\
COREF	start_token	end_token	prop	cat	text
7	0	1	PROP	PER	"Emma Woodhouse
9	2	2	NOM	LOC	home
7	4	4	PRON	PER	She
"""
TOKENS = """\
paragraph_ID	sentence_ID	token_ID_within_sentence	\
token_ID_within_document	word	lemma	byte_onset	byte_offset
0	0	0	0	"Emma	Emma	0	5
0	0	1	1	Woodhouse	Woodhouse	6	15
0	0	2	2	home	home	17	21
0	0	3	3	.	.	21	22
1	1	0	4	She	she	24	27
"""


def reading(entities: str = ENTITIES, tokens: str | None = TOKENS) -> Annotations:
    beside = {} if tokens is None else {"emma.tokens": tokens.encode("utf-8")}
    return read("folder/emma.entities", entities.encode("utf-8"), FormatOptions(sibling=beside.get))


def chains(annotations: Annotations) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for mention in annotations.mentions:
        begin, end = mention.fragments[0]
        found.setdefault(mention.instance, []).append(annotations.documents[0].text[begin:end])
    return found


def test_the_words_beside_it_make_the_text_by_their_offsets() -> None:
    annotations = reading()
    assert annotations.documents == (("emma", '"Emma Woodhouse  home.\n She'),)
    assert chains(annotations) == {"emma/7": ['"Emma Woodhouse', "She"], "emma/9": ["home"]}
    assert [mention.types for mention in annotations.mentions] == [("PER",), ("LOC",), ("PER",)]
    assert annotations.remarks == ()


def test_without_them_words_are_made_up_and_that_is_said() -> None:
    annotations = reading(tokens=None)
    assert chains(annotations) == {"emma/7": ["w1 w2", "w5"], "emma/9": ["w3"]}
    assert annotations.remarks == (
        ("words-made-up", "emma, whose words are expected in emma.tokens next to it"),
    )


def test_tables_of_several_documents_that_were_joined_are_refused() -> None:
    head, *rows = ENTITIES.splitlines()
    joined = [f"{head}\tbook", *(f"{row}\tb1" for row in rows), *(f"{row}\tb2" for row in rows)]
    message = refusal(lambda: reading("\n".join(joined)))
    assert message.startswith(
        "folder/emma.entities:5: the words are counted from 0 again where the column 'book' changes"
    )
    assert chains(reading("\n".join(joined[:4]))) == chains(reading())
    of_mentions = [
        joined[0] + "\tsex",
        *(f"{row}\t{sex}" for row, sex in zip(joined[1:], "fxffxf", strict=True)),
    ]
    assert refusal(lambda: reading("\n".join(of_mentions))) == message


def test_a_column_about_mentions_names_no_document_in_whatever_order_they_stand() -> None:
    head, *rows = ENTITIES.splitlines()
    by_chain = [*rows[::2], rows[1], "3\t0\t0\tNOM\tPER\tEmma"]
    sexes = "\n".join([f"{head}\tsex", *(f"{row}\t{sex}" for row, sex in zip(by_chain, "ffxf", strict=True))])
    assert len(reading(sexes).mentions) == 4
    numbers = "\n".join([f"{head}\tnumber", *(f"{row}\t{number}" for number, row in enumerate(by_chain[:3]))])
    assert chains(reading(numbers)) == chains(reading())


def test_a_column_that_names_chains_names_no_document_where_they_stand_together() -> None:
    head, *rows = ENTITIES.splitlines()
    by_chain = [(rows[0], "Emma"), (rows[2], "Emma"), (rows[1], "home"), ("3\t0\t0\tNOM\tPER\tEmma", "she")]
    named = "\n".join([f"{head}\tname", *(f"{row}\t{name}" for row, name in by_chain)])
    assert len(reading(named).mentions) == 4


def test_a_line_that_is_no_mention_is_left_out_and_told() -> None:
    annotations = reading(ENTITIES + "7\t3\t2\tPRON\tPER\tx\n7\t3\n7\t0\t99999999999\tNOM\tPER\tx\n")
    assert chains(annotations) == chains(reading())
    assert [example for _, example in annotations.remarks] == [
        "folder/emma.entities:5, words '3 to 2' are not a span",
        "folder/emma.entities:6, '7\\t3' lacks columns",
        "folder/emma.entities:7, word 99999999999 is beyond the 5 words",
    ]
    assert len(reading("COREF\tstart_token\tend_token\tcat\n1\t0\t99999999999\tPER\n", None).mentions) == 0


def test_words_that_do_not_count_on_are_refused() -> None:
    assert "emma.tokens:4: the word is number '3', not 2" in refusal(
        lambda: reading(tokens=TOKENS.replace("2\t2\thome", "2\t3\thome"))
    )
    assert "the column byte_onset is missing" in refusal(
        lambda: reading(tokens=TOKENS.replace("byte_onset", "onset"))
    )


def test_the_names_of_the_columns_tell_the_format() -> None:
    assert looks_like("a.entities", ENTITIES.encode())
    assert not looks_like("a.entities", TOKENS.encode())


@given(damaged(ENTITIES.encode()), damaged(TOKENS.encode()))
def test_whatever_is_damaged_is_read_or_explained(data: bytes, beside: bytes) -> None:
    reads_or_says_why(lambda: read("emma.entities", data, FormatOptions(sibling=lambda _: beside)))


@needs_shared
def test_a_published_file_has_the_mentions_that_were_counted() -> None:
    file = SHARED / "data" / "zoo" / "d-booknlp" / "158_emma.entities"
    annotations = read(str(file), file.read_bytes(), FormatOptions())
    assert len(set(annotations.mentions)) == 399
    assert len({mention.instance for mention in annotations.mentions}) == 99


def test_a_chain_that_is_no_number_among_numbers_is_left_out() -> None:
    annotations = reading(ENTITIES.replace("9\t2\t2", "9x\t2\t2"))
    assert chains(annotations) == {"emma/7": ['"Emma Woodhouse', "She"]}
    assert annotations.remarks == (("mark-broken", "folder/emma.entities:3, COREF '9x' is not a number"),)


def test_chains_that_all_have_names_are_read() -> None:
    named = ENTITIES.replace("7\t", "emma\t").replace("9\t2", "home\t2")
    assert chains(reading(named)) == {"emma/emma": ['"Emma Woodhouse', "She"], "emma/home": ["home"]}
