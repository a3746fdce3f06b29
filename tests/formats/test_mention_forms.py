"""Forms of mentions by parts of speech."""

from __future__ import annotations

import pytest

from coala.formats import booknlp, corefud, litbank
from coala.formats.mention_forms import form_of_class, form_of_tag, form_of_words
from coala.model.format_options import FORMAT_DEFAULTS


@pytest.mark.parametrize(
    ("tags", "form"),
    [
        ("PRP$", "pronoun"),
        ("DT", "pronoun"),
        ("DT NNP", "name"),
        ("DT NN", "nominal"),
        ("NNP POS NN", "nominal"),  # Ann 's dog
        ("NNP POS", "name"),
        ("DT NN IN NNP", "nominal"),  # the city of Paris
        ("NNP , DT NN", "name"),  # Ann , a pilot
        ("DT JJ NN WP VBD NNP", "nominal"),  # the old man who met Ann
        ("VBD", "verb"),
        ("VBG NN", "nominal"),
        ("DT NOUN ADP PROPN", "nominal"),
        ("RB", ""),
        ("", ""),
    ],
)
def test_the_form_is_that_of_the_head_noun(tags: str, form: str) -> None:
    assert form_of_words(tags.split()) == form


def test_a_tag_of_no_form_is_unknown() -> None:
    assert (form_of_tag("PROPN"), form_of_tag("ADV"), form_of_tag("")) == ("name", "", "")


def test_the_classes_of_booknlp_and_litbank_are_known() -> None:
    assert [form_of_class(name) for name in ("PROP", "NOM", "PRON", "")] == ["name", "nominal", "pronoun", ""]


CONLLU = """# newdoc id = d
# global.Entity = eid-etype-head-other
# text = Ann met a pilot
1\tAnn\t_\tPROPN\t_\t_\t2\t_\t_\tEntity=(e1-person-1-)
2\tmet\t_\tVERB\t_\t_\t0\t_\t_\tEntity=(e3-event-1-)
3\ta\t_\tDET\t_\t_\t4\t_\t_\tEntity=(e2-person-2-
4\tpilot\t_\tNOUN\t_\t_\t2\t_\t_\tEntity=e2)

"""


def test_corefud_has_the_form_of_the_head_if_asked() -> None:
    data = CONLLU.encode()

    asked = corefud.read("d.conllu", data, FORMAT_DEFAULTS._replace(forms=True))
    plain = corefud.read("d.conllu", data, FORMAT_DEFAULTS)

    assert [mention.form for mention in asked.mentions] == ["name", "verb", "nominal"]
    assert {mention.form for mention in plain.mentions} == {""}


def test_booknlp_has_the_form_of_its_column() -> None:
    rows = (
        "COREF\tstart_token\tend_token\tprop\tcat\ttext\n1\t0\t0\tPROP\tPER\tAnn\n1\t2\t2\tPRON\tPER\tshe\n"
    )

    found = booknlp.read("d.entities", rows.encode(), FORMAT_DEFAULTS._replace(forms=True))

    assert [mention.form for mention in found.mentions] == ["name", "pronoun"]


def test_litbank_has_the_form_of_its_last_column() -> None:
    rows = "MENTION\tT1\t0\t0\t0\t0\tAnn\tPER\tPROP\nMENTION\tT2\t0\t2\t0\t2\ther\tPER\tPRON\n"
    options = FORMAT_DEFAULTS._replace(forms=True, sibling=lambda name: b"Ann saw her")

    found = litbank.read("d.ann", rows.encode(), options)

    assert [mention.form for mention in found.mentions] == ["name", "pronoun"]
