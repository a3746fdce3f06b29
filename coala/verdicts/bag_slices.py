"""The types of a bag and the forms of its changed mentions, by which verdicts are tallied and bags are found.

A form is pronoun, name, nominal, verb or unknown. It is the one that a compared graph states for the mention
(``coala.formats.mention_forms``); a zero is a pronoun; else a closed list of pronouns decides. A bag has
several types, and several forms, so it counts in several rows of a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from coala.model.bag import Bag, Term
from coala.model.kinds import PROPERTY_KINDS
from coala.model.pronouns import join_pronouns
from coala.model.values import FORMS, MENTION_FORMS, UNKNOWN_FORM

StatedForms = Callable[[int, Sequence[int]], Mapping[int, str]]
"""Returns the forms that graphs state for some spans of a bag: its number, indices -> form by index."""


class FormOrigins(NamedTuple):
    """How the forms of the changed mentions are known: numbers of mentions."""

    stated: int = 0  # by a file
    listed: int = 0  # by the list of pronouns
    unknown: int = 0


class BagForms(NamedTuple):
    """The forms of the changed mentions of the bags of a comparison."""

    of_bags: Sequence[int]
    """For each bag the sum of 1 << n for each of its forms, where n is the place of the form in ``FORMS``."""
    origins: FormOrigins
    languages: tuple[str, ...]
    """The languages of the lists of pronouns."""

    def list_forms(self, number: int) -> tuple[str, ...]:
        """Return the forms of the changed mentions of a bag."""
        return tuple(form for place, form in enumerate(FORMS) if self.of_bags[number] >> place & 1)

    def count_bags(self) -> dict[str, int]:
        """Return the number of bags with each form that occurs, in the order of ``FORMS``."""
        sets = Counter(self.of_bags).items()
        counts = {
            form: sum(bags for own, bags in sets if own >> place & 1) for place, form in enumerate(FORMS)
        }
        return {form: bags for form, bags in counts.items() if bags}

    def find_bags(self, *forms: str) -> list[int]:
        """Return the numbers of the bags with a changed mention of one of these forms."""
        wanted = sum(1 << FORMS.index(form) for form in forms)
        return [number for number, own in enumerate(self.of_bags) if own & wanted]


class BagTypes(NamedTuple):
    """The types of the instances in the bags of a comparison."""

    terms: tuple[Term, ...]
    sets: tuple[tuple[int, ...], ...]
    """The distinct sets of types that a bag has, as indices of ``terms``."""
    of_bags: Sequence[int]
    """For each bag an index of ``sets``."""

    def list_types(self, number: int) -> tuple[Term, ...]:
        """Return the types of a bag; () for none."""
        return tuple(self.terms[place] for place in self.sets[self.of_bags[number]])

    def find_bags(self, *names: str) -> list[int]:
        """Return the numbers of the bags with an instance of a type with one of these names."""
        wanted = {
            place
            for place, types in enumerate(self.sets)
            if any(self.terms[each].name in names for each in types)
        }
        return [number for number, place in enumerate(self.of_bags) if place in wanted]


class BagSlices(NamedTuple):
    """The types and forms of all bags of a comparison; without forms for records."""

    types: BagTypes
    forms: BagForms | None


def label_types(terms: Iterable[Term]) -> dict[str, str]:
    """Return the label of each type by its name; its name if several types have its label."""
    labels = {term.name: term.label for term in terms}
    uses = Counter(labels.values())
    return {name: label if uses[label] == 1 else name for name, label in labels.items()}


def list_changed_mentions(bag: Bag) -> Sequence[int]:
    """Return the indices of the spans that moved, were dropped or were added, else those of all spans."""
    changed = {span for row in bag.divergences if row.kind not in PROPERTY_KINDS for span in row.spans}
    return sorted(changed) or range(len(bag.spans))


class BagSlice(NamedTuple):
    """Types of one bag, and the forms of its changed mentions."""

    types: tuple[Term, ...]
    forms: int
    """As in ``BagForms``."""
    origins: FormOrigins


class BagSlicer:
    """Finds the types and forms of bags, and collects them in the order of the numbers of the bags.

    Without ``languages`` mentions have no forms, as those of records.
    """

    def __init__(self, languages: Sequence[str] | None, stated: StatedForms | None = None) -> None:
        self._languages = languages
        self._pronouns = join_pronouns(languages or ())
        self._stated = stated
        self._forms: list[int] = []
        self._origins = [0, 0, 0]
        # The numbers of types by name, with the first label of each; and those of sets of types.
        self._terms: dict[str, Term] = {}
        self._places: dict[str, int] = {}
        self._sets: dict[tuple[int, ...], int] = {}
        self._set_of_bags: list[int] = []

    def add(self, found: BagSlice) -> None:
        """Add the types and forms of the next bag."""
        own: set[int] = set()
        for term in found.types:
            self._terms.setdefault(term.name, term)
            own.add(self._places.setdefault(term.name, len(self._places)))
        self._set_of_bags.append(self._sets.setdefault(tuple(sorted(own)), len(self._sets)))
        self._forms.append(found.forms)
        self._origins = [sum(pair) for pair in zip(self._origins, found.origins, strict=True)]

    def slice(self, bag: Bag, number: int) -> BagSlice:
        """Return the types and forms of the bag with this number, which need not be the next one."""
        instances = (*bag.baseline, *bag.changed)
        types = tuple(dict.fromkeys(term for instance in instances for term in instance.types))
        if self._languages is None:
            return BagSlice(types, 0, FormOrigins())
        mentions = list_changed_mentions(bag)
        stated = {} if self._stated is None else self._stated(number, mentions)
        found, origins = 0, [0, 0, 0]
        for index in mentions:
            form = MENTION_FORMS[0] if bag.spans[index].zero else stated.get(index)
            if form is not None:
                origin = 0
            elif (bag.words[index] or "").casefold() in self._pronouns:
                form, origin = MENTION_FORMS[0], 1
            else:
                form, origin = UNKNOWN_FORM, 2
            found |= 1 << FORMS.index(form)
            origins[origin] += 1
        return BagSlice(types, found, FormOrigins(*origins))

    def finish(self) -> BagSlices:
        """Return the types and forms of all bags."""
        forms = None
        if self._languages is not None:
            forms = BagForms(self._forms, FormOrigins(*self._origins), tuple(self._languages))
        types = BagTypes(tuple(self._terms.values()), tuple(self._sets), self._set_of_bags)
        return BagSlices(types, forms)
