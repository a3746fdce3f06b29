"""Relations, equivalences, types and normalisations say which spans of a brat file are one instance."""

from __future__ import annotations

import re

from coala.base.disjoint_sets import DisjointSets
from coala.base.patterns import match_names
from coala.base.plain_text import excerpt
from coala.errors import ReadingError
from coala.model.format_options import FORMAT_DEFAULTS, FormatOptions
from coala.reading.formats.brat.standoff import BratFile, BratStatement
from coala.reading.formats.text_lines import problem

_MOST_LISTED = 5
"""Names in a remark."""

_MOSTLY = 0.8
"""Of the names of chains so many have a number of their own; LitBank has 36 numbers for 42 chains once."""

_NUMBER = re.compile(r"(?:(?<![_-])(?P<sign>[_-]+)|(?<!\d))(?P<number>\d{1,9})\Z", re.ASCII)


def join_by_type(file: BratFile, sets: DisjointSets, options: FormatOptions) -> set[str]:
    """Join the spans of each type that names a chain; gives these types.

    Raises:
        ReadingError: the pattern of such types is no regular expression, or takes too long.
    """
    types = dict.fromkeys(span.type for span in file.spans)
    try:
        is_chain = match_names(options.brat_chain_types)
        chains = {name for name in types if is_chain(name)}
    except ReadingError as error:
        raise problem(file.path, None, str(error)) from None
    usual = options.brat_chain_types == FORMAT_DEFAULTS.brat_chain_types
    if usual and not any(_joins(said, options) for said in file.said):
        numbered = _numbered_types(list(types)) - chains
        if numbered:
            file.remarks.append(("chain-types-found", f"{file.path} with {_listed(numbered)}"))
        chains |= numbered
    firsts: dict[str, int] = {}
    for place, span in enumerate(file.spans):
        if span.type in chains:
            sets.join(firsts.setdefault(span.type, place), place)
    return chains


def _numbered_types(types: list[str]) -> set[str]:
    """Types that share a stem and differ by a number, or whose numbers after a hyphen count the chains.

    Of counted chains some few may have the number of another one, as in LitBank.
    """
    parts: dict[str, tuple[str, str, str]] = {}
    for name in types:
        form = _NUMBER.search(name)
        if form and form.start():
            parts[name] = name[: form.start()], form["sign"] or "", form["number"]
    by_stem: dict[str, list[str]] = {}
    for name, (word, sign, _) in parts.items():
        by_stem.setdefault(word + sign, []).append(name)
    found = {name for same in by_stem.values() if len(same) > 1 for name in same}
    counted = [name for name, (_, sign, _) in parts.items() if sign]
    if len(counted) > 1 and len({parts[name][2] for name in counted}) >= _MOSTLY * len(counted):
        found.update(counted)
    return found


def join_by_relations(file: BratFile, sets: DisjointSets, options: FormatOptions) -> list[BratStatement]:
    """Join what equivalences and coreference relations tie; gives the lines that say something else."""
    others: list[BratStatement] = []
    for said in file.said:
        if not _joins(said, options):
            others.append(said)
            continue
        tied = said.words if said.letter == "*" else file.arguments(said)
        known = file.places_of(said, tied) if tied is not None else None
        for place in (known or [])[1:]:
            sets.join((known or [])[0], place)
    return others


def name_by_normalisations(
    file: BratFile, others: list[BratStatement], chains: set[str], options: FormatOptions
) -> tuple[list[BratStatement], list[tuple[int, str]]]:
    """Read normalisations as the names of instances: gives spans with names, and all lines but those read.

    They are read so where they are named among the relations that mean identity, or where no option is given
    and nothing else joins spans.
    """
    usual = not options.brat_relations and options.brat_chain_types == FORMAT_DEFAULTS.brat_chain_types
    alone = usual and not chains and not any(_joins(said, options) for said in file.said)
    rest: list[BratStatement] = []
    named: list[tuple[int, str]] = []
    for said in others:
        if said.letter != "N" or len(said.words) < 2 or not (alone or said.name in options.brat_relations):
            rest.append(said)
            continue
        reference = " ".join(said.words[1:])
        if ":" not in reference:
            file.leave_out(said.line, f"{excerpt(reference)} is no entry such as 'Wikidata:Q76'")
            continue
        places = file.places_of(said, said.words[:1]) or []
        if entry := _entry_name(reference):
            named += ((place, entry) for place in places)
    if named and alone:
        file.remarks.append(("normalisations-joined", f"{file.path} with {excerpt(named[0][1])}"))
    return rest, named


_NO_ENTRY = ("", "null", "nil", "none", "-", "_", "?", "unknown")
"""What stands for an entry where a knowledge base has none."""

_WIKIDATA = "http://www.wikidata.org/entity/"


def _entry_name(reference: str) -> str:
    """The name of an entry in all files, "" where the reference says that there is none."""
    base, _, entry = reference.partition(":")
    if entry.strip().casefold() in _NO_ENTRY:
        return ""
    if base.casefold() == "wikidata" and _WIKIDATA_ITEM.fullmatch(entry):
        return _WIKIDATA + entry
    return entry if entry.startswith(("http://", "https://")) else reference


_WIKIDATA_ITEM = re.compile(r"[QPL]\d+", re.ASCII)


def check_options(file: BratFile, chains: set[str], options: FormatOptions, *, named: bool) -> None:
    """Remark options that match nothing of what they could match, or that nothing ties spans at all.

    ``named`` says whether normalisations were read as names of instances.
    """
    met = {said.name for said in file.said if said.letter in "RN"}
    types = {span.type for span in file.spans}
    told = len(file.remarks)
    if options.brat_relations and met and met.isdisjoint(options.brat_relations):
        file.remarks.append(("relation-not-met", f"{file.path} with {_listed(met)}"))
    if options.brat_chain_types != FORMAT_DEFAULTS.brat_chain_types and file.spans and not chains:
        file.remarks.append(("chain-types-not-met", f"{file.path} with {_listed(types)}"))
    joined = chains or named or any(_joins(said, options) for said in file.said)
    if len(file.spans) > 1 and not joined and len(file.remarks) == told:
        there = f"{len(file.spans):,} spans of {_listed(types)}"
        relations = f" and relations {_listed(met)}" if met else ""
        file.remarks.append(("nothing-joins-spans", f"{file.path} with {there}{relations}"))


def _joins(said: BratStatement, options: FormatOptions) -> bool:
    if said.letter == "*":
        return True
    named = options.brat_relations
    return said.letter == "R" and (said.name in named if named else "coref" in said.name.lower())


def _listed(names: set[str]) -> str:
    first = sorted(names)[:_MOST_LISTED]
    return ", ".join(map(excerpt, first)) + (", …" if len(names) > len(first) else "")
