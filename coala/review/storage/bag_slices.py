"""The types and forms of bags as a text in the header, so that a tally and a filter read no bag.

Two bags, the first with a person and a changed pronoun, the second without a type and with a name:

    {"types": [["Person", "http://example.org/Person"]], "type_sets": [[0], []], "types_of": [0, 1],
     "forms_of": [1, 2], "origins": [1, 1, 0], "languages": ["en"]}
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from coala.model.bag import Term
from coala.model.values import FORMS
from coala.review.storage.serialization import from_json
from coala.verdicts.bag_slices import BagForms, BagSlices, BagTypes, FormOrigins

BAG_SLICES = "slices"
"""Key of the text in the table ``header``."""


def bag_slices_to_json(slices: BagSlices) -> str:
    """Return the types and forms of all bags as JSON."""
    types, forms = slices
    values: dict[str, Any] = {"types": types.terms, "type_sets": types.sets, "types_of": types.of_bags}
    if forms is not None:
        values |= {"forms_of": forms.of_bags, "origins": forms.origins, "languages": forms.languages}
    return json.dumps(values, separators=(",", ":"))


def bag_slices_from_json(text: str, bags: int) -> BagSlices:
    """Return the types and forms of this number of bags from ``bag_slices_to_json``.

    Raises ``ValueError``, ``TypeError``, ``KeyError`` or ``RecursionError`` for anything else.
    """
    values = json.loads(text)
    types = BagTypes(
        from_json(values["types"], tuple[Term, ...]),
        from_json(values["type_sets"], tuple[tuple[int, ...], ...]),
        from_json(values["types_of"], list[int]),
    )
    _check_numbers(types.of_bags, len(types.sets))
    for each in types.sets:
        _check_numbers(each, len(types.terms))
    if len(types.of_bags) != bags:
        raise ValueError("bags")
    if "forms_of" not in values:
        return BagSlices(types, None)
    forms = BagForms(
        from_json(values["forms_of"], list[int]),
        FormOrigins(*from_json(values["origins"], tuple[int, int, int])),
        from_json(values["languages"], tuple[str, ...]),
    )
    _check_numbers(forms.of_bags, 1 << len(FORMS))
    if len(forms.of_bags) != bags or min(forms.origins) < 0:
        raise ValueError("forms")
    return BagSlices(types, forms)


def _check_numbers(numbers: Sequence[int], end: int) -> None:
    """Raise ``ValueError`` unless all numbers are from 0 to below ``end``."""
    if numbers and not 0 <= min(numbers) <= max(numbers) < end:
        raise ValueError("numbers")
