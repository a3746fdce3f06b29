"""The centre of the review window: headline, chain map and evidence of one bag.

A bag is a group of connected chains of both graphs. The claim bar has its headline and the list of its
changes, the chain map its chains on both sides, and the evidence the sentences with its mentions. The pane
connects these parts: a chain that is chosen in one is highlighted in the others.

A reviewer judges the bag, or its own changes: those of types, statements, entity links or facts. A change is
all rows (single differences, such as one moved mention) that go from the same chain to the same chain.
Verdicts are stored for rows, by their keys: `(("5f0a…", Verdict.WORSE),)`. The pane converts them to verdicts
on changes and back; it saves nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence, Set

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.gui.bag_view.chain_map import ChainMapView
from coala.gui.bag_view.claim_bar import ClaimBar
from coala.gui.bag_view.entry_view import EntryView
from coala.gui.bag_view.evidence_view import ZOOM, EvidenceView
from coala.gui.bag_view.fact_view import FactView
from coala.gui.bag_view.gold_list import GoldList
from coala.gui.bag_view.history_bar import HistoryBar
from coala.gui.bag_view.link_question import LinkQuestionView
from coala.gui.bag_view.who_is_who import WhoIsWhoView
from coala.gui.widgets.labels import ElidedLabel, PlainLabel
from coala.gui.widgets.theme import GRID, Theme, enlarge_font, scale_font
from coala.gui.widgets.tool_button import ToolButton
from coala.model.bag import BASELINE, CHANGED, Bag, Divergence, FactDifference, GoldChain, Verdict
from coala.model.kinds import Kind
from coala.model.sides import GRAPHS
from coala.model.values import Span
from coala.present.bag_changes import BagChanges
from coala.present.chain_map import ChainMap
from coala.present.chains import ChainPlace, Chains, PreparedBag, PreparedBags, ShownChain
from coala.present.displayed_bag import DisplayedBag
from coala.present.entry_table import list_entry_rows, list_iris
from coala.present.evidence.evidence import Evidence, TextOf
from coala.present.evidence.facts import GoldSigns
from coala.present.group_marks import GroupMarks
from coala.present.link_question import AskedLink
from coala.present.part_lines import PartLines
from coala.present.placing import Placing
from coala.verdicts.changes import ChangeKeys, ChangeVerdicts, Rows, is_great

# The part of the height that the chains may take above the evidence, that where the sentences do not fit
# below them, and the part of the width next to it.
_SHARE_OF_HEIGHT, _LEAST_SHARE_OF_HEIGHT, _SHARE_OF_WIDTH = 0.35, 0.22, 0.42
# The part of the height for the list of changes, and for the list of earlier verdicts.
_SHARE_OF_CHANGES = 0.22
# From this width on, in letters, chains and evidence are side by side.
_LETTERS_SIDE_BY_SIDE = 180
# Qt's largest size, which removes a fixed size.
_UNBOUND = 16_777_215
# The width of a message: this number of pixels, or of letters if these are wider.
_MESSAGE_WIDTH = 60 * GRID
_MESSAGE_LETTERS = 60


class BagPane(QtWidgets.QWidget):
    """Shows a bag, or a message if there is none. It keeps its own selection and gives no verdicts."""

    subject_changed = QtCore.Signal()  # verdicts are for another change, or for the bag again

    def __init__(self, words: Mapping[Verdict, str]) -> None:
        """Create a pane without a bag; `words` are the words for verdicts."""
        super().__init__()
        theme = Theme.from_palette(self.palette())
        # The words for the two sides, which are neutral in a blind review.
        self._sides = GRAPHS.names
        self._prepared = PreparedBags()
        # The bag, its chains and the keys of its changes; None while a message is shown.
        self._displayed: DisplayedBag | None = None
        self._prepared_bag: PreparedBag | None = None
        self._bag_evidence: Evidence | None = None
        self._chains: Chains | None = None
        self._keys: ChangeKeys | None = None
        # True if words are searched for.
        self._is_searched = False
        # True if the chains leave some of their room to the evidence.
        self._is_tight = False
        # The height that the evidence leaves to the chains, beyond their own part, the height that is left
        # free below the pane, and the height for which the parts are fitted.
        self._spare = self._free = self._fitted = 0
        self._gold_signs: GoldSigns | None = None
        self._gold_everywhere = True
        self._verdicts = ChangeVerdicts()
        # The index of the change whose mentions are framed, None for that of the whole bag.
        self._change: int | None = None
        # The own changes to which the list is narrowed, in ascending order; None for all.
        self._listed: Sequence[int] | None = None
        self.claim = ClaimBar(theme, words)
        self.history = HistoryBar(self.claim.close_list, self._fit)
        # What gold says of the bag, below its headline.
        self._gold_line = ElidedLabel(quiet=True)
        self._gold_line.setContentsMargins(GRID, 0, GRID, 0)
        self._gold_line.hide()
        self._map = ChainMapView(theme, words)
        self._fact = FactView()
        self._entries = EntryView(theme)
        self._gold = GoldList()
        self.evidence = EvidenceView(theme)
        # The groups of the parts in the map while the parts are shown.
        self._group_marks: GroupMarks | None = None
        # In the place of the evidence while a reviewer says who is who.
        self.who = WhoIsWhoView(theme)
        # The same while a drawn link is asked about.
        self.link = LinkQuestionView(theme)
        # Moves the focus to where it is without the part of the pane that has it.
        self.give_up_focus: Callable[[], None] = lambda: None
        # From top to bottom: claim bar, history, and the body with chains and evidence.
        self._parts = QtWidgets.QWidget()
        self._body = QtWidgets.QBoxLayout(QtWidgets.QBoxLayout.Direction.TopToBottom)
        self._body.setSpacing(GRID)
        # Gold is the third side of the map, below the other two.
        sides = QtWidgets.QVBoxLayout()
        sides.setSpacing(GRID // 2)
        # The entries go on below the lines of the map, without a gap.
        links = QtWidgets.QVBoxLayout()
        links.setSpacing(0)
        links.addWidget(self._map)
        links.addWidget(self._entries)
        sides.addLayout(links)
        sides.addWidget(self._fact)
        sides.addWidget(self._gold)
        self._body.addLayout(sides)
        self._body.addWidget(self.evidence, 1)
        # They get what the other parts leave.
        policy = QtWidgets.QSizePolicy.Policy
        for part in (self._map, self.evidence):
            part.setSizePolicy(policy.Preferred, policy.Ignored)
        self._body.addWidget(self.who, 1)
        self._body.addWidget(self.link, 1)
        column = self._column = QtWidgets.QVBoxLayout(self._parts)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        column.addWidget(self.claim)
        column.addWidget(self._gold_line)
        column.addWidget(self.history)
        column.addLayout(self._body, 1)
        # Either these parts are shown, or a message.
        self._message = _Message()
        self._stack = QtWidgets.QStackedLayout(self)
        self._stack.addWidget(self._parts)
        self._stack.addWidget(self._message)
        self._stack.setCurrentWidget(self._message)
        self._connect_parts()

    def _connect_parts(self) -> None:
        self.claim.chosen.connect(self.choose_change)
        self.claim.left.connect(self.choose_bag)
        self.claim.opening.connect(self._prefer_changes)
        self.claim.listed.connect(self._fit)
        self._map.chain_chosen.connect(self._choose_chain)
        self._map.height_changed.connect(self._fit)
        self.evidence.filled.connect(self._share_room)
        self.evidence.text.hits_counted.connect(self._count_hits)
        self.evidence.text.zoom_wanted.connect(self.change_zoom)
        self._gold.spans_chosen.connect(self.evidence.show_spans)
        self.evidence.span_chosen.connect(self.choose_span)
        self.evidence.chain_hovered.connect(self._map.point_at_chain)
        self._map.chain_hovered.connect(self.evidence.highlight_chain)

    def seek(self, words: Sequence[str]) -> None:
        """Box these folded words in the text, and count them."""
        self._is_searched = bool(words)
        self.evidence.text.seek(words)

    @QtCore.Slot(int)
    def change_zoom(self, step: int) -> None:
        """Make claim, map and text larger (1) or smaller (-1), or reset their size (0)."""
        zoom, family = self.evidence.reading()
        self.set_reading(zoom + step if step else 0, family)

    def set_reading(self, zoom: int, family: str) -> None:
        """Set the zoom of all parts in steps, and the font family of the text, "" for that of the window."""
        self.evidence.set_reading(zoom, family)
        # Begin with the font of the window.
        self.setFont(QtGui.QFont())
        if zoom := self.evidence.reading()[0]:
            self.setFont(scale_font(self.font(), ZOOM**zoom))

    @QtCore.Slot()
    def _count_hits(self) -> None:
        self.claim.show_hits(self.evidence.text.hits() if self._is_searched else None)

    def displayed(self) -> DisplayedBag | None:
        """Return the bag that is shown, or None."""
        return self._displayed

    def prepared(self) -> PreparedBag | None:
        """Return the bag that is shown with its chains, or None."""
        return self._prepared_bag

    @QtCore.Slot(object)
    def choose_place(self, place: Span) -> None:
        """Choose the mention at a place in a document, if the bag has one there in either graph."""
        if self._displayed is None or place.document not in self._displayed.documents:
            return
        extents = self._displayed.extents
        for span in self._displayed.spans_of(self._displayed.documents.index(place.document)):
            if place in (extents.place(BASELINE, span), extents.place(CHANGED, span)):
                self.choose_span(span)
                return

    def show_bag(self, bag: Bag, text_of: TextOf, number: int | None = None) -> None:
        """Show a bag; `text_of` maps a document to its text, if known, and `number` counts bags from 1.

        Raises `CoalaError`, and keeps the former bag, if a text that is shown at once cannot be read.
        """
        prepared = self._prepared.prepare(bag, self._sides)
        displayed, chains, sentences = prepared
        self.close_who()
        self._close_link()
        # This may raise, so nothing is changed before it.
        evidence = Evidence(displayed, chains, text_of, title=sentences.first)
        self._displayed, self._chains = displayed, chains
        self._prepared_bag, self._bag_evidence = prepared, evidence
        self.claim.show_bag(prepared, number)
        self.history.show_summary("")
        self._keys, self._change = ChangeKeys(bag, self.claim.changes()), None
        self._listed = None
        self._verdicts = self._keys.read(())
        self._gold_signs = None
        self._gold.show_gold(None, None)
        self._gold_line.hide()
        self._map.show_map(ChainMap(chains))
        self._stack.setCurrentWidget(self._parts)
        self._is_tight, self._spare = False, 0
        self.leave_free(0)
        # Begin with the most surprising change: the fact in the headline, if there is one, and its mentions.
        first = sentences.first
        self._show_details(first, sentences.fact)
        # The evidence fills the room that the other parts leave.
        self._column.activate()
        evidence.show_fact(sentences.fact)
        self.evidence.show_bag(displayed, chains, evidence)
        if first is not None and len(self._keys.changes) == 1:
            self.evidence.text.choose_spans(first.spans)

    def prepare(self, bag: Bag) -> None:
        """Prepare a bag that is likely to be shown next, so that it is shown sooner."""
        self._prepared.prepare_ahead(bag, self._sides)

    def show_message(self, title: str, text: str, button: QtGui.QAction | None = None) -> None:
        """Show why there is no bag, and a button for what to do about it."""
        self.close_who()
        self._close_link()
        self._displayed = self._chains = self._keys = self._change = None
        self._prepared_bag = self._bag_evidence = None
        self._verdicts = ChangeVerdicts()
        self._message.show_message(title, text, button)
        self.leave_free(0)
        self._stack.setCurrentWidget(self._message)

    def message(self) -> str:
        """Return the message, title first, or "" while a bag is shown."""
        return self._message.text() if self._stack.currentWidget() is self._message else ""

    def set_names(self, baseline: str, changed: str, sides: tuple[str, str] = GRAPHS.names) -> None:
        """Name the files of both sides; `sides` are the words for the sides."""
        self._sides = sides
        self._map.map_model().set_names(baseline, changed)

    def show_gold(self, *, shown: bool, remark: str = "") -> None:
        """Show or hide what gold says, which would bias a verdict.

        `remark` is about the mentions of the bag; types, statements, links and facts have a remark each.
        """
        self.claim.show_gold(shown=shown)
        self._gold_line.set_full_text(remark, remark)
        self._gold_line.setVisible(bool(remark))

    def gold_remark(self) -> str:
        """Return what the pane says of gold below the headline, "" for nothing."""
        return "" if self._gold_line.isHidden() else self._gold_line.full_text()

    def chains_of(self, bag: Bag) -> Chains:
        """Return the chains of a bag; those of the last few bags that were shown are cached."""
        return self._prepared.prepare(bag, self._sides).chains

    def spans_in_sight(self) -> tuple[int, ...]:
        """Return the mentions that are visible without scrolling."""
        return () if self._displayed is None else self.evidence.text.spans_in_sight()

    def show_gold_chains(self, chains: Sequence[GoldChain] | None, *, everywhere: bool = True) -> None:
        """Show gold's chains below the two sides and their signs next to the mentions; None hides them.

        `everywhere` allows marks on gold's mentions of other bags.
        """
        self._gold_signs = signs = None if chains is None else GoldSigns(chains)
        self._gold_everywhere = everywhere
        self._gold.show_gold(signs, self._chains)
        self._column.activate()
        self.evidence.show_gold(signs, everywhere=everywhere)

    def shows_gold_of_others(self) -> bool:
        """Return True if gold's mentions of other bags are on the screen."""
        return self.isVisible() and self._gold_signs is not None and self.evidence.shows_gold_of_others()

    def shows_gold(self) -> bool:
        """Return True if gold's chains or remarks on the bag are on the screen."""
        has_remark = bool(self.gold_remark()) or self.claim.shows_gold()
        return self.isVisible() and (self._gold_signs is not None or has_remark)

    @QtCore.Slot()
    def show_more(self) -> None:
        """Show one more step of the evidence, or of the question about a link."""
        if self.link.asked() is not None:
            self.link.scroll_pages(1)
        else:
            self.evidence.show_more()

    @QtCore.Slot()
    def show_less(self) -> None:
        """Scroll one page up in the evidence, or in the question about a link."""
        if self.link.asked() is not None:
            self.link.scroll_pages(-1)
        else:
            self.evidence.show_less()

    @QtCore.Slot(int)
    def choose_span(self, span: int) -> None:
        """Frame a mention in the evidence, and highlight its chain in the map."""
        self.evidence.show_spans((span,))
        if self._chains is not None:
            chains = self._chains.chains_of(BASELINE, span) or self._chains.chains_of(CHANGED, span)
            self._map.highlight_chain(chains[0] if chains else None)

    def open_who(self, placing: Placing, lines: PartLines) -> None:
        """Show the parts of the bag in the place of the evidence."""
        self._close_link()
        if self._prepared_bag is not None:
            self._group_marks = GroupMarks(self._prepared_bag, placing)
            self._map.map_model().show_groups(self._group_marks)
        self._release_focus(self.evidence)
        self.evidence.hide()
        self.leave_free(0)
        self.who.open(placing, lines, self._sides)
        self._fit()

    def follow_who(self) -> None:
        """Show the groups of the parts as they are now."""
        self.who.follow()
        if self._group_marks is not None:
            self._group_marks.follow()
            self._map.map_model().show_groups(self._group_marks)

    def close_who(self) -> None:
        """Show the evidence again in the place of the parts."""
        if not self.who.isHidden():
            self._release_focus(self.who)
            self.who.close_lines()
            self._group_marks = None
            self._map.map_model().show_groups(None)
            self.evidence.show()
            self._fit()

    def ask_link(self, asked: AskedLink, lines: PartLines) -> None:
        """Ask about a link of the bag in the place of the evidence."""
        if self._change is not None:
            self.choose_bag()
        self._release_focus(self.evidence)
        self.evidence.hide()
        self.leave_free(0)
        self.link.open(asked, lines)
        self._fit()
        self.subject_changed.emit()

    def _close_link(self) -> None:
        """Show the evidence again in the place of the question about a link."""
        if self.link.asked() is not None:
            self._release_focus(self.link)
            self.link.close_question()
            self.evidence.show()
            self._fit()

    def _release_focus(self, part: QtWidgets.QWidget) -> None:
        """Move the focus out of a part that is hidden next; Qt would move it to an answer."""
        focused = QtWidgets.QApplication.focusWidget()
        if focused is not None and part.isAncestorOf(focused):
            self.give_up_focus()

    def change(self) -> int | None:
        """Return the index of the change that verdicts are for, or None if they are for the bag."""
        return self._change if self._change in self._verdicts.own else None

    def list_changes(self) -> BagChanges | None:
        """Return the own changes of the bag for a list, if each of them has its own evidence."""
        if self._prepared_bag is None or self._keys is None or not self._is_great():
            return None
        return BagChanges(self._prepared_bag, self._keys)

    def verdicts(self) -> ChangeVerdicts:
        """Return the verdicts on the changes of the bag."""
        return self._verdicts

    def own_kinds(self) -> frozenset[Kind]:
        """Return the kinds of the own changes of the bag."""
        return frozenset() if self._keys is None else self._keys.own_kinds

    def apply_verdict(self, rows: Rows, change: int, verdict: Verdict | None) -> Rows:
        """Return the verdicts on rows after an own change gets `verdict`, or loses its own if None."""
        return rows if self._keys is None else self._keys.set_verdict(rows, change, verdict)

    def read_verdicts(self, rows: Rows) -> ChangeVerdicts:
        """Return the verdicts on the changes of the bag that follow from verdicts on its rows."""
        return ChangeVerdicts() if self._keys is None else self._keys.read(rows)

    def show_rows(self, rows: Rows) -> None:
        """Show the verdicts on changes that follow from verdicts on rows."""
        if self._keys is not None and (rows or self._verdicts.given):
            self._verdicts = self._keys.read(rows)
            self.claim.show_verdicts(self._verdicts)
            self._map.map_model().show_verdicts(self._verdicts_on_chains())

    def walk_changes(self) -> None:
        """Choose the next own change, in a circle in which the bag comes after the last one."""
        place = self.step_to_change(1)
        if place is None:
            self.choose_bag()
        else:
            self.choose_change(place)

    def step_to_change(self, step: int) -> int | None:
        """Return the next listed change (1) or the one before (-1), -1 for the bag, None beyond the ends."""
        places = [-1, *self.listed_changes()]
        at = self._find_in(places, step) + step
        return places[at] if 0 <= at < len(places) else None

    def _find_in(self, places: Sequence[int], step: int) -> int:
        """Return the position of the current change among places; if it is not there, one step before it."""
        here = -1 if self._change is None else self._change
        at = bisect_left(places, here)
        return at - 1 if step > 0 and places[at : at + 1] != [here] else at

    @QtCore.Slot(object)
    def narrow(self, listed: Sequence[int] | None) -> None:
        """Walk only these own changes of the bag from now on; None for all."""
        self._listed = listed

    def listed_changes(self) -> Sequence[int]:
        """Return the indices of the own changes that are walked, in ascending order."""
        return self._verdicts.own if self._listed is None else self._listed

    def find_next_open(self, verdicts: ChangeVerdicts, change: int) -> int | None:
        """Return the next listed change without a verdict, from `change` around to it, or None."""
        listed = self.listed_changes()
        places = (*(each for each in listed if each > change), *(each for each in listed if each < change))
        return next((each for each in places if each not in verdicts.given), None)

    def list_open(self) -> list[int]:
        """Return the listed changes without a verdict."""
        return [each for each in self.listed_changes() if each not in self._verdicts.given]

    def choose_row(self, keys: Set[str]) -> None:
        """Choose an own change that has one of these rows, or the bag if no change has one.

        `keys` are the keys of the rows.
        """
        place = self._keys.find_change(keys) if keys and self._keys is not None else None
        if place is None:
            self.choose_bag()
        else:
            self.choose_change(place)

    @QtCore.Slot()
    def choose_bag(self) -> None:
        """Make the whole bag the subject of verdicts."""
        was_about_part = self.link.asked() is not None
        self._close_link()
        if self._change is not None:
            was_about_change = self.change() is not None
            was_about_part |= was_about_change
            self._change = None
            self.claim.select(None)
            self.evidence.text.choose_spans(())
            if self._prepared_bag is not None:
                sentences = self._prepared_bag.sentences
                self._show_details(sentences.first, sentences.fact)
                if self._is_great() and was_about_change:
                    self._show_evidence(None)
                else:
                    self.evidence.show_fact(sentences.fact)
        if was_about_part:
            self.subject_changed.emit()

    @QtCore.Slot(int)
    def choose_change(self, place: int) -> None:
        """Show the mentions of a change, and make it the subject of verdicts if it is an own one.

        The only change of a bag is ignored.
        """
        if self._chains is None or self._keys is None or len(self._keys.changes) < 2:
            return
        was_asked = self.link.asked() is not None
        self._close_link()
        change, former = self._keys.changes[place], self.change()
        self._change = place
        is_alone = self._is_great() and self.change() is not None
        self.claim.select(place, alone=is_alone)
        if is_alone:
            self._show_evidence(change)
        elif self._is_great() and former is not None:
            self._show_evidence(None)
        # Highlight its chain in the baseline, or in the changed graph if only that has one.
        side = CHANGED if change.baseline is None else BASELINE
        index = change.changed if change.baseline is None else change.baseline
        self._map.highlight_chain(None if index is None else self._chains.at(side, index))
        self._show_details(change, change.fact)
        self.evidence.choose_change(change)
        if was_asked or self.change() != former:
            self.subject_changed.emit()

    def _is_great(self) -> bool:
        """Return True if the bag has too many own changes to show their evidence together."""
        return is_great(len(self._verdicts.own))

    def _show_evidence(self, change: Divergence | None) -> None:
        """Show the chains and sentences of one change only, or of the bag again."""
        displayed, chains, evidence = self._displayed, self._chains, self._bag_evidence
        if displayed is None or chains is None or evidence is None:
            return
        self._spare = 0
        only = None if change is None else chains.ends(change)
        if change is not None:
            evidence = evidence.show_change(change)
        self._map.show_map(ChainMap(chains, only))
        self._map.map_model().show_verdicts(self._verdicts_on_chains())
        self._fit()
        self._column.activate()
        self.evidence.show_bag(displayed, chains, evidence)
        self.evidence.show_gold(self._gold_signs, everywhere=self._gold_everywhere)

    def _show_details(self, change: Divergence | None, fact: FactDifference | None) -> None:
        """Show the table of a fact, and that of a change about a link; hide them for others."""
        self._fact.show_fact(fact, self._sides)
        rows = (
            [] if change is None or self._displayed is None else list_entry_rows(self._displayed.bag, change)
        )
        self._entries.show_entries(rows, self._sides)
        self._fit()

    def _find_detailed(self) -> Divergence | None:
        """Return the chosen change, or else that of the headline."""
        if self._prepared_bag is None or self._keys is None:
            return None
        return (
            self._prepared_bag.sentences.first if self._change is None else self._keys.changes[self._change]
        )

    def entry_iris(self) -> list[str]:
        """Return the IRIs of the entries of the chain at the cursor of the map, or else of the change."""
        change = self._find_detailed()
        if self._displayed is None or change is None:
            return []
        chain = self._map.chosen_chain()
        if chain is not None and chain.entries:
            return [entry.name for entry in chain.entries]
        return list_iris(self._displayed.bag, change)

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QtCore.QEvent.Type.PaletteChange:
            theme = Theme.from_palette(self.palette())
            for part in (self.claim, self._map, self._entries, self.evidence, self.who, self.link):
                part.set_theme(theme)
        elif event.type() == QtCore.QEvent.Type.FontChange:
            for table in (self._entries, self._fact, self._gold):
                table.fit()
            self._fit()

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.width() != event.oldSize().width() or self.height() + self._free != self._fitted:
            self._is_tight, self._spare = False, 0
            self._fit()

    @QtCore.Slot(int)
    def _share_room(self, free: int) -> None:
        """Let chains that are out of sight have the height that the evidence leaves free, and leave the rest.

        If it has no room for whole sentences, so ``free`` is -1, limit the height of the chains.
        """
        if free < 0 and (self._free or not self._is_tight):
            # First take back the room that was left free.
            self._is_tight, self._spare = not self._free, 0
            self.leave_free(0)
            self._fit()
            self._column.activate()
            self.evidence.refill()
        elif free >= 0:
            height = self._map.height()
            if self._is_wide():
                more, free = 0, min(free, height - self._map.needed_height())
            elif (more := max(0, self._map.fit_height(height + free) - height)) > 0:
                self._spare += more
                self._fit()
            # A text as high as its lines could still be scrolled by a pixel.
            room = self.evidence.height() - self.evidence.minimumSizeHint().height()
            self.leave_free(self._free + max(0, min(free - GRID, room) - more))

    def leave_free(self, free: int) -> None:
        """Leave ``free`` pixels of the room empty, so that the answers follow the evidence."""
        if free != self._free:
            height, self._free = self.height() + self._free - free, free
            self.setMaximumHeight(max(0, height) if free else _UNBOUND)
            if (parent := self.parentWidget()) is not None and (layout := parent.layout()) is not None:
                layout.activate()

    @QtCore.Slot()
    def _fit(self) -> None:
        """Place the chains above the evidence, or next to it in a wide pane, and limit their size."""
        self._fitted = self.height() + self._free
        for part_with_list in (self.claim, self.history):
            part_with_list.leave_room(round(_SHARE_OF_CHANGES * self._fitted))
        is_wide = self._is_wide()
        directions = QtWidgets.QBoxLayout.Direction
        self._body.setDirection(directions.LeftToRight if is_wide else directions.TopToBottom)
        width = round(_SHARE_OF_WIDTH * self.width())
        for table in (self._entries, self._fact, self._gold):
            table.setMaximumWidth(width if is_wide else _UNBOUND)
        if is_wide:
            self._map.setFixedWidth(width)
            self._map.setMinimumHeight(0)
            self._map.setMaximumHeight(_UNBOUND)
        else:
            # The chains take what their lines need, up to a part of the height that the open lists leave.
            lists = self.claim.height_of_list() + self.history.height_of_lines()
            tables = self._fact.height_of_rows() + self._entries.height_of_rows()
            height = self._fitted - lists - tables
            most = _LEAST_SHARE_OF_HEIGHT if self._is_tight else _SHARE_OF_HEIGHT
            self._map.setMinimumWidth(0)
            self._map.setMaximumWidth(_UNBOUND)
            self._map.setFixedHeight(self._map.fit_height(round(most * height) + self._spare))

    def _is_wide(self) -> bool:
        """Return True if the chains are next to the evidence."""
        return self.width() >= _LETTERS_SIDE_BY_SIDE * self.fontMetrics().averageCharWidth()

    @QtCore.Slot()
    def _prefer_changes(self) -> None:
        """Fold the earlier verdicts: both lists would leave no room for the evidence."""
        self.history.fold()
        self._fit()

    def _verdicts_on_chains(self) -> dict[ChainPlace, set[Verdict]]:
        """Return the verdicts on changes by the chains of the changes."""
        found: dict[ChainPlace, set[Verdict]] = {}
        if self._chains is not None and self._keys is not None:
            for place, verdicts in self._verdicts.given.items():
                for chain in self._chains.ends(self._keys.changes[place]):
                    found.setdefault(chain, set()).update(verdicts)
        return found

    @QtCore.Slot(object)
    def _choose_chain(self, chain: ShownChain) -> None:
        self.evidence.show_spans(chain.spans)


class _Message(QtWidgets.QWidget):
    """A message in the middle of the pane."""

    def __init__(self) -> None:
        super().__init__()
        self._title = PlainLabel()
        self._title.setFont(enlarge_font(self.font()))
        self._text = PlainLabel()
        for label in (self._title, self._text):
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._button = ToolButton(flat=False)
        self._button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        column = QtWidgets.QVBoxLayout(self)
        column.setSpacing(GRID)
        column.addStretch(2)
        for part in (self._title, self._text, self._button):
            column.addWidget(part, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)

    def show_message(self, title: str, text: str, action: QtGui.QAction | None) -> None:
        self._title.setText(title)
        self._text.setText(text)
        self._fit()
        for old in self._button.actions():
            self._button.removeAction(old)
        self._button.setVisible(action is not None)
        if action is not None:
            self._button.setDefaultAction(action)

    def text(self) -> str:
        return f"{self._title.text()}\n{self._text.text()}"

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QtCore.QEvent) -> bool:
        # A label asks for another layout when it gets its font, which may be after the last resize.
        if event.type() == QtCore.QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        """Fix the sizes of the labels: a centring layout gives a wrapping label the height of one line."""
        wanted = max(_MESSAGE_WIDTH, _MESSAGE_LETTERS * self.fontMetrics().averageCharWidth())
        width = max(1, min(wanted, self.width() - 4 * GRID))
        for label in (self._title, self._text):
            label.setFixedSize(width, max(0, label.heightForWidth(width)))
