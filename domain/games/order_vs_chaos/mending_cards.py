"""Cards put right by gestures: sheets chosen in setup, items, and event cards as far as they are seen."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.order_vs_chaos import facts, places
from domain.games.order_vs_chaos.words.names import box_of
from domain.kernel import SUPPLY, UNKNOWN, DealCard, Json, Mended, Naming

CAUSE = "put right"
"""Causes that count a deed are other ones."""

HIDDEN = "Kept event cards are not seen here, so what lies in the deck cannot be said."
"""OC-803: a gesture must not answer what Chaos keeps."""

# The cards chosen in setup, items and event cards.


def chosen(gesture: DealCard, naming: Naming) -> Mended | None:
    """OC-111, OC-108: heroes and monster types of seats, and the arch enemy, as long as the setup lasts."""
    box, card, seat = box_of(naming), gesture.card, gesture.goal
    if card in box.arch_enemies:
        return (facts.ArchEnemySet(card, "chosen"),)
    if card in box.heroes and seat in naming.seats:
        sheet = box.heroes[card]
        return (facts.HeroChosen(seat, card, sheet.tracks["health"][0], sheet.special_tokens or 0),)
    if card in box.monsters and seat in naming.seats:
        return (facts.MonsterTypeDrawn(seat, card),)
    return None


def item_dealt(view: Json, gesture: DealCard, naming: Naming) -> Mended:
    item, goal = gesture.card, places.seat_of_sheet(gesture.goal)
    source, giver = lying(view, item)
    into, taker = "hero" if goal in view["seats"] else _pile(goal), goal if goal in view["seats"] else None
    if (source, giver) == (into, taker):
        return ()
    if taker is not None and (told := _no_room(view, taker, item, naming)):
        return told
    match source, into:
        case "display", "hero":
            return (facts.ItemGained(goal, item, "effect"),)
        case "hero", "discard":
            return (facts.ItemDiscarded(giver or "", item, "choice"),)
        case "display", "discard":
            return (facts.DisplayItemsDiscarded((item,), CAUSE),)
        case "deck", "display":
            return (facts.DisplayFilled((item,)),)
    return (facts.ItemMoved(item, source, into, giver, taker),)


def lying(view: Json, item: str) -> tuple[facts.ItemPlace, str | None]:
    for seat, hero in view["seats"].items():
        if item in (*hero.get("weapons", ()), *hero.get("equipment", ())):
            return "hero", seat
    if item in view["display"]:
        return "display", None
    return ("discard" if item in view["item_discard"] else "deck"), None


def _pile(goal: str) -> facts.ItemPlace:
    return "display" if goal == places.DISPLAY else "deck" if goal == places.ITEM_DECK else "discard"


def _no_room(view: Json, seat: str, item: str, naming: Naming) -> str | None:
    hero = view["seats"][seat]
    if hero["side"] == "chaos":
        return "Heroes of Chaos have no items."
    if item in box_of(naming).equipment and len(hero["equipment"]) >= (hero["equipment_slots"] or 0):
        return f"{naming.seat(seat).text} has no free equipment slot."
    return None


def event_dealt(view: Json, gesture: DealCard, naming: Naming) -> Mended:
    """OC-803: cards that Chaos keeps; the deck and the discard."""
    card, goal, kept = gesture.card, places.seat_of_sheet(gesture.goal), kept_seen(view)
    if any(cards is None for cards in kept.values()):
        return HIDDEN
    holder = next((seat for seat, cards in kept.items() if card in (cards or ())), None)
    if holder is not None and goal == holder:
        return ()
    if holder is not None and goal in (places.EVENT_DISCARD, SUPPLY):
        return (facts.EventPlayed(holder, card),)
    if holder is None and goal in (places.EVENT_DISCARD, SUPPLY):
        return _instant(view, card, naming)
    if goal not in kept:
        return "An event card can be put into the hand of a Chaos seat, or from there onto the discard."
    if holder is not None or card in view["event_discard"]:
        return "An event card comes back into a hand only by Undo."
    if box_of(naming).events[card].kind != "keep":
        return f"{naming.name(card)} is resolved at once and never kept."
    return (facts.EventDrawn(goal, card, keep=True, known_to=tuple(kept)),)


def _instant(view: Json, card: str, naming: Naming) -> Mended:
    """A card that was drawn, resolved and discarded."""
    if card in discarded(view):
        return ()
    if box_of(naming).events[card].kind == "keep":
        return f"{naming.name(card)} is kept when it is drawn: deal it to a Chaos seat first."
    seat = view["active"] or next(iter(view["seats"]))
    return (facts.EventDrawn(seat, card), facts.EventResolved(seat, card))


def discarded(view: Json) -> list[str]:
    """The discarded event cards; last those that are being resolved."""
    open_ = [duty["card"] for duty in view["pending"] if duty["kind"] == "resolve_event"]
    return [*view["event_discard"], *open_]


def _seen(kept: Json) -> Sequence[str] | None:
    """That nothing is kept is seen by everybody."""
    if isinstance(kept, int):
        return None if kept else []
    return None if UNKNOWN in kept else [*kept]


def kept_seen(view: Json) -> dict[str, Sequence[str] | None]:
    """By Chaos seat the event cards that it keeps; None where the view does not tell all of them."""
    return {seat: _seen(hero["kept"]) for seat, hero in view["seats"].items() if "kept" in hero}
