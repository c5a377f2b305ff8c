"""The log: event cards, abilities, equipment, rewards and gains as sentences."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from domain.games.order_vs_chaos.words.fighters import SENTENCES, Message, enemies, fighter
from domain.games.order_vs_chaos.words.names import box_of
from domain.kernel import ActionWords, Json, Naming, Run, Says, Sentences, by_value, listed

NAMES_EVENT = "{seat} names an event card in hand[: {card:printed}]."
TAKES = "[discards {discard:card} and ]takes {item:card}"
"""OC-502: what makes room for it goes first."""
PAID = ("stamina_changed", "item_discarded", "event_played", "event_named", "event_resolved", "duty_done")
"""Facts that pay for a text; where nothing else follows, nothing changes."""


def _user(naming: Naming, action: Message) -> Run:
    """A hero by its seat; a monster or the arch enemy by its unit."""
    if action.get("seat"):
        return naming.seat(action["seat"])
    ability = action.get("ability", "")
    for enemy in enemies(box_of(naming)):
        if any(one.id == ability for one in enemy.abilities):
            return fighter(naming, action["unit"], type=enemy.id, first=True)
    return fighter(naming, action["unit"], first=True)


said = Sentences({**SENTENCES.kinds, "user": _user, "reason": lambda _, reason: reason.rstrip(".")}).action


def _carried_out(template: str) -> ActionWords:
    """Adds who decided it, what was noted, and whether it left anything undone (OC-213, OC-521)."""
    says = said(template)

    def told(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
        return (*says(action, facts, naming), *_decided(action, naming), f"{_left_undone(action, facts)}.")

    return told


def _decided(action: Message, naming: Naming) -> Says:
    if action.get("unanimous", True):
        return ()
    decides = (", ", naming.seat(action["decided_by"]), " decides") if action.get("decided_by") else ()
    return ("; the side does not agree", *decides)


def _left_undone(action: Message, facts: Sequence[Message]) -> str:
    effects: Sequence[Json] = action.get("effects", ())
    if not effects:
        return ", without an effect"
    if notes := [effect["text"].rstrip(".") for effect in effects if effect["op"] == "note"]:
        return f"; noted: {listed(notes)}"
    return "; nothing changes" if all(fact["fact"] in (*PAID, "manual_effects") for fact in facts) else ""


def _take_reward(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    lapsed = any(fact["fact"] == "duty_done" and fact.get("lapsed") for fact in facts)
    after = "; the quartermaster is empty, so the other reward is lost." if lapsed else "."
    return (*_REWARD(action, facts, naming), after)


_REWARD = said(f"{{seat}} [{TAKES} as a reward|takes no reward]")

CARDS: Mapping[str, ActionWords] = {
    "draw_event": said(
        "{seat} "
        "[{event_drawn.keep:if}draws {event_drawn.card:event} and keeps it"
        "|{event_drawn.keep:if}draws and keeps an [{event_drawn.card:if}unknown ]event card"
        "|draws {event_drawn.card:event}"
        "|{event_drawn.:if}draws an event card"
        "|has no event card to draw]"
        "[{event_drawn.reshuffled:if}; the discard is shuffled first]."
    ),
    "name_event": said(NAMES_EVENT),
    "resolve_event": _carried_out("{seat} resolves {card:printed}"),
    "play_event": _carried_out("{seat} plays {card:printed}"),
    "use_ability": _carried_out("{:user} uses {ability:printed}"),
    "use_equipment": _carried_out("{seat} uses {item:printed}"),
    "apply_effects": _carried_out("{seat} resolves the text of {source}[: {reason}]"),
    "take_reward": _take_reward,
    "take_overflow": by_value(
        "gain",
        {
            "item": said(f"{{seat}} {TAKES} for full Order doom."),
            "xp": said("{seat} takes 1 XP for full Order doom."),
        },
        said("{seat} takes 1 health for full Order doom."),
    ),
    "discard_equipment": said("{seat} discards {item:card}."),
}
"""OC-803: a card that is kept is told to Chaos only."""

CARDS_SAID: Mapping[str, Collection[str]] = {
    "draw_event": ("event_drawn", "duty_done"),
    "name_event": ("event_named",),
    "resolve_event": ("event_resolved", "duty_done"),
    "play_event": ("event_played", "event_named"),
    "take_reward": ("duty_done", "item_gained", "item_discarded"),
    "take_overflow": ("duty_done", "item_gained", "item_discarded"),
    "discard_equipment": ("item_discarded",),
}
