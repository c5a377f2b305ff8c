"""Effects that the component set leaves to the table: the recorder enters what they did. FL-R37, FL-R47."""

from __future__ import annotations

from domain.games.first_light import actions, facts
from domain.games.first_light.actions import Changes
from domain.games.first_light.components.document import CLANS, RESOURCES
from domain.games.first_light.invariants import invariants
from domain.games.first_light.reading.unseen import unseen_items
from domain.games.first_light.rules import follow_ups
from domain.games.first_light.rules.flow import advance
from domain.games.first_light.rules.gains import drawable, move_harvester
from domain.games.first_light.rules.setbacks import check_discard
from domain.games.first_light.state import EVENT_PHASES, State
from domain.kernel import Chance, Passage, Rejected, check

MOMENTS = {"reveal": frozenset({"plan"}), "round": EVENT_PHASES, "harvest": frozenset({"harvest"})}
"""When an Event's effect can be carried out, by its timing."""


def manual_effects(state: State) -> tuple[str, ...]:
    """The manual effects whose moment is now: of the Event, of characters in play, of a clan to be used."""
    box = state.box.box
    if state.pending is not None:
        clan = state.pending.clan
        due = state.pending.kind == "clan_ability" and clan is not None
        return (clan,) if due and clan and state.box.abilities[clan].kind == "manual" else ()
    if state.phase not in EVENT_PHASES:
        return ()
    events = [state.event] if state.event is not None else []
    return (
        *(
            event
            for event in events
            if box.events[event].effect.kind == "manual" and state.phase in MOMENTS[box.events[event].timing]
        ),
        *(
            base.character
            for base in state.seats.values()
            if base.character is not None and box.characters[base.character].effect.kind == "manual"
        ),
    )


def apply_effect(state: State, action: actions.ApplyEffect, chance: Chance) -> Passage[State]:
    """What a manual effect did, checked against the invariants alone."""
    clan = action.effect in CLANS
    rule = "FL-351" if clan else "FL-210"
    check(
        action.effect in manual_effects(state),
        rule,
        "No manual effect with this name is active now.",
        "effect",
    )
    check(set(action.changes) <= set(state.seats), "FL-104", "Unknown seat.", "changes")
    for seat, changes in action.changes.items():
        _check_changes(state, seat, changes)
    due = state.pending
    state = yield facts.EffectApplied(action.effect)
    for seat, changes in action.changes.items():
        state = yield from _apply(state, action.effect, seat, changes)
    check(not invariants(state), "FL-122", "These changes are not possible at this table.", "changes")
    if due is None or due.clan is None:
        return state
    state = yield facts.FollowUpDone()
    state = yield from follow_ups.after_ability(state, due.seat, due.clan, due.value or 0)
    return (yield from advance(state))


def _check_changes(state: State, seat: str, changes: Changes) -> None:
    base = state.seats[seat]
    field = f"changes/{seat}"
    check(
        all(base.resources[name] + getattr(changes, name) >= 0 for name in RESOURCES)
        and base.reserve + changes.dice >= 0
        and changes.dice <= base.dice_supply,
        "FL-122",
        "Amounts cannot go below 0, and dice are limited.",
        field,
    )
    check(
        changes.move_to is None or changes.move_to in state.box.spaces,
        "FL-122",
        "Unknown space.",
        f"{field}/move_to",
    )
    check_discard(state, seat, changes.discard, len(changes.discard), "FL-115", f"{field}/discard")


def _apply(state: State, effect: str, seat: str, changes: Changes) -> Passage[State]:
    amounts = {name: getattr(changes, name) for name in RESOURCES}
    gains = {name: amount for name, amount in amounts.items() if amount > 0}
    losses = {name: -amount for name, amount in amounts.items() if amount < 0}
    if gains:
        state = yield facts.ResourcesGained(seat, effect, gains)
    if losses:
        state = yield facts.ResourcesPaid(seat, effect, losses)
    if changes.dice:
        state = yield facts.DiceGained(seat, effect, changes.dice)
    if changes.discard:
        state = yield facts.ItemsDiscarded(seat, effect, changes.discard)
    state = yield from _draw(state, effect, seat, changes)
    if changes.move_to is not None:
        state = yield from move_harvester(state, seat, changes.move_to, effect)
    return state


def _draw(state: State, effect: str, seat: str, changes: Changes) -> Passage[State]:
    cards = changes.items
    if drawable(state, len(cards)) < len(cards):
        raise Rejected("FL-115", "You cannot draw that many Items.", f"changes/{seat}/items")
    for card in cards:
        if not state.deck.size:
            state = yield facts.DiscardsReshuffled()
        if card is not None and unseen_items(state)[card] < 1 and card not in state.deck.bottom[:1]:
            raise Rejected("FL-115", "That Item cannot be drawn now.", f"changes/{seat}/items", probes=True)
        state = yield facts.ItemsDrawn(seat, effect, (card,))
    return state
