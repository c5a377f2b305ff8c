"""Facts of turns, places, tokens and the clock in words (2xx, 31x, 32x, 6xx)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaosmos.words.asking import SHOW_OVOID
from domain.games.chaosmos.words.sentences import SENTENCES, how_many
from domain.kernel import FactWords, Json, Naming, Told, by_value

told = SENTENCES.fact


def _hypertokens_added(fact: Mapping[str, Json], naming: Naming) -> Told:
    number = fact["n"]
    what = f" {'gets' if number >= 0 else 'gives up'} {how_many(abs(number), 'hypertoken')}."
    return Told((naming.seat(fact["seat"]), what), "score" if number > 0 else "plain")


TURNS: Mapping[str, FactWords] = {
    "turn_begun": told("{seat} begins turn {turn}."),
    "action_spent": told("{seat} spends an action."),
    "hypertoken_spent": told("{seat} spends a hypertoken."),
    "hypertokens_added": _hypertokens_added,
    "moved": by_value(
        "via",
        {
            "move": told("{seat} moves to {to:space}."),
            "hyperspace": told("{seat} jumps through hyperspace to {to:space}."),
            "banish": told("{seat} is banished to {to:space}.", "chaos"),
            "trap": told("{seat} is sent home to {to:space}.", "chaos"),
            "text": told("{seat} is placed on {to:space}."),
        },
    ),
    "turn_forfeited": told("{seat} loses the rest of the turn.", "chaos"),
    "clock_reduced": told("The clock goes down by {by} to {clock}.", "chaos"),
    "turn_ended": told("{seat}’s turn ends: the clock clicks to {clock}[; next is {next:seat}]."),
    "ovoid_awaited": told(f"{SHOW_OVOID}.", "score"),
    "game_ended": by_value(
        "winner",
        {None: told("The clock is at 0 and nobody has the Ovoid in hand: everyone loses.", "chaos")},
        told("The clock is at 0: {winner:seat} has the Ovoid in hand and wins.", "score"),
    ),
}
"""CM-602, CM-603: who has the Ovoid in the end wins."""
