"""Words that users type for the actions, besides those in the text, menu and tip of each.

The action search (``coala.gui.window.action_search``) finds an action by them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

ACTION_SYNONYMS: Mapping[str, str] = MappingProxyType(
    {
        "compare": "new diff start",
        "open": "load file",
        "close": "leave home start page",
        "compare_again": "update refresh reload gold texts",
        "share": "browser html web print send",
        "export": "csv tsv excel spreadsheet json latex rdf turtle download report write save results",
        "save_copy": "backup duplicate",
        "warnings": "errors problems flaws",
        "unblind": "blind systems",
        "reviewer": "user author judge who rename",
        "quit": "exit leave end stop",
        "undo": "back revert take mistake wrong",
        "redo": "again repeat forward",
        "copy_text": "clipboard",
        "copy_entry": "wikidata url link clipboard",
        "copy_more": "clipboard fingerprint",
        "filter": "search look filter query",
        "go_to": "jump number",
        "clear_filter": "reset clear remove filter unfilter",
        "order": "order arrange rank sorting effect",
        "clear": "delete reset unjudge erase",
        "who_is_who": "groups same person entity coreference cluster parts split merge changes each single",
        "whole_bag": "everything all",
        "note": "comment remark annotation reason why explain",
        "tags": "label category reason",
        "adjudicate": "adjudicate conflicts disputes agreement resolve two people",
        "draw": "random fewer estimate subset part",
        "history": "log past who when",
        "results": "statistics stats tally summary scores precision recall report numbers answer",
        "next_unjudged": "skip continue todo open",
        "next": "forward down",
        "previous": "back up",
        "next_alike": "like same",
        "list_alike": "like same filter",
        "next_mention": "expand sentences paragraph",
        "previous_mention": "collapse fewer",
        "all_mentions": "other highlight",
        "document": "full text source file",
        "why": "reason connected graph",
        "gold": "reference key truth",
        "gold_first": "reference key truth",
        "zoom_in": "font size zoom bigger increase text",
        "zoom_out": "font size zoom decrease text",
        "zoom_usual": "font size zoom reset default normal text",
        "font": "typeface letters size",
        "colours_system": "mode colors colours appearance",
        "colours_light": "mode day bright white colors colours appearance",
        "colours_dark": "mode night black colors colours appearance",
        "full_screen": "fullscreen maximize window",
        "switch_role": "ablation",
        "open_page": "browser html web matrix plots charts",
        "first_steps": "tutorial introduction guide learn start how",
        "shortcuts": "shortcuts keyboard hotkeys bindings help manual legend glossary settings preferences",
        "report": "bug issue",
        "about": "version license",
    }
)
"""The synonyms of an action by its name, separated by spaces."""
