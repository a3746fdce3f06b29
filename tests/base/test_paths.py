"""Short names of files, with folders if names are equal, and safe names for new files."""

import os
from pathlib import Path

import pytest

from coala.base.paths import refuse_to_replace, shorten_paths
from coala.errors import CoalaError


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["/a/one.ttl", "/b/two.ttl"], ["one.ttl", "two.ttl"]),
        (["/data/run1/out.ttl", "/data/run2/out.ttl"], ["run1/out.ttl", "run2/out.ttl"]),
        (["/run1/x/out.ttl", "/run2/x/out.ttl"], ["run1/…/out.ttl", "run2/…/out.ttl"]),
        (["/a/x/out.ttl", "out.ttl"], ["x/out.ttl", "out.ttl"]),
        (["/a/out.ttl", "/a/out.ttl"], ["out.ttl", "out.ttl"]),
        (["standard input", "/a/out.ttl"], ["standard input", "out.ttl"]),
        (["", "/"], ["", os.sep]),
        (["/a/o.ttl", "/b/o.ttl", "/b/p.ttl"], ["a/o.ttl", "b/o.ttl", "p.ttl"]),
    ],
)
def test_equal_names_get_the_folder_that_tells_them_apart(paths: list[str], names: list[str]) -> None:
    assert shorten_paths(paths) == [name.replace("/", os.sep) for name in names]


def test_a_file_is_refused_only_where_it_is_there_under_another_name_than_was_chosen(tmp_path: Path) -> None:
    there, chosen = tmp_path / "page.html", tmp_path / "page"
    refuse_to_replace(chosen, there)
    there.touch()
    refuse_to_replace(there, there)
    with pytest.raises(CoalaError, match=r"page\.html"):
        refuse_to_replace(chosen, there)
