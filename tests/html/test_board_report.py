"""The HTML page of a board: its figures, each judged bag once, in a real browser."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from coala.board.board import Board
from coala.board.plan import Role
from coala.diff.row_keys import row_keys
from coala.errors import CoalaError
from coala.html.board_report import make_plot, write_board_report
from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.model.notices.notice import Notice
from coala.present.rates_picture import RatesPicture
from coala.review.board.board_file import StoredBoard, read_judged_board
from coala.review.board.writing import write_board
from coala.review.file import Review
from coala.review.listing import BagEntry
from coala.review.storage.board_columns import address_of
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.exports.test_exports import HOSTILE
from tests.html.test_report import Elements
from tests.support.board_files import build_by_hand, chains, put_board
from tests.support.boards import a_board
from tests.support.chromium import BrowserPage, each_look
from tests.support.graphs_by_hand import A, graph

WORDS = HOSTILE.replace("\ud800", "")


@pytest.fixture
def board_path(tmp_path: Path) -> Path:
    """Return a board of three bags: Ann judged the first, in two columns, and a change of the last."""
    path = tmp_path / "board.coala"
    put_board(path)
    with Review.open(path, reviewer="Ann", column="without/names") as review:
        review.judge(0, State(Verdict.WORSE, Comment("A note <b>")))
    return path


def text_of(stored: StoredBoard) -> str:
    return "".join(write_board_report(stored))


def count_judged(text: str) -> list[str]:
    """Return the figures of the first sentence about judged bags: judged, all, disputed, left."""
    return re.findall(r"\d+", re.search(r"\b\d+ of 3 [^.]*\.", text)[0])  # type: ignore[index]


def stored_as(path: Path, board: Board) -> StoredBoard:
    """Return the file at ``path`` read with another board in its place, without verdicts."""
    put_board(path)
    prints = {place.fingerprint: place for place in board.places}
    questions = {
        name: BagEntry(number, name, f"{name[-4:]} {WORDS}", (Kind.MERGED,), 2, 1)
        for number, name in enumerate(prints)
    }
    addresses = tuple(address_of(column.role, column.name) for column in board.columns)
    return replace(read_judged_board(path), board=board, questions=questions, addresses=addresses)


def test_the_table_has_the_figures_of_each_component_and_the_sentences_that_answer(tmp_path: Path) -> None:
    text = text_of(stored_as(tmp_path / "b.coala", a_board()))
    assert ": predicate-nominals, short-forms." in text
    assert " 10,000 " in text
    row = re.sub(r"<[^>]*>", " ", text[text.index(">surnames</span></th>") :].partition("</tr>")[0]).split()
    assert row[1:] == [
        *("99/101", ".980", "+12.20", "+3.60", "+8.58", "+5.29", "to", "+11.20", "p", ".002*"),
        *("+8.58", "+5.29", "to", "+11.20", "p", ".002*", "42", "none"),
    ]
    assert text.count('class="plot"') == 2 * len(Role)
    assert "quoted-speech: recall" in text


def test_label_of_the_target_is_outside_of_the_axes_where_no_point_covers_it(tmp_path: Path) -> None:
    text = text_of(stored_as(tmp_path / "b.coala", a_board(target=0.99)))
    label = re.search(r'<text x="[\d.]+" y="([\d.]+)"[^>]*>[^<]*target \.99<', text)
    frame = re.search(r'<rect class="frame" x="[\d.]+" y="([\d.]+)"', text)
    assert label is not None
    assert frame is not None
    assert float(label[1]) < float(frame[1])


def test_label_of_the_end_of_an_axis_is_within_the_plot() -> None:
    plot = make_plot(RatesPicture("MUC", (), (), None, (0.5, 1.0), (0.5, 1.0), 0))
    place, label = plot.recalls[-1]
    assert label == "1.00"
    assert place + len(label) * 7 / 2 <= plot.width


def test_scores_without_a_change_have_no_room_for_bars_and_intervals(tmp_path: Path) -> None:
    text = text_of(stored_as(tmp_path / "b.coala", a_board()))
    _, without, only, _step, *_ = text.split('<table class="worth">')
    assert text.count('<table class="worth">') == len(Role)
    assert "95 % interval and p" in without.partition("</table>")[0]
    table = only.partition("</table>")[0]
    assert not {"pic", "interval"} & set(re.findall(r"\w+", table))


def test_what_was_odd_in_the_graphs_stands_below_the_head(tmp_path: Path) -> None:
    odd = Notice("mention-without-document", 2, f"2 mentions have no document, first {WORDS}.", path="x.ttl")
    between = Notice("documents-differ", 1, "the graphs have no document in common.")
    text = text_of(stored_as(tmp_path / "b.coala", replace(a_board(), notices=(odd, between))))
    head = text.partition("</header>")[0]
    assert re.search(r"<summary>2 [^<]*</summary>", head)
    assert "<bdi>x.ttl</bdi>" in head
    assert ", first &lt;" in head
    assert not {"img", "i"} & {tag for tag, _ in Elements(text).found}
    assert "<bdi>x.ttl</bdi>" not in text_of(stored_as(tmp_path / "c.coala", a_board()))


def test_judged_bags_are_shown_once_with_their_columns_and_waiting_ones_as_lines(
    board_path: Path,
) -> None:
    text = text_of(read_judged_board(board_path))
    assert text.count('<section class="question">') == 1
    assert "<bdi>without/names 1, without/titles 1</bdi>" in text
    assert "A note &lt;b&gt;" in text
    assert count_judged(text) == ["1", "3", "2"]
    assert text.count("<li>○") == 2
    cells = re.findall(r'<td class="(\w+)"[^>]*>([^<]*)</td>', text[text.index('class="matrix"') :])
    assert cells.count(("worse", "−")) == 2
    assert cells.count(("open", "●")) == 3


def test_judged_changes_are_counted_without_those_of_mentions(tmp_path: Path) -> None:
    path = tmp_path / "board.coala"
    he, she, ann = (A._replace(document="d", begin=begin, end=begin + 2) for begin in (0, 4, 8))
    types = {"x": ["http://e.org/Person", "http://e.org/Agent"]}
    graphs = graph({"x": [he, she, ann]}), graph({"x": [ann]}, types=types)
    write_board(path, *build_by_hand({("names", Role.WITHOUT): graphs}))
    with Review.open(path, reviewer="Ann", column="without/names") as review:
        keys = row_keys(review.bag(0))
        assert len(keys) == 4
        review.judge(0, State(rows=tuple(sorted((key, Verdict.WORSE) for key in keys))))
    # The verdicts on the two mentions that are gone say nothing.
    text = text_of(read_judged_board(path))
    assert re.search(r"[a-z], 2 changes judged", text)


def test_of_two_reviewers_who_differ_a_cell_is_disputed_and_either_can_be_told_alone(
    board_path: Path,
) -> None:
    with Review.open(board_path, reviewer="Bo", column="titles") as review:
        review.judge(0, State(Verdict.BETTER))
    both = text_of(read_judged_board(board_path))
    assert both.count('<td class="disputed"') == 2
    assert count_judged(both) == ["0", "3", "1", "2"]
    alone = "".join(write_board_report(read_judged_board(board_path, "Bo"), reviewer="Bo"))
    assert '<td class="disputed"' not in alone
    assert count_judged(alone) == ["1", "3", "2"]
    assert "A note" not in alone


def test_every_number_in_a_matrix_leads_to_its_joint_bag(tmp_path: Path) -> None:
    text = text_of(stored_as(tmp_path / "b.coala", a_board(["surnames", "acronyms", "appositions"])))
    elements = Elements(text).found
    places = {attributes.get("id") for _, attributes in elements}
    leading = [str(attributes["href"]) for tag, attributes in elements if tag == "a"]
    assert len(leading) > 60
    assert {each.removeprefix("#") for each in leading} <= places


def test_a_board_without_gold_or_bags_or_a_graph_of_nothing_is_a_page_too(tmp_path: Path) -> None:
    without_gold = text_of(stored_as(tmp_path / "b.coala", a_board(gold=False)))
    assert "MUC similarity" in without_gold
    assert 'class="plot"' not in without_gold
    assert 'class="matrix"' not in text_of(stored_as(tmp_path / "c.coala", a_board(bags_each=0)))
    alone = text_of(stored_as(tmp_path / "d.coala", a_board(roles=[Role.ONLY], nothing=False)))
    assert '<td class="fig">–</td>' in alone


def test_a_matrix_of_very_many_rows_ends_and_says_so(tmp_path: Path) -> None:
    names = [f"rule {number}" for number in range(200)]
    board = a_board(names, roles=[Role.WITHOUT], joint_bags=300, bags_each=30)
    text = text_of(stored_as(tmp_path / "b.coala", board))
    assert text.count("<td class=") < 25_000
    assert text.count("<article ") == 300
    assert "<tr><td>200</td>" in text


def test_nothing_in_a_name_or_path_becomes_an_element_and_nothing_leads_out(tmp_path: Path) -> None:
    board, comparisons = build_by_hand(
        {
            (WORDS, Role.WITHOUT): (chains("Eve"), chains("Ann Bob Eve")),
            ("x" * 100_000, Role.WITHOUT): (chains("Bob"), chains("Ann Bob Eve")),
        }
    )
    board = replace(board, plan=replace(board.plan, full=WORDS, gold=WORDS))
    path = tmp_path / "b.coala"
    write_board(path, board, comparisons, command=["board"])
    with Review.open(path, reviewer="Eve <b>", column=address_of(Role.WITHOUT, WORDS)) as review:
        review.judge(0, State(Verdict.BETTER, Comment(WORDS, ("<i>",))))
    text = text_of(read_judged_board(path))
    elements = Elements(text).found
    tags = [tag for tag, _ in elements]
    assert not {"img", "i"} & set(tags)
    assert (tags.count("script"), tags.count("style")) == (1, 1)
    for tag, attributes in elements:
        assert not [name for name in attributes if name.startswith("on") or name in ("src", "style")], tag
        assert re.fullmatch(r"#[\w-]+", attributes.get("href") or "#a"), tag
    assert not set(text) & set("\x1b\u202e\u2066")
    assert len(text) < 100_000


def test_a_board_that_was_made_again_meanwhile_is_refused(board_path: Path) -> None:
    stored = read_judged_board(board_path)
    moved = replace(stored.board, places=tuple(place._replace(number=9) for place in stored.board.places))
    with pytest.raises(CoalaError, match=re.escape(str(board_path.name))):
        text_of(replace(stored, board=moved))


@pytest.mark.browser
def test_in_a_browser_it_fits_asks_for_nothing_and_is_searched(
    board_path: Path, tmp_path: Path, page: BrowserPage
) -> None:
    path = tmp_path / "page.html"
    path.write_text(text_of(stored_as(tmp_path / "b.coala", a_board())), encoding="utf-8")
    for _ in each_look(page, path, 1280):
        # On a wide screen nothing of a table waits behind a scroll bar, also in letters of another width.
        for spacing in (-0.05, 0.05, 0) if page.value("innerWidth") == 1280 else ():
            page.value(f"document.body.style.letterSpacing = '{spacing}em'")
            assert page.value(
                "[...document.querySelectorAll('.wide')].every(e => e.scrollWidth <= e.clientWidth)"
            ), spacing
        # No name covers another one.
        overlaps = """[...document.querySelectorAll(".plot")].map(plot => {
            const names = [...plot.querySelectorAll("text:not(.soft)")];
            const boxes = names.map(each => each.getBoundingClientRect());
            const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
                && a.top < b.bottom - 3 && b.top < a.bottom - 3;
            return boxes.filter((a, i) => boxes.slice(i + 1).some(b => meet(a, b))).length;
        })"""
        assert set(page.value(overlaps)) == {0}
    path.write_text(text_of(read_judged_board(board_path)), encoding="utf-8")
    page.open(path)
    page.value("verdict.value = 'worse', verdict.dispatchEvent(new Event('change', {bubbles: true})), 0")
    page.wait("document.querySelectorAll('article:not([hidden])').length === 1")
    assert page.value("document.getElementById('status').textContent").startswith("1 of 3 ")
