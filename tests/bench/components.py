"""The files of a board made from one Turtle file, as if several components had made its links."""

from __future__ import annotations

import re
import zlib
from collections.abc import Collection
from pathlib import Path

from coala.board.plan import Plan, Role, Variant

FILES = {Role.WITHOUT: "without", Role.ONLY: "only", Role.STEP: "upto"}

_LINK = re.compile(r"(taIdentRef> |taIdentRef )<([^>]*)>")


def write_components(
    folder: Path, full: Path, gold: Path | None, components: int, roles: Collection[Role] = tuple(Role)
) -> Plan:
    """Write a plan whose graphs lack the links of components; each link of a mention belongs to one of them.

    The first mention of a chain has no link, so it keeps the chain's name.
    """
    text = full.read_text(encoding="utf-8")
    everyone = range(components)
    return Plan(
        str(full),
        tuple(
            Variant(
                f"component-{one}",
                **{
                    role.value: str(
                        _write(folder / f"{FILES[role]}-{one:03}.ttl", text, switched_on, components)
                    )
                    for role, switched_on in (
                        (Role.WITHOUT, [other for other in everyone if other != one]),
                        (Role.ONLY, [one]),
                        (Role.STEP, everyone[: one + 1]),
                    )
                    if role in roles
                },
            )
            for one in everyone
        ),
        gold=None if gold is None else str(gold),
        nothing=str(_write(folder / "nothing.ttl", text, [], components)),
        target_precision=0.8,
    )


def _write(path: Path, text: str, switched_on: Collection[int], components: int) -> Path:
    seen: set[str] = set()

    def link(found: re.Match[str]) -> str:
        chain = found[2]
        linked_by = zlib.crc32(f"{chain} {found.start()}".encode()) % components
        if chain not in seen or linked_by in switched_on:
            seen.add(chain)
            return found[0]
        return f"{found[1]}<{chain}-{found.start()}>"

    path.write_text(_LINK.sub(link, text), encoding="utf-8")
    return path
