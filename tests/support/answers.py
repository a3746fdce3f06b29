"""Questions of a review and files of answers, by the command line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from coala.cli.commands import main


def read_questions(path: Path, *blind: str) -> list[dict[str, Any]]:
    """Export the questions of a review; return the header and the questions."""
    questions = path.with_name("questions.jsonl")
    assert main(["export", str(path), "--to", "questions", *blind, "-o", str(questions)]) == 0
    return [json.loads(line) for line in questions.read_text(encoding="utf-8").splitlines()]


def write_answers(path: Path, lines: Iterable[object]) -> str:
    """Write a file of answers next to a review; a line that is a text is written as it is."""
    answers = path.with_name("answers.jsonl")
    texts = (line if isinstance(line, str) else json.dumps(line) for line in lines)
    answers.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return str(answers)


def find_lines(messages: str) -> list[list[int]]:
    """Return the numbers of the lines of answers that each message of an import is about."""
    numbers = re.compile(r"(?<=[:;] line)s?((?: \d+)+)")
    return [
        [int(number) for found in numbers.findall(message) for number in found.split()]
        for message in messages.splitlines()
    ]
