"""Facts of turns, places, tokens and the clock in words (2xx, 31x, 32x, 6xx)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaosmos.words.names import space_run
from domain.games.chaosmos.words.sentences import how_many
from domain.kernel import FactWords, Json, Naming, Says, Told

Message = Mapping[str, Json]

WAYS = {
    "move": " moves to ",
    "hyperspace": " jumps through hyperspace to ",
    "banish": " is banished to ",
    "trap": " is sent home to ",
    "text": " is placed on ",
}
FORCED = ("banish", "trap")


def _turn_begun(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), f" begins turn {fact['turn']}."))


def _action_spent(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), " spends an action."))


def _hypertoken_spent(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), " spends a hypertoken."))


def _hypertokens_added(fact: Message, naming: Naming) -> Told:
    number = fact["n"]
    what = f" {'gets' if number >= 0 else 'gives up'} {how_many(abs(number), 'hypertoken')}."
    return Told((naming.seat(fact["seat"]), what), "score" if number > 0 else "plain")


def _moved(fact: Message, naming: Naming) -> Told:
    says = (naming.seat(fact["seat"]), WAYS[fact["via"]], space_run(naming, fact["to"]), ".")
    return Told(says, "chaos" if fact["via"] in FORCED else "plain")


def _turn_forfeited(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), " loses the rest of the turn."), "chaos")


def _clock_reduced(fact: Message, naming: Naming) -> Told:
    return Told((f"The clock goes down by {fact['by']} to {fact['clock']}.",), "chaos")


def _turn_ended(fact: Message, naming: Naming) -> Told:
    following = fact.get("next")
    then: Says = (".",) if following is None else ("; next is ", naming.seat(following), ".")
    return Told((naming.seat(fact["seat"]), f"’s turn ends: the clock clicks to {fact['clock']}", *then))


def _ovoid_awaited(fact: Message, naming: Naming) -> Told:
    return Told(("The clock is at 0: show the Ovoid if it is in your hand.",), "score")


def _game_ended(fact: Message, naming: Naming) -> Told:
    """CM-602, CM-603."""
    if fact.get("winner") is None:
        return Told(("The clock is at 0 and nobody has the Ovoid in hand: everyone loses.",), "chaos")
    return Told(
        ("The clock is at 0: ", naming.seat(fact["winner"]), " has the Ovoid in hand and wins."), "score"
    )


TURNS: Mapping[str, FactWords] = {
    "turn_begun": _turn_begun,
    "action_spent": _action_spent,
    "hypertoken_spent": _hypertoken_spent,
    "hypertokens_added": _hypertokens_added,
    "moved": _moved,
    "turn_forfeited": _turn_forfeited,
    "clock_reduced": _clock_reduced,
    "turn_ended": _turn_ended,
    "ovoid_awaited": _ovoid_awaited,
    "game_ended": _game_ended,
}
