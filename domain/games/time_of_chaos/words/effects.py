"""Each fact in words, as it follows from an action or stands in a correction."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.time_of_chaos.state import LEAKS_INTO
from domain.games.time_of_chaos.words.names import card_run, cubes, era_of, tile_run
from domain.kernel import UNKNOWN, FactWords, Json, Naming, Says, Told, figure, listed, listed_runs

Message = Mapping[str, Json]


def _tiles_laid_out(fact: Message, naming: Naming) -> Told:
    return Told(("The tiles of the three eras are laid out.",))


def _displays_dealt(fact: Message, naming: Naming) -> Told:
    return Told(("Three artifacts are laid beside each deck.",))


def _first_player_chosen(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), " is the first player."))


def _placement_began(fact: Message, naming: Naming) -> Told:
    queue = [naming.seat(seat) for seat in fact["queue"]]
    return Told(("The pawns are placed in this order: ", *listed_runs(queue), "."))


def _pawn_moved(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), "’s pawn goes to ", tile_run(naming, fact["to"]), "."))


def _tile_fell_at_setup(fact: Message, naming: Naming) -> Told:
    return Told((tile_run(naming, fact["tile"]), " falls into chaos."), "chaos")


def _cube_placed(fact: Message, naming: Naming) -> Told:
    seat, tile = naming.seat(fact["seat"]), tile_run(naming, fact["tile"])
    if fact.get("source") is None:
        return Told((seat, " leaves a cube on ", tile, "."))
    return Told(
        ("Disorder leaks from ", tile_run(naming, fact["source"]), f" into the {era_of(fact['tile'])}.")
    )


def _cube_returned(fact: Message, naming: Naming) -> Told:
    return Told(
        (
            naming.seat(fact["seat"]),
            f" takes {cubes(fact['count'])} back from ",
            tile_run(naming, fact["tile"]),
            ".",
        )
    )


def _source_blocked(fact: Message, naming: Naming) -> Told:
    into = LEAKS_INTO[era_of(fact["tile"])]
    return Told((tile_run(naming, fact["tile"]), f" leaks nothing: the {into} there is in chaos already."))


def _source_starved(fact: Message, naming: Naming) -> Told:
    seat = naming.seat(fact["seat"])
    return Told((tile_run(naming, fact["tile"]), " leaks nothing: ", seat, " has no cube left for it."))


def _action_step_began(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), " has three actions."))


def _action_taken(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), " uses an action."))


def _card_taken(fact: Message, naming: Naming) -> Told:
    is_told = fact.get("card", UNKNOWN) != UNKNOWN
    card = card_run(naming, fact["card"]) if is_told else f"an artifact of the {fact['deck']}"
    return Told((naming.seat(fact["seat"]), " takes ", card, " into the hand."))


def _card_named(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), " drew ", card_run(naming, fact["card"]), " face down."))


def _display_refilled(fact: Message, naming: Naming) -> Told:
    if fact.get("card") is None:
        return Told((f"The deck of the {fact['deck']} is empty: the display shrinks.",))
    return Told((card_run(naming, fact["card"]), f" goes on display in the {fact['deck']}."))


def _card_delivered(fact: Message, naming: Naming) -> Told:
    card = card_run(naming, fact["card"]) if "card" in fact else "an artifact"
    return Told((naming.seat(fact["seat"]), " delivers ", card, f": +{fact['points']} ★."), "score")


def _cloak_used(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), "’s cloak is spent."))


def _cloak_refreshed(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), "’s cloak is ready again."))


def _tile_flipped(fact: Message, naming: Naming) -> Told:
    """TC-233: one cube of each leading colour stays."""
    kept = listed([color.capitalize() for color in fact["kept"]])
    fallen = f" falls into chaos. A cube{' each' if len(fact['kept']) > 1 else ''} of {kept} stays."
    return Told((tile_run(naming, fact["tile"]), fallen), "chaos")


def _tile_restored(fact: Message, naming: Naming) -> Told:
    return Told((tile_run(naming, fact["tile"]), " is back in order."))


def _penalty_taken(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), " takes a penalty: −1 ★."), "chaos")


def _end_triggered(fact: Message, naming: Naming) -> Told:
    seats = [naming.seat(seat) for seat in fact["final_turns"]]
    turns = " One last turn each: " if len(seats) > 1 else " One last turn: "
    last: Says = (turns, *listed_runs(seats), ".") if seats else ()
    return Told(
        (naming.seat(fact["seat"]), "’s fourth delivery brings on the end.", *last),
        "score",
    )


def _turn_ended(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), " ends the turn."))


def _turn_began(fact: Message, naming: Naming) -> Told:
    return Told(
        (naming.seat(fact["seat"]), "’s last turn begins." if fact.get("final") else "’s turn begins.")
    )


def _game_ended(fact: Message, naming: Naming) -> Told:
    result = fact["result"]
    winners = result["winners"]
    score = result["scores"][winners[0]]
    runs = listed_runs([naming.seat(seat) for seat in winners])
    return Told(
        (
            "The game is over: ",
            *runs,
            f" {'wins' if len(winners) == 1 else 'share the win'} with {figure(score)} ★.",
        ),
        "score",
    )


FACTS: Mapping[str, FactWords] = {
    "tiles_laid_out": _tiles_laid_out,
    "displays_dealt": _displays_dealt,
    "first_player_chosen": _first_player_chosen,
    "placement_began": _placement_began,
    "pawn_moved": _pawn_moved,
    "tile_fell_at_setup": _tile_fell_at_setup,
    "cube_placed": _cube_placed,
    "cube_returned": _cube_returned,
    "source_blocked": _source_blocked,
    "source_starved": _source_starved,
    "action_step_began": _action_step_began,
    "action_taken": _action_taken,
    "card_taken": _card_taken,
    "card_named": _card_named,
    "display_refilled": _display_refilled,
    "card_delivered": _card_delivered,
    "cloak_used": _cloak_used,
    "cloak_refreshed": _cloak_refreshed,
    "tile_flipped": _tile_flipped,
    "tile_restored": _tile_restored,
    "penalty_taken": _penalty_taken,
    "end_triggered": _end_triggered,
    "turn_ended": _turn_ended,
    "turn_began": _turn_began,
    "game_ended": _game_ended,
}
