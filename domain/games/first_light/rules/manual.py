"""First checks of every command, and effects that the table carries out by hand (FL-R37, FL-R47)."""

from __future__ import annotations

from domain.games.first_light import actions, facts
from domain.games.first_light.actions import Changes
from domain.games.first_light.components.document import CLANS, RESOURCES
from domain.games.first_light.invariants import invariants
from domain.games.first_light.reading import unseen_items
from domain.games.first_light.rules import follow_ups
from domain.games.first_light.rules.follow_ups import drawable, move_harvester
from domain.games.first_light.rules.harvest import check_discard
from domain.games.first_light.rules.plan import advance
from domain.games.first_light.state import EVENT_PHASES, State
from domain.kernel import Action, Chance, Passage, Rejected, check

# Effects that the component set leaves to the table: the recorder enters what they did. FL-R37, FL-R47.

MOMENTS = {"reveal": frozenset({"plan"}), "round": EVENT_PHASES, "harvest": frozenset({"harvest"})}
"""When an Event's effect can be carried out, by its timing."""


def manual_effects(state: State) -> tuple[str, ...]:
    """The manual effects whose moment is now: of the Event, characters, Items in play, a clan to be used."""
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
        *dict.fromkeys(
            lying.item
            for base in state.seats.values()
            for lying in base.acquired
            if lying.item in box.manual_items
        ),
    )


def apply_effect(state: State, action: actions.ApplyEffect, chance: Chance) -> Passage[State]:
    """Apply a manual effect as the table declares it, checked against the invariants alone."""
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


# What every command passes first: the game is on, no follow-up is due, it is its phase and its turn.

FOLLOW_UP_RULE = {
    "clan_ability": "FL-306",
    "advancement": "FL-306",
    "setback": "FL-306",
    "extra_reward": "FL-542",
    "free_upgrade": "FL-543",
}

ANSWERS: dict[type[Action], str] = {
    actions.UseClanAbility: "clan_ability",
    actions.TakeAdvancement: "advancement",
    actions.TakeSetback: "setback",
    actions.IgnoreSetback: "setback",
    actions.TakeExtraReward: "extra_reward",
    actions.TakeFreeUpgrade: "free_upgrade",
}

ANSWER_RULE = {
    "clan_ability": "FL-351",
    "advancement": "FL-353",
    "setback": "FL-355",
    "extra_reward": "FL-542",
    "free_upgrade": "FL-543",
}

ACTED = frozenset({*actions.PLACEMENTS, actions.SendToCantina})
"""The actions of a seat with its die to act."""

ONCE = frozenset({actions.Harvest, actions.Rest})
"""The actions that every seat takes once in its phase."""

PHASES: dict[type[Action], tuple[str, str]] = {
    actions.RevealStacks: ("setup_stacks", "FL-110"),
    actions.DealCharacters: ("setup_characters", "FL-114"),
    actions.ChooseCharacter: ("setup_characters", "FL-114"),
    actions.DealItems: ("setup_items", "FL-116"),
    actions.DraftItem: ("setup_items", "FL-117"),
    actions.KeepItems: ("setup_items", "FL-118"),
    actions.SetStartPlayer: ("setup_start_player", "FL-121"),
    actions.RevealEvent: ("plan_event", "FL-210"),
    actions.TakeDie: ("plan", "FL-212"),
    actions.RollDice: ("plan", "FL-214"),
    actions.AssignDice: ("plan", "FL-220"),
    actions.ConfirmPlan: ("plan", "FL-220"),
    actions.RevealScheme: ("schemes", "FL-410"),
    actions.Harvest: ("harvest", "FL-201"),
    actions.Rest: ("rest", "FL-201"),
    actions.RevealGemCaches: ("scoring", "FL-601"),
}
"""The one phase of each command, and the rule that refuses it in any other."""


def check_order(state: State, action: Action) -> None:
    """The first three points of the order of checks."""
    check(state.phase != "finished", "FL-601", "The game is over.")
    kind, seat = type(action), getattr(action, "seat", None)
    if state.pending is not None and kind is not actions.NameItem:
        check(
            is_answer(state, action),
            FOLLOW_UP_RULE[state.pending.kind],
            "Make the choice from the last placement first.",
        )
    check(seat is None or seat in state.seats, "FL-104", "Unknown seat.", "seat")
    if kind in ACTED:
        check_turn(state, seat)
    elif kind in ANSWERS:
        rule = "FL-601" if state.phase == "scoring" else ANSWER_RULE[ANSWERS[kind]]
        check(state.pending is not None, rule, "No such choice is due.")
    elif kind in PHASES:
        check_phase(state, kind, seat)


def is_answer(state: State, action: Action) -> bool:
    """Whether the command answers the follow-up that is due, by the seat that owes it."""
    due = state.pending
    if due is None:
        return False
    if isinstance(action, actions.ApplyEffect):
        return action.effect in manual_effects(state)
    return ANSWERS.get(type(action)) == due.kind and getattr(action, "seat", None) == due.seat


def check_turn(state: State, seat: str | None) -> None:
    """FL-230, FL-234, FL-235, FL-201: a placement in its step, by the seat to act."""
    if state.phase == "headquarters":
        check(seat == state.to_act, "FL-230", "The Headquarters dice act first, in order.", "seat")
    elif state.phase == "garages":
        check(seat == state.to_act, "FL-235", "Only on your own turn.", "seat")
    else:
        check(state.phase != "schemes", "FL-234", "Reveal the AI's Schemes first.")
        check(state.phase != "scoring", "FL-601", "The last Round is over.")
        check(False, "FL-201", "Place dice in the Execute phase.")


def check_phase(state: State, kind: type[Action], seat: str | None) -> None:
    """A command outside its phase, or done twice."""
    phase, rule = PHASES[kind]
    if state.phase == phase:
        again = kind in ONCE and seat in state.done
        check(not again, rule, "You have already done this in this phase.", "seat")
        return
    if kind is actions.AssignDice and state.phase == "plan_event":
        rule = "FL-214"
    check(state.phase != "scoring", "FL-601", "The last Round is over.")
    check(False, rule, "You cannot do this in this phase.")
