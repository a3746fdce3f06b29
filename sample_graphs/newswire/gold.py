"""The plain texts and the gold graph, from annotated texts.

    python gold.py [--output FOLDER]

An annotated text is the text itself with every mention in brackets: `[entity words of the mention]`. The
entity's identifier runs to the first space, the rest is the mention; brackets nest: `[sister [joan her]
sister]`. entities.toml describes each identifier; the same one in two files is the same entity.
"""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # a script finds its neighbour by its bare name, mypy by its full one
    from sample_graphs.newswire.nif_turtle import InstanceRow, MentionRow, write_turtle
else:
    from nif_turtle import InstanceRow, MentionRow, write_turtle

HERE = Path(__file__).resolve().parent


def parse(annotated: str, where: str) -> tuple[str, list[MentionRow]]:
    """Return the plain text and its mentions; SystemExit names file and line of a bracket that is wrong."""
    plain: list[str] = []
    open_brackets: list[tuple[str, int, int]] = []
    mentions: list[MentionRow] = []
    length = position = 0
    while position < len(annotated):
        character = annotated[position]
        line = annotated.count("\n", 0, position) + 1
        position += 1
        if character == "[":
            entity, space, _ = annotated[position:].partition(" ")
            if not space or not entity.replace("-", "").isalnum():
                raise SystemExit(f"{where}, line {line}: a bracket needs an entity, a space and words")
            open_brackets.append((entity, length, line))
            position += len(entity) + 1
        elif character == "]":
            if not open_brackets:
                raise SystemExit(f"{where}, line {line}: this bracket closes nothing")
            entity, begin, _ = open_brackets.pop()
            mentions.append(MentionRow(begin, length, entity))
        else:
            plain.append(character)
            length += 1
    if open_brackets:
        entity, _, line = open_brackets[-1]
        raise SystemExit(f"{where}, line {line}: the bracket of {entity} is never closed")
    return "".join(plain), mentions


def main() -> None:
    """Write texts/*.txt and gold.ttl."""
    parser = argparse.ArgumentParser(description="make the plain texts and the gold graph")
    parser.add_argument("--output", type=Path, default=HERE, help="folder to write to (default: beside this)")
    output: Path = parser.parse_args().output

    types = tomllib.loads((HERE / "entities.toml").read_text(encoding="utf-8"))
    entities = {
        name: InstanceRow(name, type_name, label)
        for type_name, names in types.items()
        for name, label in names.items()
    }
    texts: dict[str, str] = {}
    mentions: dict[str, list[MentionRow]] = {}
    for path in sorted((HERE / "annotated").glob("*.txt")):
        texts[path.stem], mentions[path.stem] = parse(path.read_bytes().decode("utf-8"), path.name)
    named = {mention.instance for rows in mentions.values() for mention in rows}
    if named != set(entities):
        raise SystemExit(f"entities.toml and the annotated texts disagree: {sorted(named ^ set(entities))}")

    (output / "texts").mkdir(parents=True, exist_ok=True)
    for stem, text in texts.items():
        (output / "texts" / f"{stem}.txt").write_bytes(text.encode("utf-8"))
    turtle = write_turtle(texts, mentions, entities.values(), "gold")
    (output / "gold.ttl").write_bytes(turtle.encode("utf-8"))


if __name__ == "__main__":
    main()
