"""Files in ``resources/`` that tell a desktop about COALA agree with each other and with the program."""

from __future__ import annotations

import configparser
import re
import sqlite3
import tomllib
from contextlib import closing
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from coala.cli.commands import COMMANDS
from tests.support.paths import ROOT
from tests.support.reviews import a_bag, make_review

RESOURCES = ROOT / "resources"
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"


def read_project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def read_desktop_entry() -> configparser.SectionProxy:
    parser = configparser.RawConfigParser(delimiters="=", strict=True)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # keys keep their case
    parser.read(RESOURCES / "coala.desktop", encoding="utf-8")
    return parser["Desktop Entry"]


def parse_metainfo() -> ElementTree.Element:
    return ElementTree.parse(RESOURCES / "coala.metainfo.xml").getroot()


def parse_mime_type() -> ElementTree.Element:
    (mime_type,) = ElementTree.parse(RESOURCES / "coala-mime.xml").getroot()
    return mime_type


def test_desktop_entry_starts_a_command_of_the_wheel() -> None:
    entry = read_desktop_entry()
    program, command, placeholder = entry["Exec"].split()
    assert program == entry["TryExec"]
    assert program in read_project()["project"]["scripts"]
    assert command in COMMANDS
    assert placeholder == "%f"
    assert all(entry[key].endswith(";") for key in ("Categories", "Keywords", "MimeType"))


def test_desktop_entry_mime_type_and_metainfo_name_the_same_type_and_icon() -> None:
    entry, mime_type, metainfo = read_desktop_entry(), parse_mime_type(), parse_metainfo()
    icon = mime_type.find(f"{MIME}icon")
    assert icon is not None
    assert entry["MimeType"] == f"{mime_type.get('type')};"
    assert metainfo.findtext("provides/mediatype") == mime_type.get("type")
    assert {entry["Icon"], icon.get("name"), metainfo.findtext("icon")} == {"coala"}
    assert metainfo.findtext("launchable") == "coala.desktop"
    assert metainfo.findtext("provides/binary") == entry["TryExec"]


def test_metainfo_has_the_version_of_the_project_and_pictures_that_exist() -> None:
    metainfo, version = parse_metainfo(), read_project()["project"]["version"]
    assert [release.get("version") for release in metainfo.iterfind("releases/release")] == [version]
    pictures = [image.text or "" for image in metainfo.iterfind("screenshots/screenshot/image")]
    assert pictures
    assert [picture for picture in pictures if not (ROOT / picture).is_file()] == []


@pytest.mark.parametrize("file", ["CITATION.cff", "CHANGELOG.md"])
def test_version_of_the_project_is_in_file(file: str) -> None:
    version = re.escape(read_project()["project"]["version"])
    text = (ROOT / file).read_text(encoding="utf-8")
    assert re.search(rf"^(version: |## \[){version}\b", text, re.MULTILINE)


def test_magic_of_the_mime_type_matches_a_review_and_no_other_database(tmp_path: Path) -> None:
    review = make_review(tmp_path / "r.coala", [a_bag(0)])
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE t (x)")
    assert (matches_magic(review), matches_magic(other)) == (True, False)


def matches_magic(path: Path) -> bool:
    """Return True if each of the nested matches of the magic is in the file at its offset."""
    content = path.read_bytes()
    matches = list(parse_mime_type().iter(f"{MIME}match"))
    assert len(matches) == 2
    for match in matches:
        assert match.get("type") == "string"
        offset, value = (
            int(match.attrib["offset"]),
            match.attrib["value"].replace("\\000", "\0").encode("ascii"),
        )
        if content[offset : offset + len(value)] != value:
            return False
    return True


def test_wheel_puts_each_file_where_a_desktop_looks_for_it() -> None:
    targets = read_project()["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    assert all((ROOT / file).is_file() for file in targets)
    assert sorted(targets.values()) == [
        "share/applications/coala.desktop",
        "share/icons/hicolor/scalable/apps/coala.svg",
        "share/metainfo/coala.metainfo.xml",
        "share/mime/packages/coala.xml",
    ]


def test_issue_template_asks_for_the_output_of_lint() -> None:
    template = (ROOT / ".github" / "ISSUE_TEMPLATE" / "bug_report.md").read_text(encoding="utf-8")
    assert "coala lint --json" in template


@pytest.mark.parametrize("page", sorted((ROOT / ".github").glob("*.md")), ids=lambda page: page.name)
def test_links_of_a_page_for_github_lead_to_files(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
    local = [link for link in links if "://" not in link]
    assert [link for link in local if not (page.parent / link).exists()] == []
