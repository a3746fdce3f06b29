"""Names that files give to chains, and whether they hold in one document or in all.

A name holds in its document unless an option says otherwise. Most files count the chains of each document, so
that 0, 1 and 2 recur everywhere and mean nothing. Names that recur and count nothing are remarked.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice

from coala.reading.formats.annotations import Annotations, ChainName, instance_key
from coala.reading.remarks import Remarks

_HIGHEST = 10
"""So many times as high as there are chains may their numbers be: chains of one mention were counted too."""

_SHOWN = 2
"""Documents of a name in an example."""


class ChainNames:
    """The names of chains in all files of one graph, by document."""

    def __init__(self) -> None:
        self._names: dict[str, dict[ChainName, None]] = {}

    def note(self, annotations: Annotations) -> None:
        """Note the names of a file; one that was noted before counts once."""
        for name in annotations.names:
            self._names.setdefault(name.document, {})[name] = None

    def tell(self, remarks: Remarks) -> None:
        """Remark each name in several documents that is no mere count of their chains."""
        documents: dict[str, list[str]] = {}
        counting = self._begin_to_count()
        for document, names in self._names.items():
            numbers = [name.number for name in names if name.number is not None]
            counting_here = counting or max(numbers, default=0) < _HIGHEST * (len(names) + 1)
            for name in names:
                if name.number is None or not counting_here:
                    documents.setdefault(name.name, []).append(document)
        for chain, holders in documents.items():
            if len(holders) > 1:
                remarks.add("names-recur", f"{chain} in {' and '.join(islice(holders, _SHOWN))}")

    def _begin_to_count(self) -> bool:
        """Return True if numbers begin at 0 or 1 in at least half of the documents that have any."""
        begins = Counter[bool]()
        for names in self._names.values():
            lowest = min((name.number for name in names if name.number is not None), default=None)
            if lowest is not None:
                begins[lowest <= 1] += 1
        return begins[True] >= begins[False]


def join_across(annotations: Annotations) -> Annotations:
    """Let the names of chains hold in all documents; a remark says where chains have none."""
    keys = {name.key: instance_key("", name.name) for name in annotations.names}
    mentions = tuple(
        mention._replace(instance=keys.get(mention.instance, mention.instance))
        for mention in annotations.mentions
    )
    statements = tuple(
        statement._replace(
            instance=keys.get(statement.instance, statement.instance),
            value=keys.get(statement.value, statement.value) if statement.about_instance else statement.value,
        )
        for statement in annotations.statements
    )
    across = annotations.across | set(keys.values())
    remarks = annotations.remarks
    nameless = next((mention for mention in mentions if mention.instance not in across), None)
    if nameless:
        document = annotations.documents[nameless.document].name
        remarks = (*remarks, ("names-missing", f"the first in {document}"))
    return annotations._replace(
        mentions=mentions, statements=statements, remarks=remarks, across=across, names=()
    )
