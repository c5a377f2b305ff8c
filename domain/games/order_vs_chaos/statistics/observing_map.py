"""Counting doom, exploring, rifts, XP, moves and deaths."""

from __future__ import annotations

from domain.games.order_vs_chaos import facts
from domain.games.order_vs_chaos.reading.heroes import seats_of
from domain.games.order_vs_chaos.state import MOST_CARRIED, State
from domain.games.order_vs_chaos.statistics.observing import observes
from domain.games.order_vs_chaos.statistics.tally import Tally, round_of

CARD_KINDS = frozenset(
    {
        "quartermaster",
        "chaos_rift",
        "order_shrine",
        "healing_shrine",
        "rift",
        "wandering_monster",
        "wormhole",
    }
)
EARLY_ROUNDS = 5


@observes(facts.DoomChanged)
def doom(tally: Tally, before: State, fact: facts.DoomChanged, after: State) -> None:
    moved = fact.after - fact.before
    tally.add("doom_by_cause", moved, track=fact.side, cause=fact.cause)
    if fact.seat is not None:
        tally.add("doom_caused", moved, fact.seat, track=fact.side, cause=fact.cause)
    tally.doom[round_of(after)] = (after.order, after.chaos)


@observes(facts.DutyRaised, facts.DutyDone)
def overflow(tally: Tally, before: State, fact: facts.DutyRaised | facts.DutyDone, after: State) -> None:
    """What is left of several points is due anew once one is taken: that is no overflow of its own."""
    duty = fact.duty
    if duty.kind != "overflow_gain" or duty.seat != seats_of(after, "order")[0]:
        return
    if isinstance(fact, facts.DutyDone):
        tally.overflow_left = duty.n - 1
    elif tally.overflow_left:
        tally.overflow_left = 0
    else:
        tally.add("doom_by_cause", duty.n, track="order", cause="overflow")


@observes(facts.TurnBegan)
def turn(tally: Tally, before: State, fact: facts.TurnBegan, after: State) -> None:
    tally.doom[round_of(after)] = (after.order, after.chaos)
    if before.active is not None:
        unused = before.stat(before.active, "move") - before.moves_used
        tally.add("moves_unused", unused, before.active)
        if not before.display:
            tally.add("turns_with_empty_display")


@observes(facts.CardOpened)
def opened(tally: Tally, before: State, fact: facts.CardOpened, after: State) -> None:
    card = after.box.cards[fact.card]
    explored = fact.how != "effect"
    tally.opener = fact.by if explored else None
    if fact.by is not None and explored:
        tally.add("cards_opened", 1, fact.by, kind=card.kind, how=fact.how)
    tally.add("opening_turn", after.turn, kind=card.kind)
    if card.kind == "rift":
        tally.rifts[fact.card] = after.turn
        tally.add("rifts", state="opened")


@observes(facts.XpGained, facts.XpLost)
def xp(tally: Tally, before: State, fact: facts.XpGained | facts.XpLost, after: State) -> None:
    if isinstance(fact, facts.XpLost):
        tokens = _tokens_to_come(before, fact) if fact.converted else 0
        for to, number in (("token", tokens), ("nothing", fact.n - tokens)):
            if number:
                tally.add("xp_lost", number, fact.seat, to=to)
        return
    tally.add("xp_gained", fact.n, fact.seat, cause=fact.cause)
    tally.add("xp_by_round", fact.n, fact.seat, round=str(round_of(after)))
    opener = after.seats.get(tally.opener or "")
    if fact.cause in CARD_KINDS and opener is not None and opener.side != after.seats[fact.seat].side:
        tally.add("xp_given_away", fact.n, opener.seat)


def _tokens_to_come(state: State, lost: facts.XpLost) -> int:
    """Tokens that the lost XP becomes: as many as the supply has and the hero or its location takes."""
    hero = state.seats[lost.seat]
    room = MOST_CARRIED - hero.tokens if hero.location is None else lost.n
    return min(lost.n, room, state.token_supply)


@observes(facts.XpAllotted)
def allotted(tally: Tally, before: State, fact: facts.XpAllotted, after: State) -> None:
    for target in fact.targets:
        tally.add("xp_allotted", 1, fact.seat, track=target)


@observes(facts.RiftAttacked)
def attacked(tally: Tally, before: State, fact: facts.RiftAttacked, after: State) -> None:
    faces = after.box.die_faces
    share = faces.count("blue" if fact.target == "rift" else "yellow") / len(faces)
    expected = 1 - (1 - share) ** fact.number
    figures = {
        "attempts": 1.0,
        "success_rate": float(fact.success),
        "expected_successes": expected,
        "luck": fact.success - expected,
    }
    for measure, value in figures.items():
        tally.add(measure, value, fact.seat, target=fact.target, number=str(fact.number))
    count_dice(tally, after, fact.seat, fact.dice)


def count_dice(tally: Tally, state: State, seat: str | None, dice: tuple[str, ...]) -> None:
    """Faces seen, and how often each was to be expected; dice of no seat are the arch enemy's."""
    faces = state.box.die_faces
    if not dice:
        return
    measure = "arch_enemy_die_faces" if seat is None else "die_faces"
    for face in sorted(set(faces)):
        tally.add(measure, dice.count(face), seat, len(dice) * faces.count(face) / len(faces), face=face)


@observes(facts.CardRemoved)
def removed(tally: Tally, before: State, fact: facts.CardRemoved, after: State) -> None:
    card = after.box.cards[fact.card]
    if card.kind != "rift":
        return
    since = tally.rifts.pop(fact.card, None)
    if fact.how != "closed":
        tally.add("rifts", state="removed")
        return
    tally.add("rifts", state="closed")
    if since is not None:
        tally.add("rift_lifetime", after.turn - since, number=str(card.number))
    if round_of(after) <= EARLY_ROUNDS:
        tally.rifts_by_round_5 += 1


@observes(facts.HeroMoved)
def moved(tally: Tally, before: State, fact: facts.HeroMoved, after: State) -> None:
    tally.add("visits", 1, location=fact.to)
    if fact.how == "move":
        tally.add("path_length", 1, fact.seat)


@observes(facts.HeroDied)
def died(tally: Tally, before: State, fact: facts.HeroDied, after: State) -> None:
    tally.add("deaths", 1, fact.seat, stage=after.phase)
    if fact.location is not None:
        tally.add("deaths_at", 1, location=fact.location)
