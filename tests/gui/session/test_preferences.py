"""The preferences file: reading it back, and odd content."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from coala.gui.session.bag_filter import BagOrder, Order
from coala.gui.session.preferences import PageState, Preferences


def test_preferences_come_back_as_they_were_saved(tmp_path: Path) -> None:
    saved = Preferences(
        recent=["/a/ö.coala"],
        window=(-5, 10, 1280, 800),
        maximized=True,
        page=PageState((300, 600), BagOrder(Order.LARGEST, "muc"), zoom=-2, font="Ä"),
        keys={"judge_better": ["Ctrl+1"], "next": []},
        reviewer="Anna",
        folder="/a",
    )
    path = tmp_path / "new" / "preferences.json"
    saved.save(path)
    assert Preferences.load(path) == (saved, None)
    assert list(path.parent.iterdir()) == [path]


def test_a_file_of_the_first_version_is_read_and_written_in_the_same_words(tmp_path: Path) -> None:
    former = {
        "recent": ["/a/b.coala"],
        "window": [0, 32, 1280, 800],
        "maximized": False,
        "columns": [304, 948],
        "bag_pane": "66,336,320,1",
        "keys": {"judge_better": ["Ctrl+1"]},
        "reviewer": "Anna",
        "folder": "/a",
        "order": "lowest b_cubed",
        "read": ["c0ffee"],
    }
    path = tmp_path / "preferences.json"
    path.write_text(json.dumps(former), encoding="utf-8")
    preferences, problem = Preferences.load(path)
    assert problem is None
    assert preferences.page == PageState((304, 948), BagOrder(Order.LOWEST, "b_cubed"))
    preferences.save(path)
    # The heights of parts that a bag has no more.
    del former["bag_pane"]
    assert json.loads(path.read_text(encoding="utf-8")) == former | {
        "places": {},
        "gold_first": False,
        "full_screen": False,
        "colours": "system",
        "progress": {},
        "zoom": 0,
        "font": "",
        "legend_closed": False,
    }


def test_missing_file_and_invalid_order_give_the_defaults_without_a_word(tmp_path: Path) -> None:
    path = tmp_path / "preferences.json"
    assert Preferences.load(path) == (Preferences(), None)
    path.write_text(json.dumps({"order": "sideways"}), encoding="utf-8")
    preferences, problem = Preferences.load(path)
    assert problem is None
    assert preferences.page.order == BagOrder()


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"\xff\xfe", b"[" * 100_000, b"1" * 2_000_000, b'"text"', b"NaN"],
    ids=["empty", "broken", "a list", "not UTF-8", "deep", "huge", "a text", "not a number"],
)
def test_a_damaged_file_gives_the_defaults_and_a_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "preferences.json"
    path.write_bytes(content)
    preferences, problem = Preferences.load(path)
    assert preferences == Preferences()
    assert problem is not None
    assert str(path) in problem


def test_odd_values_are_named_and_the_rest_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "preferences.json"
    path.write_text(
        '{"window": [1, 2, 3, 1e99], "keys": {"next": "J"}, "recent": ["a\\u0000b"], "columns": [true],'
        ' "maximized": 1, "reviewer": "Anna", "from the future": {}}',
        encoding="utf-8",
    )
    preferences, problem = Preferences.load(path)
    assert preferences == Preferences(reviewer="Anna")
    assert problem is not None
    assert "columns, recent, window, maximized, keys " in problem


ODD_FIELDS = r"""
{"recent": ["\u0000"], "window": [0, 0, 100001, 0], "keys": {"next": ["\u0000"]}, "reviewer": "a\n\u0000"}
{"window": [0, 0, 0], "full_screen": 0, "colours": "red", "columns": [-100001], "progress": {"a": [1]}}
{"colours": "\udc80", "order": ["lowest", "nothing"], "places": {"a": [1, 2, 3]}, "progress": {"a": [1, -2]}}
{"places": {"a": [1, 2, 3, 100001]}, "gold_first": "yes", "zoom": 100000000000000000000, "progress": [1]}
{"zoom": "\udc80", "font": 1, "progress": {"a": [0, 2147483648]}, "legend_closed": 1.0, "maximized": "\udc80"}
{"zoom": true, "progress": {"a": [0, 0, 0]}, "folder": null, "read": {}, "keys": {"next": 1}}
{"zoom": 1.5, "progress": {"a": [true, 2]}, "order": 1, "recent": [1], "window": [0, 0, 0, true]}
{"zoom": 100001, "progress": {"a": [1.5, 2]}, "columns": {}, "places": [1], "keys": []}
"""


@pytest.mark.parametrize("odd", ODD_FIELDS.strip().splitlines())
def test_each_odd_field_is_named_and_gives_its_default(tmp_path: Path, odd: str) -> None:
    path = tmp_path / "preferences.json"
    path.write_text(odd, encoding="utf-8")
    preferences, problem = Preferences.load(path)
    assert preferences == Preferences()
    assert problem is not None
    assert set(re.findall(r"\w+", problem.split(str(path))[1])) >= set(json.loads(odd))


def test_paths_that_are_no_unicode_and_the_largest_numbers_come_back(tmp_path: Path) -> None:
    saved = Preferences(
        recent=["/a/\udc80.coala"],
        window=(-100_000, 100_000, 0, 0),
        page=PageState((0, 100_000), places={"\udc80": (1, 2, 3, 4)}, zoom=-100_000, font="a\n"),
        keys={"\udc80": ["\ud800"]},
        progress={"/a/\udc80.coala": (0, 2**31 - 1)},
    )
    path = tmp_path / "preferences.json"
    saved.save(path)
    assert Preferences.load(path) == (saved, None)


def test_no_more_recent_reviews_are_read_than_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "preferences.json"
    path.write_text(json.dumps({"recent": list("abcdefghijklmn")}), encoding="utf-8")
    preferences, problem = Preferences.load(path)
    assert (preferences.recent, problem) == (list("abcdefghij"), None)


def test_a_failed_save_leaves_the_former_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "preferences.json"
    Preferences(reviewer="Anna").save(path)

    def broken(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", broken)
    with pytest.raises(OSError, match="No space"):
        Preferences(reviewer="Ben").save(path)
    assert Preferences.load(path)[0].reviewer == "Anna"
    assert list(tmp_path.iterdir()) == [path]
