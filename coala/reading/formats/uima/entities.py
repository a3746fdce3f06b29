"""Mentions that name their entity, as CorefAnnotator has them, become ``Annotations``."""

from __future__ import annotations

from coala.base.files import stem
from coala.base.plain_text import excerpt
from coala.model.format_options import FormatOptions
from coala.reading.formats.annotations import Annotations, Mention, instance_key
from coala.reading.formats.flaws import Flaws
from coala.reading.formats.uima.cas import BROKEN, Cas, SofaTexts
from coala.reading.formats.uima.types import listed, type_name


def read_entities(
    path: str, cas: Cas, flaws: Flaws, remarks: list[tuple[str, str]], options: FormatOptions
) -> Annotations:
    """All mentions that name one entity are one instance; one that names several belongs to each."""
    texts = SofaTexts(path, cas, flaws, remarks)
    mentions: list[Mention] = []
    for element, feature in cas.naming:
        place = texts.place_of(element)
        value = element.attributes[feature]
        entities = value.split()
        if options.uima_entity and not all(entity in cas.lines for entity in entities):
            entities = [value]  # a name, not the xmi:id of an element
        for entity in entities:
            if entity not in cas.lines and not options.uima_entity:
                flaws.leave_out(BROKEN, element.line, f"{excerpt(feature)}={excerpt(entity)} is nowhere")
            elif place is not None and place.fragments:
                mentions.append(Mention(place.document, place.fragments, instance_key(stem(path), entity)))
    met = {f"{type_name(element.name).rpartition('.')[2]}.{feature}" for element, feature in cas.naming}
    if not met:
        remarks.append(("uima-entity-not-met", f"{listed(cas.others)} in {path}"))
    elif not options.uima_entity:
        remarks.append(("uima-entity-found", f"{listed(met)} in {path}"))
    flaws.weigh(len(cas.naming), "mentions")
    return Annotations(tuple(texts.documents), tuple(mentions), (), (*remarks, *flaws.remarks))
