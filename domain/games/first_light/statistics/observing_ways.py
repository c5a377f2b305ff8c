"""Ways: the Harvester's steps and tokens, tiles that arrived, and what the Negotiation Board brought."""

from __future__ import annotations

from domain.games.first_light import facts
from domain.games.first_light.state import AI, State
from domain.games.first_light.statistics.tally import Observer, Tally
from domain.kernel import Fact


def _advancement(tally: Tally, before: State, fact: facts.AdvancementTaken, after: State) -> None:
    if fact.owner != AI:
        tally.count("advancement", fact.owner, reward=fact.reward)


def _setback(tally: Tally, before: State, fact: facts.SetbackTaken, after: State) -> None:
    if fact.owner != AI:
        outcome = "gain" if fact.as_gain else "loss"
        tally.count("setback", fact.owner, punishment=fact.punishment, outcome=outcome)
        tally.count("condition_used", fact.owner, condition=fact.condition)


def _ignored(tally: Tally, before: State, fact: facts.SetbackIgnored, after: State) -> None:
    tally.count("setback", fact.seat, punishment="none", outcome="ignored")


def _tile(tally: Tally, before: State, fact: facts.TileTaken, after: State) -> None:
    tally.weigh("tile_round", fact.seat, before.round, kind=fact.kind, tile=fact.tile)
    if fact.kind == "farm":
        tally.farms_taken[fact.seat][fact.tile] += 1


def _moved(tally: Tally, before: State, fact: facts.HarvesterMoved, after: State) -> None:
    tally.count("harvester_steps", fact.seat, cause=fact.cause)
    if fact.arrow:
        tally.count("arrows_used", fact.seat)
    if fact.space in before.box.caches and fact.seat not in tally.reached_cache:
        tally.reached_cache.add(fact.seat)
        tally.weigh("first_cache_round", fact.seat, before.round)


def _token(tally: Tally, before: State, fact: facts.TokenTaken, after: State) -> None:
    tally.count("tokens_taken", fact.seat, token=fact.token)


OBSERVERS: dict[type[Fact], Observer] = {
    facts.AdvancementTaken: _advancement,
    facts.SetbackTaken: _setback,
    facts.SetbackIgnored: _ignored,
    facts.TileTaken: _tile,
    facts.HarvesterMoved: _moved,
    facts.TokenTaken: _token,
}
