"""Tactics cards (CO-50x) and decisions about effects (CO-586 … CO-596)."""

from __future__ import annotations

from domain.games.chaos_order import actions, facts
from domain.games.chaos_order.components.box import ACTION_PHASES
from domain.games.chaos_order.reading import (
    anybody_pending,
    card_pool,
    has_presence,
    is_land,
    joined_leaders,
    triggered,
)
from domain.games.chaos_order.rules import gate
from domain.games.chaos_order.rules.effects import (
    Draws,
    ability_effects,
    awaited,
    change_energy,
    change_gems,
    check_lock,
    pay_lock,
    settle,
    take,
)
from domain.games.chaos_order.state import Board, Pending, State
from domain.kernel import UNKNOWN, Chance, Passage, check

# Tactics cards, CO-50x: playing, discarding, and naming cards.


def named_card(state: State, seat: str, card: str, chance: Chance, *, older: bool = False) -> bool:
    """Whether an unknown card of the hand is named by this; CO-508, CO-509.

    `older`: only copies acquired before the present phase count (CO-502).

    CO-471.
    """
    hand, fresh = state.seats[seat].hand, state.seats[seat].fresh
    known, unknown = hand.get(card, 0), hand.get(UNKNOWN, 0)
    check(
        card in state.box.cards and (known > 0 or unknown > 0),
        "CO-508",
        "This card is not in your hand.",
        "card",
    )
    if older:
        known -= fresh.get(card, 0)
        unknown -= fresh.get(UNKNOWN, 0)
        check(known > 0 or unknown > 0, "CO-502", "You gained this card in this phase.", "card")
    if known > 0:
        return False
    check(
        card_pool(state).get(card, 0) > 0,
        "CO-509",
        "No copy of this card can be in your hand.",
        "card",
        probes=True,
    )
    chance.probed = True  # who tries it without recording it learns from a yes as much as from a no
    return True


def may_play_now(state: State, seat: str) -> str | None:
    """`act`, `pass` or `either`: the moment for cards and `any_time` abilities; None outside (CO-504)."""
    if anybody_pending(state) and (state.phase != "gain_income" or state.seats[seat].pending):
        return None
    if state.phase in ACTION_PHASES and state.next_seats[:1] == (seat,):
        if state.stage == "acting" and state.main != "running":
            return "act"
        return "pass" if state.stage == "passing" else None
    if state.phase == "set_prices" and state.next_seats[:1] == (seat,):
        return "either"
    if state.phase == "gain_income" and not state.seats[seat].income.finished:
        return "either"
    return None


def play_tactics_card(state: State, action: actions.PlayTacticsCard, draws: Draws) -> Passage[State]:
    """CO-501 … CO-505, in the order that CO-504 gives. CO-503."""
    seat = action.seat
    gate.not_ended(state)
    gate.seated(state, seat)
    gate.may_go_on(state, seat)
    hand = state.seats[seat].hand
    check(
        action.card in state.box.cards and bool(hand.get(action.card, 0) or hand.get(UNKNOWN, 0)),
        "CO-508",
        "This card is not in your hand.",
        "card",
    )
    plays = state.box.cards[action.card].plays
    check(
        action.play < len(plays) and plays[action.play].phase == state.phase,
        "CO-502",
        "This card has no such effect in this phase.",
        "play",
    )
    named = named_card(state, seat, action.card, draws.chance, older=True)
    part, moment = plays[action.play], may_play_now(state, seat)
    check(
        moment is not None and ("either" in (moment, part.when) or moment == part.when),
        "CO-504",
        "You cannot play this card now.",
        "card",
    )
    check_lock(state, seat, part.gem_lock, action.pay_lock, "CO-505")
    state = yield from pay_lock(state, seat, action.pay_lock)
    state = yield facts.CardPlayed(seat, action.card, state.phase, named)
    return (yield from settle(state, seat, draws, awaited(part.effects, "card")))


def discard_tactics_card(state: State, action: actions.DiscardTacticsCard, draws: Draws) -> Passage[State]:
    """CO-506."""
    gate.head(state, action.seat, "CO-506", "discard")
    named = named_card(state, action.seat, action.card, draws.chance)
    state = yield facts.CardDiscarded(action.seat, action.card, named)
    return (yield from take(state, action.seat, 1, draws))


def playable(board: Board, card: str) -> bool:
    """Whether an older, known copy of the card is in the hand (CO-502)."""
    return board.hand.get(card, 0) > board.fresh.get(card, 0)


# Decisions about effects, CO-586 … CO-596: branches, declining, abilities, landing, manual effects.

CHOICES = ("choice", "optional", "pay")


def choose_branch(state: State, action: actions.ChooseBranch, draws: Draws) -> Passage[State]:
    """CO-586."""
    seat = action.seat
    head = gate.head(state, seat, "CO-586", *CHOICES)
    effect = head.effect
    branches = effect.branches if effect.do == "choice" else (effect.effects,)
    check(action.index < len(branches), "CO-586", "Unknown option.", "index")
    if effect.do == "pay":
        board = state.seats[seat]
        check(
            board.energy >= effect.energy and board.gems >= effect.gems,
            "CO-586",
            "You must pay the full cost.",
            "index",
        )
        state = yield from change_energy(state, seat, -effect.energy, head.cause)
        state = yield from change_gems(state, seat, -effect.gems, head.cause)
    arising = awaited(branches[action.index], head.cause, here=head.here)
    return (yield from take(state, seat, 1, draws, arising))


def may_decline(head: Pending) -> bool:
    """CO-589: all but a discard and a plain choice (CO-254 lets one of an immediate row be refused)."""
    return head.effect.do != "discard" and (head.effect.do != "choice" or head.immediate)


def decline_effect(state: State, action: actions.DeclineEffect, draws: Draws) -> Passage[State]:
    """CO-589, CO-254, CO-368."""
    seat = action.seat
    gate.not_ended(state)
    gate.seated(state, seat)
    pending = state.seats[seat].pending
    check(
        state.phase in gate.IN_PLAY or bool(pending),
        "CO-201",
        gate.not_in_phase(state),
    )
    gate.may_go_on(state, seat)
    check(bool(pending), "CO-589", "You have no pending effect.")
    check(may_decline(pending[-1]), "CO-586", "You must make this choice.")
    if pending[-1].effect.do == "movement_points":
        check(
            not joined_leaders(state, seat),
            "CO-368",
            "Two leaders share a region: move one of them on.",
        )
    state = yield facts.EffectDropped(seat)
    return (yield from settle(state, seat, draws))


def use_ability(state: State, action: actions.UseAbility, draws: Draws) -> Passage[State]:
    """CO-594, CO-596."""
    seat, ability = action.seat, action.ability
    gate.not_ended(state)
    gate.seated(state, seat)
    pending = state.seats[seat].pending
    if any(p.effect.do == "optional_ability" and p.effect.name == ability for p in pending):
        head = gate.head(state, seat, "CO-594", "optional_ability")
        check(head.effect.name == ability, "CO-722", "Use another ability first.", "ability")
        source = state.faction(seat).abilities[ability]
        state = yield facts.AbilityUsed(seat, ability, source.ability.trigger)
        return (yield from take(state, seat, 1, draws, ability_effects(state, seat, head)))
    _check_moment(state, seat)
    here = usable_abilities(state, seat)
    check(
        ability in here and may_play_now(state, seat) is not None,
        "CO-594",
        "You cannot use this ability now.",
        "ability",
    )
    state = yield facts.AbilityUsed(seat, ability, "any_time")
    effects = state.faction(seat).abilities[ability].ability.effects
    return (yield from settle(state, seat, draws, awaited(effects, "ability", here=here[ability])))


def _check_moment(state: State, seat: str) -> None:
    """(2) to (7) of CO-721 for an ability that is not pending."""
    gate.in_phase(state, *gate.IN_PLAY)
    gate.may_go_on(state, seat)
    mine = state.next_seats[:1] == (seat,)
    if state.phase == "set_prices":
        check(mine, "CO-210", "It is not your turn to price.", "seat")
    elif state.phase in ACTION_PHASES:
        check(mine, "CO-233", "Only on your own turn.", "seat")
        check(state.stage != "decide", "CO-233", "Act or pass first.")
    elif state.phase == "gain_income":
        check(not state.seats[seat].income.finished, "CO-472", "You have finished your income.")
        gate.nothing_pending_for(state, seat)
        return
    gate.nothing_pending(state)


def usable_abilities(state: State, seat: str) -> dict[str, str | None]:
    """`any_time` abilities that work now, with the region that they work in (CO-594)."""
    return {source.ability.id: here for source, here in triggered(state, seat, "any_time")}


def land_fighters(state: State, action: actions.LandFighters, draws: Draws) -> Passage[State]:
    """CO-595."""
    seat = action.seat
    head = gate.head(state, seat, "CO-595", "land_fighters")
    check(
        is_land(state, action.region) and has_presence(state.regions[action.region], seat),
        "CO-595",
        "Land fighters in a land region where you have presence.",
        "region",
    )
    check(
        action.count <= min(head.left, state.seats[seat].drop_ship_fighters),
        "CO-595",
        "You cannot land that many fighters.",
        "count",
    )
    state = yield facts.UnitsMoved(seat, "drop_ship", action.region, action.count, (), "landing")
    return (yield from take(state, seat, head.left, draws))
