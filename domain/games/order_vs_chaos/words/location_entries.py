"""The log: location actions as sentences."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from domain.games.order_vs_chaos.rules.monsters import TOKEN
from domain.games.order_vs_chaos.words.fighters import SENTENCES, Message
from domain.games.order_vs_chaos.words.names import piece
from domain.kernel import ActionWords, Naming, Says, Sentences


def _cancels(naming: Naming, cancelled: Message) -> Says:
    return (naming.seat(cancelled["seat"]), " cancels it with ", piece(naming, cancelled["card"]))


def _places(naming: Naming, type: str) -> str:
    return "places a token" if type == TOKEN else f"places a {naming.name(type)}"


said = Sentences({**SENTENCES.kinds, "cancels": _cancels, "places": _places}).action

LAYS_OUT = (
    "[{display_filled.items:cards}|nothing][{display_filled.reshuffled:if}, from the reshuffled discard]"
)
ROLLS = "{seat} rolls {rift_attacked.dice:dice}"
IN = "in {rift_attacked.location:location}"

LOCATION: Mapping[str, ActionWords] = {
    "visit_quartermaster": said(
        "{seat} [discards {discard:cards} and ]takes [{take:cards}|nothing] from the quartermaster"
        f"[{{display_filled.:if}}, which lays out {LAYS_OUT}]."
    ),
    "discard_display_item": said("{seat} discards {item:card} of the quartermaster."),
    "use_order_shrine": said("{seat} uses the Order shrine for {gain}."),
    "use_healing_shrine": said("{seat} uses the healing shrine[, but {cancelled_by:cancels}]."),
    "attack_healing_shrine": said(
        f"{ROLLS}[{{rift_attacked.success:if}} and destroys the healing shrine {IN}|: the shrine {IN} holds]."
    ),
    "attack_rift": said(
        f"{ROLLS}[{{rift_attacked.success:if}} and closes the rift {IN}|: the rift {IN} holds]."
    ),
    "pick_up_tokens": said("{seat} picks up {token_moved.n:tokens} in {token_moved.origin:location}."),
    "use_chaos_rift": said(
        "{seat} [{pick_up:if}picks up {token_moved.n:tokens}[ and {place:places}]|{place:places}]"
        " at the Chaos rift in {location_acted.location}."
    ),
    "use_wandering_monster": said(
        "{seat} [pushes the {monster_moved.type:name} to {monster_moved.to:location} and ]{place:places}"
        " in {location_acted.location}."
    ),
    "deliver_tokens": said("{seat} delivers {token_moved.n:tokens} to the arch enemy."),
}

OF_A_LOCATION = ("location_acted",)
LOCATION_SAID: Mapping[str, Collection[str]] = {
    "visit_quartermaster": (
        *OF_A_LOCATION,
        "item_gained",
        "item_discarded",
        "display_items_discarded",
        "display_filled",
    ),
    "discard_display_item": (*OF_A_LOCATION, "display_items_discarded"),
    "use_order_shrine": OF_A_LOCATION,
    "use_healing_shrine": (*OF_A_LOCATION, "event_played", "event_named"),
    "attack_healing_shrine": (*OF_A_LOCATION, "rift_attacked", "card_removed"),
    "attack_rift": (*OF_A_LOCATION, "rift_attacked", "card_removed"),
    "pick_up_tokens": (*OF_A_LOCATION, "token_moved"),
    "use_chaos_rift": (*OF_A_LOCATION, "token_moved", "monster_placed"),
    "use_wandering_monster": (*OF_A_LOCATION, "monster_moved", "monster_placed", "token_moved"),
    "deliver_tokens": (*OF_A_LOCATION, "token_moved"),
}
