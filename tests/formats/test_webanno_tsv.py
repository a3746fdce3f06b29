"""WebAnno TSV 3: the rebuilt text, mentions from links of chains, one sentence for broken lines."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given

from coala.formats.annotations import AnnotatedStatement, Annotations
from coala.formats.webanno.tsv import looks_like, read
from coala.model.format_options import FormatOptions
from tests.support.damage import damaged, reads_or_says_why, refusal
from tests.support.paths import SHARED, needs_shared

LAYER = "#T_CH=coref.type.CoreferenceLink|referenceType|referenceRelation"
HEAD = f"#FORMAT=WebAnno TSV 3.3\n#T_SP=ner.NamedEntity|value\n{LAYER}\n\n\n"
STORY = HEAD + (
    "#Text=Old Ann hid 😀 .\n"
    "1-1\t0-3\tOld\tPER[1]\tname[1]\tCOREF->1-1\t\n"
    "1-2\t4-7\tAnn\tPER[1]\tname[1]\tCOREF->1-1\t\n"
    "1-3\t8-11\thid\t_\t_\t_\t\n"
    "1-4\t12-14\t😀\t*\t_\t_\t\n"
    "1-5\t15-16\t.\t_\t_\t_\t\n"
    "\n"
    "#Text=She saw her .\n"
    "2-1\t17-20\tShe\t_\tpron[1]\t*->1-2\t\n"
    "2-2\t21-24\tsaw\t_\t_\t_\t\n"
    "2-3\t25-28\ther\t_\t*[1]|*[2]\t*->1-3|*->2-1\t\n"
    "2-4\t29-30\t.\t_\t_\t_\t\n"
)


def reading(text: str) -> Annotations:
    return read("folder/story.tsv", text.encode("utf-8"), FormatOptions())


def body(*lines: str, version: str = "3.3") -> str:
    return f"#FORMAT=WebAnno TSV {version}\n{LAYER}\n\n\n" + "\n".join(lines) + "\n"


def chains(annotations: Annotations) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for mention in annotations.mentions:
        begin, end = mention.fragments[0]
        found.setdefault(mention.instance, []).append(annotations.documents[0].text[begin:end])
    return found


def test_the_text_is_rebuilt_and_units_of_utf_16_become_code_points() -> None:
    annotations = reading(STORY)
    assert annotations.documents == (("story", "Old Ann hid 😀 .\nShe saw her ."),)
    assert chains(annotations) == {"story/1": ["Old Ann", "She", "her"], "story/2": ["her"]}
    assert annotations.remarks == ()


def test_types_belong_to_mentions_and_relations_to_the_instance() -> None:
    annotations = reading(STORY)
    assert [mention.types for mention in annotations.mentions] == [("name",), ("pron",), (), ()]
    assert annotations.statements == (AnnotatedStatement("story/1", "referenceRelation", "COREF", False),)


def test_the_order_of_the_two_columns_is_that_of_the_header() -> None:
    head = "#FORMAT=WebAnno TSV 3.2\n#T_CH=a.Link|referenceRelation|referenceType\n\n\n"
    text = head + "#Text=I\n1-1\t0-1\tI\t*->1-1\tp[1]\t\n"
    annotations = reading(text)
    assert [mention.types for mention in annotations.mentions] == [("p",)]


def test_a_link_may_reach_across_sentences_and_parts_of_tokens() -> None:
    annotations = reading(
        body(
            "#Text=Ann-",
            "1-1\t0-4\tAnn-\t_\t_\t",
            "1-1.1\t0-3\tAnn\ta[1]\t*->1-1\t",
            "",
            "#Text=Maria ran",
            "2-1\t5-10\tMaria\ta[1]\t*->1-1\t",
            "2-2\t11-14\tran\t_\t_\t",
        )
    )
    assert chains(annotations) == {"story/1": ["Ann-\nMaria"]}


def test_sentences_may_touch_or_lie_apart_and_have_several_lines() -> None:
    text = body(
        "#Text=  One",
        "1-1\t2-7\t  One\t_\t_\t",
        "",
        "#Sentence.id=s2",
        "#Text=two",
        "#Text=three",
        "2-1\t7-10\ttwo\t_\t_\t",
        "2-2\t11-16\tthree\t_\t_\t",
        "",
        "#Text=four",
        "3-1\t19-23\tfour\t_\t_\t",
    )
    assert reading(text).documents[0].text == "    Onetwo\nthree\n  four"


@pytest.mark.parametrize(
    ("version", "written", "text"),
    [
        ("3.3", r"a\tb\\n\r", "a\tb\\n\r"),
        ("3.2", r"a_b|c\q", r"a_b|c\q"),
        ("3.1", r"\u0041\ud83d\ude00\"", 'A😀"'),
        ("3.0", r"\ud83d", "\ufffd"),
    ],
)
def test_escapes_of_the_text_depend_on_the_version(version: str, written: str, text: str) -> None:
    length = len(text.encode("utf-16-le")) // 2
    read_text = reading(body(f"#Text={written}", f"1-1\t0-{length}\tx\t_\t_\t", version=version))
    assert read_text.documents[0].text == text


def test_escapes_of_values_are_undone_and_do_not_part_them() -> None:
    annotations = reading(body("#Text=I", "1-1\t0-1\tI\ta\\|\\[b\\][7]\tx\\->y\\_z->7-1\t"))
    assert [mention.types for mention in annotations.mentions] == [("a|[b]",)]
    assert annotations.statements == (AnnotatedStatement("story/7", "referenceRelation", "x->y_z", False),)


def test_a_value_may_end_in_a_backslash() -> None:
    annotations = reading(body("#Text=I", "1-1\t0-1\tI\ta\\\\[1]|b\\\\[2]\tx\\\\->1-1|y\\\\->2-1\t"))
    assert [mention.types for mention in annotations.mentions] == [("a\\",), ("b\\",)]
    assert [statement.value for statement in annotations.statements] == ["x\\", "y\\"]


def test_a_token_that_is_not_the_text_at_its_offsets_is_remarked() -> None:
    annotations = reading(
        body("#Text=Xxx s\\\\w .", "1-1\t0-3\tShe\t_\t_\t", "1-2\t4-7\ts\\w\t_\t_\t", "1-3\t8-9\t.\t_\t_\t")
    )
    assert annotations.documents[0].text == "Xxx s\\w ."
    assert annotations.remarks == (("text-mismatch", "folder/story.tsv:6, 'She'"),)


def test_a_token_that_begins_before_the_end_of_the_one_before_is_remarked() -> None:
    annotations = reading(body("#Text=abc", "1-1\t0-2\tab\t_\t_\t", "1-2\t1-3\tbc\t_\t_\t"))
    assert annotations.remarks == (("tokens-overlap", "folder/story.tsv:7, 'bc'"),)


def test_part_of_a_token_is_not_remarked_as_an_overlap() -> None:
    lines = ("#Text=ab c", "1-1\t0-2\tab\t_\t_\t", "1-1.1\t0-1\ta\t_\t_\t", "1-2\t3-4\tc\t_\t_\t")
    assert reading(body(*lines)).remarks == ()


def test_a_link_that_skips_tokens_is_remarked() -> None:
    annotations = reading(
        body(
            "#Text=Ann ran",
            "1-1\t0-3\tAnn\t*[1]\t*->1-1\t",
            "1-2\t4-7\tran\t_\t_\t",
            "",
            "#Text=She left",
            "2-1\t8-11\tShe\t*[1]\t*->1-1\t",
            "2-2\t12-16\tleft\t_\t_\t",
        )
    )
    assert chains(annotations) == {"story/1": ["Ann ran\nShe"]}
    assert annotations.remarks == (("link-with-gap", "folder/story.tsv:10, link 1-1"),)


def test_layers_that_only_their_package_tells_apart_are_kept_apart() -> None:
    features = "referenceType|referenceRelation"
    head = f"#FORMAT=WebAnno TSV 3.3\n#T_CH=a.Link|{features}\n#T_CH=b.Link|{features}\n\n\n"
    annotations = reading(head + "#Text=I\n1-1\t0-1\tI\t*[1]\t*->1-1\t*[1]\t*->1-1\t\n")
    assert chains(annotations) == {"story/Link.1/1": ["I"], "story/Link.2/1": ["I"]}


def test_carriage_returns_alone_end_lines_too() -> None:
    assert reading(STORY.replace("\n", "\r")) == reading(STORY)


def test_several_chain_layers_are_kept_apart() -> None:
    features = "referenceType|referenceRelation"
    head = f"#FORMAT=WebAnno TSV 3.3\n#T_CH=a.PersonLink|{features}\n#T_CH=a.EventLink|{features}\n\n\n"
    annotations = reading(head + "#Text=I\n1-1\t0-1\tI\t*[1]\t*->1-1\t*[1]\t*->1-1\t\n")
    assert chains(annotations) == {"story/PersonLink/1": ["I"], "story/EventLink/1": ["I"]}


def test_a_layer_without_features_has_a_column_and_a_file_without_chains_a_remark() -> None:
    annotations = reading("#FORMAT=WebAnno TSV 3.2\n#T_SP=custom.Span|\n\n\n#Text=I\n1-1\t0-1\tI\t*\t\n")
    assert annotations.mentions == ()
    assert annotations.remarks == (
        ("no-chain-layer", "folder/story.tsv with span layers 'Span' and no relation layer"),
    )


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("hid\t_\t_\t_\t\n", "hid\t_\t_\n", 9, "5 columns instead of the 6 of the header"),
        ("hid\t_\t_\t_\t", "hid\t_\t_\t_\tx\tx", 9, "8 columns"),
        ("1-3\t", "x\t", 9, "'x' is not a number of a token"),
        ("1-3\t", "1-2\t", 9, "the token 1-2 occurs twice"),
        ("8-11", "11-8", 9, "'11-8' are not a range"),
        ("8-11", "8–11", 9, "are not a range"),
        ("8-11", "8-" + "1" * 40, 9, "are not a range"),
        ("8-11", "8-18", 9, "the token ends at 18, the text so far has 16"),
        ("COREF->1-1", "COREF", 7, "'COREF' does not name a link"),
        ("*->1-2", "*->2-2", 14, "'pron[1]' is not of chain 2"),
        ("|*[2]", "", 16, "1 type and 2 relations"),
        ("*->1-2", "_", 14, "has no link"),
        ("pron[1]", "pron", 14, "'pron' is not of chain 1"),
        ("12-14\t😀\t*\t_\t_", "12-13\t😀\t*\tx[3]\t*->3-1", 10, "inside a character"),
    ],
)
def test_a_broken_line_costs_itself_and_is_told(old: str, new: str, line: int, words: str) -> None:
    assert old in STORY
    annotations = reading(STORY.replace(old, new, 1))
    [told] = [example for code, example in annotations.remarks if code == "line-left-out"]
    assert told.startswith(f"folder/story.tsv:{line}, ")
    assert words in told
    assert annotations.documents == reading(STORY).documents
    assert len(annotations.mentions) >= 2


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("WebAnno TSV 3.3", "WebAnno TSV 2", 1, "the first line is"),
        ("2-1\t17-20", "2-1\t9-20", 14, "the sentence begins at 9"),
        ("2-1\t17-20", "2-1\t999999999-999999999", 14, "the sentence begins at 999999999"),
        ("2-1\t17-20", "2-1\t17-x", 14, "which place a sentence"),
    ],
)
def test_broken_sentences_are_refused_with_their_line(old: str, new: str, line: int, words: str) -> None:
    assert old in STORY
    message = refusal(lambda: reading(STORY.replace(old, new, 1)))
    assert message.startswith(f"folder/story.tsv:{line}: ")
    assert words in message


VERSION_2 = (
    " # webanno.custom.Referent | entity | infstat"
    " # webanno.custom.Coref | type | AttachTo=webanno.custom.Referent\n"
    "#id=1\n#text=Ann hid her old lamp\n"
    "1-1\tAnn\tB-person\tB-new\tana|B-bridge:part\t1-3|1-4\t\n"
    "1-2\thid\tO\tO\t_\t_\t\n"
    "1-3\ther\tB-person|B-thing\tB-_|B-new\t_\t_\t\n"
    "1-4\told\tB-x|I-thing\tO|I-new\t_\t_\t\n"
    "1-5\tlamp\tO|I-thing\tO|I-new\t_\t_\t\n\n"
    "#id=2\n#text=She left\n"
    "2-1\tShe\twebanno.custom.Referent\t_\tana\t1-1\t\n"
    "2-2\tleft\t_\t_\t_\t_\t\n"
)


def test_version_2_has_spans_and_relations() -> None:
    assert looks_like("a.tsv", VERSION_2.encode("utf-8"))
    annotations = reading(VERSION_2)
    assert annotations.documents[0].text == "Ann hid her old lamp\nShe left"
    assert chains(annotations) == {
        "story/1": ["Ann", "her", "She"],
        "story/3": ["her old lamp"],
        "story/4": ["old"],
    }
    assert annotations.statements == (AnnotatedStatement("story/1", "bridge:part", "story/4", True),)
    assert [mention.types for mention in annotations.mentions][:3] == [("person",), ("person",), ("thing",)]
    assert annotations.remarks == (
        ("relation-layer-found", "folder/story.tsv, 'webanno.custom.Coref' with 'ana'"),
        ("spans-not-linked", "folder/story.tsv:6"),
        ("spans-not-linked", "folder/story.tsv:7"),
    )


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("2-2\tleft\t_", "2-2\tleft", "18, 5 columns instead of the 6 of the header"),
        ("1-1\t\n2-2", "9-9\t\n2-2", "12, a relation does not lead to a span"),
        ("1-1\t\n2-2", "x\t\n2-2", "12, 'x' is not a token that a relation leads to"),
        ("O|I-thing\tO|I-new", "O|O|I-thing\tO", "8, 'I-thing' continues a span that is missing"),
        ("#id=2", "that breaks\n#id=2", "10, 'that breaks' does not begin with a token such as '1-1'"),
        ("2-2", "2-1", "13, the token 2-1 occurs twice"),
    ],
)
def test_a_broken_line_of_version_2_costs_itself(old: str, new: str, told: str) -> None:
    assert old in VERSION_2
    annotations = reading(VERSION_2.replace(old, new, 1))
    assert len(annotations.mentions) >= 4
    assert annotations.documents[0].text.endswith("She left")
    lines = [example for code, example in annotations.remarks if code == "line-left-out"]
    assert [line.partition(", ")[2] for line in lines] == [told.partition(", ")[2]]


def test_version_2_without_a_relation_layer_has_no_chains_and_says_so() -> None:
    old = " # de.tudarmstadt.ukp.POS | PosValue\n#id=1\n#text=Old Ann\n1-1\tOld\tB-X\t\n"
    annotations = reading(old)
    assert annotations.mentions == ()
    assert annotations.remarks == (
        ("no-chain-layer", "folder/story.tsv with span layers 'POS' and no relation layer"),
    )
    assert "no line has a token" in refusal(lambda: reading(old.partition("1-1")[0]))
    first = "#id=1\n#text=Old Ann\n1\tOld\t_\tADJ\tO\tO\t2\tAMOD\t_\t_\n"
    assert looks_like("a.tsv", first.encode("utf-8"))
    assert refusal(lambda: reading(first)).startswith("folder/story.tsv:1: this is WebAnno TSV 1")


@given(damaged(VERSION_2.encode("utf-8")))
def test_a_damaged_file_of_version_2_is_read_or_refused_in_one_sentence(data: bytes) -> None:
    reads_or_says_why(lambda: read("a.tsv", data, FormatOptions()))


RELATIONS = (
    "#FORMAT=WebAnno TSV 3.2\n#T_SP=webanno.custom.Referent|entity|infstat\n"
    "#T_RL=webanno.custom.Coref|type|BT_webanno.custom.Referent\n\n\n"
    "#Text=Ann hid her old lamp\n"
    "1-1\t0-3\tAnn\tperson\tnew\tana\t1-3[2_0]\t\n"
    "1-2\t4-7\thid\t_\t_\t_\t_\t\n"
    "1-3\t8-11\ther\tperson[2]|thing[3]\t*[2]|new[3]\tbridge:part\t1-1[0_3]\t\n"
    "1-4\t12-15\told\tthing[3]\tnew[3]\t_\t_\t\n"
    "1-5\t16-20\tlamp\tthing[3]\tnew[3]\t_\t_\t\n"
)


def test_a_relation_layer_that_is_called_coreference_joins_spans_unless_it_is_bridging() -> None:
    annotations = reading(RELATIONS)
    assert chains(annotations) == {"story/1": ["Ann", "her"], "story/3": ["her old lamp"]}
    assert annotations.statements == (AnnotatedStatement("story/3", "bridge:part", "story/1", True),)
    assert annotations.remarks == (
        ("relation-layer-found", "folder/story.tsv, 'webanno.custom.Coref' with 'ana'"),
        ("spans-not-linked", "folder/story.tsv:9"),
    )


@pytest.mark.parametrize("name", ["Coref", "webanno.custom.Coref", "ana"])
def test_a_relation_layer_or_a_type_of_its_relations_can_be_named(name: str) -> None:
    annotations = read("story.tsv", RELATIONS.encode(), FormatOptions(webanno_relations=(name,)))
    assert chains(annotations) == {"story/1": ["Ann", "her"], "story/3": ["her old lamp"]}
    assert annotations.remarks == (("spans-not-linked", "story.tsv:9"),)
    bridging = read("story.tsv", RELATIONS.encode(), FormatOptions(webanno_relations=("bridge:part",)))
    assert chains(bridging) == {"story/1": ["Ann", "her old lamp"], "story/2": ["her"]}


def test_relations_between_tokens_tie_those_tokens() -> None:
    tokens = (
        "#FORMAT=WebAnno TSV 3.3\n#T_RL=webanno.custom.Coref|type|BT_de.tudarmstadt.type.Token\n\n"
        "#Text=Ann saw her\n1-1\t0-3\tAnn\tana\t1-3\t\n1-2\t4-7\tsaw\t_\t_\t\n1-3\t8-11\ther\t_\t_\t\n"
    )
    assert list(chains(reading(tokens)).values()) == [["Ann", "her"]]
    old = (
        " # webanno.custom.Coref | type | AttachTo=de.tudarmstadt.segmentation.type.Token\n"
        "#id=1\n#text=Ann saw her\n1-1\tAnn\tana\t1-3\t\n1-2\tsaw\t_\t_\t\n1-3\ther\t_\t_\t\n"
    )
    assert list(chains(reading(old)).values()) == [["Ann", "her"]]


def test_relations_that_may_mean_anything_join_nothing_and_are_told() -> None:
    annotations = reading(RELATIONS.replace("Coref", "Tie").replace("\tana\t", "\tknows\t"))
    assert annotations.mentions == ()
    layers = "span layers 'Referent' and relation layers 'Tie' ('bridge:part', 'knows')"
    assert annotations.remarks == (("no-chain-layer", f"folder/story.tsv with {layers}"),)
    unmet = read("story.tsv", RELATIONS.encode(), FormatOptions(webanno_relations=("Other",)))
    assert [code for code, _ in unmet.remarks] == ["webanno-relation-not-met"]


def test_a_relation_to_nothing_costs_itself() -> None:
    annotations = reading(RELATIONS.replace("1-3[2_0]", "9-9[7_0]").replace("1-1[0_3]", "x"))
    assert chains(annotations) == {"story/1": ["Ann"], "story/2": ["her"], "story/3": ["her old lamp"]}
    told = [example for code, example in annotations.remarks if code == "line-left-out"]
    assert sorted(told) == [
        "folder/story.tsv:7, a relation does not lead to a span",
        "folder/story.tsv:9, 'x' is not a governor such as 1-2[3_4]",
    ]


@pytest.mark.parametrize(
    ("path", "document"),
    [
        ("export/annotation/c1.p16.txt/anna.tsv", "c1.p16"),
        ("export/curation/letter/CURATION_USER.tsv", "letter"),
        ("c1.txt/anna.tsv", "c1"),
        ("curation/anna.tsv", "anna"),
        ("folder/anna.tsv", "anna"),
    ],
)
def test_a_document_of_a_project_export_is_named_by_its_folder(path: str, document: str) -> None:
    assert read(path, STORY.encode(), FormatOptions()).documents[0].name == document


def test_one_annotator_of_a_project_export_can_be_picked() -> None:
    only = FormatOptions(annotator="anna")
    assert read("annotation/a.txt/anna.tsv", STORY.encode(), only).mentions
    assert read("story.tsv", STORY.encode(), only).mentions
    other = read("annotation/a.txt/bert.tsv", STORY.encode(), only)
    assert other == Annotations(
        (), (), (), (("annotator-passed-over", "annotation/a.txt/bert.tsv by 'bert'"),)
    )


@needs_shared
@pytest.mark.parametrize(
    ("name", "mentions", "instances"),
    [("GENTLE_dictionary_next", 213, 175), ("GENTLE_poetry_death", 49, 31), ("GUM_webanno_test", 281, 159)],
)
def test_published_relation_layers_give_as_many_chains_as_their_conll(
    name: str, mentions: int, instances: int
) -> None:
    path = SHARED / "data" / "zoo" / "tsv-coreference-as-relation" / f"{name}.tsv"
    annotations = read(str(path), path.read_bytes(), FormatOptions())
    assert (len(annotations.mentions), len(chains(annotations))) == (mentions, instances)
    assert {code for code, _ in annotations.remarks} == {"relation-layer-found", "spans-not-linked"}


def test_a_file_cut_off_after_its_text_another_encoding_and_a_huge_line_are_refused() -> None:
    assert "incomplete" in refusal(lambda: reading(HEAD + "#Text=Ann\n"))
    assert "0xE9" in refusal(lambda: read("a.tsv", (HEAD + "#Text=é").encode("latin-1"), FormatOptions()))
    assert "a.tsv:6: " in refusal(
        lambda: read("a.tsv", HEAD.encode() + b"#Text=" + b"x" * 100_000_000, FormatOptions())
    )


def test_gaps_between_many_sentences_do_not_fill_the_memory() -> None:
    lines = [f"\n#Text=w\n{n}-1\t{9000 * n}-{9000 * n + 1}\tw\t_\t_\t" for n in range(1000)]
    assert "the sentence begins at" in refusal(lambda: reading(body(*lines)))


def test_it_is_recognised_by_its_first_line() -> None:
    assert looks_like("a.tsv", STORY.encode("utf-8"))
    assert looks_like("a.tsv", b"#FORMAT=WebAnno TSV 2.0\n")  # and is refused with its version
    assert not looks_like("a.tsv", b"name\tvalue\n")
    assert not looks_like("a.ttl", b"# WebAnno TSV 3\n<a> <b> <c> .")


def test_columns_too_many_are_no_flaw_where_no_layer_has_anything() -> None:
    wide = STORY.replace("hid\t_\t_\t_\t\n", "hid\t_\t_\t_\t_\t_\t\n")
    assert wide != STORY
    assert reading(wide) == reading(STORY)


@given(damaged(STORY.encode("utf-8")))
def test_a_damaged_file_is_read_or_refused_in_one_sentence(data: bytes) -> None:
    reads_or_says_why(lambda: read("a.tsv", data, FormatOptions()))


@needs_shared
def test_the_trial_has_its_chains_and_every_token_its_place() -> None:
    data = (SHARED / "data" / "uima" / "coref.tsv").read_bytes()
    annotations = read("coref.tsv", data, FormatOptions())
    text = annotations.documents[0].text
    for line in data.decode("utf-8").splitlines():
        if line[:1].isdigit():
            _, offsets, token, *_ = line.split("\t")
            begin, end = map(int, offsets.split("-"))
            assert text[begin:end] == token
    links = set(re.findall(r"->(\d+)-(\d+)", data.decode("utf-8")))
    sizes = Counter(mention.instance for mention in annotations.mentions)
    assert sizes == Counter(f"coref/{chain}" for chain, _ in links)
    assert (len(sizes), len(annotations.mentions)) == (89, 651)
    assert sizes["coref/89"] == 163
    assert annotations.remarks == ()


@pytest.mark.parametrize(("old", "new", "line"), [("Ann\tPER[1]", "Ann\t", 8), ("😀\t*", "😀\t ", 10)])
def test_an_empty_cell_beside_chains_is_told_with_its_column(old: str, new: str, line: int) -> None:
    annotations = reading(STORY.replace(old, new, 1))
    assert chains(annotations) == chains(reading(STORY))
    ((code, where),) = annotations.remarks
    assert (code, where.partition(" of ")[0]) == ("cell-empty", f"folder/story.tsv:{line}, column 4")


def test_an_empty_cell_of_a_chain_costs_its_mention_and_is_told() -> None:
    annotations = reading(STORY.replace("pron[1]\t*->1-2", "_\t", 1))
    assert chains(annotations) == {"story/1": ["Old Ann", "her"], "story/2": ["her"]}
    ((code, where),) = annotations.remarks
    assert (code, where.partition(",")[0]) == ("line-left-out", "folder/story.tsv:14")


def test_an_empty_cell_of_version_2_is_told_with_its_column() -> None:
    whole, cut = VERSION_2, VERSION_2.replace("1-4\told\tB-x|I-thing\tO|I-new", "1-4\told\tB-x|I-thing\t")
    assert reading(whole).documents == reading(cut).documents
    assert ("cell-empty", "folder/story.tsv:7, column 4 of 'old'") in reading(cut).remarks
