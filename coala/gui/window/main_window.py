"""The main window with its menus. It shows the start page, a review or a board.

A review is one comparison with verdicts on its bags. A board is a file with several comparisons, its columns;
an open column is shown like a review, and the board's page waits behind it. At most one review and one board
are open in a window. The size and place of the window are stored for the next start, and fitted to the
screens that are there then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6 import QtCore, QtGui, QtWidgets

from coala.base.paths import same_file
from coala.base.plain_text import one_line
from coala.errors import CoalaError, DamagedReviewError
from coala.gui.engine import MakeReview, Sample
from coala.gui.session.action_set import Actions
from coala.gui.session.actions import MENUS, SPECS, Situation
from coala.gui.session.changes import Announcement, Changes, Say
from coala.gui.session.preferences import Preferences
from coala.gui.widgets.drag_and_drop import accept_files
from coala.gui.widgets.labels import NoticeBar
from coala.gui.widgets.menu_button import MenuButton
from coala.gui.widgets.painting import TITLE_BAR
from coala.gui.widgets.status_line import StatusLine
from coala.gui.widgets.theme import Colours, apply_colours, frame_fields
from coala.gui.window.action_handlers import ActionHandlers, accepts_typing
from coala.gui.window.action_search import ActionSearch, list_commands
from coala.gui.window.board_controller import BoardController
from coala.gui.window.dialog_launcher import Dialogs
from coala.gui.window.greetings import Greetings
from coala.gui.window.recovery import RECOVER, Recovery
from coala.gui.window.review_page import ReviewPage
from coala.gui.window.start_page import StartPage, make_recent_action, make_sample_actions
from coala.model.kinds import Kind
from coala.results.rescue import describe_loss
from coala.results.verdicts.reviewers import describe_blind
from coala.review.board.board_file import StoredBoard, read_board
from coala.review.file import Review
from coala.review.raters import list_others
from coala.review.reviewers import clean_name, login_name
from coala.review.storage.board_columns import is_board
from coala.review.unblinding import unblind

SIZE = QtCore.QSize(1280, 800)
# In letters, of a bag in the action search.
_LONGEST_TITLE = 60
_PROGRESS_MILLISECONDS = 1000
# A stored place is used if at least this many pixels of it are on a screen.
_LEAST_VISIBLE = 100


def restore_place(window: QtWidgets.QWidget, preferences: Preferences) -> None:
    """Give a window its stored size and place, as far as they fit on the screens."""
    screens = list_screens()
    window.resize(SIZE.boundedTo(_exclude_title_bar(screens[0]).size()))
    if preferences.window:
        place = QtCore.QRect(*preferences.window)
        seen = [screen.intersected(place) for screen in screens]
        if any(min(part.width(), part.height()) >= _LEAST_VISIBLE for part in seen):
            # The window may reach over several screens: it may use all that its stored place touches.
            room = QtCore.QRect()
            for screen in screens:
                room = room.united(screen) if screen.intersects(place) else room
            window.setGeometry(_fit_into(place, _exclude_title_bar(room)))
    if preferences.maximized:
        window.setWindowState(window.windowState() | QtCore.Qt.WindowState.WindowMaximized)
    if preferences.full_screen:
        window.setWindowState(window.windowState() | QtCore.Qt.WindowState.WindowFullScreen)


def remember_place(window: QtWidgets.QWidget, preferences: Preferences) -> None:
    """Store the size and the place of a window for the next start."""
    preferences.maximized = window.isMaximized()
    preferences.full_screen = window.isFullScreen()
    place = window.normalGeometry()
    preferences.window = place.x(), place.y(), place.width(), place.height()


def list_screens() -> list[QtCore.QRect]:
    """Return the area of each screen that windows can use; the primary screen is first."""
    return [screen.availableGeometry() for screen in QtGui.QGuiApplication.screens()]


def _exclude_title_bar(screen: QtCore.QRect) -> QtCore.QRect:
    """Return the area of a screen without the height of a title bar."""
    return screen.adjusted(0, TITLE_BAR, 0, 0)


def _fit_into(place: QtCore.QRect, room: QtCore.QRect) -> QtCore.QRect:
    """Return a place that fits into the room: if it is too wide or too high, it is cut and moved."""
    fitted = QtCore.QRect(place.topLeft(), place.size().boundedTo(room.size()))
    if fitted.width() < place.width():
        fitted.moveLeft(room.left())
    if fitted.height() < place.height():
        fitted.moveTop(room.top())
    return fitted


class Menus(QtCore.QObject):
    """The menus of a window in one menu, which a button of each page opens.

    Their actions work wherever the focus is in the window. A desktop that shows menus outside of windows gets
    them as a menu bar too.
    """

    def __init__(
        self, window: QtWidgets.QMainWindow, actions: Actions, samples: Sequence[QtGui.QAction]
    ) -> None:
        super().__init__(window)
        # Created here and not by addMenu: a menu without a Python owner may be garbage collected.
        self.everything = QtWidgets.QMenu("Menu", window)
        self._menus = {title: QtWidgets.QMenu(title, window) for title in MENUS}
        titles = {spec.submenu: None for spec in SPECS if spec.submenu}
        self._submenus = {title: QtWidgets.QMenu(title, window) for title in titles}
        self._recent = QtWidgets.QMenu("Open &recent", window)
        self._samples = QtWidgets.QMenu("Sam&ple graphs", window)
        self._window = window
        for title, menu in self._menus.items():
            self.everything.addMenu(menu)
            for group in MENUS[title]:
                if menu.actions():
                    menu.addSeparator()
                for spec in group:
                    self._add(actions[spec.name], menu, spec.submenu)
                    window.addAction(actions[spec.name])
                    if spec.name == "open":
                        menu.addMenu(self._recent)
                        menu.addMenu(self._samples)
        for action in samples:
            self._samples.addAction(action)
        self._samples.menuAction().setVisible(bool(samples))
        if window.menuBar().isNativeMenuBar():
            for menu in self._menus.values():
                window.menuBar().addMenu(menu)
        else:
            window.menuBar().hide()
        QtGui.QShortcut(QtGui.QKeySequence("F10"), window, self._open)

    def _add(self, action: QtGui.QAction, menu: QtWidgets.QMenu, submenu: str) -> None:
        """Add an action to a menu, or to a submenu of it, which is added with its first action."""
        if not submenu:
            menu.addAction(action)
            return
        if self._submenus[submenu].isEmpty():
            menu.addMenu(self._submenus[submenu])
        self._submenus[submenu].addAction(action)

    def show_recent(self, actions: Sequence[QtGui.QAction]) -> None:
        self._recent.clear()
        for action in actions:
            self._recent.addAction(action)
        self._recent.menuAction().setVisible(bool(actions))

    def hide_empty(self) -> None:
        """Hide menus without an action that applies, such as that of the board without a board."""
        for menu in (*self._submenus.values(), *self._menus.values()):
            menu.menuAction().setVisible(any(action.isVisible() for action in menu.actions()))

    @QtCore.Slot()
    def _open(self) -> None:
        """Open the menus at the button of the page that is shown."""
        for button in self._window.findChildren(MenuButton):
            if button.isVisible():
                button.open()


class MainWindow(QtWidgets.QMainWindow):
    """The main window, with the start page, one review or one board. The engine is passed to it."""

    def __init__(
        self,
        preferences: Preferences,
        preferences_path: Path,
        make_review: MakeReview,
        samples: Sequence[Sample] = (),
        *,
        reviewer: str = "",
        closed: Callable[[MainWindow], object] = lambda window: None,
    ) -> None:
        """Build the window; ``reviewer`` replaces the name in the preferences for this run.

        ``closed`` is called with the window when it is closed.
        """
        super().__init__()
        self._closed = closed
        self._preferences = preferences
        # The name that goes with the verdicts, "" for the login name.
        self._reviewer = reviewer or preferences.reviewer
        self._preferences_path = preferences_path
        self._make_window = partial(
            MainWindow, preferences, preferences_path, make_review, samples, reviewer=reviewer
        )
        # Python would delete the windows that were opened from this one.
        self.others: list[MainWindow] = []
        # The open review or column of a board, and its page.
        self._review: Review | None = None
        self.page: ReviewPage | None = None
        self._shows_legend = False
        self.actions_by_name = Actions(preferences.keys, self)
        self.dialogs = Dialogs(self, self, self.actions_by_name, preferences, make_review, tuple(samples))
        self._pages = QtWidgets.QStackedWidget()
        self.boards = BoardController(self, self._pages, self)
        self._handlers = ActionHandlers(
            self.actions_by_name,
            {
                "compare": self.dialogs.compare,
                "new_window": self.open_window,
                "open": self.dialogs.choose_review,
                "close": self._close_review,
                "export": self.dialogs.export,
                "share": self.dialogs.share,
                "compare_again": self.dialogs.compare_again,
                "save_copy": self.dialogs.save_copy,
                "warnings": self.dialogs.show_warnings,
                "reviewer": self.dialogs.ask_reviewer,
                "unblind": self.dialogs.ask_to_unblind,
                "quit": self.close,
                "shortcuts": self.dialogs.show_help,
                "first_steps": self.dialogs.show_first_steps,
                "about": self.dialogs.show_about,
                "report": self.dialogs.copy_report,
                "search_actions": self._search_actions,
                "go_to": self.dialogs.ask_bag,
                "full_screen": self._toggle_full_screen,
                "back_to_board": self.boards.go_back,
                "open_page": self.boards.open_in_browser,
                "next_component": partial(self.boards.walk, 1),
                "previous_component": partial(self.boards.walk, -1),
                **{f"colours_{colours}": partial(self._choose_colours, colours) for colours in Colours},
            },
            self,
        )
        self._recent = QtGui.QActionGroup(self)
        self._recent.triggered.connect(self._open_recent)
        sample_group = make_sample_actions(samples, self)
        sample_group.triggered.connect(self.dialogs.compare_sample)
        self._sample_actions = sample_actions = sample_group.actions()
        self._menus = Menus(self, self.actions_by_name, sample_actions)
        self.start_page = StartPage(
            self.actions_by_name["open"], self.actions_by_name["compare"], sample_actions
        )
        self.start_page.menu.setMenu(self._menus.everything)
        self.notice, self.status = NoticeBar(), StatusLine()
        self.recovery = Recovery(self, self)
        self._greetings = Greetings(self, self.notice, self.dialogs, self)
        # Soon after a verdict, since the program may be killed; not at once, or the next bag would wait.
        self._progress_timer = QtCore.QTimer(self, singleShot=True)
        self._progress_timer.setInterval(_PROGRESS_MILLISECONDS)
        self._progress_timer.timeout.connect(self._remember_progress)
        self._lay_out()
        self.setAcceptDrops(True)
        application = QtWidgets.QApplication.instance()
        assert isinstance(application, QtWidgets.QApplication)
        self._focus_connection = application.focusChanged.connect(self._follow_focus)
        frame_fields(application)
        self._fit_actions(Situation())
        self._show_recent()
        self._show_title()
        restore_place(self, preferences)
        if preferences.colours is not Colours.SYSTEM:
            self._choose_colours(preferences.colours)
        self._show_choices()

    @property
    def review(self) -> Review | None:
        return self._review

    @property
    def board(self) -> StoredBoard | None:
        return self.boards.stored

    def open_review(self, path: Path, bag: int | None = None, column: str | None = None) -> bool:
        """Open a review, at a bag, or a board, at a column, in place of the current page.

        Return False, and show why, if it cannot be opened.
        """
        if self.shows_file(path):
            self.say(f"{path.name} is open already.")
            return True
        if any(
            isinstance(other, MainWindow) and other.shows_file(path)
            for other in QtWidgets.QApplication.topLevelWidgets()
        ):
            # Do not open the file even to look at it: closing it would release the other window's lock.
            self.warn(f"{path.name} is open in another COALA window. Continue there, or close it first.")
            return False
        if not self.may_leave():
            return False
        # Open the new file before the open one is closed, so that an error leaves everything as it is.
        self.setCursor(QtCore.Qt.CursorShape.WaitCursor)
        try:
            if is_board(path):
                stored = read_board(path, self._reviewer or None)
                self._leave_review()
                self.boards.show(stored)
                self._remember_opened(path)
                if column is not None:
                    self.boards.open_column(stored.find_column(column), bag)
                self._greetings.greet_board(stored)
                return True
            review = Review.open(path, reviewer=self._reviewer or None)
            review.back_up()
        except CoalaError as error:
            self.report(error, path)
            if not path.exists():
                self._preferences.forget(path)
                self._show_recent()
            return False
        finally:
            self.unsetCursor()
        self._leave_review()
        self.enter_review(review, bag)
        self._greetings.greet_review(review)
        return True

    def shows_file(self, path: Path) -> bool:
        """Return True if the review or the board at ``path`` is open in this window."""
        shown = self.boards.path if self._review is None else self._review.path
        return shown is not None and same_file(path, shown)

    def show_board(self) -> None:
        """Set the keys and the title for the page of the open board."""
        self._handlers.board = self.boards.page
        if self.boards.page is not None:
            self.boards.page.menu.setMenu(self._menus.everything)
        self._fit_actions(Situation(board=True))
        self._show_title()
        self._remember_progress()

    def _fit_actions(self, situation: Situation) -> None:
        self.actions_by_name.fit(situation)
        self._menus.hide_empty()

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        escapes = event.key() == QtCore.Qt.Key.Key_Escape and self.page is not None
        if escapes and self.page is not None and self.page.pane.change() is not None:
            self.page.pane.choose_bag()
        elif escapes and self.boards.page is not None:
            self.boards.go_back()
        else:
            super().keyPressEvent(event)

    def show_bag(self, number: int) -> None:
        """Go to a bag of the open review, even if the filter hides it."""
        if self.page is not None:
            self.notice.hide()
            self.page.session.visit(number)

    def go_on_as(self, reviewer: str) -> None:
        """Continue under another name ("" for the login name), with that reviewer's verdicts on the page."""
        if not self.may_leave():
            return
        try:
            name = clean_name(reviewer or login_name())
            if self._review is not None and name != self._review.reviewer:
                bag = self._put_page_away()
                self._review.go_on_as(name)
                self.enter_review(self._review, bag if bag >= 0 else None)
            elif self._review is None:
                self.boards.show_verdicts_of(name)
        except CoalaError as error:
            self.report(error)
            return
        self._reviewer = self._preferences.reviewer = reviewer and name
        self.save_preferences()

    def unblind(self) -> None:
        """Unblind the open review, and show the verdicts by side."""
        if self._review is None or not self.may_leave():
            return
        path, reviewer = self._review.path, self._review.reviewer
        self._leave_review()
        try:
            unblind(path, reviewer)
        except CoalaError as error:
            self.report(error, path)
        if self.open_review(path) and self._review is not None and not self._review.blind:
            self.notice.inform(" ".join(describe_blind(self._review)))

    def close_if_open(self, path: Path) -> bool:
        """Close the open review if it is the one at ``path``; return True if it was closed."""
        if self._review is None or not same_file(path, self._review.path) or not self.may_leave():
            return False
        self._leave_review()
        return True

    @QtCore.Slot(str)
    def say(self, text: str) -> None:
        """Show a sentence in the status line until the next one."""
        self.status.say(text)

    @QtCore.Slot(Announcement)
    def _show_message(self, message: Announcement) -> None:
        if message.how in (Say.DONE, Say.FOR_NOW):
            self.say(message.text)
        elif message.how is Say.ALOUD:
            self.status.announce(message.text)

    @QtCore.Slot(Changes)
    def _follow(self, changes: Changes) -> None:
        if changes.answered:
            # After the first verdict, withdraw the offer to continue as another reviewer.
            self.notice.withdraw()
        if changes.judged >= 0:
            self.boards.note_judgement(changes.judged)
            self._progress_timer.start()

    @QtCore.Slot(str)
    def warn(self, sentence: str) -> None:
        self.notice.warn(sentence)

    def report(self, error: CoalaError, path: Path | None = None) -> None:
        """Show an error of the file at ``path`` or of the open one; offer to recover what can be read."""
        path = path or (self.boards.path if self._review is None else self._review.path)
        if path is None or not isinstance(error, DamagedReviewError):
            self.warn(str(error))
        elif loss := describe_loss(path):
            self.warn(loss)
        else:
            self.notice.warn_with_button(f"{error.what}.", RECOVER, partial(self.recovery.ask, path))

    def save_preferences(self) -> None:
        try:
            self._preferences.save(self._preferences_path)
        except OSError as error:
            self.say(f"The preferences cannot be saved in {self._preferences_path} ({error.strerror}).")

    def closeEvent(self, event: QtGui.QCloseEvent) -> None:
        if not self.may_leave():
            event.ignore()
            return
        self.dialogs.drain()
        self.recovery.drain()
        self.boards.drain()
        self._leave_review()
        remember_place(self, self._preferences)
        self.save_preferences()
        # The focus still changes while the widgets are being destroyed.
        QtCore.QObject.disconnect(self._focus_connection)
        event.accept()
        self._closed(self)

    def dragEnterEvent(self, event: QtGui.QDragEnterEvent) -> None:
        if accept_files(event):
            self.start_page.highlight_drop(files=True)

    def dragLeaveEvent(self, event: QtGui.QDragLeaveEvent) -> None:
        self.start_page.highlight_drop(files=False)

    def dropEvent(self, event: QtGui.QDropEvent) -> None:
        self.start_page.highlight_drop(files=False)
        self.dialogs.open_files(accept_files(event))

    def _lay_out(self) -> None:
        self._pages.addWidget(self.start_page)
        centre = QtWidgets.QWidget()
        column = QtWidgets.QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._pages, 1)
        column.addWidget(self.notice)
        self.setCentralWidget(centre)
        self.setStatusBar(self.status)

    def enter_review(self, review: Review, bag: int | None = None) -> None:
        """Show the page of an opened review, at a bag; this window closes the review later."""
        self._review = review
        self._handlers.board = None
        self.notice.hide()
        self.say("")
        state = self._preferences.page
        self.page = self._handlers.page = ReviewPage(
            review, self.actions_by_name, state, bag, recover=self.recovery.ask
        )
        self.page.session.said.connect(self._show_message)
        # The page asked its first question before.
        self.status.announce(self.page.pane.link.spoken())
        self.page.rearranged.connect(self._place_messages)
        self.status.messageChanged.connect(self.page.bar.show_message)
        self.page.reasons.offer_legend(offered=self._shows_legend)
        self.page.legend.closed.connect(self._close_legend)
        self.page.session.changed.connect(self._follow)
        self.page.answers.gate.watch_keys(self)
        self._pages.addWidget(self.page)
        self._pages.setCurrentWidget(self.page)
        self._place_messages()
        board = self.boards.page is not None
        self._fit_actions(
            Situation(
                review=True,
                writable=not review.read_only,
                blind=review.blind,
                gold=review.summary.gold is not None,
                links=review.summary.kinds.get(Kind.LINK, 0) > 0,
                others=bool(list_others(review)),
                board=board,
                nouns=review.nouns,
            )
        )
        self.page.header.menu.setMenu(self._menus.everything)
        self.page.take_focus()
        # A board counts as opened once, however often its columns are opened.
        if not board:
            self._remember_opened(review.path)
        self._show_title()

    def offer_legend(self) -> None:
        """Show the legend on the pages of reviews from now on, until it is closed for good."""
        self._shows_legend = not self._preferences.legend_closed

    @QtCore.Slot()
    def _close_legend(self) -> None:
        self._shows_legend = False
        self._preferences.legend_closed = True
        self.save_preferences()
        if self.page is not None:
            self.page.reasons.offer_legend(offered=False)
            self.page.take_focus()

    @QtCore.Slot()
    def _place_messages(self) -> None:
        """Hide the status line while its messages are next to the answers, which leaves more for the bag."""
        self.status.setVisible(self.page is None or not self.page.shows_message())

    def _remember_opened(self, path: Path) -> None:
        """Store what was opened for the start page."""
        self._preferences.remember(path)
        self._preferences.folder = str(path.absolute().parent)
        self._remember_progress()
        self._show_recent()

    def _leave_review(self) -> None:
        """Close the open review or board, if there is one, and show the start page."""
        if self._review is None and self.boards.page is None:
            return
        self.boards.collect_verdicts()
        self.put_review_away()
        self.boards.leave()
        self._show_recent()
        self._fit_actions(Situation())
        self._show_title()
        self.say("")

    def put_review_away(self) -> None:
        """Close the open review, if there is one; an open board stays open."""
        self._put_page_away()
        if self._review is not None:
            self._review.close()
            self._review = None

    def _put_page_away(self) -> int:
        """Replace the review's page by the start page; return the number of the bag it showed, or -1."""
        if self.page is None:
            return -1
        bag = self.page.session.current
        self._preferences.page = self.page.state()
        self.page.leave()
        self._remember_progress()
        self._pages.setCurrentWidget(self.start_page)
        self._pages.removeWidget(self.page)
        self.page.deleteLater()
        self.page = self._handlers.page = None
        self._place_messages()
        return bag

    @QtCore.Slot()
    def _remember_progress(self) -> None:
        """Store the progress of the open review for the start page."""
        self._progress_timer.stop()
        if self.boards.path is not None:
            self._preferences.remember_progress(self.boards.path, *self.boards.progress)
        elif self.page is not None and self._review is not None:
            progress = self.page.session.progress
            self._preferences.remember_progress(self._review.path, progress.answered, progress.total)
        self.save_preferences()

    def may_leave(self) -> bool:
        """Return True if the page may be left: save the note on it, and ask only if that fails."""
        if self.page is None or self.page.reasons.save():
            return True
        return self.dialogs.ask_to_leave(self.page.problem())

    @QtCore.Slot()
    def _close_review(self) -> None:
        if self.may_leave():
            self._leave_review()

    def open_window(self) -> None:
        """Open another window, with a start page."""
        window = self._make_window(closed=self._forget_window)
        self.others.append(window)
        window.windowTitleChanged.connect(self.windowTitleChanged)
        window.move(self.pos() + QtCore.QPoint(TITLE_BAR, TITLE_BAR))
        window.show()
        window.activateWindow()

    def _forget_window(self, window: MainWindow) -> None:
        if window in self.others:
            self.others.remove(window)
            window.deleteLater()

    @QtCore.Slot()
    def _search_actions(self) -> None:
        """Open the action search, also over a text field."""
        others = [("Open recent", action) for action in self._recent.actions()]
        others += [("Sample graphs", action) for action in self._sample_actions]
        review = self._review
        bags = 0 if review is None or self.page is None else len(review.entries)
        commands = list_commands(self.actions_by_name, others)
        search = ActionSearch(commands, bags, self._title_bag, self._run_found, self)
        search.show()
        search.activateWindow()

    def _title_bag(self, number: int) -> str:
        assert self._review is not None
        return one_line(self._review.entries[number].title, _LONGEST_TITLE)

    def _run_found(self, target: QtGui.QAction | int) -> None:
        """Run what was chosen in the action search: an action, or go to a bag by its number."""
        self.activateWindow()
        if isinstance(target, QtGui.QAction):
            target.trigger()
        else:
            self.show_bag(target)

    @QtCore.Slot()
    def _toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ QtCore.Qt.WindowState.WindowFullScreen)

    def _choose_colours(self, colours: Colours) -> None:
        self._preferences.colours = colours
        application = QtWidgets.QApplication.instance()
        if isinstance(application, QtWidgets.QApplication):
            apply_colours(application, colours)
        self._show_choices()
        self.save_preferences()

    def _show_choices(self) -> None:
        """Check the menu items of the chosen colours and of full screen."""
        self.actions_by_name["full_screen"].setChecked(self.isFullScreen())
        for colours in Colours:
            self.actions_by_name[f"colours_{colours}"].setChecked(colours is self._preferences.colours)

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        kinds = QtCore.QEvent.Type
        if event.type() in (kinds.WindowStateChange, kinds.ApplicationPaletteChange):
            # The first event is also sent for the frame of a window, the second to all windows.
            self._show_choices()
        if event.type() in (kinds.PaletteChange, kinds.ApplicationPaletteChange):
            application = QtWidgets.QApplication.instance()
            assert isinstance(application, QtWidgets.QApplication)
            frame_fields(application)

    @QtCore.Slot(QtGui.QAction)
    def _open_recent(self, action: QtGui.QAction) -> None:
        self.open_review(Path(action.data()))

    @QtCore.Slot(QtWidgets.QWidget, QtWidgets.QWidget)
    def _follow_focus(self, former: QtWidgets.QWidget | None, now: QtWidgets.QWidget | None) -> None:
        self.actions_by_name.enable_verdict_keys(by_key=not accepts_typing(now))

    def _show_recent(self) -> None:
        for action in self._recent.actions():
            self._recent.removeAction(action)
            action.deleteLater()
        for path in self._preferences.recent:
            self._recent.addAction(make_recent_action(path, self._recent))
        self._menus.show_recent(self._recent.actions())
        self.start_page.show_recent(self._recent.actions(), self._preferences.progress)

    def _show_title(self) -> None:
        """Set the title: "column – file – COALA"."""
        # Qt replaces "[*]" in a title with its mark for unsaved changes.
        shown = self.boards.path if self._review is None else self._review.path
        name = "" if shown is None else f"{shown.name.replace('[*]', '[*][*]')} – "
        if self._review is not None and self._review.column is not None:
            name = f"{one_line(self._review.column, 80).replace('[*]', '[*][*]')} – {name}"
        blind = self._review is not None and self._review.blind
        self.setWindowTitle("Blind review – COALA" if blind else f"{name}COALA")
