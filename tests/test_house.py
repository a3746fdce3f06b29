"""What must not come back, and how large the house may be: the lines of each folder, and names that are gone.

A feature may need more lines than its folder has: then the same commit raises the number and says what the
feature displaces, or why it is worth it.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path

import pytest

from tests.support.paths import ROOT

LINES: Mapping[str, int] = {
    "coala/base": 2_300,
    "coala/board": 1_500,
    "coala/cli": 3_400,
    "coala/diff": 5_600,
    "coala/engine": 2_600,
    "coala/exports": 1_000,
    "coala/formats": 14_700,
    "coala/gui": 21_900,
    "coala/html": 1_900,
    "coala/judging": 3_500,
    "coala/merge": 1_800,
    "coala/model": 5_200,
    "coala/notebook": 500,
    "coala/prepare": 4_600,
    "coala/present": 9_800,
    "coala/reading": 9_700,
    "coala/results": 5_200,
    "coala/review": 8_800,
    "coala/scores": 4_100,
    "coala/tables": 2_500,
    "coala/verdicts": 6_200,
    "tests": 99_400,
    "tests/bench": 4_500,
}
"""The most lines of code of each folder, in whole hundreds, each less than a hundred above what there is."""

SIGNALS, CONNECTIONS = 2.5, 8.0
"""The most signals, and connections to them, for 1,000 lines of the window, each less than 0.1 above what
there is."""

_CODE = (".py", ".rst", ".js", ".css", ".j2", ".sql")

_JUDGED_BY_GROUPS = "who is who says it: changes about mentions take no verdict of their own"
_ON_PAGES = "charts are on the pages in HTML only"
_LOOKED_ONCE = "a blind review shows each bag once"
_CALLED = "its one receiver is called"
_FITS = "one label has several forms, one has two lines; layouts place them"
_NO_PACE = "only the tally and the results page say how long verdicts took"
_ONE_EVENT = "a session tells its views by one event, and the reviewer by say and fail"
_ONE_SIDES = "a review names its sides and the verdicts on them"
_PURE = "each bag is described by itself, in either process"
_ONE_QUERY = "menus write the query into the search, and a bag has one folded text"
_ONE_STRIP = "the strip of reasons is one widget with its state"
_ONE_STRUCT = "the fields of a struct say what the preferences may hold"
_ONE_BLINDNESS = "the sides that are shown are turned in one place"
_ONE_RULE = "one rule says who may see others' verdicts"
_STOCK_SPLITTER = "the list is a column of a stock splitter in every window"

_BLOCKS = "a result is blocks, which printers print"
_FIGURES = "coala.present.figures is the home of digits"
_ONE_CLAIM = "claims and tallies are told once"
_ROOMS = "results, exports, pages and merging are rooms of their own"

_ONE_TURTLE = "one module writes triples as Turtle"

_ONE_TABLE = "one table has the reasons why a file is not read"

_DETECTED_ONCE = "the format of a file is detected once, when its input is opened"

_CHECKED_AT_ONCE = "a journal is read and checked once, when its review is opened"
_ONE_SUM = "Standing is the one sum of a journal"
_BY_TYPES = "msgspec reads and checks what is stored by its declared types"
_ONE_CHECK = "coala.scores.findings checks the names of metrics"
_ONE_SCHEMA = "coala.base.schema checks the keys of TOML files by their schemas"
_AS_DECLARED = "options are in the order of their declarations"
_ONE_WAY = "a value of the wrong type is no value"

ROOMS = ("results", "exports", "html", "merge", "judging")
"""Folders of at most ``MOST_ROOMS`` modules and folders, and so have those in them."""

MOST_ROOMS = 12

ABSENT: Mapping[str, str] = {
    "coala.output:": _ROOMS,
    "coala.gui.window.page.answers:Answers.judge_rest": _JUDGED_BY_GROUPS,
    "coala.gui.window.page.answers:Answers.list_own": _JUDGED_BY_GROUPS,
    "coala.gui.sidebar.verdict_bar:VerdictBar.judged_rest": _JUDGED_BY_GROUPS,
    "coala.gui.session.actions:REST_ACTIONS": _JUDGED_BY_GROUPS,
    "coala.gui.session.bag_filter:ChangeFilter": _JUDGED_BY_GROUPS,
    "coala.verdicts.changes:ChangeKeys.set_verdicts": _JUDGED_BY_GROUPS,
    "coala.verdicts.changes:ChangeKeys.prepare": "keys of own changes are few",
    "coala.verdicts.by_kind:_judge_by_rows": _JUDGED_BY_GROUPS,
    "coala.judging.questions:QuestionChange.has_own_verdict": "questions list own changes only",
    "coala.judging.page.judged_parts:count_part_links": "coala.verdicts.links counts the links of parts",
    "coala.verdicts.links:_have_links": "coala.verdicts.links counts the links of parts",
    "coala.present.chain_signs:": "the order of chains is in coala.diff.chain_order, once",
    "pyqtgraph": _ON_PAGES,
    "coala.gui.widgets.plot:": _ON_PAGES,
    "coala.gui.board.matrix:": _ON_PAGES,
    "coala.gui.board.rates_view:": _ON_PAGES,
    "coala.gui.board.rates_plot:": _ON_PAGES,
    "coala.gui.board.named_table:": "the board is one stock table",
    "coala.gui.board.table:_STEPS": "the board is one stock table",
    "coala.gui.board.table:BarDelegate": "the board is one stock table",
    "coala.gui.window.board_controller:FileWatch": "verdicts given elsewhere are counted on return",
    "coala.gui.results.verdicts:_CountsBar": _ON_PAGES,
    "coala.gui.results.scores:_ScaleView": _ON_PAGES,
    "coala.present.board_table:BoardMatrix.explain_empty": _ON_PAGES,
    "coala.verdicts.state:State.again": _LOOKED_ONCE,
    "coala.review.file:Review.takes_notes": _LOOKED_ONCE,
    "coala.verdicts.reliability:BlindReport.repeated": _LOOKED_ONCE,
    "coala.review.pace:": _NO_PACE,
    "coala.review.minutes:measure_pace": _NO_PACE,
    "coala.review.file:Review.pace": _NO_PACE,
    "coala.gui.window.header:describe_pace": _NO_PACE,
    "coala.review.search:_Field": _ONE_QUERY,
    "coala.review.search:_pack_field": _ONE_QUERY,
    "coala.review.search:SearchIndex": _ONE_QUERY,
    "coala.review.search:SearchIndexWriter": _ONE_QUERY,
    "coala.review.search:SearchTextWriter": _PURE,
    "coala.gui.session.bag_filter:find_bags": _ONE_QUERY,
    "coala.gui.session.bag_filter:BagFilter.kind": _ONE_QUERY,
    "coala.gui.session.bag_filter:BagFilter.verdicts": _ONE_QUERY,
    "coala.gui.session.bag_filter:BagFilter.history": _ONE_QUERY,
    "coala.gui.session.bag_filter:BagFilter.form": _ONE_QUERY,
    "coala.gui.session.bag_filter:BagFilter.type_name": _ONE_QUERY,
    "coala.gui.bag_list.panel:_verdict_choices": _ONE_QUERY,
    "coala.gui.bag_list.panel:_HISTORY_CHOICES": _ONE_QUERY,
    "coala.review.history:PastKind": _ONE_QUERY,
    "coala.present.bag_changes:ChangeConditions": _ONE_QUERY,
    "coala.output.bag_turtle:": "a bag is copied as text or Markdown",
    "coala.verdicts.lock.assertions:Assertion.change": "spans and words say what is meant",
    "coala.gui.session.preferences:_CHECKS": _ONE_STRUCT,
    "coala.gui.session.preferences:_to_json": _ONE_STRUCT,
    "coala.gui.session.preferences:_from_json": _ONE_STRUCT,
    "coala.gui.session.preferences:_is_text": _ONE_STRUCT,
    "coala.gui.bag_list.drawer:": _STOCK_SPLITTER,
    "coala.gui.window.page.columns:PageColumns.sizeHint": _STOCK_SPLITTER,
    "coala.gui.window.page.columns:PageColumns.event": _STOCK_SPLITTER,
    "coala.gui.board.page:BoardPage.announced": _CALLED,
    "coala.gui.board.page:BoardPage.opened": _CALLED,
    "coala.gui.board.page:BoardPage.page_wanted": _CALLED,
    "coala.gui.board.table:BoardTableView.chosen": _CALLED,
    "coala.gui.board.table:BoardTableView.entered_line": _CALLED,
    "coala.gui.dialogs.compare:CompareDialog.about_to_read": _CALLED,
    "coala.gui.dialogs.compare:CompareDialog.about_to_write": _CALLED,
    "coala.gui.dialogs.compare:ReviewFiles.changed": _CALLED,
    "coala.gui.dialogs.compare_options:MoreOptions.edited": _CALLED,
    "coala.gui.dialogs.compare_options:MoreOptions.unfolded": _CALLED,
    "coala.gui.dialogs.file_field:FileField.changed": _CALLED,
    "coala.gui.dialogs.file_field:FileField.edited": _CALLED,
    "coala.gui.jobs:BackgroundJob.cancelled": _CALLED,
    "coala.gui.jobs:BackgroundJob.failed": _CALLED,
    "coala.gui.jobs:BackgroundJob.progressed": _CALLED,
    "coala.gui.jobs:BackgroundJob.succeeded": _CALLED,
    "coala.gui.results.fewer_bags:FewerBagsSection.draw_wanted": _CALLED,
    "coala.gui.results.fewer_bags:FewerBagsSection.links_wanted": _CALLED,
    "coala.gui.results.kept_links:KeptLinksView.closed": _CALLED,
    "coala.gui.results.page:ResultsPage.closed": _CALLED,
    "coala.gui.results.scores:ScoreSection.gold_wanted": _CALLED,
    "coala.gui.results.verdicts:VerdictSection.picked": _CALLED,
    "coala.gui.session.action_set:Actions.fitted": _CALLED,
    "coala.gui.tool_windows.connectivity:ConnectivityWindow.span_chosen": _CALLED,
    "coala.gui.tool_windows.document:DocumentWindow.span_chosen": _CALLED,
    "coala.gui.widgets.labels:NoticeBar.accepted": _CALLED,
    "coala.gui.window.action_search:ActionSearch.chosen": _CALLED,
    "coala.gui.window.main_window:MainWindow.closed": _CALLED,
    "coala.gui.window.recovery:Recovery.finished": _CALLED,
    "coala.gui.window.review_page:ReviewPage.recovery_wanted": _CALLED,
    "coala.gui.window.board_controller:BoardController.follow": "the window passes on what was judged",
    "coala.gui.window.page.reasons:": _ONE_STRIP,
    "coala.gui.sidebar.last_verdict:": _ONE_STRIP,
    "coala.gui.sidebar.comment_editor:": _ONE_STRIP,
    "coala.gui.sidebar.tag_row:": _ONE_STRIP,
    "coala.gui.bag_view.legend:Legend._fit": _FITS,
    "coala.gui.bag_view.claim_bar:ClaimBar._fit_head": _FITS,
    "coala.gui.bag_view.claim_bar:_Headline": _FITS,
    "coala.gui.sidebar.reason_bar:ReasonBar._fit_hint": _FITS,
    "coala.gui.sidebar.verdict_bar:ChangesLink.fit": _FITS,
    "coala.gui.sidebar.verdict_bar:QuestionLine.text": _FITS,
    "coala.gui.sidebar.verdict_bar:VerdictBar._fit_link": _FITS,
    "coala.gui.sidebar.verdict_bar:VerdictButton._keys_that_fit": _FITS,
    "coala.gui.window.header:Header._make_room": _FITS,
    "coala.gui.session.controller:": _ONE_EVENT,
    "coala.gui.session.session:Session.current_changed": _ONE_EVENT,
    "coala.gui.session.session:Session.judged": _ONE_EVENT,
    "coala.gui.session.session:Session.shown_changed": _ONE_EVENT,
    "coala.gui.session.session:Session.announced": _ONE_EVENT,
    "coala.gui.session.session:Session.answered": _ONE_EVENT,
    "coala.gui.session.session:Session.stated": _ONE_EVENT,
    "coala.gui.session.session:Session.searched": _ONE_EVENT,
    "coala.gui.session.session:Session.shows_gold": _ONE_EVENT,
    "coala.gui.session.session:Session.record_gold_seen": _ONE_EVENT,
    "coala.gui.window.review_page:ReviewPage.announced": _ONE_EVENT,
    "coala.gui.window.review_page:ReviewPage.spoken": _ONE_EVENT,
    "coala.gui.window.review_page:ReviewPage.show_bag": _ONE_EVENT,
    "coala.gui.window.review_page:ReviewPage._show_judgement": _ONE_EVENT,
    "coala.gui.window.page.answers:Answers.announced": _ONE_EVENT,
    "coala.gui.window.page.answers:Answers.link_answered": _ONE_EVENT,
    "coala.gui.window.page.bag_messages:SimilarBags.picked": _ONE_EVENT,
    "coala.gui.window.page.sampler:Sampler.finished": _ONE_EVENT,
    "coala.gui.bag_view.pane:BagPane.bag_shown": _ONE_EVENT,
    "coala.gui.bag_view.pane:BagPane.zoom": _ONE_EVENT,
    "coala.gui.bag_view.pane:BagPane.show_similar": _ONE_EVENT,
    "coala.gui.bag_view.who_is_who:PartList.placed": _ONE_EVENT,
    "coala.gui.bag_list.panel:BagListPanel.filtered": _ONE_EVENT,
    "coala.present.phrases:verdict_words": _ONE_SIDES,
    "coala.present.phrases:BLIND_WORDS": _ONE_SIDES,
    "coala.present.displayed_bag:SIDE_WORDS": _ONE_SIDES,
    "coala.review.blind.blind_review:SIDE_NAMES": _ONE_SIDES,
    "coala.review.file:Review.check_on": _CHECKED_AT_ONCE,
    "coala.review.storage.journal_table:_RowsOfBags": _CHECKED_AT_ONCE,
    "coala.review.storage.journal_table:JournalTable.check_on": _CHECKED_AT_ONCE,
    "coala.review.storage.journal_table:JournalTable.close": _CHECKED_AT_ONCE,
    "coala.review.storage.journal_table:JournalTable._sum_up": _CHECKED_AT_ONCE,
    "coala.review.storage.journal_table:JournalTable._sum_up_reviewer": _CHECKED_AT_ONCE,
    "coala.review.storage.journal_table:JournalTable._index_rows": _CHECKED_AT_ONCE,
    "coala.review.storage.journal_table:JournalTable._sequences_of": _CHECKED_AT_ONCE,
    "coala.gui.window.page.read_ahead:IdleWork": _CHECKED_AT_ONCE,
    "coala.review.storage.journal_table:JournalTable._read": _ONE_SUM,
    "coala.review.storage.journal:replay": _ONE_SUM,
    "coala.review.merging:sum_up": _ONE_SUM,
    "coala.review.storage.schema:check_types": _BY_TYPES,
    "coala.review.storage.journal:check_state": _BY_TYPES,
    "coala.review.storage.journal:read_groups": _BY_TYPES,
    "coala.review.storage.journal:are_groups": _BY_TYPES,
    "coala.review.storage.link_counts:_read_counts": _BY_TYPES,
    "coala.review.storage.serialization:_chains_to_json": _BY_TYPES,
    "coala.review.storage.serialization:_traits_to_json": _BY_TYPES,
    "coala.review.storage.serialization:_StoredMentions": _BY_TYPES,
    "coala.review.drawing:_check_kept_links": _BY_TYPES,
    "coala.verdicts.sampling:sample_from_json": _BY_TYPES,
    "coala.verdicts.sampling:_read_items": _BY_TYPES,
    "coala.review.rescue:_Reader._as_declared": _ONE_WAY,
    "coala.review.blind.blind_review:": _ONE_BLINDNESS,
    "coala.judging.open_review:OpenReview._is_swapped": _ONE_BLINDNESS,
    "coala.judging.open_review:OpenReview._turn": _ONE_BLINDNESS,
    "coala.judging.open_review:OpenReview._set_changes": _ONE_BLINDNESS,
    "coala.review.storage.blindness:": _ONE_BLINDNESS,
    "coala.review.blind.blindness:Blindness.swaps": _ONE_BLINDNESS,
    "coala.review.blind.blindness:Blindness.second_looks": _LOOKED_ONCE,
    "coala.review.file:Review.may_show_others": _ONE_RULE,
    "coala.review.board.board_file:StoredBoard.may_show_others": _ONE_RULE,
    "coala.gui.session.session:Session.shows_others": _ONE_RULE,
    "coala.reading.rdf.nif:write_term": _ONE_TURTLE,
    "coala.exports.annotations:_make_number": "a size is written like an offset",
    "coala.exports.annotations:_write_prefixes": _ONE_TURTLE,
    "coala.exports.annotations:_write_subjects": _ONE_TURTLE,
    "coala.exports.annotations:_shorten": _ONE_TURTLE,
    "coala.reading.sources.unread_formats:": _ONE_TABLE,
    "coala.reading.sources.detect:explain_stranger": _ONE_TABLE,
    "coala.reading.sources.detect:explain_unclaimed": _ONE_TABLE,
    "coala.reading.sources.inputs:_list_reasons": _ONE_TABLE,
    "coala.reading.rdf.load:start_reading": _DETECTED_ONCE,
    "coala.reading.rdf.vocabulary_detection:is_other_format": _DETECTED_ONCE,
    "coala.reading.rdf.vocabulary_detection:_read_start": _DETECTED_ONCE,
    "coala.reading.sources.inputs:_read_start": _DETECTED_ONCE,
    "coala.engine.score:select_metrics": _ONE_CHECK,
    "coala.cli.commands:_choose_metrics": _ONE_CHECK,
    "coala.cli.parser:_check_metrics": _ONE_CHECK,
    "coala.reading.vocabularies.loader:KEYS": _ONE_SCHEMA,
    "coala.reading.vocabularies.loader:_Reader._check_keys": _ONE_SCHEMA,
    "coala.reading.vocabularies.loader:_Reader._read_choice": _ONE_SCHEMA,
    "coala.reading.vocabularies.loader:_Reader._read_flag": _ONE_SCHEMA,
    "coala.reading.vocabularies.loader:_Reader._check_strings": _ONE_SCHEMA,
    "coala.model.knowledge_bases:_KEYS": _ONE_SCHEMA,
    "coala.model.knowledge_bases:_Reader._read_text": _ONE_SCHEMA,
    "coala.model.knowledge_bases:_Reader._check_strings": _ONE_SCHEMA,
    "coala.formats.json.shapes:_check_value": _ONE_SCHEMA,
    "coala.formats.json.shapes:_TYPE_NAMES": _ONE_SCHEMA,
    "coala.board.plan:_Reader": _ONE_SCHEMA,
    "coala.tables.about:_check_fields": _BY_TYPES,
    "coala.tables.about:_require": _BY_TYPES,
    "coala.model.option:Phrase": _AS_DECLARED,
    "coala.model.option:Stored.place": _AS_DECLARED,
    "coala.model.option:Field.place": _AS_DECLARED,
    "coala.diff.sentences:BagSentences.ranked": "changes are listed in the order of the chain map",
    "coala.present.blocks:TableBlock": _BLOCKS,
    "coala.present.differences:": _BLOCKS,
    "coala.results.pull_request:": _BLOCKS,
    "coala.results.diff_text:": _BLOCKS,
    "coala.results.diff:render_diff_text": _BLOCKS,
    "coala.results.diff:render_brief_text": _BLOCKS,
    "coala.results.lock:render_check_text": _BLOCKS,
    "coala.results.scores.score:render_score_text": _BLOCKS,
    "coala.results.scores.score_table:": _BLOCKS,
    "coala.results.score_tables:render_score_table": _BLOCKS,
    "coala.results.scores.slices:render_slices": _BLOCKS,
    "coala.results.scores.relations:render_relations": _BLOCKS,
    "coala.results.scores.relations:render_facts": _BLOCKS,
    "coala.results.scores.class_parts:render_parted_classes": _BLOCKS,
    "coala.results.scores.systems:render_systems_text": _BLOCKS,
    "coala.results.scores.agree:render_agreement_text": _BLOCKS,
    "coala.results.verdicts.tally:render_tally_text": _BLOCKS,
    "coala.results.verdicts.tally:wrap_answer": _BLOCKS,
    "coala.results.verdicts.tally:describe_reviewers": _BLOCKS,
    "coala.results.verdicts.verdict_slices:render_verdict_slices": _BLOCKS,
    "coala.results.verdicts.reviewers:render_reviewers_text": _BLOCKS,
    "coala.results.board.text:": _BLOCKS,
    "coala.results.board.tables:": _BLOCKS,
    "coala.exports.page:_make_counts": _BLOCKS,
    "coala.gui.results.scores:ScoreSection._add_row": _BLOCKS,
    "coala.gui.results.verdicts:VerdictSection._add_row": _BLOCKS,
    "coala.gui.results.verdicts:_add_heading": _BLOCKS,
    "coala.present.phrases:signed": _FIGURES,
    "coala.present.phrases:interval": _FIGURES,
    "coala.present.phrases:probability": _FIGURES,
    "coala.present.phrases:points": _FIGURES,
    "coala.present.phrases:percent": _FIGURES,
    "coala.present.board_table:part_of_one": _FIGURES,
    "coala.present.board_table:short_p": _FIGURES,
    "coala.present.board_table:STAR": _FIGURES,
    "coala.present.board_table:Worth.text": _FIGURES,
    "coala.present.answer:say_p": _FIGURES,
    "coala.results.verdicts.reviewers:describe_coefficient": _FIGURES,
    "coala.results.verdicts.samples:format_signed": _FIGURES,
    "coala.results.verdicts.links:_format_change": _FIGURES,
    "coala.html.board_report:_format_adjusted_p": _FIGURES,
    "coala.present.board_claim:describe_intervals": _ONE_CLAIM,
    "coala.html.board_report:_list_heads": _ONE_CLAIM,
    "coala.html.report:write_lead": _ONE_CLAIM,
    "coala.html.report:write_details": _ONE_CLAIM,
    "coala.gui.results.verdicts:_describe_sign_test": _ONE_CLAIM,
}
"""What is gone for good, with the reason: a name as "module:Class.method", or a library as "library"."""


def count_lines(folder: Path) -> int:
    """Return the lines of code in a folder and the folders in it, but for those of benchmarks."""
    files = (path for path in folder.rglob("*") if path.suffix in _CODE and path.is_file())
    own = (path for path in files if "bench" not in path.relative_to(folder).parts[:-1])
    return sum(len(path.read_bytes().splitlines()) for path in own)


def count_wires(folder: Path) -> tuple[int, int]:
    """Return the signals that the modules in a folder declare, and the connections that they make."""
    names = [
        node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
    ]
    return names.count("Signal"), names.count("connect")


def find_name(root: Path, name: str) -> bool:
    """Return True if a name, such as "coala.gui.run:run", is in the source below a folder."""
    module, _, qualified = name.partition(":")
    path = root.joinpath(*module.split("."))
    found = next((each for each in (path.with_suffix(".py"), path / "__init__.py") if each.is_file()), None)
    if found is None:
        return False
    body: list[ast.stmt] = ast.parse(found.read_text("utf-8")).body
    for part in filter(None, qualified.split(".")):
        inside = [node for node in body if part in _names_of(node)]
        if not inside:
            return False
        body = getattr(inside[0], "body", [])
    return True


def _names_of(node: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement defines."""
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield name
        case ast.Assign(targets=targets):
            yield from (
                each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)
            )
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name


def find_library(root: Path, name: str) -> bool:
    """Return True if the project below a folder depends on a library, or imports it."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = chain(project["dependencies"], *project.get("optional-dependencies", {}).values())
    if any(each.lower().startswith(name.lower()) for each in wanted):
        return True
    return any(
        imported.partition(".")[0] == name
        for path in (root / "coala").rglob("*.py")
        for imported in _list_imports(path)
    )


def _list_imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


@pytest.mark.parametrize("folder", LINES)
def test_no_folder_grows_unseen(folder: str) -> None:
    lines = count_lines(ROOT / folder)
    assert lines <= LINES[folder]
    # It holds what was gained, too: a number that is too high would let lines come back.
    assert lines > LINES[folder] - 100


def test_the_window_has_few_wires() -> None:
    thousands = count_lines(ROOT / "coala/gui") / 1_000
    for wires, most in zip(count_wires(ROOT / "coala/gui"), (SIGNALS, CONNECTIONS), strict=True):
        assert wires / thousands <= most


def test_every_folder_has_a_number() -> None:
    folders = {f"coala/{path.name}" for path in (ROOT / "coala").iterdir() if (path / "__init__.py").exists()}
    assert folders == set(LINES) - {"tests", "tests/bench"}


def count_rooms(folder: Path) -> int:
    """Return the modules, files of pages and folders that a folder has."""
    return sum(not path.name.startswith("__") for path in folder.iterdir())


@pytest.mark.parametrize("name", ROOMS)
def test_no_folder_of_results_has_many_rooms(name: str) -> None:
    folder = ROOT / "coala" / name
    folders = (folder, *(path for path in folder.rglob("*") if path.is_dir() and path.name != "__pycache__"))
    assert all(1 < count_rooms(each) <= MOST_ROOMS for each in folders)


@pytest.mark.parametrize("name", ABSENT)
def test_what_is_gone_does_not_come_back(name: str) -> None:
    assert ABSENT[name]
    assert not (find_name(ROOT, name) if ":" in name else find_library(ROOT, name))


def test_wires_are_counted_but_not_in_comments_and_texts(tmp_path: Path) -> None:
    (tmp_path / "here.py").write_text(
        "class A:\n    a = QtCore.Signal(int)\n    b = Signal()\n"
        "a.b.connect(print)  # c.connect(print)\nd = 'a.connect(d)'\nconnect = a.connect\n"
    )
    assert count_wires(tmp_path) == (2, 1)


def test_the_search_finds_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "coala").mkdir()
    (tmp_path / "coala" / "here.py").write_text(
        "from numpy.linalg import norm\nA, B = 1, 2\nC: int = 3\nclass D:\n    def e(self): ...\n"
    )
    (tmp_path / "pyproject.toml").write_text('[project]\ndependencies = ["Qtpy>=2"]\n')
    names = ("A", "B", "C", "D", "D.e", "e", "D.f", "F")
    assert [find_name(tmp_path, f"coala.here:{name}") for name in names] == [True] * 5 + [False] * 3
    assert (find_name(tmp_path, "coala.here:"), find_name(tmp_path, "coala.gone:A")) == (True, False)
    libraries = ("numpy", "qtpy", "scipy")
    assert [find_library(tmp_path, name) for name in libraries] == [True, True, False]
    assert count_lines(tmp_path / "coala") == 5
