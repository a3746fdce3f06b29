"""Published files of the CoNLL-U family, compared with an independent count."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from coala.formats import corefud
from coala.formats.annotations import Annotations
from coala.model.format_options import FormatOptions
from tests.support.paths import SHARED, needs_shared

ZOO = SHARED / "data" / "zoo"


def read(name: str) -> Annotations:
    file = ZOO / name
    return corefud.read(file.name, file.read_bytes(), FormatOptions())


def counts(found: Annotations) -> dict[str, Any]:
    return {
        "mentions": len(found.mentions),
        "chains": len({mention.instance for mention in found.mentions}),
    }


@needs_shared
@pytest.mark.parametrize(
    ("sample", "name", "remarks"),
    [
        (
            "corefud-one-bad-bracket",
            "GENTLE_poetry_road.conllu",
            [
                ("entity-unpaired", "GENTLE_poetry_road.conllu:39, '3' is closed, but not open"),
                (
                    "entity-unpaired",
                    "GENTLE_poetry_road.conllu:29, the bracket that opens '2' is not closed",
                ),
            ],
        ),
        ("corefud-one-bad-bracket", "GENTLE_poetry_death.conllu", []),
        ("corefud-democrat", "fr-democrat-dev-sample.conllu", []),
    ],
)
def test_samples_are_read_as_counted(sample: str, name: str, remarks: list[tuple[str, str]]) -> None:
    found = read(f"{sample}/{name}")
    expected = json.loads((ZOO / "expected.json").read_text(encoding="utf-8"))
    assert counts(found) == expected["samples"][sample][name]
    assert list(found.remarks) == remarks


@needs_shared
def test_entities_without_identifiers_are_counted_by_their_opening_brackets() -> None:
    found = read("entity-without-ids/cop_scriptorium-ud-dev.conllu")
    text = (ZOO / "entity-without-ids" / "cop_scriptorium-ud-dev.conllu").read_text(encoding="utf-8")
    values = re.findall(r"\bEntity=([^|\s]*)", text)
    opened = sum(value.count("(") for value in values)
    assert counts(found) == {"mentions": opened, "chains": opened}
    assert [statement.value for statement in found.statements] == ["Jesus"]
    assert [code for code, _ in found.remarks] == ["entities-without-identity"]


@needs_shared
@pytest.mark.parametrize(("name", "elements"), [("TC-PA.key", 2), ("TC-PB.key", 4)])
def test_universal_anaphora_is_counted_by_its_column(name: str, elements: int) -> None:
    found = read(f"ua-exploded/{name}")
    text = (ZOO / "ua-exploded" / name).read_text(encoding="utf-8")
    opened = re.findall(r"\(EntityID=(\d+)", text)
    assert counts(found) == {"mentions": len(opened), "chains": len(set(opened))}
    assert [statement.predicate for statement in found.statements] == ["SplitAnte"] * elements
    assert found.remarks == ()
