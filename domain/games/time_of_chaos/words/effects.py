"""Each fact in words, as it follows from an action or stands in a correction."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.time_of_chaos.state import LEAKS_INTO
from domain.games.time_of_chaos.words.names import SENTENCES, card_run, era_of, tile_run
from domain.kernel import UNKNOWN, FactWords, Json, Naming, Says, Told, counted, figure, listed, listed_runs

Message = Mapping[str, Json]

told = SENTENCES.fact


def _cube_placed(fact: Message, naming: Naming) -> Told:
    seat, tile = naming.seat(fact["seat"]), tile_run(naming, fact["tile"])
    if fact.get("source") is None:
        return Told((seat, " places a cube on ", tile, "."))
    return Told(
        ("Disorder spreads from ", tile_run(naming, fact["source"]), f" into the {era_of(fact['tile'])}.")
    )


def _source_blocked(fact: Message, naming: Naming) -> Told:
    into = LEAKS_INTO[era_of(fact["tile"])]
    return Told((tile_run(naming, fact["tile"]), f" sends no disorder: its {into} is already in chaos."))


def _card_taken(fact: Message, naming: Naming) -> Told:
    is_told = fact.get("card", UNKNOWN) != UNKNOWN
    card = card_run(naming, fact["card"]) if is_told else f"an artifact of the {fact['deck']}"
    return Told((naming.seat(fact["seat"]), " takes ", card, " into hand."))


def _lying(fact: Message, where: str, seat: str | None, naming: Naming) -> Says:
    """`the deck`, `the display`, `Red’s hand`, `what Red delivered`."""
    if seat is None:
        return (f"{'its' if 'card' in fact else 'the'} {where}",)
    if where == "hand":
        return (naming.seat(seat), "’s hand")
    return ("what ", naming.seat(seat), " delivered")


def _card_moved(fact: Message, naming: Naming) -> Told:
    card = card_run(naming, fact["card"]) if "card" in fact else "An artifact"
    out_of = _lying(fact, fact["out_of"], fact.get("giver"), naming)
    return Told(
        (card, " moves from ", *out_of, " to ", *_lying(fact, fact["into"], fact.get("taker"), naming), ".")
    )


def _display_refilled(fact: Message, naming: Naming) -> Told:
    if fact.get("card") is None:
        return Told((f"The {fact['deck']} deck is empty. The display is not refilled.",))
    return Told((card_run(naming, fact["card"]), f" joins the display of the {fact['deck']}."))


def _card_delivered(fact: Message, naming: Naming) -> Told:
    card = card_run(naming, fact["card"]) if "card" in fact else "an artifact"
    return Told((naming.seat(fact["seat"]), " delivers ", card, f": +{fact['points']} ★."), "score")


def _tile_flipped(fact: Message, naming: Naming) -> Told:
    """TC-233: one cube of each leading colour stays."""
    kept = listed([color.capitalize() for color in fact["kept"]])
    fallen = f" flips to chaos. One cube{' each' if len(fact['kept']) > 1 else ''} of {kept} stays."
    return Told((tile_run(naming, fact["tile"]), fallen), "chaos")


def _actions_left_set(fact: Message, naming: Naming) -> Told:
    return Told(
        (
            naming.seat(fact["seat"]),
            f" has {counted(fact['left'], 'action') if fact['left'] else 'no actions'} left.",
        )
    )


def _end_triggered(fact: Message, naming: Naming) -> Told:
    seats = [naming.seat(seat) for seat in fact["final_turns"]]
    turns = " One more turn each: " if len(seats) > 1 else " One more turn: "
    last: Says = (turns, *listed_runs(seats), ".") if seats else ()
    return Told(
        (naming.seat(fact["seat"]), "’s fourth delivery triggers the end of the game.", *last),
        "score",
    )


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
    "tiles_laid_out": told("The tiles of the three eras are laid out."),
    "displays_dealt": told("Three artifacts are dealt to each display."),
    "first_player_chosen": told("{seat} is the first player."),
    "placement_began": told("Pawns are placed in this order: {queue:seats}."),
    "pawn_moved": told("{seat} moves to {to:tile}."),
    "tile_fell_at_setup": told("{tile} flips to chaos.", "chaos"),
    "cube_placed": _cube_placed,
    "cube_returned": told("{seat} takes back {count:cubes} from {tile}."),
    "source_blocked": _source_blocked,
    "source_starved": told("{tile} sends no disorder: {seat} has no cubes left."),
    "action_step_began": told("{seat} has three actions."),
    "action_taken": told("{seat} uses an action."),
    "card_taken": _card_taken,
    "card_moved": _card_moved,
    "card_named": told("{seat} drew {card} face down."),
    "display_refilled": _display_refilled,
    "card_delivered": _card_delivered,
    "cloak_used": told("{seat}’s cloaking token is exhausted."),
    "cloak_refreshed": told("{seat}’s cloaking token is refreshed."),
    "tile_flipped": _tile_flipped,
    "tile_restored": told("{tile} flips back to order."),
    "penalty_taken": told("{seat} takes a penalty: −1 ★.", "chaos"),
    "penalty_returned": told("{seat} gives back a penalty: +1 ★."),
    "actions_left_set": _actions_left_set,
    "end_triggered": _end_triggered,
    "turn_ended": told("{seat} ends the turn."),
    "turn_began": _turn_began,
    "game_ended": _game_ended,
}
