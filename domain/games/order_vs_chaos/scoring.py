"""The standing, and the table as it is read off at the end (OC-602, OC-603)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from domain.games.order_vs_chaos.components.document import STATS
from domain.games.order_vs_chaos.reading import arch_full_health, deck_size, kept_cards, outcome, seats_of
from domain.games.order_vs_chaos.state import Hero, Place, State
from domain.kernel import (
    Json,
    Scoring,
    SeatStanding,
    Standing,
    evolve_with_result,
    final_ranks,
    ranks_so_far,
    settled_by,
)

ENDS = {
    "arch_enemy_dead": "the arch enemy is dead",
    "order_dead": "every Order hero is dead",
}
STAGES = {
    "prep": "before the first blow",
    "screen": "in the fight with the Chaos screen",
    "arch": "in the fight with the arch enemy",
}

SCORING = Scoring(
    ranks="All seats of the side that wins are first, all others share the rank behind them.",
    decided={
        f"{stage}: {reason}": f"{ENDS[reason]}, {told}" for stage, told in STAGES.items() for reason in ENDS
    },
)

evolve = evolve_with_result(
    lambda state: state.result,
    outcome,
    lambda state, result: replace(state, result=result),
    lambda state: state.phase == "finished",
)
"""A correction after the end that leads to another result changes the result."""

unsettled = settled_by(
    lambda state: state.result,
    outcome,
    "By the table as corrected nobody has won: the arch enemy lives, and so does a hero of Order. "
    "Take the end of the game back first, or correct that too.",
)
"""A correction may not name a side that has not won (OC-602, OC-603)."""


def standing(state: State) -> Standing:
    """All seats of the winning side share the first rank; until the game ends nobody is ahead."""
    result = state.result
    winners = seats_of(state, result.winner) if result is not None else ()
    alike = dict.fromkeys(state.seats, 0)
    ranks = ranks_so_far(alike) if result is None else final_ranks(alike, winners)
    return Standing(
        finished=result is not None,
        seats=tuple(
            SeatStanding(
                seat=seat,
                score=None,
                rank=ranks[seat],
                winner=seat in winners,
                parts=_parts(hero),
            )
            for seat, hero in state.seats.items()
        ),
        winners=winners,
        decided_by=None if result is None else f"{result.stage}: {result.reason}",
    )


def _parts(hero: Hero) -> dict[str, float]:
    common: dict[str, float] = {"deaths": hero.deaths, "opened": hero.opened}
    if hero.side == "order":
        return common | {"rifts_closed": hero.rifts_closed}
    return common | {"delivered": hero.delivered, "shrines_destroyed": hero.shrines_destroyed}


def final_table(state: State) -> dict[str, Json]:
    """Everything that a finished game's table shows, in the order and names of the recorded games."""
    return {
        "turns": state.turn,
        "winners": list(standing(state).winners),
        "result": None
        if state.result is None
        else {
            "winner": state.result.winner,
            "stage": state.result.stage,
            "reason": state.result.reason,
        },
        "doom": {"order": state.order, "chaos": state.chaos},
        "map": state.map_id,
        "arch_enemy": state.arch_enemy,
        "arch_enemy_health": arch_health(state),
        "seats": {seat: _seat(state, hero) for seat, hero in state.seats.items()},
        "locations": {
            name: _place(place)
            for name, place in state.places.items()
            if place.face == "up" or place.tokens or place.monsters or _is_emptied(state, name)
        },
        "unopened": len(state.unopened),
        "removed_cards": list(state.removed_cards),
        "token_supply": state.token_supply,
        "display": sorted(state.display),
        "decks": {
            "items": len(state.item_deck),
            "item_discard": len(state.item_discard),
            "events": deck_size(state),
            "event_discard": len(state.event_discard),
        },
        "totals": {
            "battles": state.totals.battles,
            "battle_rounds": state.totals.battle_rounds,
            "retreats": state.totals.retreats,
            "monsters_placed": state.totals.monsters_placed,
            "monsters_killed": state.totals.monsters_killed,
            "tokens_instead_of_monsters": state.totals.tokens_instead_of_monsters,
            "reward_items": state.totals.reward_items,
        },
    }


def arch_health(state: State) -> int | None:
    """The health left to the arch enemy: its full health if it was never fought."""
    if state.arch_enemy is None:
        return None
    if state.final is None or state.final.arch_health is None:
        return arch_full_health(state)
    return state.final.arch_health


def _is_emptied(state: State, location: str) -> bool:
    return state.map.kinds[location] == "card" and state.places[location].face == "none"


def _place(place: Place) -> dict[str, Json]:
    return {
        "card": place.card,
        "face": place.face,
        "tokens": place.tokens,
        "monster": place.monsters[0] if place.monsters else None,
    }


def _seat(state: State, hero: Hero) -> dict[str, Json]:
    won = state.result is not None and state.result.winner == hero.side
    shown: dict[str, Any] = {"side": hero.side, "hero": hero.hero, "won": won}
    shown |= {"alive": hero.alive and hero.health > 0, "health": hero.health}
    if hero.hero is not None:
        values = {track: state.stat(hero.seat, track) for track in STATS}
        shown |= {"max_health": values.pop("health"), **values}
    shown |= {
        "stamina": hero.stamina,
        "xp": {track: n for track, n in sorted(hero.xp.items()) if n},
        "deaths": hero.deaths,
        "opened": hero.opened,
    }
    if hero.side == "order":
        return shown | {
            "slots_unlocked": hero.slots_unlocked,
            "weapons": sorted(hero.weapons),
            "equipment": sorted(hero.equipment),
            "rifts_closed": hero.rifts_closed,
        }
    monsters = state.final.monsters if state.final is not None else {}
    return shown | {
        "monster_type": hero.monster_type,
        "tokens": hero.tokens,
        "kept": kept_cards(hero),
        "special_tokens": hero.special_tokens,
        "delivered": hero.delivered,
        "shrines_destroyed": hero.shrines_destroyed,
        "final_monster_health": monsters.get(hero.seat),
    }
