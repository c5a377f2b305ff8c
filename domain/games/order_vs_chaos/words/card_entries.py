"""The log: event cards, abilities, equipment, rewards and gains as sentences."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from domain.games.order_vs_chaos.rules.cards import SPECIAL_TOKENS
from domain.games.order_vs_chaos.words.fighters import Message, enemies, fighter, found
from domain.games.order_vs_chaos.words.names import box_of, piece
from domain.kernel import UNKNOWN, ActionWords, Json, Naming, Run, Says, listed

PAID = ("stamina_changed", "item_discarded", "event_played", "event_named", "event_resolved", "duty_done")
"""Facts that pay for a text; where nothing else follows, nothing changes."""


def printed(naming: Naming, card: str) -> Says:
    """A card with its text: `Ambush (Place a monster on a location)`."""
    known = naming.components.get(card)
    text = known.text.rstrip(".") if known is not None else ""
    return (piece(naming, card), f" ({text})" if text else "")


def _draw_event(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """OC-803: a card that is kept is told to Chaos only."""
    seat = naming.seat(action["seat"])
    drawn = found(facts, "event_drawn")
    if drawn is None:
        return (seat, " has no event card to draw.")
    shuffled = "; the discard is shuffled first" if drawn.get("reshuffled") else ""
    card = drawn.get("card")
    if not drawn.get("keep"):
        return (seat, " draws ", *(printed(naming, card) if card else ("an event card",)), f"{shuffled}.")
    if card is None:
        return (seat, f" draws and keeps an event card{shuffled}.")
    if card == UNKNOWN:
        return (seat, f" draws and keeps an unknown event card{shuffled}.")
    return (seat, " draws ", *printed(naming, card), f" and keeps it{shuffled}.")


def _name_event(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    seat = naming.seat(action["seat"])
    if action.get("card") is None:
        return (seat, " names an event card in hand.")
    return (seat, " names an event card in hand: ", *printed(naming, action["card"]), ".")


def _resolve_event(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    says = (naming.seat(action["seat"]), " resolves ", *printed(naming, action["card"]))
    return (*says, *_told(action, facts, naming, action["card"]), ".")


def _play_event(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    says = (naming.seat(action["seat"]), " plays ", *printed(naming, action["card"]))
    return (*says, *_told(action, facts, naming, action["card"]), ".")


def _use_ability(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    says = (_who(action, naming), " uses ", *printed(naming, action["ability"]))
    return (*says, *_told(action, facts, naming, action["ability"]), ".")


def _use_equipment(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    says = (naming.seat(action["seat"]), " uses ", *printed(naming, action["item"]))
    return (*says, *_told(action, facts, naming, action["item"]), ".")


def _apply_effects(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    source = action["source"]
    text = ("special tokens",) if source == SPECIAL_TOKENS else (piece(naming, source),)
    reason = f": {action['reason'].rstrip('.')}" if action.get("reason") else ""
    says = (naming.seat(action["seat"]), " resolves the text of ", *text, reason)
    return (*says, *_told(action, facts, naming, source), ".")


def _who(action: Message, naming: Naming) -> Run:
    """A hero by its seat; a monster or the arch enemy by its unit."""
    if action.get("seat"):
        return naming.seat(action["seat"])
    ability = action.get("ability", "")
    for enemy in enemies(box_of(naming)):
        if any(one.id == ability for one in enemy.abilities):
            return fighter(naming, action["unit"], type=enemy.id, first=True)
    return fighter(naming, action["unit"], first=True)


def _told(action: Message, facts: Sequence[Message], naming: Naming, source: str) -> Says:
    """Who decided it, what was noted, and whether it left anything undone (OC-213, OC-521)."""
    effects: Sequence[Json] = action.get("effects", ())
    says: list[str | Run] = []
    if not action.get("unanimous", True):
        says.append("; the side does not agree")
        if action.get("decided_by"):
            says += [", ", naming.seat(action["decided_by"]), " decides"]
    if notes := [effect["text"].rstrip(".") for effect in effects if effect["op"] == "note"]:
        says.append(f"; noted: {listed(notes)}")
    if not effects:
        says.append(", without an effect")
    elif all(fact["fact"] in (*PAID, "manual_effects") for fact in facts) and not notes:
        says.append("; nothing changes")
    return tuple(says)


def _take_reward(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    seat = naming.seat(action["seat"])
    lapsed = any(fact["fact"] == "duty_done" and fact.get("lapsed") for fact in facts)
    after = "; the quartermaster is empty, so the other reward is lost." if lapsed else "."
    if not action.get("item"):
        return (seat, " takes no reward", after)
    return (seat, " ", *_taking(action, naming), " as a reward", after)


def _taking(action: Message, naming: Naming) -> Says:
    """OC-502: what makes room for it."""
    room: Says = ("discards ", piece(naming, action["discard"]), " and ") if action.get("discard") else ()
    return (*room, "takes ", piece(naming, action["item"]))


def _take_overflow(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    seat = naming.seat(action["seat"])
    if action["gain"] == "item" and action.get("item"):
        return (seat, " ", *_taking(action, naming), " for full Order doom.")
    return (seat, f" takes 1 {'XP' if action['gain'] == 'xp' else 'health'} for full Order doom.")


def _discard_equipment(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    return (naming.seat(action["seat"]), " discards ", piece(naming, action["item"]), ".")


CARDS: Mapping[str, ActionWords] = {
    "draw_event": _draw_event,
    "name_event": _name_event,
    "resolve_event": _resolve_event,
    "play_event": _play_event,
    "use_ability": _use_ability,
    "use_equipment": _use_equipment,
    "apply_effects": _apply_effects,
    "take_reward": _take_reward,
    "take_overflow": _take_overflow,
    "discard_equipment": _discard_equipment,
}

CARDS_SAID: Mapping[str, Collection[str]] = {
    "draw_event": ("event_drawn", "duty_done"),
    "name_event": ("event_named",),
    "resolve_event": ("event_resolved", "duty_done"),
    "play_event": ("event_played", "event_named"),
    "take_reward": ("duty_done", "item_gained", "item_discarded"),
    "take_overflow": ("duty_done", "item_gained", "item_discarded"),
    "discard_equipment": ("item_discarded",),
}
