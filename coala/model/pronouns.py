"""The closed lists of pronouns by language, which tell a pronoun where no part of speech is known."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from coala.base.plain_text import excerpt
from coala.errors import CoalaError


@cache
def read_pronouns() -> Mapping[str, frozenset[str]]:
    """Return the pronouns of each language, in lower case."""
    text = files("coala.model").joinpath("pronouns.toml").read_text(encoding="utf-8")
    return {language: frozenset(words.split()) for language, words in tomllib.loads(text).items()}


def join_pronouns(languages: Sequence[str]) -> frozenset[str]:
    """Return the pronouns of several languages together; raise ``CoalaError`` for one without a list."""
    lists = read_pronouns()
    for language in languages:
        if language not in lists:
            raise CoalaError(
                f"There is no list of pronouns for the language {excerpt(language)}. "
                f"Choose from {', '.join(lists)}."
            )
    return frozenset().union(*(lists[language] for language in languages))
