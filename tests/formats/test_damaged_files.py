"""Damaged copies of the cases of each format: sound annotations or one sentence, never another exception."""

from __future__ import annotations

import importlib
import os
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.model.format_options import FormatOptions
from tests.support.damage import damaged, reads_or_says_why
from tests.support.format_cases import FormatCase, list_format_cases

CASES: defaultdict[str, list[FormatCase]] = defaultdict(list)
for each in list_format_cases():
    CASES[each.module].append(each)


@pytest.mark.parametrize("module", CASES)
@given(data=st.data())
def test_damaged_file_is_read_or_refused_in_one_sentence(module: str, data: st.DataObject) -> None:
    inputs = data.draw(st.sampled_from(CASES[module])).inputs
    files = {name: text.encode() for name, text in inputs.items()}
    for name in data.draw(st.lists(st.sampled_from(list(files)), min_size=1, unique=True)):
        files[name] = data.draw(damaged(files[name]))
    path = next(iter(files))
    options = FormatOptions(
        sibling=lambda name: files.get(os.path.normpath(os.path.join(os.path.dirname(path), name))),
    )
    read = importlib.import_module(f"coala.formats.{module}").read
    reads_or_says_why(lambda: read(path, files[path], options))
    if module == "corefud":
        reads_or_says_why(lambda: read(path, files[path], options._replace(nodes=True, forms=True)))
