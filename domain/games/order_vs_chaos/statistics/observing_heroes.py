"""Counting what heroes spend and get: stamina, items and event cards."""

from __future__ import annotations

from domain.games.order_vs_chaos import facts
from domain.games.order_vs_chaos.rules.timing import PASSIVE
from domain.games.order_vs_chaos.state import Hero, State
from domain.games.order_vs_chaos.statistics.observing import observes
from domain.games.order_vs_chaos.statistics.tally import Tally


def paid_abilities(state: State, hero: Hero) -> list[str]:
    """The abilities of the seat's hero that cost stamina (OC-506)."""
    if hero.hero is None:
        return []
    return [one.id for one in state.sheet(hero.seat).abilities if one.stamina and one.timing != PASSIVE]


@observes(facts.StaminaChanged)
def stamina(tally: Tally, before: State, fact: facts.StaminaChanged, after: State) -> None:
    if fact.delta < 0 and fact.cause in paid_abilities(after, after.seats[fact.seat]):
        tally.add("stamina_spent", -fact.delta, fact.seat, ability=fact.cause)
    elif fact.delta > 0:
        tally.add("stamina_regained", fact.delta, fact.seat, cause=source_name(after, fact.cause))


@observes(facts.HeroResurrected)
def resurrected(tally: Tally, before: State, fact: facts.HeroResurrected, after: State) -> None:
    gained = after.seats[fact.seat].stamina - before.seats[fact.seat].stamina
    if gained:
        tally.add("stamina_regained", gained, fact.seat, cause="resurrection")


def item_name(state: State, item: str) -> str:
    """The name that copies of an item share."""
    if item in state.box.weapons:
        return state.box.weapons[item].name
    return state.box.equipment[item].name


def source_name(state: State, source: str) -> str:
    """The name that copies of a card share; abilities, locations and special tokens stand by their ids."""
    for cards in (state.box.attacks, state.box.equipment, state.box.events):
        if source in cards:
            return cards[source].name
    return source


@observes(facts.DisplayFilled)
def filled(tally: Tally, before: State, fact: facts.DisplayFilled, after: State) -> None:
    for item in fact.items:
        tally.add("item_pick_rate", 0, item=item_name(after, item))
    if after.phase != "setup":
        tally.add("refills")


@observes(facts.ItemGained)
def gained(tally: Tally, before: State, fact: facts.ItemGained, after: State) -> None:
    name = item_name(after, fact.item)
    tally.add("items_gained", 1, fact.seat, via=fact.via, item=name)
    tally.add("item_pick_rate", 1, weight=0, item=name)


@observes(facts.ItemDiscarded)
def spent(tally: Tally, before: State, fact: facts.ItemDiscarded, after: State) -> None:
    tally.add("items_discarded", 1, fact.seat, cause=fact.cause, item=item_name(after, fact.item))


@observes(facts.DisplayItemsDiscarded)
def display(tally: Tally, before: State, fact: facts.DisplayItemsDiscarded, after: State) -> None:
    discarder = after.seats.get(fact.seat or "")
    if fact.cause != "refresh" and discarder is not None and discarder.side == "chaos":
        tally.add("items_discarded_by_chaos", len(fact.items))


@observes(facts.ManualEffects)
def manual(tally: Tally, before: State, fact: facts.ManualEffects, after: State) -> None:
    tally.add("manual_effects", 1, source=source_name(after, fact.source))


@observes(facts.EventResolved, facts.EventPlayed)
def event(tally: Tally, before: State, fact: facts.EventResolved | facts.EventPlayed, after: State) -> None:
    how = "played" if isinstance(fact, facts.EventPlayed) else "resolved"
    tally.add("events_used", 1, card=after.box.events[fact.card].name, how=how)
    if fact.split:
        tally.add("split_decisions")
