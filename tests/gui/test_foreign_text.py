"""Text from outside is plain text in every widget: no label, note, name or path is markup, or a key.

The first tests read the source: what could show markup is called in one place only, which takes plain text.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from PySide6 import QtGui, QtWidgets
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from coala.gui.dialogs.history import HistoryDialog
from coala.gui.sidebar.reason_fields import TagChip
from coala.gui.widgets.labels import KeyLabel, caption
from coala.gui.widgets.message_box import Icon, make_box
from coala.present.history import HistoryLine
from tests.support.paths import ROOT

GUI = ROOT / "coala" / "gui"
TIPS, LABELS, BOXES = (Path("widgets") / f"{name}.py" for name in ("spoken", "labels", "message_box"))

TAKES_MARKUP: Mapping[str, Path | None] = {
    "setToolTip": TIPS,
    "showText": TIPS,
    "setWhatsThis": None,
    "setStatusTip": None,
    "setInformativeText": None,
    "setDetailedText": None,
    "setHtml": None,
    "insertHtml": None,
    "appendHtml": None,
    "setMarkdown": None,
}
"""Methods of Qt that take markup, or guess whether a text is markup, and where each may be called."""

MADE_PLAIN: Mapping[str, Path | None] = {"QLabel": LABELS, "QMessageBox": BOXES, "QErrorMessage": None}
"""Classes that do so unless they are made plain, and where each may be made or derived from."""

TAKES_KEYS: Mapping[str, int] = {
    **dict.fromkeys(("setText", "setTitle", "setIconText", "setLabelText", "addAction", "addMenu"), 0),
    **dict.fromkeys(("QAction", "QMenu", "QPushButton", "QToolButton", "QCheckBox", "QRadioButton"), 0),
    **dict.fromkeys(("QGroupBox", "QTextBrowser", "make_button"), 0),
    **dict.fromkeys(("setTabText", "addTab", "setTabToolTip", "setLabel"), 1),
}
"""Calls whose text has keys behind ampersands, or is markup to some classes; which argument it is."""

PLAIN_TEXT = frozenset(
    {"PlainLabel", "QLineEdit", "QPlainTextEdit", "QTableWidgetItem", "QListWidgetItem"}
    | {"QSvgGenerator", "clipboard", "createMimeDataFromSelection"}
)
"""Classes that show any text as it is, as derived ones do, and functions of Qt that give such an object."""

SAFE = frozenset({"caption", "tooltip", "escape"})
"""Functions that make plain text of any text, for one of the places above."""

OWN_WORDS = re.compile(
    # Constants, and the words of actions, options and exports where these are declared.
    r"(phrases\.)?_?[A-Z]+(_[A-Z]+)*(\[.+\])?(\.text)?|self\._word\(spec\)\.text|field\.title"
    r"|formats\[name\]\[0\]|spec\.text"
)
GIVES_OBJECTS = frozenset({"addAction", "addMenu", "QMenu"})
"""Calls that also take an action, a menu or a parent."""
OBJECTS = re.compile(
    r"(self\._)?(action|menu|recent|samples|page|self|title)|actions\[spec\.name\]|self\._submenus\[submenu\]|make_recent_action\(.+\)"
)


HELPERS = {
    (Path("bag_view") / "evidence_view.py", "words"),
    (Path("results") / "page.py", "text"),
    (Path("widgets") / "labels.py", "text"),
    (Path("window") / "start_page.py", "text"),
}
"""Texts that functions and loops get as literals only."""


class Call(NamedTuple):
    """A call, with the classes of its receiver as far as the module tells them."""

    path: Path
    node: ast.Call
    name: str
    receiver: frozenset[str]

    def __str__(self) -> str:
        return f"{self.path}:{self.node.lineno}: {ast.unparse(self.node)}"


@cache
def parse_modules(folder: Path) -> list[tuple[Path, ast.Module]]:
    paths = sorted(folder.rglob("*.py"))
    return [(path.relative_to(folder), ast.parse(path.read_text("utf-8"))) for path in paths]


def last_name(node: ast.AST) -> str:
    """Return the last part of a dotted name: "QLabel" of ``QtWidgets.QLabel``."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


@cache
def find_plain(folder: Path) -> frozenset[str]:
    """Return the classes that show text as it is, with those of the desktop that inherit from them."""
    bases = {
        node.name: {last_name(base) for base in node.bases}
        for _, tree in parse_modules(folder)
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    found = set(PLAIN_TEXT)
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return frozenset(found)


def made_by(value: ast.AST | None) -> set[str]:
    """Return the classes that an expression may create instances of."""
    match value:
        case ast.Call():
            return {last_name(value.func)}
        case ast.ListComp():
            return made_by(value.elt)
        case ast.DictComp():
            return made_by(value.value)
        case ast.List() | ast.Tuple():
            return {name for each in value.elts for name in made_by(each)}
    return set()


def classes_in(tree: ast.AST) -> dict[str, set[str]]:
    """Return the declared or created classes of the variables and attributes of a module."""
    found: dict[str, set[str]] = {}

    def note(target: ast.AST, names: set[str]) -> None:
        if isinstance(target, ast.Tuple):
            for each in target.elts:
                note(each, names)
        elif names:
            found.setdefault(ast.unparse(target), set()).update(names)

    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                for target, value in zip(targets, values, strict=True):
                    note(target, made_by(value))
            case ast.Assign():
                for target in node.targets:
                    note(target, made_by(node.value))
            case ast.AnnAssign():
                note(node.target, {last_name(each) for each in ast.walk(node.annotation)} - {""})
            case ast.arg(annotation=ast.expr()):
                assert node.annotation is not None
                note(ast.Name(node.arg), {last_name(each) for each in ast.walk(node.annotation)} - {""})
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.comprehension):
            for name in {ast.unparse(each) for each in ast.walk(node.iter)} & found.keys():
                note(node.target, found[name])
    return found


def receiver_of(node: ast.Call, known: Mapping[str, set[str]], owners: Mapping[ast.AST, str]) -> set[str]:
    """Return the classes of the object whose method is called."""
    if not isinstance(node.func, ast.Attribute):
        return set()
    of: ast.AST = node.func.value
    if ast.unparse(of) in ("self", "super()"):
        return {owners.get(node, "")}
    if isinstance(of, ast.Call):
        return made_by(of)
    while isinstance(of, ast.Subscript):
        of = of.value
    return known.get(ast.unparse(of), set())


@cache
def calls(folder: Path) -> list[Call]:
    return list(_walk_calls(folder))


def _walk_calls(folder: Path) -> Iterator[Call]:
    for path, tree in parse_modules(folder):
        known = classes_in(tree)
        owners = {
            part: owner.name
            for owner in ast.walk(tree)
            if isinstance(owner, ast.ClassDef)
            for part in ast.walk(owner)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                yield Call(path, node, last_name(node.func), frozenset(receiver_of(node, known, owners)))


def is_own(text: ast.AST) -> bool:
    """Return True if an expression has only words of the program, figures, or results of safe functions."""
    match text:
        case ast.Constant():
            return True
        case ast.JoinedStr():
            return all(map(is_own, text.values))
        case ast.FormattedValue():
            return text.format_spec is not None or is_own(text.value)
        case ast.IfExp():
            return is_own(text.body) and is_own(text.orelse)
        case ast.BinOp():
            return is_own(text.left) and is_own(text.right)
        case ast.Call(func=ast.Attribute(attr="join"), args=[ast.Name(id="signs")]):
            return True  # of verdicts
        case ast.Call(func=ast.Name(id="len")):
            return True
        case ast.Call() if last_name(text.func) in SAFE:
            return True
    return OWN_WORDS.fullmatch(ast.unparse(text)) is not None


def is_guarded(call: Call, plain: frozenset[str]) -> bool:
    """Return True if no text from outside can have keys or markup where this call puts it."""
    place = TAKES_KEYS.get(call.name)
    if place is None or len(call.node.args) <= place or call.receiver & plain:
        return True
    text = call.node.args[place]
    if call.name in GIVES_OBJECTS and OBJECTS.fullmatch(ast.unparse(text)):
        return True
    return call.path in (LABELS, BOXES) or (call.path, ast.unparse(text)) in HELPERS or is_own(text)


def test_what_takes_markup_is_called_in_one_place_only() -> None:
    assert [str(call) for call in calls(GUI) if TAKES_MARKUP.get(call.name, call.path) != call.path] == []


def test_labels_and_boxes_are_made_in_one_place_only() -> None:
    found = [str(call) for call in calls(GUI) if MADE_PLAIN.get(call.name, call.path) != call.path]
    for path, tree in parse_modules(GUI):
        for node in ast.walk(tree):
            above = [last_name(base) for base in node.bases] if isinstance(node, ast.ClassDef) else []
            found += [f"{path}: a {name} of its own" for name in above if MADE_PLAIN.get(name, path) != path]
    # These open a box that guesses.
    asked = ("critical", "warning", "information", "question", "about")
    found += [str(call) for call in calls(GUI) if ast.unparse(call.node.func).endswith(_functions(asked))]
    assert found == []


def _functions(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"QMessageBox.{name}" for name in names)


def test_text_of_buttons_actions_menus_and_tabs_is_own_or_a_caption() -> None:
    plain = find_plain(GUI)
    assert [str(call) for call in calls(GUI) if not is_guarded(call, plain)] == []


def test_tooltips_of_models_are_made_by_tooltip() -> None:
    found = []
    for path, tree in parse_modules(GUI):
        for node in ast.walk(tree):
            found += [f"{path}: {ast.unparse(tip)}" for tip in _tips_of(node) if _made(tip) != "tooltip"]
    assert found == []


def _made(text: ast.AST) -> str:
    return last_name(text.func) if isinstance(text, ast.Call) else ""


def _tips_of(node: ast.AST) -> Iterator[ast.AST]:
    """Return what a statement or call sets for the role of tooltips."""
    if isinstance(node, ast.Call) and last_name(node.func) in ("setData", "setItemData"):
        if any("ToolTipRole" in ast.unparse(each) for each in node.args):
            yield next(each for each in reversed(node.args) if "ToolTipRole" not in ast.unparse(each))
    elif isinstance(node, ast.If | ast.match_case):
        asked = ast.unparse(node.test if isinstance(node, ast.If) else node.pattern)
        if re.fullmatch(r"(role == )?[\w.]*ToolTipRole", asked):
            returned = (part for one in node.body for part in ast.walk(one) if isinstance(part, ast.Return))
            yield from (each.value for each in returned if each.value is not None)
        elif "ToolTipRole" in asked:
            yield ast.Name(asked)  # several roles, but only one may have markup
    elif isinstance(node, ast.IfExp) and "ToolTipRole" in ast.unparse(node.test):
        yield node


@pytest.mark.parametrize(
    "line",
    [
        "label.setToolTip(note)",
        "box = QtWidgets.QMessageBox(self)",
        "QtWidgets.QMessageBox.warning(self, 'COALA', note)",
        "label = QtWidgets.QLabel(note)",
        "class Label(QtWidgets.QLabel): pass",
        "button = QtWidgets.QPushButton(note)",
        "self.button.setText(f'Tag {note}')",
        "tabs.addTab(page, note)",
        "item.setData(QtCore.Qt.ItemDataRole.ToolTipRole, note)",
        "if role == QtCore.Qt.ItemDataRole.ToolTipRole: return note",
    ],
)
def test_a_line_that_shows_foreign_text_unguarded_is_found(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "forgets.py").write_text(f"def show(self, note):\n    {line}\n", "utf-8")
    monkeypatch.setattr(sys.modules[__name__], "GUI", tmp_path)
    caught = 0
    for check in (
        test_what_takes_markup_is_called_in_one_place_only,
        test_labels_and_boxes_are_made_in_one_place_only,
        test_text_of_buttons_actions_menus_and_tabs_is_own_or_a_caption,
        test_tooltips_of_models_are_made_by_tooltip,
    ):
        try:
            check()
        except AssertionError:
            caught += 1
    assert caught


HOSTILE = "<b>R&D</b> <img src='x'>"


def test_notes_and_names_in_tooltips_of_the_history_are_plain_text(qtbot: QtBot) -> None:
    dialog = HistoryDialog("History", [HistoryLine("2026-01-01", HOSTILE, f"note: {HOSTILE}")])
    qtbot.addWidget(dialog)
    (table,) = dialog.findChildren(QtWidgets.QTableWidget)
    for column in (1, 2):
        item = table.item(0, column)
        assert item is not None
        document = QtGui.QTextDocument()
        document.setHtml(item.toolTip())
        assert HOSTILE in document.toPlainText()


def test_tag_on_its_button_is_no_key(qtbot: QtBot) -> None:
    chip = TagChip("R&D")
    qtbot.addWidget(chip)
    assert chip.text() == "R&&D"
    chip.setChecked(True)
    assert chip.text().endswith("R&&D")
    assert chip.shortcut().isEmpty()


def test_boxes_and_labels_show_markup_as_it_is(qtbot: QtBot) -> None:
    field = QtWidgets.QLineEdit()
    box, label = make_box(Icon.Warning, HOSTILE), KeyLabel("&Tag", field)
    for widget in (field, box, label):
        qtbot.addWidget(widget)
    assert box.textFormat() is label.textFormat() is Qt.TextFormat.PlainText
    assert caption(f"{HOSTILE}\n") == HOSTILE.replace("&", "&&")
