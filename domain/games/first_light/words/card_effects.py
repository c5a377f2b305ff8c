"""Facts of cards in words: characters, the draft, Items drawn, acquired and discarded."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.first_light.words.telling import SENTENCES, by_setback
from domain.kernel import FactWords, by_value

told = SENTENCES.fact

CHOOSES = "{seat} chooses [{character}|a character]."
DRAFTS = "{seat} keeps [{item}|an Item]."
KEEPS = "{seat} keeps [{items}|3 Items]."
NAMES = "{seat} names an Item[: {item}]."

CARD_FACTS: Mapping[str, FactWords] = {
    "characters_dealt": told("Characters are dealt.{characters:hands}"),
    "character_chosen": told(CHOOSES),
    "characters_revealed": told("{characters:leaders}."),
    "items_dealt": told("Items are dealt.{hands}"),
    "item_drafted": told(DRAFTS),
    "packets_passed": told("The other Items pass to the left."),
    "packets_bottomed": told("The last Items go under the draw pile[{cards:own_cards}]."),
    "items_kept": told(KEEPS),
    "items_drawn": by_value(
        "items",
        {None: told("{seat} draws [{count:item_count}|Items] from {cause}.")},
        told("{seat} draws {items} from {cause}."),
    ),
    "discards_reshuffled": told("The discarded Items are shuffled into a new draw pile."),
    "item_named": told(NAMES),
    "item_acquired": told("{seat} acquires {item}{item:worth}.", "score"),
    "items_discarded": by_setback("{seat} discards [{items}|no Item]."),
}
