"""The forms of mentions by parts of speech: pronoun, name, nominal or verb.

Tags are those of Universal Dependencies (UPOS) or of the Penn Treebank, which OntoNotes uses. A tag that says
nothing about the form, such as ``ADV``, has the form "".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from coala.model.values import MENTION_FORMS

_PRONOUN, _NAME, _NOMINAL, _VERB = MENTION_FORMS

_FORM_BY_TAG = {
    # A determiner at the head is a possessive or demonstrative: "his", "that".
    **dict.fromkeys(("PRON", "DET", "PRP", "PRP$", "WP", "WP$", "DT", "WDT", "PDT"), _PRONOUN),
    **dict.fromkeys(("PROPN", "NNP", "NNPS"), _NAME),
    **dict.fromkeys(("NOUN", "ADJ", "NUM", "SYM", "NN", "NNS", "CD", "JJ", "JJR", "JJS", "$"), _NOMINAL),
    **dict.fromkeys(("VERB", "AUX", "MD", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ"), _VERB),
}

_OTHER_TAGS = frozenset(
    "ADP ADV CCONJ INTJ PART PUNCT SCONJ X IN CC RB RBR RBS TO EX FW UH LS RP POS WRB -LRB- -RRB- HYPH NFP "
    "ADD AFX XX . , : `` '' # ( )".split()
)

_FORM_BY_CLASS = {"PROP": _NAME, "NOM": _NOMINAL, "PRON": _PRONOUN, "VERB": _VERB, "EVENT": _VERB}
"""The classes of mentions of BookNLP and LitBank."""

_AFTER_HEAD = frozenset(("IN", "ADP", "WDT", "WP", "WRB", "TO", ",", ":", "-LRB-", "VBN", "VBG", "PUNCT"))
"""Tags that begin what follows the head of a noun phrase: "the man | who …", "Ann | , a pilot"."""


def is_tag(tag: str) -> bool:
    """Return True for a tag of Universal Dependencies or of the Penn Treebank."""
    return tag in _FORM_BY_TAG or tag in _OTHER_TAGS


def form_of_tag(tag: str) -> str:
    """Return the form of a mention whose head has this tag; "" if the tag does not tell."""
    return _FORM_BY_TAG.get(tag, "")


def form_of_class(name: str) -> str:
    """Return the form that BookNLP and LitBank call PROP, NOM or PRON; "" for another name."""
    return _FORM_BY_CLASS.get(name.strip().upper(), "")


def form_of_words(tags: Sequence[str]) -> str:
    """Return the form of a mention with these tags of its words, whose head is not stated.

    The head is the last noun, name, pronoun or number of the words before the first clause, prepositional
    phrase or apposition; if there is none, the first word with a form.
    """
    return _form_of_words(tuple(tags))


# A few sequences of tags are those of most mentions.
@lru_cache(maxsize=10_000)
def _form_of_words(tags: tuple[str, ...]) -> str:
    head = ""
    for tag in _words_before_attachments(tags):
        form = form_of_tag(tag)
        # A determiner or an adjective is the head only if nothing better follows.
        if form and (form != _VERB or not head):
            head = form
    return head or next(filter(None, map(form_of_tag, tags)), "")


def _words_before_attachments(tags: Sequence[str]) -> Iterable[str]:
    has_head = False
    for tag in tags:
        if tag in _AFTER_HEAD and has_head:
            return
        has_head = has_head or form_of_tag(tag) in (_NAME, _NOMINAL) or tag in ("PRP", "PRON")
        yield tag
