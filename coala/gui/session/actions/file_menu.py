"""What is done with whole files and with the program is listed as actions."""

from __future__ import annotations

from coala.gui.session.actions.action_spec import ActionSpec

CLOSE_BOARD = "C&lose the board"
"""What closing is called where a board is open."""
EXPORT_BOARD = "E&xport the board…"
"""What exporting is called where the page of a board is shown."""

FILE_MENU: tuple[tuple[ActionSpec, ...], ...] = (
    (
        ActionSpec(
            "compare",
            "&Compare two graphs…",
            ("Ctrl+D",),
            "Choose two graphs and review what differs",
        ),
        ActionSpec(
            "compare_again",
            "Compare a&gain…",
            ("Ctrl+Shift+N",),
            "The same graphs with the same settings, into this review",
            "review",
        ),
        ActionSpec("new_window", "New &window", ("Ctrl+N",), "For another review beside this one"),
        ActionSpec("open", "&Open a review or board…", ("Ctrl+O",), "Go on with a file of verdicts"),
        ActionSpec("close", "C&lose the review", ("Ctrl+W",), "Back to the start page", "either"),
    ),
    (
        ActionSpec("sample", "&Draw a sample…", (), "Judge some, know what holds of all", "writable"),
        ActionSpec("kept_links", "Links of &both graphs…", (), "Judge those that were drawn", "review"),
        ActionSpec("export", "&Export the tally…", ("Ctrl+E",), "Write the tally as CSV or JSON", "review"),
        ActionSpec(
            "export_review",
            "E&xport the review…",
            ("Ctrl+Shift+E",),
            "As a page, a table, RDF, or the better side of each bag; a board as a page or its tally",
            "either",
        ),
        ActionSpec(
            "save_copy", "&Save a copy…", ("Ctrl+Shift+S",), "The whole review in another file", "review"
        ),
        ActionSpec("warnings", "&Warnings about the graphs…", (), "What was odd in the input", "either"),
        ActionSpec("unblind", "&Unblind the review…", (), "Tell which side is which for good", "writable"),
        ActionSpec("reviewer", "Reviewer’s &name…", (), "The name that goes with your verdicts"),
    ),
    (ActionSpec("quit", "&Quit", ("Ctrl+Q",), "Close the window; everything is saved already"),),
)
