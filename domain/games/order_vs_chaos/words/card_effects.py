"""The log: facts about items, event cards, duties and texts."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.order_vs_chaos.rules.cards import SPECIAL_TOKENS
from domain.games.order_vs_chaos.words.card_entries import printed
from domain.games.order_vs_chaos.words.fighters import Message, seats, somewhere
from domain.games.order_vs_chaos.words.names import piece, pieces
from domain.kernel import UNKNOWN, FactWords, Json, Naming, Run, Says, Told, capitalized, counted

VIAS = {"reward": " as a reward", "visit": " from the quartermaster", "overflow": " for full Order doom"}
DISCARDS = {
    "used": ", used up",
    "room": " to make room",
    "thrown": ", thrown",
}


def _item_gained(fact: Message, naming: Naming) -> Told:
    via = VIAS.get(fact["via"], "")
    return Told((naming.seat(fact["seat"]), " takes ", piece(naming, fact["item"]), f"{via}."))


def _item_discarded(fact: Message, naming: Naming) -> Told:
    why = DISCARDS.get(fact["cause"], "")
    return Told((naming.seat(fact["seat"]), " discards ", piece(naming, fact["item"]), f"{why}."))


def _display_items_discarded(fact: Message, naming: Naming) -> Told:
    items = pieces(naming, fact["items"]) or ("nothing",)
    return Told(("The quartermaster discards ", *items, "."))


def _event_drawn(fact: Message, naming: Naming) -> Told:
    """OC-803."""
    card, seat = fact.get("card"), naming.seat(fact["seat"])
    shuffled = " from the reshuffled discard" if fact.get("reshuffled") else ""
    what: Says = ("an event card",) if card in (None, UNKNOWN) else printed(naming, str(card))
    kept = " and keeps it" if fact.get("keep") else ""
    return Told((seat, " draws ", *what, f"{shuffled}{kept}."))


def _event_named(fact: Message, naming: Naming) -> Told:
    card = fact.get("card")
    what = () if card is None else (": ", *printed(naming, card))
    return Told((naming.seat(fact["seat"]), " names an event card in hand", *what, "."))


def _event_resolved(fact: Message, naming: Naming) -> Told:
    return Told((piece(naming, fact["card"]), " is discarded", _split(fact), "."))


def _event_played(fact: Message, naming: Naming) -> Told:
    card = piece(naming, fact["card"]) if fact.get("card") else "an event card"
    return Told((naming.seat(fact["seat"]), " plays ", card, _split(fact), "."))


def _split(fact: Message) -> str:
    """OC-213."""
    return "; its side did not agree" if fact.get("split") else ""


def _manual_effects(fact: Message, naming: Naming) -> Told:
    source = fact["source"]
    what: str | Run = "special tokens" if source == SPECIAL_TOKENS else piece(naming, source)
    return Told(("Resolved by the players: ", what, "."), "flag")


def _duty_raised(fact: Message, naming: Naming) -> Told:
    first, *others = _owed(fact["duty"], naming)
    begun = capitalized(first) if isinstance(first, str) else first
    return Told((begun, *others, "."))


def _duty_done(fact: Message, naming: Naming) -> Told:
    if fact.get("lapsed"):
        return Told(("No effect: ", *_owed(fact["duty"], naming), "."))
    return Told(("Done: ", *_owed(fact["duty"], naming), "."))


def _owed(duty: Json, naming: Naming) -> Says:
    """OC-211: who owes what."""
    seat = naming.seat(duty["seat"]) if duty.get("seat") else "a seat"
    where = somewhere(naming, duty.get("location"))
    match duty["kind"]:
        case "place_monster":
            return ("a monster must be placed", *where)
        case "surplus_monster":
            return ("two monsters are", *where, "; Order discards one")
        case "draw_event":
            return (seat, f" must draw {counted(duty.get('n', 0), 'event card')}")
        case "resolve_event":
            return (seat, " resolves ", piece(naming, duty["card"]) if duty.get("card") else "an event card")
        case "take_reward":
            killers = seats(naming, duty.get("candidates", ())) or ("nobody",)
            return (*killers, " may take an item for the kill")
        case "resurrect":
            return (seat, " chooses a start space to return on")
        case "overflow_gain":
            return (seat, f" may take {counted(duty.get('n', 0), 'gain')} for full Order doom")
    return ("Order divides its doom among Chaos heroes and monsters",)


CARD_FACTS: Mapping[str, FactWords] = {
    "item_gained": _item_gained,
    "item_discarded": _item_discarded,
    "display_items_discarded": _display_items_discarded,
    "event_drawn": _event_drawn,
    "event_named": _event_named,
    "event_resolved": _event_resolved,
    "event_played": _event_played,
    "manual_effects": _manual_effects,
    "duty_raised": _duty_raised,
    "duty_done": _duty_done,
}
