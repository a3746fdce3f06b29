"""The command that compares what the program gives with what is recorded, and records it.

    python -m tests.golden check [GROUP ...]           # show what differs; exit status 1 if anything does
    python -m tests.golden accept GROUP ...            # record the layout of groups as it is now
    python -m tests.golden accept GROUP ... --fixed    # and what is fixed: other programs read it

A group is a file in ``texts/fixed`` and one in ``texts/layout`` (see ``recording``).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from difflib import unified_diff
from multiprocessing import get_context

from tests.golden.cases import list_groups
from tests.golden.recording import Part, record

# The most lines of a difference that are shown for a group.
_MOST_LINES = 200
# These take longest, so they begin first.
_LONG = ("zoo", "newswire-gold", "ecb-gold", "pikes", "random", "board", "facts")


def main() -> int:
    """Run the groups; return 1 if one differs from what is recorded."""
    arguments = _parse()
    groups = {group.name: group for group in list_groups()}
    if unknown := set(arguments.groups) - set(groups):
        print(f"There is no group {', '.join(sorted(unknown))}. Groups: {', '.join(sorted(groups))}.")
        return 2
    wanted = sorted(arguments.groups or groups, key=lambda name: (*_LONG, name).index(name))
    different = 0
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for name, texts in zip(wanted, pool.map(record, wanted), strict=True):
            if arguments.action == "accept":
                _write(name, texts, fixed=arguments.fixed)
                continue
            lines = list(_compare(name, texts))
            different += bool(lines)
            for line in lines[:_MOST_LINES]:
                print(line)
            if len(lines) > _MOST_LINES:
                print(f"… and {len(lines) - _MOST_LINES:,} more lines")
    if arguments.action == "check":
        print(f"{len(wanted) - different} of {len(wanted)} groups are as recorded.")
    return 1 if different else 0


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description="What the program gives.")
    parser.add_argument("action", choices=("check", "accept"))
    parser.add_argument("groups", nargs="*", metavar="GROUP")
    parser.add_argument("--fixed", action="store_true", help="record what other programs read, too")
    arguments = parser.parse_args()
    if arguments.action == "accept" and not arguments.groups:
        parser.error("name the groups to accept")
    return arguments


def _write(name: str, texts: dict[Part, str], *, fixed: bool) -> None:
    for part, text in texts.items():
        if part is Part.LAYOUT or fixed:
            part.path(name).parent.mkdir(parents=True, exist_ok=True)
            part.path(name).write_text(text, encoding="utf-8")


def _compare(name: str, texts: dict[Part, str]) -> Iterator[str]:
    for part, text in texts.items():
        path = part.path(name)
        recorded = path.read_text(encoding="utf-8") if path.exists() else ""
        yield from unified_diff(
            recorded.splitlines(), text.splitlines(), f"{part}/{name}: recorded", "now", n=2, lineterm=""
        )


if __name__ == "__main__":
    sys.exit(main())
