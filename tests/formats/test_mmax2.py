"""MMAX2: chains by an attribute of markables of one level, with the words of another file."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from coala.base.files import make_sibling_reader
from coala.formats.annotations import AnnotatedStatement, Annotations
from coala.formats.mmax2 import looks_like, read
from coala.model.format_options import FormatOptions
from tests.support.damage import damaged, reads_or_says_why, refusal
from tests.support.paths import SHARED, needs_shared

WORDS = """\
<?xml version="1.0"?><!DOCTYPE words SYSTEM "words.dtd">
<words>
<word id="word_1">Ann</word><word id="word_2">took</word><word id="word_5">it</word>
<word id="word_7">up</word><word id="word_8">She</word><word id="word_9">won</word>
</words>
"""


def level(*markables: str) -> str:
    written = "\n".join(f'<markable id="markable_{n}" {said}/>' for n, said in enumerate(markables, 1))
    return (
        '<?xml version="1.0"?><!DOCTYPE markables SYSTEM "markables.dtd">\n'
        f'<markables xmlns="www.eml.org/NameSpaces/coref">\n{written}\n</markables>\n'
    )


SETS = level(
    'span="word_1" coref_class="set_3"',
    'span="word_8" coref_class="set_3"',
    'span="word_2,word_7..word_8" coref_class="empty"',
    'span="word_9"',
)


def reading(text: str, options: FormatOptions | None = None, *, words: str | None = WORDS) -> Annotations:
    there = {} if words is None else {"a_words.xml": words.encode("utf-8")}
    told = (options or FormatOptions())._replace(sibling=there.get)
    return read("folder/a_coref_level.xml", text.encode("utf-8"), told)


def chains(annotations: Annotations) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for mention in annotations.mentions:
        text = annotations.documents[mention.document].text
        parts = " … ".join(text[begin:end] for begin, end in mention.fragments)
        found.setdefault(mention.instance, []).append(parts)
    return found


def test_markables_of_one_class_are_a_chain_and_an_empty_one_is_alone() -> None:
    annotations = reading(SETS)
    assert annotations.documents == (("a", "Ann took it up She won"),)
    assert chains(annotations) == {"a/markable_1": ["Ann", "She"], "a/markable_3": ["took … up She"]}
    assert annotations.remarks == (("level-read", "folder/a_coref_level.xml by coref_class"),)


def test_a_pointer_into_another_level_makes_its_markable_a_mention_of_the_chain() -> None:
    there = {
        "../basedata/a_words.xml": WORDS.encode("utf-8"),
        "a_secmark_level.xml": level('span="word_1"', 'span="word_5,word_7"', 'span="word_2"').encode(
            "utf-8"
        ),
    }
    text = level(
        'span="word_8" ref="secmark:markable_1"',
        'span="word_9" ref="secmark:markable_1"',
        'span="word_2" ref="groups:markable_2"',
    )
    annotations = read("a_coref_level.xml", text.encode("utf-8"), FormatOptions(sibling=there.get))
    assert chains(annotations) == {"a/markable_1": ["She", "won", "Ann"], "a/markable_3": ["took"]}
    assert "'groups:markable_2' is not a markable of the level" in annotations.remarks[1][1]


def test_a_pointer_asks_for_no_file_but_another_level_beside_it() -> None:
    asked: list[str] = []

    def sibling(name: str) -> bytes | None:
        asked.append(name)
        return WORDS.encode("utf-8") if name == "a_words.xml" else None

    pointers = ("../../b:markable_1", "b/c:markable_1", "coref:markable_2", "secmark:markable_1")
    text = level('span="word_1"', *(f'span="word_{8 + at % 2}" ref="{to}"' for at, to in enumerate(pointers)))
    read("a_coref_level.xml", text.encode("utf-8"), FormatOptions(sibling=sibling, lenient=True))
    paths = {f"{up}common_paths.xml" for up in ("", "../", "../../")}
    assert {name for name in asked if "words" not in name} == {"a_secmark_level.xml", "a.mmax", *paths}


def test_pointers_join_what_they_lead_to_unless_they_mean_something_else() -> None:
    annotations = reading(
        level(
            'span="word_8" ref="markable_2" type="ident"',
            'span="word_1"',
            'span="word_5" ref="markable_1" type="bridge"',
            'span="word_9" ref="coref:markable_1;coref:markable_3"',
            'span="word_2"',
        )
    )
    assert chains(annotations) == {
        "a/markable_1": ["She", "Ann"],
        "a/markable_3": ["it"],
        "a/markable_4": ["won"],
    }
    assert annotations.statements == (
        AnnotatedStatement("a/markable_3", "bridge", "a/markable_1", True),
        AnnotatedStatement("a/markable_4", "ref", "a/markable_1", True),
        AnnotatedStatement("a/markable_4", "ref", "a/markable_3", True),
    )


def test_an_option_names_the_attribute_and_another_the_level() -> None:
    text = SETS.replace('coref_class="set_3"', 'coref_class="set_3" mine="x" ref="empty"', 1)
    assert reading(text).remarks == (("level-read", "folder/a_coref_level.xml by coref_class, not by ref"),)
    assert chains(reading(text, FormatOptions(mmax_attribute="mine"))) == {"a/markable_1": ["Ann"]}
    assert reading(text, FormatOptions(mmax_level="coref")) == reading(text)
    assert reading(text, FormatOptions(mmax_level="np")) == Annotations((), ())


def test_a_level_without_chains_is_left_out_and_its_attributes_are_told() -> None:
    annotations = reading(level('span="word_1" pos="NN"'))
    assert annotations.documents == ()
    assert annotations.remarks == (("level-without-chains", "folder/a_coref_level.xml, which has 'pos'"),)


def test_what_points_nowhere_is_left_out_and_told_with_its_line() -> None:
    annotations = reading(level('span="word_1..word_3" ref="empty"', 'span="word_8" ref="markable_9"'))
    assert chains(annotations) == {"a/markable_2": ["She"]}
    assert [example for _, example in annotations.remarks[1:]] == [
        "folder/a_coref_level.xml:3, 'word_1..word_3' are not words",
        "folder/a_coref_level.xml:4, 'markable_9' is not a markable of the level",
    ]


def test_without_its_words_it_is_refused_and_the_words_alone_are_nothing() -> None:
    assert "a_words.xml, are not next to it" in refusal(lambda: reading(SETS, words=None))
    assert reading(WORDS) == Annotations((), ())


@pytest.mark.parametrize(
    ("base", "words", "is_read"),
    [
        ("../basedata", "a_words.xml", True),
        ("..\\basedata\\", "a_words.xml", True),
        (".", "../basedata/a_words.xml", True),
        ("../../basedata", "a_words.xml", False),
        ("/basedata", "a_words.xml", False),
    ],
)
def test_words_are_found_as_common_paths_says_unless_it_leads_out_of_the_project(
    tmp_path: Path, base: str, words: str, is_read: bool
) -> None:
    project = tmp_path / "outside" / "corpus" / "annotations"
    (project / "markables").mkdir(parents=True)
    (project / "common_paths.xml").write_text(
        f"<common_paths><basedata_path>{base}</basedata_path><annotations>"
        '<level name="coref">$_chains.xml</level></annotations></common_paths>'
    )
    (project / "a.mmax").write_text(f"<mmax_project><words>{words}</words></mmax_project>")
    file = project / "markables" / "a_chains.xml"
    there = project.parent if is_read else project.parent.parent
    (there / "basedata").mkdir()
    (there / "basedata" / "a_words.xml").write_text(WORDS)
    options = FormatOptions(sibling=make_sibling_reader(str(file), 10_000), mmax_level="coref")

    if is_read:
        found = read(str(file), SETS.encode(), options)
        assert found.documents == (("a", "Ann took it up She won"),)
        assert len(found.mentions) == 3
    else:
        assert "a_words.xml, are not next to it or in" in refusal(
            lambda: read(str(file), SETS.encode(), options)
        )


def test_words_may_lie_in_the_neighbouring_folder_of_mmax2(tmp_path: Path) -> None:
    for folder, name, text in (("Basedata", "a_words.xml", WORDS), ("Markables", "a_coref_level.xml", SETS)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text(text, encoding="utf-8")
    file = str(tmp_path / "Markables" / "a_coref_level.xml")
    told = FormatOptions(sibling=make_sibling_reader(file, 10_000))
    assert chains(read(file, SETS.encode(), told)) == chains(reading(SETS))
    for name in (
        "../../a",
        "../Markables/../a",
        "../../Basedata/a_words.xml",
        "..\\Basedata/a",
        "/etc/hosts",
    ):
        assert make_sibling_reader(file, 10_000)(name) is None


def test_the_root_tells_the_format() -> None:
    assert looks_like("a.xml", SETS.encode())
    assert looks_like("a.xml", WORDS.encode())
    assert not looks_like("a.xml", b"<words><w/></words>")


@given(damaged(SETS.encode()), damaged(WORDS.encode()))
def test_whatever_is_damaged_is_read_or_explained(data: bytes, words: bytes) -> None:
    reads_or_says_why(lambda: read("a_coref_level.xml", data, FormatOptions(sibling=lambda _: words)))


@needs_shared
@pytest.mark.parametrize(
    ("path", "spans", "chains"),
    [
        ("COREA/Markables/s2_coref_level.xml", 63, 32),
        ("SONAR_1_COREF/Markables/WR-P-E-E-0000000018_np_level.xml", 51, 24),
    ],
)
def test_published_levels_are_read_with_the_words_in_their_own_folder(
    path: str, spans: int, chains: int
) -> None:
    file = str(SHARED / "data" / "zoo" / "d-mmax2" / path)
    told = FormatOptions(sibling=make_sibling_reader(file, 1 << 24))
    annotations = read(file, Path(file).read_bytes(), told)
    assert len(set(annotations.mentions)) == spans
    assert len({mention.instance for mention in annotations.mentions}) == chains
