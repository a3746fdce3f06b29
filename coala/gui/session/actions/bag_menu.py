"""What is done with the bag that is looked at is listed as actions.

A module of its own because each menu has one."""

from __future__ import annotations

from coala.gui.session.actions.action_spec import ActionSpec

BAG_MENU: tuple[tuple[ActionSpec, ...], ...] = (
    (
        ActionSpec(
            "copy_text",
            "Copy as &text",
            ("Ctrl+Shift+C",),
            "The bag’s changes and chains as text",
            "review",
        ),
        ActionSpec(
            "copy_markdown",
            "Copy as &Markdown",
            ("Ctrl+Shift+M",),
            "The bag’s changes and chains for a bug report",
            "review",
        ),
        ActionSpec(
            "copy_baseline",
            "Copy the &baseline as Turtle",
            (),
            "What the baseline says in this bag, as a graph that can be compared",
            "review",
        ),
        ActionSpec(
            "copy_changed",
            "Copy the &changed graph as Turtle",
            (),
            "What the changed graph says in this bag, as a graph that can be compared",
            "review",
        ),
    ),
    (
        ActionSpec(
            "copy_name",
            "Copy its &name",
            (),
            "The file and the bag’s number, as in run.coala#12",
            "review",
        ),
        ActionSpec("copy_iri", "Copy an &IRI…", (), "The name of one of its chains or documents", "review"),
    ),
    (
        ActionSpec(
            "memory",
            "What was &judged before",
            ("F",),
            "What is different in the bag since you judged it: rows and mentions that came and went",
            "review",
        ),
        ActionSpec(
            "history",
            "&History…",
            ("Shift+H",),
            "Who judged this bag when, and what was written",
            "review",
        ),
    ),
)
