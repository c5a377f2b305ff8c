"""Cubes, cloaks, chaos and ways by hand: from what was noted while the lines were played on paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.support.games.time_of_chaos.counted_by_hand.counting import (
    Counted,
    by_kind,
    counts,
    each_active,
    each_seat,
    of_game,
    of_seat,
    own_turns,
)
from tests.support.games.time_of_chaos.counted_by_hand.paper import ERAS, Note, Paper, tile_of


@counts("disorder_made")
def disorder_made(paper: Paper) -> Iterator[Counted]:
    yield from by_kind(paper, paper.of("cube"), "cause")


@counts("cloak_refreshes")
def cloak_refreshes(paper: Paper) -> Iterator[Counted]:
    yield from by_kind(paper, paper.of("refresh"), "by")


@counts("turns_begun_exhausted")
def turns_begun_exhausted(paper: Paper) -> Iterator[Counted]:
    yield from each_seat(paper, paper.of("began", exhausted=True))


@counts("turns_begun_locked")
def turns_begun_locked(paper: Paper) -> Iterator[Counted]:
    yield from each_seat(paper, paper.of("began", locked=True))


@counts("lowest_supply")
def lowest_supply(paper: Paper) -> Iterator[Counted]:
    for seat in paper.clockwise:
        yield of_seat(paper, seat, min(note.left for note in paper.of("cube", seat=seat)))


@counts("turns_without_supply")
def turns_without_supply(paper: Paper) -> Iterator[Counted]:
    """An own turn in which the supply lay empty at its beginning or after a cube."""
    for seat in paper.clockwise:
        empty = {note.turn for kind in ("began", "cube") for note in paper.of(kind, seat=seat, left=0)}
        yield of_seat(paper, seat, len(empty))


@counts("sends")
def sends(paper: Paper) -> Iterator[Counted]:
    for outcome, notes in (
        ("sent", paper.of("cube", cause="send")),
        ("blocked", paper.of("blocked")),
        ("starved", paper.of("starved")),
    ):
        for row in each_seat(paper, notes):
            if row.value and row.seat:
                yield of_seat(paper, row.seat, row.value, outcome=outcome)


@counts("self_inflicted_leaks")
def self_inflicted_leaks(paper: Paper) -> Iterator[Counted]:
    flips = {(note.turn, note.tile) for note in paper.of("flip")}
    leaks = [note for note in paper.of("cube", cause="send") if (note.turn, note.tile) in flips]
    yield from each_seat(paper, leaks)


def _place(tile: str) -> dict[str, str]:
    era, city = tile.split(":")
    return {"era": era, "city": city}


@counts("flips")
def flips(paper: Paper) -> Iterator[Counted]:
    """By the last cube placed before the flip, and by the tile's place in its grid."""
    for flip in paper.of("flip"):
        before = paper.notes[: paper.notes.index(flip)]
        last = [note for note in before if note.kind == "cube" and note.tile == flip.tile][-1]
        era, city = flip.tile.split(":")
        at = [name for row in paper.layout[era] for name in row].index(city)
        where = "centre" if at == 4 else "corner" if at in (0, 2, 6, 8) else "edge"
        yield of_game(1, **_place(flip.tile), cause=last.cause, place=where)


@counts("flips_in_own_turn")
def flips_in_own_turn(paper: Paper) -> Iterator[Counted]:
    yield from each_active(paper, paper.of("flip"))


@counts("penalties_inflicted")
def penalties_inflicted(paper: Paper) -> Iterator[Counted]:
    yield from each_active(paper, [note for note in paper.of("penalty") if note.seat != note.active])


@counts("blame")
def blame(paper: Paper) -> Iterator[Counted]:
    for seat in paper.clockwise:
        own = [note for note in paper.of("flip") if note.active == seat]
        if own:
            yield of_seat(paper, seat, sum(seat not in note.kept for note in own), len(own))


@counts("ties")
def ties(paper: Paper) -> Iterator[Counted]:
    for tie, number in Counter(note.tie for note in paper.of("flip") if len(note.kept) > 1).items():
        yield of_game(number, tie=tie)


@counts("chaos_load")
def chaos_load(paper: Paper) -> Iterator[Counted]:
    loads = [note.loads["table"] for note in paper.of("ended")]
    yield of_game(sum(loads), len(loads))


@counts("chaos_peak")
def chaos_peak(paper: Paper) -> Iterator[Counted]:
    yield of_game(max(note.loads["table"] for note in paper.of("ended")))


@counts("chaos_tile_turns")
def chaos_tile_turns(paper: Paper) -> Iterator[Counted]:
    for seat in paper.clockwise:
        yield of_seat(paper, seat, sum(note.loads[seat] for note in paper.of("ended")))


def _falls(paper: Paper) -> list[Note]:
    return [note for note in paper.notes if note.kind in ("fell", "flip")]


@counts("chaos_lifetime")
def chaos_lifetime(paper: Paper) -> Iterator[Counted]:
    """From the last fall before each restore; a fall at setup was in turn 0."""
    for restored in paper.of("restored"):
        fell = [note.turn for note in _falls(paper) if note.tile == restored.tile]
        latest = max(turn for turn in fell if turn < restored.turn)
        yield of_game(restored.turn - latest, **_place(restored.tile))


@counts("chaos_open_at_end")
def chaos_open_at_end(paper: Paper) -> Iterator[Counted]:
    yield from (of_game(1, **_place(tile)) for tile in paper.expected["chaos"])


@counts("restores")
def restores(paper: Paper) -> Iterator[Counted]:
    kinds: Counter[tuple[str, str]] = Counter()
    for note in paper.of("restored"):
        alone = note.owners == {note.seat}
        kind = "own_color" if alone else "shared" if note.seat in note.owners else "foreign_only"
        kinds[note.seat, kind] += 1
    for (seat, kind), number in kinds.items():
        yield of_seat(paper, seat, number, colors=kind)


@counts("cubes_restored")
def cubes_restored(paper: Paper) -> Iterator[Counted]:
    given: Counter[tuple[str, str]] = Counter()
    for note in paper.of("back", cause="restore"):
        assert note.active is not None
        given[note.active, "self" if note.active == note.seat else "others"] += note.number
    for (seat, to), number in given.items():
        yield of_seat(paper, seat, number, to=to)


@counts("time_travels")
def time_travels(paper: Paper) -> Iterator[Counted]:
    ways = Counter(
        (note.seat, note.origin.partition(":")[0], note.to.partition(":")[0])
        for note in paper.of("moved", via="time_travel")
    )
    for (seat, origin, to), number in ways.items():
        yield of_seat(paper, seat, number, from_era=origin, to_era=to)


@counts("turns_ended")
def turns_ended(paper: Paper) -> Iterator[Counted]:
    for seat in paper.clockwise:
        for era in ERAS:
            there = len(paper.of("ended", seat=seat, era=era))
            yield of_seat(paper, seat, there, len(own_turns(paper, seat)), era=era)


@counts("tiles_visited")
def tiles_visited(paper: Paper) -> Iterator[Counted]:
    for seat in paper.clockwise:
        yield of_seat(paper, seat, len({note.to for note in paper.of("moved", seat=seat)}))


@counts("heat")
def heat(paper: Paper) -> Iterator[Counted]:
    happened = Counter(
        [
            *(("visits", note.to) for note in paper.of("moved")),
            *(("cubes", note.tile) for note in paper.of("cube")),
            *(("flips", note.tile) for note in paper.of("flip")),
            *(("restores", note.tile) for note in paper.of("restored")),
            *(("deliveries", tile_of(note.card)) for note in paper.of("delivered")),
        ]
    )
    for (what, tile), number in happened.items():
        yield of_game(number, what=what, tile=tile)
