"""Who plays which alien, CM-102 … CM-104."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from domain.games.chaosmos import actions
from domain.games.chaosmos.facts import AlienChosen, AlienPairRemoved, AliensDealt, AliensRevealed
from domain.games.chaosmos.state import State, holds
from domain.kernel import UNKNOWN, Chance, Facts, check

DEALT_TO_CHOOSE = 2


def remove_alien_pair(state: State, action: actions.RemoveAlienPair, chance: Chance) -> Facts[State]:
    """CM-104: one alien at random and the other one with its gear."""
    aliens = state.box.aliens
    alien = chance.pick(action.alien, tuple(aliens), field="alien", rule="CM-104", message="Unknown alien.")
    gear = aliens[alien].gear
    yield AlienPairRemoved(tuple(sorted(name for name, sheet in aliens.items() if sheet.gear == gear)))


def deal_aliens(state: State, action: actions.DealAliens, chance: Chance) -> Facts[State]:
    """CM-102: one each, openly. CM-103: two each, secretly, so that they may be unknown (CM-R31)."""
    first_game = state.options.mode == "first_game"
    rule = "CM-102" if first_game else "CM-103"
    pool, each = aliens_to_deal(state)
    if action.aliens is None:
        aliens = chance.compose("aliens", rule, lambda below: _dealt(state.clockwise, pool, each, below))
    else:
        chance.declare("aliens")
        aliens = action.aliens
        dealt = [alien for names in aliens.values() for alien in names]
        if not first_game:
            dealt = [alien for alien in dealt if alien != UNKNOWN]
        fits = (
            set(aliens) == set(state.clockwise)
            and all(len(names) == each for names in aliens.values())
            and holds(tuple(pool), dealt)
        )
        check(fits, rule, f"Deal each seat {each} of this game's aliens.", "aliens")
    state = yield AliensDealt({seat: tuple(aliens[seat]) for seat in state.clockwise}, first_game)
    if first_game:
        yield AliensRevealed({seat: aliens[seat][0] for seat in state.clockwise})


def aliens_to_deal(state: State) -> tuple[tuple[str, ...], int]:
    """The aliens that are shuffled, and how many each seat is dealt."""
    if state.options.mode == "first_game":
        return state.box.first_game_aliens, 1
    return tuple(alien for alien in state.box.aliens if alien not in state.removed_pair), DEALT_TO_CHOOSE


def aliens_left(state: State, *seats: str) -> tuple[str, ...]:
    """What an unknown alien may be: those of the game that are named for none of these seats (none: all)."""
    named = {alien for seat in seats or state.clockwise for alien in state.seats[seat].dealt}
    return tuple(alien for alien in aliens_to_deal(state)[0] if alien not in named)


def _dealt(
    seats: Sequence[str], pool: Sequence[str], each: int, below: Callable[[int], int]
) -> dict[str, tuple[str, ...]]:
    left = list(pool)
    return {seat: tuple(left.pop(below(len(left))) for _ in range(each)) for seat in seats}


def choose_alien(state: State, action: actions.ChooseAlien, chance: Chance) -> Facts[State]:
    """CM-103: when all have chosen, all are revealed together. An unknown alien is named so (CM-R31)."""
    player = state.seats.get(action.seat)
    check(player is not None, "CM-103", "Unknown seat.", "seat")
    dealt, message = () if player is None else player.dealt, "This alien was not dealt to you."
    in_play = action.alien in aliens_to_deal(state)[0]
    may_be = in_play and (action.alien in dealt or UNKNOWN in dealt)
    check(may_be, "CM-103", message, "alien")
    if may_be and action.alien not in dealt:
        check(action.alien in aliens_left(state), "CM-103", message, "alien", probes=True)
        chance.probed = True
    state = yield AlienChosen(action.seat, action.alien)
    if all(player.chosen for player in state.seats.values()):
        yield AliensRevealed({seat: player.chosen or "" for seat, player in state.seats.items()})
