"""Which mentions are on the page is remembered, and which of a chain are not there is asked of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Self

from coala.model.bag import BASELINE, CHANGED
from coala.presentation.chains import Chains, ShownChain
from coala.presentation.evidence.choice import ChainKey, key_of, loses_or_gains


@dataclass
class OnPage:
    """The spans that are ``seen``, in the order in which they came, and the chains of which they ``told``.

    ``tells`` are the chains of which a span is an example.
    """

    chains: Chains
    tells: Callable[[int], Iterable[ChainKey]]
    seen: dict[int, None] = field(default_factory=dict)
    told: set[ChainKey] = field(default_factory=set)
    _counts: dict[ChainKey, int] = field(default_factory=dict)
    # How far each chain was searched for mentions that differ.
    _passed: dict[ChainKey, int] = field(default_factory=dict)

    def copy(self) -> Self:
        """The same, which grows by itself."""
        seen, told = dict(self.seen), set(self.told)
        return replace(self, seen=seen, told=told, _counts=dict(self._counts), _passed=dict(self._passed))

    def add(self, span: int) -> None:
        """A mention came onto the page."""
        if span in self.seen:
            return
        self.seen[span] = None
        for side in (BASELINE, CHANGED):
            for number in self.chains.numbers_of(side, span):
                key = ChainKey(side, number)
                self._counts[key] = self._counts.get(key, 0) + 1
        self.told.update(self.tells(span))

    def clear(self) -> None:
        """No mention is on the page; what it told stays told."""
        self.seen.clear()
        self._counts.clear()
        self._passed.clear()

    def has_told(self, shown: ShownChain) -> bool:
        """Whether the page had an example of a chain."""
        return key_of(shown) in self.told

    def count(self, shown: ShownChain) -> int:
        """How many mentions of a chain are on the page."""
        return self._counts.get(key_of(shown), 0)

    def hidden(self, shown: ShownChain) -> int:
        """How many mentions of a chain are not on the page."""
        return len(shown.spans) - self.count(shown)

    def next_differing(self, shown: ShownChain) -> int | None:
        """A mention of a chain that differs and is not on the page."""
        if not loses_or_gains(shown):
            return None
        # Each is looked at once: a chain may have a hundred thousand mentions.
        at, spans = self._passed.get(key_of(shown), 0), self.chains.divergent_spans(shown)
        while at < len(spans) and int(spans[at]) in self.seen:
            at += 1
        self._passed[key_of(shown)] = at
        return int(spans[at]) if at < len(spans) else None

    def next_other(self, shown: ShownChain) -> int | None:
        """A mention of a chain that is not on the page."""
        if not self.hidden(shown):
            return None
        return next((span for span in shown.spans if span not in self.seen), None)
