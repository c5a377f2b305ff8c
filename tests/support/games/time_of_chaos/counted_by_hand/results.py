"""Results, length and ends by hand: from the final table, and the scores that lay after each turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from tests.support.games.time_of_chaos.counted_by_hand.counting import Counted, counts, of_game, of_seat
from tests.support.games.time_of_chaos.counted_by_hand.paper import Paper


def places(paper: Paper) -> dict[str, tuple[int, int, int]]:
    """What seats are compared by, of the final table: TC-614, TC-615, TC-616."""
    return {
        seat: (table["score"], -table["chaos_tiles"], table["supply"])
        for seat, table in paper.expected["seats"].items()
    }


def rank(paper: Paper, seat: str) -> int:
    """1 + how many stand before it."""
    own = places(paper)[seat]
    return 1 + sum(other > own for other in places(paper).values())


def win(paper: Paper, seat: str) -> float:
    """A shared win counts 1 ÷ winners."""
    winners = paper.expected["winners"]
    return (seat in winners) / len(winners)


def _final(paper: Paper, *names: str) -> Iterator[Counted]:
    for seat, table in paper.expected["seats"].items():
        yield of_seat(paper, seat, sum(table[name] for name in names), rank=str(rank(paper, seat)))


@counts("score")
def score(paper: Paper) -> Iterator[Counted]:
    yield from _final(paper, "score")


@counts("card_points")
def card_points(paper: Paper) -> Iterator[Counted]:
    yield from _final(paper, "score", "penalties")


@counts("penalties")
def penalties(paper: Paper) -> Iterator[Counted]:
    yield from _final(paper, "penalties")


@counts("chaos_tiles")
def chaos_tiles(paper: Paper) -> Iterator[Counted]:
    yield from _final(paper, "chaos_tiles")


@counts("final_supply")
def final_supply(paper: Paper) -> Iterator[Counted]:
    yield from _final(paper, "supply")


@counts("rank")
def ranks(paper: Paper) -> Iterator[Counted]:
    yield from (of_seat(paper, seat, rank(paper, seat)) for seat in paper.clockwise)


@counts("win_share")
def win_share(paper: Paper) -> Iterator[Counted]:
    yield from (of_seat(paper, seat, win(paper, seat)) for seat in paper.clockwise)


@counts("penalties_by_turn")
def penalties_by_turn(paper: Paper) -> Iterator[Counted]:
    taken = Counter(
        (note.seat, "own_turn" if note.seat == note.active else "others_turn") for note in paper.of("penalty")
    )
    for (seat, whose), number in taken.items():
        yield of_seat(paper, seat, number, **{"in": whose})


@counts("decided_by")
def decided_by(paper: Paper) -> Iterator[Counted]:
    best, *others = sorted(places(paper).values(), reverse=True)
    names = ("score", "chaos_tiles", "supply")
    by = next((name for name, one, other in zip(names, best, others[0], strict=True) if one != other), "")
    yield of_game(1, by=by or "shared")


@counts("lead_changes")
def lead_changes(paper: Paper) -> Iterator[Counted]:
    leading = [set(paper.clockwise)]
    for note in paper.of("ended"):
        most = max(note.points.values())
        leading.append({seat for seat, points in note.points.items() if points == most})
    yield of_game(sum(one != other for one, other in pairwise(leading)))


@counts("turns")
def turns(paper: Paper) -> Iterator[Counted]:
    yield of_game(sum(line["type"] == "end_turn" for line in paper.lines))


@counts("rounds")
def rounds(paper: Paper) -> Iterator[Counted]:
    """Every round begins with a turn of the first player, but for final turns that begin none."""
    yield of_game(-(-paper.expected["turns"] // len(paper.clockwise)))


@counts("trigger_turn")
def trigger_turn(paper: Paper) -> Iterator[Counted]:
    trigger = paper.expected["end_trigger"]
    yield of_game(trigger["turn"], position=paper.seats_in_turn_order[trigger["seat"]])


@counts("trigger_wins")
def trigger_wins(paper: Paper) -> Iterator[Counted]:
    yield of_game(win(paper, paper.expected["end_trigger"]["seat"]))


def final_turns(paper: Paper) -> Iterator[tuple[str, int]]:
    """Seat and number of each turn after the trigger player's (TC-603)."""
    for note in paper.of("began"):
        if note.turn > paper.expected["end_trigger"]["turn"]:
            yield note.seat, note.turn


@counts("final_turn_points")
def final_turn_points(paper: Paper) -> Iterator[Counted]:
    for seat, turn in final_turns(paper):
        gained = [note.points for note in paper.of("delivered") if note.turn == turn]
        yield of_seat(paper, seat, sum(gained))


@counts("final_turn_penalties")
def final_turn_penalties(paper: Paper) -> Iterator[Counted]:
    for seat, turn in final_turns(paper):
        yield of_seat(paper, seat, sum(note.turn == turn for note in paper.of("penalty", seat=seat)))
