"""WebAnno TSV: the files of a project export, and a published trial."""

from __future__ import annotations

import re
from collections import Counter

from coala.formats.annotations import Annotations
from coala.formats.webanno.tsv import read
from coala.model.format_options import FormatOptions
from tests.reading.sample_files import SAMPLES
from tests.support.paths import SHARED, needs_shared

STORY = SAMPLES["WebAnno"]["a.tsv"]


def test_one_annotator_of_a_project_export_can_be_picked() -> None:
    only = FormatOptions(annotator="anna")
    assert read("annotation/a.txt/anna.tsv", STORY.encode(), only).mentions
    assert read("story.tsv", STORY.encode(), only).mentions
    other = read("annotation/a.txt/bert.tsv", STORY.encode(), only)
    assert other == Annotations(
        (), (), (), (("annotator-passed-over", "annotation/a.txt/bert.tsv by 'bert'"),)
    )


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
