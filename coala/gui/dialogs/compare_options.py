"""What may be set about a comparison, folded away, to settings and back (the words of the command line)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from PySide6 import QtCore, QtWidgets

from coala.engine.settings import settings_line
from coala.gui.dialogs.file_field import typed_path
from coala.gui.widgets.labels import ElidedLabel, KeyLabel
from coala.gui.widgets.theme import GRID
from coala.model.kinds import ALL, GROUPS
from coala.model.options import AUTO, ENDS, OFFSETS, STATED
from coala.normalisation.span_matching import Match
from coala.reading.vocabularies.loader import load_vocabulary, shipped

NO_MAP = "none"

_MATCHES = {
    Match.EXACT.value: "exact: equal spans only",
    Match.MIN.value: "min: around the key’s minimum",
    Match.OVERLAP.value: "overlap: more than half shared",
}
_OFFSETS = {STATED: "stated by vocabulary or format", AUTO: "auto: what fits the anchors"}
_ENDS = {
    STATED: "stated by vocabulary or format",
    "exclusive": "exclusive: after the last character",
    "inclusive": "inclusive: at the last character",
}

_TIPS = {
    "vocabulary": "How the graphs say what a mention is: auto, a name, or a file of your own",
    "match": "When two spans are one",
    "kinds": "What makes a bag interesting: all, coreference, types, statements, or names of kinds",
    "map_documents": "Documents with other identifiers than in the baseline: those of equal text (auto), or "
    "a file with lines of identifier, TAB, identifier in the baseline",
    "offsets": "What offsets of RDF and JSON lines count",
    "ends": "Where the end offset of a mention points",
    "same_as": "Whether owl:sameAs makes two nodes one instance",
    "ignore_predicates": "Leave out statements with these predicates: IRIs, or their last parts",
    "ignore_types": "Leave out these types: IRIs, or their last parts",
}


class MoreOptions(QtWidgets.QWidget):
    """A fold with the fields; ``edited`` comes when the user, and not the program, changed one."""

    edited = QtCore.Signal()
    unfolded = QtCore.Signal()

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept: dict[str, str] = {}
        self._fold = QtWidgets.QToolButton()
        self._fold.setCheckable(True)
        self._fold.setAutoRaise(True)
        self._fold.setToolButtonStyle(QtCore.Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._fold.setText("&More options")
        self._fold.setFocusPolicy(QtCore.Qt.FocusPolicy.StrongFocus)
        self._fold.toggled.connect(self._show_fields)
        self._body = QtWidgets.QWidget()
        self._grid = QtWidgets.QGridLayout(self._body)
        self._grid.setContentsMargins(2 * GRID, 0, 0, 0)
        self._grid.setSpacing(GRID)
        self.vocabulary = self._choice([AUTO, *shipped()], own=True)
        for number, name in enumerate(shipped(), start=1):
            what = load_vocabulary(name).name
            self.vocabulary.setItemData(number, what, QtCore.Qt.ItemDataRole.ToolTipRole)
        self.match = self._choice(_MATCHES)
        self.kinds = self._choice(GROUPS, own=True)
        self.documents = self._choice([NO_MAP, AUTO], own=True)
        self.offsets = self._choice({unit: _OFFSETS.get(unit, unit) for unit in OFFSETS})
        self.ends = self._choice({end: _ENDS.get(end, end) for end in ENDS})
        self.same_as = QtWidgets.QCheckBox("owl:sameAs &joins instances")
        self.same_as.setChecked(True)
        self.same_as.setAccessibleDescription(_TIPS["same_as"])
        self.same_as.setToolTip(f"<qt>{_TIPS['same_as']}</qt>")
        self.same_as.clicked.connect(self.edited)
        self.ignore_predicates, self.ignore_types = QtWidgets.QLineEdit(), QtWidgets.QLineEdit()
        for line in (self.ignore_predicates, self.ignore_types):
            line.setPlaceholderText("none")
            line.textEdited.connect(self.edited)
        self._also = ElidedLabel(quiet=True)
        self._lay_out()
        self._show_fields(shown=False)

    def settings(self) -> dict[str, str]:
        """What is set, in the words of ``Summary.settings``, with all that was filled in and has no field."""
        vocabulary, documents = (typed_path(box.currentText()) for box in (self.vocabulary, self.documents))
        return self._kept | {
            "vocabulary": vocabulary or AUTO,
            "match": self.match.currentData(),
            "kinds": self.kinds.currentText().strip() or ALL,
            "map_documents": "" if documents == NO_MAP else documents,
            "offsets": self.offsets.currentData(),
            "ends": self.ends.currentData(),
            "same_as": "yes" if self.same_as.isChecked() else "no",
            "ignore_predicates": " ".join(names(self.ignore_predicates.text())),
            "ignore_types": " ".join(names(self.ignore_types.text())),
        }

    def fill(self, settings: Mapping[str, str]) -> None:
        """Show these settings, the usual ones where there is none; what has no field is kept and named."""
        self.vocabulary.setEditText(settings.get("vocabulary") or AUTO)
        self.kinds.setEditText(settings.get("kinds") or ALL)
        self.documents.setEditText(settings.get("map_documents") or NO_MAP)
        for field, key in ((self.match, "match"), (self.offsets, "offsets"), (self.ends, "ends")):
            field.setCurrentIndex(max(0, field.findData(settings.get(key))))
        self.same_as.setChecked(settings.get("same_as") != "no")
        for line, key in ((self.ignore_predicates, "ignore_predicates"), (self.ignore_types, "ignore_types")):
            line.setText(", ".join(settings.get(key, "").split()))
            line.setCursorPosition(0)
        self.keep(settings)

    def keep(self, settings: Mapping[str, str]) -> None:
        """Keep and name what has no field, and nothing of what was kept before."""
        own = {*_TIPS, "texts"}
        self._kept = {key: value for key, value in settings.items() if key not in own}
        told = settings_line(self._kept).removeprefix("Compared: ")
        self._also.set_whole(f"Also as in the review file: {told}" if told else "")
        self._also.setVisible(bool(told))

    def are_usual(self) -> bool:
        """Whether nothing is set that would not be without this fold."""
        return all(_usual(key, value) for key, value in self.settings().items())

    def differ_from(self, settings: Mapping[str, str]) -> bool:
        """Whether these settings are others, apart from the texts, which stand elsewhere."""
        now = self.settings()
        keys = {*now, *settings} - {"texts"}
        return any(_or_usual(key, now) != _or_usual(key, settings) for key in keys)

    def is_unfolded(self) -> bool:
        return self._fold.isChecked()

    def unfold(self) -> None:
        self._fold.setChecked(True)

    def _choice(self, values: Mapping[str, object] | list[str], *, own: bool = False) -> QtWidgets.QComboBox:
        """A list to choose from; with ``own`` it takes other words as well."""
        box = QtWidgets.QComboBox()
        for value in values:
            words = values[value] if isinstance(values, Mapping) and not own else value
            box.addItem(str(words), value)
        box.setEditable(own)
        box.setInsertPolicy(QtWidgets.QComboBox.InsertPolicy.NoInsert)
        box.setMinimumContentsLength(8)
        box.setSizeAdjustPolicy(QtWidgets.QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.activated.connect(self.edited)
        line = box.lineEdit()
        if line is not None:
            line.textEdited.connect(self.edited)
            completer = box.completer()
            if completer is not None:
                completer.setCaseSensitivity(QtCore.Qt.CaseSensitivity.CaseSensitive)
        return box

    def _lay_out(self) -> None:
        rows = (
            ("&Vocabulary", "vocabulary", self._with_button(self.vocabulary, "vocabulary")),
            ("S&pan matching", "match", self.match),
            ("What c&ounts", "kinds", self.kinds),
            ("Map doc&uments", "map_documents", self._with_button(self.documents, "map of documents")),
            ("&Ignore predicates", "ignore_predicates", self.ignore_predicates),
            ("Ignore t&ypes", "ignore_types", self.ignore_types),
            ("O&ffsets", "offsets", self.offsets),
            ("&Ends", "ends", self.ends),
        )
        for number, (title, key, field) in enumerate(rows):
            label = KeyLabel(title, field)
            target = field.focusProxy() or field
            target.setAccessibleName(title.replace("&", ""))
            target.setAccessibleDescription(_TIPS[key])
            for widget in (label, target):
                widget.setToolTip(f"<qt>{_TIPS[key]}</qt>")
            row, column = divmod(number, 2)
            self._grid.addWidget(label, row, 3 * column)
            self._grid.addWidget(field, row, 3 * column + 1)
        self._grid.addWidget(self.same_as, (len(rows) + 1) // 2, 0, 1, 5)
        self._grid.addWidget(self._also, (len(rows) + 1) // 2 + 1, 0, 1, 5)
        self._also.hide()
        self._grid.setColumnMinimumWidth(2, GRID)
        for column in (1, 4):
            self._grid.setColumnStretch(column, 1)
        column_ = QtWidgets.QVBoxLayout(self)
        column_.setContentsMargins(0, 0, 0, 0)
        column_.setSpacing(GRID)
        column_.addWidget(self._fold, 0, QtCore.Qt.AlignmentFlag.AlignLeft)
        column_.addWidget(self._body)

    def _with_button(self, box: QtWidgets.QComboBox, what: str) -> QtWidgets.QWidget:
        both = QtWidgets.QWidget()
        row = QtWidgets.QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        button = QtWidgets.QPushButton("File…")
        button.setAccessibleName(f"Choose a file: {what}")
        button.setAutoDefault(False)
        button.clicked.connect(self._choose_vocabulary if box is self.vocabulary else self._choose_map)
        row.addWidget(box, 1)
        row.addWidget(button)
        both.setFocusProxy(box)
        return both

    @QtCore.Slot()
    def _choose_vocabulary(self) -> None:
        self._choose(self.vocabulary, "Vocabulary", "Vocabularies (*.toml);;All files (*)")

    @QtCore.Slot()
    def _choose_map(self) -> None:
        self._choose(self.documents, "Map of documents", "Lines with a TAB (*.tsv *.txt);;All files (*)")

    def _choose(self, box: QtWidgets.QComboBox, title: str, kinds: str) -> None:
        chosen, _ = QtWidgets.QFileDialog.getOpenFileName(self, title, "", kinds)
        if chosen:
            box.setEditText(chosen)
            self.edited.emit()

    @QtCore.Slot(bool)
    def _show_fields(self, shown: bool) -> None:
        self._fold.setArrowType(QtCore.Qt.ArrowType.DownArrow if shown else QtCore.Qt.ArrowType.RightArrow)
        self._body.setVisible(shown)
        self.unfolded.emit()


def names(text: str) -> list[str]:
    """The names in a line with spaces or commas between them; a comma inside an IRI is part of it."""
    found = []
    for word in text.split():
        between = r",(?=<|\w+://)" if "://" in word else ","
        found += [part for part in re.split(between, word.strip(",")) if part]
    return found


_USUAL = {
    "vocabulary": AUTO,
    "kinds": ALL,
    "match": Match.EXACT.value,
    "offsets": STATED,
    "ends": STATED,
    "same_as": "yes",
}


def _usual(key: str, value: str) -> bool:
    return value == _USUAL.get(key, "")


def _or_usual(key: str, settings: Mapping[str, str]) -> str:
    return settings.get(key) or _USUAL.get(key, "")
