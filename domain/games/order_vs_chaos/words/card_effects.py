"""The log: facts about items, event cards, duties and texts."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.order_vs_chaos.words.card_entries import NAMES_EVENT
from domain.games.order_vs_chaos.words.fighters import SENTENCES
from domain.kernel import FactWords, Json, Naming, Run, Says, Sentences, by_value, capitalized, counted

VIAS = {"reward": " as a reward", "visit": " from the quartermaster", "overflow": " for full Order doom"}
DISCARDS = {
    "used": ", used up",
    "room": " to make room",
    "thrown": ", thrown",
}

owed = Sentences(
    {
        **SENTENCES.kinds,
        "event cards": lambda _, number: counted(number, "event card"),
        "gains": lambda _, number: counted(number, "gain"),
    }
).fact

DUTIES = by_value(
    "kind",
    {
        "place_monster": owed("a monster must be placed[ in {location}]"),
        "surplus_monster": owed("two monsters are[ in {location}]; Order discards one"),
        "draw_event": owed("[{seat}|a seat] must draw [{n:event cards}|0 event cards]"),
        "resolve_event": owed("[{seat}|a seat] resolves [{card}|an event card]"),
        "take_reward": owed("[{candidates:seats}|nobody] may take an item for the kill"),
        "resurrect": owed("[{seat}|a seat] chooses a start space to return on"),
        "overflow_gain": owed("[{seat}|a seat] may take [{n:gains}|0 gains] for full Order doom"),
    },
    owed("Order divides its doom among Chaos heroes and monsters"),
)
"""OC-211: who owes what, of a duty."""


def _owed(naming: Naming, duty: Json) -> Says:
    return DUTIES(duty, naming).says


def _begun(naming: Naming, duty: Json) -> Says:
    first, *others = (run for run in _owed(naming, duty) if run)
    return (first if isinstance(first, Run) else capitalized(first), *others)


told = Sentences(
    {
        **SENTENCES.kinds,
        "via": lambda _, via: VIAS.get(via, ""),
        "discarded": lambda _, cause: DISCARDS.get(cause, ""),
        "owed": _owed,
        "Owed": _begun,
    }
).fact

SPLIT = "[{split:if}; its side did not agree]"
"""OC-213."""

CARD_FACTS: Mapping[str, FactWords] = {
    "item_gained": told("{seat} takes {item:card}{via}."),
    "item_discarded": told("{seat} discards {item:card}{cause:discarded}."),
    "display_items_discarded": told("The quartermaster discards [{items:cards}|nothing]."),
    "event_drawn": told(
        "{seat} draws [{card:event}|an event card]"
        "[{reshuffled:if} from the reshuffled discard][{keep:if} and keeps it]."
    ),
    "event_named": told(NAMES_EVENT),
    "event_resolved": told(f"{{card}} is discarded{SPLIT}."),
    "event_played": told(f"{{seat}} plays [{{card}}|an event card]{SPLIT}."),
    "manual_effects": told("Resolved by the players: {source}.", "flag"),
    "duty_raised": told("{duty:Owed}."),
    "duty_done": told("[{lapsed:if}No effect|Done]: {duty:owed}."),
}
"""OC-803: a kept card is named to who may know it."""
