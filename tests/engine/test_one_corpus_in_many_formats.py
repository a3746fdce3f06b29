"""Two outputs of one resolver, with the same bags in every format."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from coala.engine.compare import compare
from coala.formats import conll
from coala.model.format_options import FormatOptions
from coala.model.kinds import parse_kinds
from coala.model.options import Options, Selection
from coala.results.diff_json import render_diff_json
from tests.support.corpus_writers import WRITERS, AnnotatedText, answered, made_up, taken_from
from tests.support.paths import SHARED, needs_shared


def diff_of(folder: Path, form: str, *systems: list[AnnotatedText]) -> dict[str, Any]:
    """Return the comparison as written, without the names of files and documents."""
    paths = []
    for number, corpus in enumerate(systems):
        path = folder / form / str(number)
        path.mkdir(parents=True)
        WRITERS[form](path, corpus)
        paths.append(path)
    # Spans of brat have a type, those of the others none.
    options = Options(selection=Selection(kinds=parse_kinds("coreference")))
    said = json.loads("".join(render_diff_json(compare(*paths, options=options))))
    return {key: said[key] for key in ("bags", "scores", "interesting_bags")}


@pytest.mark.parametrize("seed", range(2))
def test_two_outputs_diverge_alike_in_every_format(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    key = made_up(random)
    response = answered(key, random)
    expected = diff_of(tmp_path, "CoNLL", key, response)
    assert expected["bags"]["interesting"] > 3
    for form in WRITERS:
        if form != "CoNLL":
            assert diff_of(tmp_path, form, key, response) == expected, form


@needs_shared
@pytest.mark.parametrize("name", ["GUM_news_asylum", "GUM_news_flag"])
def test_real_texts_with_made_up_answers_diverge_alike_in_every_format(tmp_path: Path, name: str) -> None:
    file = SHARED / "data" / "gum" / "V11.0.0" / f"{name}.conll"
    key = taken_from(conll.read(str(file), file.read_bytes(), FormatOptions()))
    response = answered(key, Random(name))
    diffs = [diff_of(tmp_path, form, key, response) for form in WRITERS]
    assert diffs[0]["bags"]["interesting"] > 3
    assert all(diff == diffs[0] for diff in diffs)


@pytest.mark.parametrize("form", WRITERS)
def test_one_output_in_two_formats_does_not_diverge(tmp_path: Path, form: str) -> None:
    key = made_up(Random(form))
    paths = []
    for each in ("CoNLL", form):
        path = tmp_path / f"as {each}"
        path.mkdir(exist_ok=True)
        WRITERS[each](path, key)
        paths.append(path)
    # Spans of brat have a type, those of the others none.
    options = Options(selection=Selection(kinds=parse_kinds("coreference")))
    assert compare(*paths, options=options).summary.interesting == 0
