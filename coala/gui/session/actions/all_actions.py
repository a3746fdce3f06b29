"""The menus become one list of all actions, in which each has its keys and some a verdict."""

from __future__ import annotations

from collections.abc import Mapping

from coala.gui.session.actions.action_spec import ActionSpec
from coala.gui.session.actions.bag_menu import BAG_MENU
from coala.gui.session.actions.file_menu import FILE_MENU
from coala.gui.session.actions.go_menu import GO_MENU
from coala.gui.session.actions.verdict_menu import VERDICT_MENU
from coala.gui.session.actions.view_menu import VIEW_MENU
from coala.model.bag import Verdict

HELP_MENU: tuple[tuple[ActionSpec, ...], ...] = (
    (
        ActionSpec(
            "shortcuts",
            "&Keys, marks and words…",
            ("F1",),
            "What every key, mark and word is; keys can be changed",
        ),
    ),
)

MENUS: Mapping[str, tuple[tuple[ActionSpec, ...], ...]] = {
    "&File": FILE_MENU,
    "&Verdict": VERDICT_MENU,
    "&Bag": BAG_MENU,
    "&Go": GO_MENU,
    "Vie&w": VIEW_MENU,
    "&Help": HELP_MENU,
}
"""The menus by their titles; between two ideas of a menu stands a line."""

SPECS = tuple(spec for ideas in MENUS.values() for idea in ideas for spec in idea)

TAG_ACTIONS = tuple(spec.name for spec in SPECS if spec.name.startswith("tag_"))

SPEC_OF: Mapping[str, ActionSpec] = {spec.name: spec for spec in SPECS}

OWN_KEYS: Mapping[str, tuple[str, ...]] = {spec.name: spec.keys for spec in SPECS}
"""The keys that an action has while the user chooses no others."""

VERDICT_ACTIONS: Mapping[str, Verdict] = {
    spec.name: spec.verdict for spec in SPECS if spec.verdict is not None
}
