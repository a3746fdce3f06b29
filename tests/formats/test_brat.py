"""Brat standoff: the spans of an instance, its attributes, and the source of the text."""

from __future__ import annotations

import pytest
from hypothesis import given

from coala.formats.annotations import AnnotatedStatement, Annotations, EntityLink, Mention
from coala.formats.brat import looks_like, read
from coala.model.format_options import FormatOptions
from tests.support.damage import damaged, reads_or_says_why, refusal

TEXT = "😀 Ann Lee met Bo.\nShe turned the old lamp off."
STORY = (
    "T1\tPerson 2 9\tAnn Lee\n"
    "T2\tPerson 14 16\tBo\n"
    "T3\tPerson 18 21\tShe\n"
    "T4\tMove 22 28;42 45\tturned off\n"
    "T5\tThing 29 41\tthe old lamp\n"
    "R1\tCoref Arg1:T3 Arg2:T1\t\n"
    "R2\tKnows Arg1:T1 Arg2:T2\n"
    "E1\tMove:T4 Agent:T3 Theme:T5\n"
    "A1\tFormal T1\n"
    "A2\tMood T3 Calm\n"
    "N1\tReference T2 Wikipedia:17\tBo\n"
    "#1\tAnnotatorNotes T1\ta note\n"
)


def reading(ann: str, text: str = TEXT, options: FormatOptions | None = None) -> Annotations:
    files = {"story.txt": text.encode("utf-8")}
    told = (options or FormatOptions())._replace(sibling=files.get)
    return read("folder/story.ann", ann.encode("utf-8"), told)


def chains(annotations: Annotations) -> dict[str, list[str]]:
    text = annotations.documents[0].text
    found: dict[str, list[str]] = {}
    for mention in annotations.mentions:
        words = " … ".join(text[begin:end] for begin, end in mention.fragments)
        found.setdefault(mention.instance, []).append(words)
    return found


def test_spans_are_mentions_and_coreference_relations_join_them() -> None:
    annotations = reading(STORY)
    assert annotations.documents == (("story", TEXT),)
    assert annotations.mentions[0] == Mention(0, ((2, 9),), "story/T1", ("Person",))
    assert chains(annotations) == {
        "story/T1": ["Ann Lee", "She"],
        "story/T2": ["Bo"],
        "story/T4": ["turned … off"],
        "story/T5": ["the old lamp"],
    }


def test_everything_else_about_spans_is_a_statement_and_arguments_of_events_are_remarked() -> None:
    annotations = reading(STORY)
    assert annotations.statements == (
        AnnotatedStatement("story/T1", "Knows", "story/T2", True),
        AnnotatedStatement("story/T1", "Formal", "true", False),
        AnnotatedStatement("story/T1", "Mood", "Calm", False),
    )
    assert annotations.links == (EntityLink("story/T2", "https://en.wikipedia.org/wiki/17", "Bo"),)
    assert annotations.remarks == (
        ("event-arguments-left-out", "folder/story.ann:8, 'Move:T4 Agent:T3 Theme:T5'"),
    )


def test_an_event_is_where_its_trigger_is_and_only_one_without_a_span_is_left_out() -> None:
    ends = (
        "T1\tPerson 2 9\tAnn Lee\n"
        "T2\tMove 22 28\tturned\n"
        "E1\tBe:T1 \n"
        "E2\tMove:T2\n"
        "R1\tCoref Arg1:E1 Arg2:E2\n"
    )
    annotations = reading(ends)
    assert chains(annotations) == {"story/T1": ["Ann Lee", "turned"]}
    assert annotations.remarks == ()
    of_relation = reading(ends + "E3\tMove:R1\n")
    assert of_relation.remarks == (("event-left-out", "folder/story.ann:6, 'Move:R1'"),)


def test_an_equivalence_joins_all_its_members_and_closes_over_relations() -> None:
    equivalence = STORY + "*\tEquiv T2 T3 T5\n"
    assert chains(reading(equivalence))["story/T1"] == ["Ann Lee", "Bo", "She", "the old lamp"]


def test_the_names_of_coreference_relations_are_an_option() -> None:
    annotations = reading(STORY, options=FormatOptions(brat_relations=("Knows",)))
    assert chains(annotations)["story/T1"] == ["Ann Lee", "Bo"]
    assert AnnotatedStatement("story/T3", "Coref", "story/T1", True) in annotations.statements


def test_a_relation_of_events_ties_their_triggers() -> None:
    annotations = reading(STORY + "T6\tMove 10 13\tmet\nE2\tMove:T6\nR3\tEventCoreference Arg1:E2 Arg2:E1\n")
    assert chains(annotations)["story/T4"] == ["turned … off", "met"]


def test_a_type_that_names_a_chain_joins_its_spans_and_is_no_type() -> None:
    ann = "T1\tChain_1 2 9\tAnn Lee\nT2\tPerson 14 16\tBo\nT3\tChain_1 18 21\tShe\n"
    annotations = reading(ann)
    assert chains(annotations) == {"story/T1": ["Ann Lee", "She"], "story/T2": ["Bo"]}
    assert [mention.types for mention in annotations.mentions] == [(), ("Person",), ()]
    by_person = reading(ann, options=FormatOptions(brat_chain_types="Person|X[0-9]+"))
    assert len(chains(by_person)) == 3


def test_a_span_that_brat_cut_at_a_line_end_is_whole_again() -> None:
    annotations = reading("T1\tX 0 3;5 8;9 11\tNew York is\n", "New\n York is")
    assert annotations.mentions[0].fragments == ((0, 8), (9, 11))


def test_parts_are_sorted_and_parts_that_overlap_are_remarked() -> None:
    annotations = reading("T1\tX 5 8;0 2\tort wo\n", "words ort wo")
    assert annotations.mentions[0].fragments == ((0, 2), (5, 8))
    assert [code for code, _ in annotations.remarks] == ["text-mismatch"]
    assert ("fragments-overlap", "folder/story.ann:1") in reading("T1\tX 0 5;2 6\n", "words ort").remarks


def test_a_text_that_differs_and_an_empty_span_are_remarked() -> None:
    assert reading("T1\tX 2 5\tEve\n").remarks == (("text-mismatch", "folder/story.ann:1, 'Eve'"),)
    empty = reading("T1\tX 2 2\t\nT2\tX 2 5\tAnn\nR1\tCoref Arg1:T2 Arg2:T1\n")
    assert chains(empty) == {"story/T1": ["Ann"]}
    assert empty.remarks == (("offsets-empty", "folder/story.ann:1"),)


def test_line_ends_and_a_byte_order_mark_count_as_brat_counts_them() -> None:
    annotations = reading("T1\tX 4 7\tBob\r\n", "\ufeffA\r\nBob")
    assert chains(annotations) == {"story/T1": ["Bob"]}
    assert annotations.remarks == ()


def test_what_is_said_of_relations_is_remarked() -> None:
    annotations = reading(STORY + "A3\tSure R2\nR9\tCoref Arg1:R1 Arg2:T5\n")
    assert ("relation-without-spans", "folder/story.ann:13, 'Sure'") in annotations.remarks
    assert ("relation-without-spans", "folder/story.ann:14, 'Coref'") in annotations.remarks


def test_an_empty_file_has_a_text_and_no_mentions() -> None:
    assert reading("") == Annotations((("story", TEXT),), ())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("lines", "line", "words"),
    [
        ("R1\tCoref Arg1:T1 Arg2:T7", 2, "refers to 'T7', which no line defines"),
        ("R1\tSees Arg1:T7 Arg2:T1", 2, "refers to 'T7'"),
        ("*\tEquiv T7 T8", 2, "refers to 'T7'"),
        ("A1\tSure T7", 2, "refers to 'T7'"),
        ("E1\tMove:T7", 2, "refers to 'T7'"),
        ("R1\tCoref Arg1:T1", 2, "does not have two arguments"),
        ("R1\tCoref T1 T2", 2, "does not have two arguments"),
        ("A1\tSure", 2, "has no target"),
        ("T2\tX 0 460\tall", 2, "the span ends at 460, the text at 46"),
        ("T2\tX 5 2\tall", 2, "are not a range"),
        ("T2\tX 0 " + "9" * 40, 2, "are not a range"),
        ("T2\tX 0-5\tall", 2, "is not a span"),
        ("T2\tX 0 5;\tall", 2, "is not a span"),
        ("T2\tX ٠ ٥\tall", 2, "is not a span"),
        ("T2 X 0 5 all", 2, "is not a line of standoff"),
        ("\n<p>", 3, "is not a line of standoff"),
        ("R1\t", 2, "nothing follows the tab"),
    ],
)
def test_a_broken_line_costs_itself_and_is_told(lines: str, line: int, words: str) -> None:
    annotations = reading(f"T1\tX 0 1\t😀\n{lines}\nT9\tX 2 5\tAnn\n")
    assert chains(annotations) == {"story/T1": ["😀"], "story/T9": ["Ann"]}
    [told] = [example for code, example in annotations.remarks if code == "line-left-out"]
    assert told.startswith(f"folder/story.ann:{line}, ")
    assert words in told


def test_a_file_that_is_mostly_broken_is_refused_unless_it_may_be() -> None:
    lines = "T1\tX 0 1\t😀\n" + "T2\tX 0 460\tall\n" * 11
    assert "11 of 12 lines cannot be used" in refusal(lambda: reading(lines))
    assert len(reading(lines, options=FormatOptions(lenient=True)).mentions) == 1
    huge = "T1\tX 0 5\t" + "x" * 2_000_000
    assert refusal(lambda: reading(huge)).startswith("folder/story.ann:1: the line has")


def test_a_span_whose_words_break_the_line_is_read() -> None:
    annotations = reading("T1\tX 14 21\tBo.\nShe\nT2\tX 2 5\tAnn\n")
    assert chains(annotations) == {"story/T1": ["Bo.\nShe"], "story/T2": ["Ann"]}
    assert annotations.remarks[0] == ("span-words-broken", "folder/story.ann:1, 'Bo.\\nShe'")
    stray = reading("T1\tX 14 16\tBo\nelse\n")
    assert ("line-left-out", "folder/story.ann:2, 'else' is not a line of standoff") in stray.remarks


def test_an_identifier_that_is_used_twice_is_a_new_annotation() -> None:
    annotations = reading(
        "T1\tX 2 9\tAnn Lee\nT1\tX 14 16\tBo\nT2\tX 18 21\tShe\nR1\tCoref Arg1:T1 Arg2:T2\n"
    )
    assert chains(annotations) == {"story/T1": ["Ann Lee", "She"], "story/T1@2": ["Bo"]}
    assert annotations.remarks == (("identifier-twice", "folder/story.ann:2, 'T1'"),)


def test_the_type_of_an_entity_beside_a_chain_is_the_type_of_the_mention() -> None:
    ann = (
        "T1\tPerson 2 9\tAnn Lee\nT2\tChain_1 2 9\tAnn Lee\nT3\tChain_1 18 21\tShe\nT4\tPerson 18 21\tShe\n"
        "T5\tPerson 14 16\tBo\nR1\tKnows Arg1:T5 Arg2:T4\n"
    )
    annotations = reading(ann)
    assert chains(annotations) == {"story/T2": ["Ann Lee", "She"], "story/T5": ["Bo"]}
    assert [mention.types for mention in annotations.mentions] == [("Person",)] * 3
    assert annotations.statements == (AnnotatedStatement("story/T5", "Knows", "story/T2", True),)


@pytest.mark.parametrize("types", [("Pip-0", "the_lamp-17"), ("38-38", "the_C_-4"), ("Topic1", "Topic2")])
def test_types_that_are_numbered_like_chains_are_found_and_told(types: tuple[str, str]) -> None:
    one, other = types
    ann = f"T1\t{one} 2 9\tAnn Lee\nT2\t{one} 18 21\tShe\nT3\t{other} 29 41\tthe old lamp\n"
    annotations = reading(ann)
    assert chains(annotations) == {"story/T1": ["Ann Lee", "She"], "story/T3": ["the old lamp"]}
    assert annotations.remarks == (("chain-types-found", f"folder/story.ann with {one!r}, {other!r}"),)
    assert len(chains(reading(ann, options=FormatOptions(brat_chain_types="Other")))) == 3
    assert len(chains(reading(ann + "R1\tCoref Arg1:T1 Arg2:T3\n"))) == 2


def test_chains_that_are_counted_are_found_though_two_have_one_number() -> None:
    names = ["Pip-0", "Joe-1", "the_lamp-2", "Estella-3", "nobody-3"]
    ann = "".join(
        f"T{2 * n}\t{name} 2 9\tAnn Lee\nT{2 * n + 1}\t{name} 18 21\tShe\n" for n, name in enumerate(names)
    )
    assert len(chains(reading(ann))) == 5
    many = ann.replace("Joe-1", "Joe-3").replace("Estella", "Biddy")
    assert len(chains(reading(many))) == 10  # that is more than a slip


def test_spans_that_nothing_joins_are_told_with_what_is_there() -> None:
    ann = "T1\tPerson 2 9\tAnn Lee\nT2\tPerson 18 21\tShe\nR1\tKnows Arg1:T1 Arg2:T2\n"
    assert reading(ann).remarks == (
        ("nothing-joins-spans", "folder/story.ann with 2 spans of 'Person' and relations 'Knows'"),
    )


def test_missing_text_bytes_that_are_not_utf_8_and_broken_pattern_of_chain_types_are_refused() -> None:
    assert "its text story.txt is missing" in refusal(lambda: read("story.ann", b"", FormatOptions()))
    missing = FormatOptions(sibling=lambda _: None)
    assert "its text story.txt is missing" in refusal(lambda: read("a/story.ann.gz", b"", missing))
    latin = FormatOptions(sibling=lambda _: b"caf\xe9")
    assert refusal(lambda: read("story.ann", b"", latin)).startswith("story.txt:1: the byte 0xE9")
    assert "0xE9" in refusal(lambda: read("story.ann", b"\xe9", FormatOptions(sibling=lambda _: b"")))
    assert "pattern" in refusal(lambda: reading(STORY, options=FormatOptions(brat_chain_types="(")))


def test_many_spans_over_a_long_text_take_linear_time() -> None:
    text = "word " * 1_000_000
    ann = "".join(f"T{number}\tX 0 {len(text)};{len(text)} {len(text)}\tshort\n" for number in range(20_000))
    assert len(reading(ann, text).mentions) == 20_000


def test_it_is_recognised_by_its_extension_and_first_line() -> None:
    assert looks_like("a.ann", STORY.encode("utf-8"))
    assert looks_like("a.ann", b"")
    assert looks_like("a.ann", b"T1 X 0 1 x")  # and is refused for its blanks
    assert not looks_like("a.ann", b"<rdf:RDF>")
    assert not looks_like("a.ttl", b"T1\tX 0 1\tx")


@given(damaged((STORY + "*\tEquiv T2 T5\n").encode("utf-8")))
def test_a_damaged_file_is_read_or_refused_in_one_sentence(data: bytes) -> None:
    options = FormatOptions(sibling=lambda _: TEXT.encode("utf-8"))
    reads_or_says_why(lambda: read("a.ann", data, options))


@given(damaged(TEXT.encode("utf-8")))
def test_a_damaged_text_is_read_or_refused_in_one_sentence(text: bytes) -> None:
    options = FormatOptions(sibling=lambda _: text)
    reads_or_says_why(lambda: read("a.ann", STORY.encode("utf-8"), options))


def test_carriage_returns_alone_end_lines_but_stay_in_the_text() -> None:
    text = TEXT.replace("\n", "\r")
    annotations = reading(STORY.replace("\n", "\r"), text)
    assert annotations.documents == (("story", text),)
    assert annotations.mentions == reading(STORY).mentions


def test_relations_and_types_that_are_nowhere_are_told_with_those_that_are() -> None:
    options = FormatOptions(brat_relations=("Same",), brat_chain_types="Chain")
    assert [
        remark
        for remark in reading(STORY, options=options).remarks
        if remark[0] != "event-arguments-left-out"
    ] == [
        ("relation-not-met", "folder/story.ann with 'Coref', 'Knows', 'Reference'"),
        ("chain-types-not-met", "folder/story.ann with 'Move', 'Person', 'Thing'"),
    ]


def test_a_file_without_relations_lacks_none() -> None:
    assert reading("T1\tPerson 2 9\tAnn Lee\n", options=FormatOptions(brat_relations=("Same",))).remarks == ()


NAMED = (
    "T1\tPerson 2 9\tAnn Lee\n"
    "T2\tPerson 14 16\tBo\n"
    "T3\tPerson 18 21\tShe\n"
    "R1\tKnows Arg1:T1 Arg2:T2\n"
    "N1\tReference T1 Wikidata:Q76\tAnn Lee\n"
    "N2\tReference T3 Wikidata:Q76\tAnn Lee\n"
    "N3\tReference T2 Wikidata:NULL\tnothing\n"
)
WIKIDATA = "http://www.wikidata.org/entity/"


def test_normalisations_where_nothing_else_joins_spans_name_instances_of_all_files() -> None:
    annotations = reading(NAMED)
    assert chains(annotations) == {f"{WIKIDATA}Q76": ["Ann Lee", "She"], "story/T2": ["Bo"]}
    assert annotations.across == {f"{WIKIDATA}Q76"}
    assert annotations.statements == (AnnotatedStatement(f"{WIKIDATA}Q76", "Knows", "story/T2", True),)
    assert annotations.remarks == (("normalisations-joined", f"folder/story.ann with '{WIKIDATA}Q76'"),)


def test_normalisations_beside_chains_are_links_of_the_chains() -> None:
    annotations = reading(NAMED + "R2\tCoref Arg1:T1 Arg2:T3\nN4\tReference T2 DBpedia:Bo Lee\n")
    assert chains(annotations) == {"story/T1": ["Ann Lee", "She"], "story/T2": ["Bo"]}
    assert annotations.links == (
        EntityLink("story/T1", f"{WIKIDATA}Q76", "Ann Lee"),
        EntityLink("story/T2", "http://dbpedia.org/resource/Bo_Lee"),
    )
    assert [statement.predicate for statement in annotations.statements] == ["Knows"]
    assert not annotations.across


def test_a_normalisation_in_an_unknown_base_joins_spans_and_is_remarked() -> None:
    annotations = reading(
        "T1\tPerson 2 9\tAnn Lee\nT2\tPerson 18 21\tShe\n"
        + "".join(f"N{number}\tReference T{number} Staff:7\n" for number in (1, 2))
    )
    assert chains(annotations) == {"Staff:7": ["Ann Lee", "She"]}
    assert ("base-unknown", "folder/story.ann:3, 'Staff:7'") in annotations.remarks


@pytest.mark.parametrize(
    ("reference", "example"),
    [
        ("Wikidata:MULL", "'MULL' is no identifier of Wikidata"),
        ("Wikidata:(Q76", "'(Q76' is no identifier of Wikidata"),
        ("Base:http://e.org/a b", "'http://e.org/a b' is not an IRI"),
        ("http://", "'http://' is not an IRI"),
        ("Wikipedia:" + "x" * 3000, f"'{'x' * 59}…' has 3,000 characters, so it is not a name"),
    ],
)
def test_a_normalisation_with_an_unusable_name_is_remarked(reference: str, example: str) -> None:
    annotations = reading(f"T1\tPerson 2 9\tAnn Lee\nN1\tReference T1 {reference}\tAnn\n")
    assert chains(annotations) == {"story/T1": ["Ann Lee"]}
    assert annotations.links == ()
    assert annotations.remarks == (("entry-unusable", f"folder/story.ann:2, {example}"),)


def test_thousands_of_normalisations_of_one_span_are_read() -> None:
    lines = "".join(f"N{number}\tReference T1 Wikidata:Q{number}\n" for number in range(1, 10_001))
    both = "T1\tPerson 2 9\tAnn Lee\nT2\tPerson 18 21\tShe\n*\tEquiv T1 T2\n"
    annotations = reading(both + lines)
    assert len(annotations.links) == 10_000
    assert len(annotations.mentions) == 2


def test_a_span_that_names_too_many_entries_is_one_instance_with_links() -> None:
    lines = "".join(f"N{number}\tReference T1 Wikidata:Q{number}\n" for number in range(1, 102))
    annotations = reading("T1\tPerson 2 9\tAnn Lee\nT2\tPerson 18 21\tShe\n" + lines)
    assert chains(annotations) == {"story/T1": ["Ann Lee"], "story/T2": ["She"]}
    assert len(annotations.links) == 101
    assert not annotations.across
    assert ("entries-many", "folder/story.ann, 'T1' with 101") in annotations.remarks


def test_normalisations_that_an_option_names_join_spans_beside_other_relations() -> None:
    both = FormatOptions(brat_relations=("Reference", "Knows"))
    assert chains(reading(NAMED, options=both)) == {f"{WIKIDATA}Q76": ["Ann Lee", "Bo", "She"]}
    other = FormatOptions(brat_relations=("Knows",))
    assert chains(reading(NAMED, options=other)) == {"story/T1": ["Ann Lee", "Bo"], "story/T3": ["She"]}


def test_a_span_with_several_normalisations_is_a_mention_of_each() -> None:
    annotations = reading(
        NAMED + "N4\tReference T3 UMLS:C0000001\tx\nN5\tReference T3 DB:http://e.org/a\tx\n"
    )
    assert chains(annotations) == {
        f"{WIKIDATA}Q76": ["Ann Lee", "She"],
        "http://identifiers.org/umls/C0000001": ["She"],
        "http://e.org/a": ["She"],
        "story/T2": ["Bo"],
    }


def test_a_normalisation_without_a_knowledge_base_or_span_is_left_out() -> None:
    annotations = reading(NAMED + "N4\tReference T2 Q7\tx\nN5\tReference T9 Wikidata:Q1\tx\n")
    assert [remark for remark in annotations.remarks if remark[0] == "line-left-out"] == [
        ("line-left-out", "folder/story.ann:8, 'Q7' is not an entry such as 'Wikidata:Q76'"),
        ("line-left-out", "folder/story.ann:9, refers to 'T9', which no line defines"),
    ]
    assert len(chains(annotations)) == 2


def test_a_span_whose_line_is_repeated_word_for_word_is_one_mention() -> None:
    annotations = reading(STORY + "T2\tPerson 14 16\tBo\n")
    assert annotations.mentions == reading(STORY).mentions
    assert ("line-twice", "folder/story.ann:13, 'T2'") in annotations.remarks


def test_a_span_whose_identifier_is_repeated_with_other_offsets_is_another_mention() -> None:
    annotations = reading(STORY + "T2\tPerson 10 13\tmet\n" * 2)
    assert chains(annotations)["story/T2@13"] == ["met"]
    assert len(annotations.mentions) == len(reading(STORY).mentions) + 1
