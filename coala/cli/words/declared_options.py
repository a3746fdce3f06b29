"""Declared options become flags of a command, and the words after those flags become values again."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from coala.errors import CoalaError
from coala.model.option import Group, Option
from coala.model.options import DEFAULTS, OPTIONS, Options, with_values


def add_options(part: argparse.ArgumentParser, *groups: Group) -> None:
    """Add the declared options of some groups; those of formats stand under a title of their own."""
    formats = None
    for option in OPTIONS:
        if option.group not in groups:
            continue
        if option.group is Group.FORMATS and formats is None:
            what = "what files of other coreference formats leave open"
            formats = part.add_argument_group("formats", what)
        target = formats if formats is not None and option.group is Group.FORMATS else part
        target.add_argument(option.flag, **_declaration(option))


def leave_unset(part: argparse.ArgumentParser, *groups: Group) -> None:
    """Let the options of some groups be None where they are not given, instead of as usual."""
    part.set_defaults(**{destination(option): None for option in OPTIONS if option.group in groups})


def options_of(arguments: argparse.Namespace, usual: Options = DEFAULTS) -> Options:
    """The options that a command was given; those that it does not take, or was not given, are as usual.

    Raises ``CoalaError`` for a word that means nothing.
    """
    given = ((option, getattr(arguments, destination(option), None)) for option in OPTIONS)
    return with_values(
        usual, ((option, _value(option, words)) for option, words in given if words is not None)
    )


def destination(option: Option) -> str:
    """The name of the attribute that holds the words of an option."""
    return option.flag.removeprefix("--").replace("-", "_")


def _declaration(option: Option) -> dict[str, Any]:
    """What is declared of an option, as argparse wants it."""
    text = option.help.format(default=option.usual)
    if option.form.switch:
        return {"action": "store_true", "help": text}
    word = {"type": _checked(option.form.check), "metavar": option.metavar, "help": text}
    if option.form.several:
        return {"action": "append", "default": [], **word}
    return {"choices": option.choices or None, "default": option.usual or None, **word}


def _checked(check: Callable[[str], str]) -> Callable[[str], str]:
    def word(text: str) -> str:
        try:
            return check(text)
        except CoalaError as error:
            raise argparse.ArgumentTypeError(str(error).removesuffix(".")) from None

    return word


def _value(option: Option, words: Any) -> Any:
    if option.form.switch:
        return option.default != words
    return tuple(words) if option.form.several else option.form.parse(words)
