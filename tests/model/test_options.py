"""Options, each declared once; the declaration holds wherever an option is set, stored and shown."""

from __future__ import annotations

import ast
import contextlib
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from coala.cli.parser import build_parser, read_options
from coala.engine.settings import describe_settings, read_settings, write_settings
from coala.errors import CoalaError
from coala.model.kinds import Kind
from coala.model.option import Option
from coala.model.options import DEFAULTS, OPTIONS, Match, value_of, with_values
from tests.support.paths import ROOT

OTHERS: dict[str, tuple[list[str], Any]] = {
    "texts": (["/texts"], Path("/texts")),
    "vocabulary": (["nif"], "nif"),
    "same_as": ([], False),
    "base": (["http://example.org/"], "http://example.org/"),
    "offsets": (["character"], "code-point"),
    "ends": (["inclusive"], "inclusive"),
    "memory_bytes": (["2"], 2 << 30),
    "lenient": ([], True),
    "join": ([], True),
    "across_documents": ([], True),
    "clusters": (["gold"], "gold"),
    "json_shape": (["preco"], "preco"),
    "columns": (["word=2,chains=-1"], "word=2,chains=-1"),
    "marks": (["<<WORDS:ID>>"], "<<WORDS:ID>>"),
    "brat_relations": (["Same"], ("Same",)),
    "brat_chain_types": (["Chain.*"], "Chain.*"),
    "webanno_relations": (["Coref"], ("Coref",)),
    "annotator": (["anna"], "anna"),
    "uima_type_system": (["/types.xml"], Path("/types.xml")),
    "uima_chain": (["a.Chain"], "a.Chain"),
    "uima_link": (["Link"], "Link"),
    "uima_first": (["head"], "head"),
    "uima_entity": (["Refers"], "Refers"),
    "uima_next": (["tail"], "tail"),
    "mmax_level": (["coref"], "coref"),
    "mmax_attribute": (["ref"], "ref"),
    "record": (["id"], "id"),
    "cluster": (["old,new"], "old,new"),
    "pairs": (["l,r"], "l,r"),
    "show": (["name,city"], "name,city"),
    "records": (["/records.csv"], "/records.csv"),
    "pair_tables": (["two"], "two"),
    "map_documents": (["/map.tsv"], "/map.tsv"),
    "ignore_predicates": (["label"], ("label",)),
    "only_predicates": (["label"], ("label",)),
    "ignore_types": (["Agent"], ("Agent",)),
    "only_types": (["Person"], ("Person",)),
    "kinds": (["moved, type"], frozenset({Kind.MOVED, Kind.TYPE})),
    "match": (["overlap"], Match.OVERLAP),
    "optional_mentions": (["ignore"], "ignore"),
    "singletons": (["drop"], "drop"),
    "align_texts": (["off"], "off"),
    "language": (["de, EN"], "de,en"),
    "names": (["Wikidata, dbpedia-de"], "wikidata,dbpedia-de"),
    "knowledge_bases": (["/own.toml"], "/own.toml"),
    "redirects": (["/pairs.tsv"], "/pairs.tsv"),
}
"""By option: words of a command, and what they mean; the default is never meant."""

NOT_TOLD = {"texts", "vocabulary", "memory_bytes"}
"""The texts and the vocabulary of a comparison show in its graphs; memory changes nothing."""


def another(option: Option) -> Any:
    return OTHERS[option.name][1]


each_option = pytest.mark.parametrize("option", OPTIONS, ids=[option.name for option in OPTIONS])


@each_option
def test_a_flag_sets_its_option_and_no_other(option: Option) -> None:
    words, value = OTHERS[option.name]
    assert value != option.default
    if option.key:
        words = [word if word == option.flag else f"{option.key}={word}" for word in words]
    arguments = build_parser().parse_args(["diff", "a", "b", option.flag, *words])
    assert read_options(arguments) == with_values(DEFAULTS, [(option, value)])


@pytest.mark.parametrize("words", [["diff", "a", "b"], ["list", "vocabularies"]])
def test_a_command_without_flags_leaves_the_defaults(words: list[str]) -> None:
    found = read_options(build_parser().parse_args(words))
    assert [value_of(found, option) for option in OPTIONS] == [option.default for option in OPTIONS]


@each_option
def test_a_value_survives_the_stored_settings(option: Option) -> None:
    options = with_values(DEFAULTS, [(option, another(option))])
    assert read_settings(write_settings(options)) == (options if option.stored else DEFAULTS)


@each_option
def test_the_words_about_settings_tell_a_value_that_is_not_the_usual_one(option: Option) -> None:
    described = describe_settings(write_settings(with_values(DEFAULTS, [(option, another(option))])))
    assert (described == "") == (option.name in NOT_TOLD)
    if option.phrase:
        assert described.startswith(option.phrase.partition("{}")[0])


def added_flags(path: Path) -> Iterator[str]:
    """Return the flags that a module adds to argparse itself."""
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if "add_argument" in text else ():
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "add_argument":
            yield from (ast.unparse(word).strip("'") for word in node.args)


def test_what_is_declared_is_added_to_no_command_by_hand() -> None:
    declared = {option.flag for option in OPTIONS}
    by_hand = {flag for path in (ROOT / "coala").rglob("*.py") for flag in added_flags(path)}
    assert "--gold" in by_hand
    assert not declared & by_hand


def test_the_help_names_every_flag() -> None:
    said = io.StringIO()
    with contextlib.redirect_stdout(said), pytest.raises(SystemExit):
        build_parser().parse_args(["diff", "--help-all"])
    flags = [f"  {option.key}=" if option.key else option.flag for option in OPTIONS]
    assert [flag for flag in flags if flag not in said.getvalue()] == []


@pytest.mark.parametrize("words", ["", "wikidata,", "wiki data", "on,wikidata", "off,on", "Ünï", "http://x/"])
def test_names_that_are_no_list_of_bases_are_one_sentence(words: str) -> None:
    with pytest.raises(CoalaError, match=r"argument --names: ") as caught:
        build_parser().parse_args(["diff", "a", "b", "--names", words])
    assert "\n" not in str(caught.value)
