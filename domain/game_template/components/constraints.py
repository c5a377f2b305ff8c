"""The constraints of a component set, each with its id."""

from __future__ import annotations

from collections.abc import Iterator

from domain.game_template.components.box import FACES
from domain.game_template.components.document import Document
from domain.kernel import ComponentFault

SCHEMA = "component-set/game_template/1"
GAME = "game_template"
COLORS = 4
CARDS = 30


def faults(document: Document) -> Iterator[ComponentFault]:
    """Every way in which the document is not a box of this game."""
    if document.schema != SCHEMA or document.game != GAME or not document.edition:
        yield ComponentFault("GT-C1", f"schema must be {SCHEMA}, game {GAME}, edition a text.")
    if len(document.colors) != COLORS or len(set(document.colors)) != COLORS:
        yield ComponentFault("GT-C2", f"There must be {COLORS} different colours.", "/colors")
    if len(document.cards) != CARDS or len({card.id for card in document.cards}) != CARDS:
        yield ComponentFault("GT-C3", f"There must be {CARDS} cards with different ids.", "/cards")
    if any(card.value not in FACES for card in document.cards):
        yield ComponentFault("GT-C3", "A card is worth what a face of the die shows.", "/cards")
    if not {place.partition("/")[0] for place in document.invented} <= set(Document.__struct_fields__):
        yield ComponentFault("GT-C4", "invented must list parts of the document.", "/invented")
