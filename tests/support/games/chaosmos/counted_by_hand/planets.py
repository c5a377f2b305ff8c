"""Results, planets, actions and ways, counted from the lines of a recording and its final table."""

from __future__ import annotations

from collections.abc import Iterator

from tests.support.games.chaosmos.counted_by_hand.recording import Line, Recording, Sums, by_hand


@by_hand("win_share")
def _(recording: Recording, sums: Sums) -> None:
    for seat, place in recording.expected["seats"].items():
        assert ("ovoid" in place["hand"]) is (seat == recording.expected["winner"])
        sums.add(seat, "ovoid" in place["hand"])


@by_hand("no_winner")
def _(recording: Recording, sums: Sums) -> None:
    sums.add(None, recording.expected["ovoid_in"] != "hand")


@by_hand("ended_by")
def _(recording: Recording, sums: Sums) -> None:
    last = recording.lines[-1]
    cause = "card" if last.kind == "play_card" else "click"
    assert cause == recording.expected["cause"]
    sums.count(None, cause=cause)


@by_hand("turns")
def _(recording: Recording, sums: Sums) -> None:
    begun = len(list(recording.of("begin_turn")))
    sums.add(None, begun - (recording.expected["cause"] == "card"))


@by_hand("turns_cut")
def _(recording: Recording, sums: Sums) -> None:
    """What is not turns of the clock's start (I11)."""
    sums.add(None, recording.opening["options"]["clock_start"] - recording.expected["turns_ended"])


@by_hand("hypertokens_left")
def _(recording: Recording, sums: Sums) -> None:
    for seat, place in recording.expected["seats"].items():
        sums.add(seat, place["hypertokens"])


def opened(recording: Recording) -> Iterator[tuple[Line, str]]:
    """The lines that opened an envelope, and whose."""
    for line in recording.of("control_planet"):
        yield line, line.before.seats[line.seat].position
    for line in recording.of("take_envelope"):
        if line.action["accept"]:
            yield line, line.before.seats[line.seat].position


@by_hand("openings")
def _(recording: Recording, sums: Sums) -> None:
    for line, planet in opened(recording):
        sums.count(line.seat, planet=planet)


@by_hand("first_opening")
def _(recording: Recording, sums: Sums) -> None:
    begun, openings = 0, list(opened(recording))
    for line in recording.lines:
        begun += line.kind == "begin_turn"
        for _, planet in [one for one in openings if one[0] is line]:
            if (None, (("planet", planet),)) not in sums:
                sums.add(None, begun, planet=planet)


@by_hand("never_opened")
def _(recording: Recording, sums: Sums) -> None:
    ever = {planet for _, planet in opened(recording)}
    for planet in recording.expected["planets"]:
        sums.add(None, planet not in ever, planet=planet)


@by_hand("flips_triggered")
def _(recording: Recording, sums: Sums) -> None:
    for line, planet in opened(recording):
        if (card := line.before.planets[planet].face_up) is not None:
            sums.count(None, planet=planet, card=card)


@by_hand("control")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.turn_ends:
        for name, planet in line.after.planets.items():
            sums.add(None, planet.controller is not None, planet=name)


def spent(recording: Recording) -> Iterator[Line]:
    """The lines that cost an action (CM-202)."""
    for line in recording.of("move", "hyperspace", "control_planet", "attack", "play_card", "activate_flip"):
        if line.kind not in ("play_card", "activate_flip") or costs_an_action(recording, line):
            yield line


def costs_an_action(recording: Recording, line: Line) -> bool:
    """Whether the card that is named costs one."""
    return bool(recording.cards[line.action["card"]]["cost"] == "action")


@by_hand("actions")
def _(recording: Recording, sums: Sums) -> None:
    for line in spent(recording):
        sums.count(line.seat, kind=line.kind)


def turns(recording: Recording) -> Iterator[tuple[str, int, bool]]:
    """Every turn that ended: whose, actions left, and whether the seat ended it itself."""
    costly, ends, left, active = list(spent(recording)), recording.turn_ends, 3, ""
    for line in recording.lines:
        if line.kind == "begin_turn":
            left, active = 3, line.seat
        left -= any(line is one for one in costly)
        if any(line is one for one in ends):
            yield active, left, line.kind == "end_turn"


@by_hand("unused_actions")
def _(recording: Recording, sums: Sums) -> None:
    for seat, left, own in turns(recording):
        sums.add(seat, left if own else 0)


@by_hand("forfeited_actions")
def _(recording: Recording, sums: Sums) -> None:
    for seat, left, own in turns(recording):
        if not own:
            sums.count(seat, left)


@by_hand("pool_trades")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.of("trade_cosmic_pool"):
        sums.count(line.seat)


@by_hand("hyperspace_jumps")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.of("hyperspace"):
        sums.count(line.seat)


def merged(recording: Recording, name: str) -> set[str]:
    """Every star and wormhole that is one space with this one (CM-302..305)."""
    layout = recording.layout
    holes = layout["wormholes"]
    groups = [{hole["id"], *hole["stars"]} for hole in holes]
    groups += [{hole["id"] for hole in holes if hole["letter"] == letter} for letter in "AB"]
    groups += [set(pair) for pair in layout["clock_pairs"]]
    space = {name}
    while more := [group for group in groups if group & space and not group <= space]:
        space = space.union(*more)
    return space


@by_hand("wormhole_moves")
def _(recording: Recording, sums: Sums) -> None:
    holes = {hole["id"] for hole in recording.layout["wormholes"]}
    for line in recording.of("move"):
        if merged(recording, line.action["to"]) & holes:
            sums.count(line.seat)


def over_the_clock(recording: Recording) -> Iterator[str]:
    """The seat of every move on over the clock: in by one star of a pair, out by the other (CM-304)."""
    sides = {star["id"]: set(star["slots"]) for star in recording.layout["stars"]}
    came_from: dict[str, str] = {}
    for line in recording.lines:
        for seat in recording.seats:
            here, there = line.before.seats[seat].position, line.after.seats[seat].position
            if here == there:
                continue
            origin = came_from.pop(seat, None)
            if line.kind != "move":
                continue
            if there not in recording.slot_of:
                came_from[seat] = here
            elif origin is not None:
                slots = recording.slot_of[origin], recording.slot_of[there]
                for one, other in recording.layout["clock_pairs"]:
                    through = {one, other} <= merged(recording, here)
                    ways = ((one, other), (other, one))
                    if through and any(slots[0] in sides[a] and slots[1] in sides[b] for a, b in ways):
                        yield seat


@by_hand("clock_crossings")
def _(recording: Recording, sums: Sums) -> None:
    for seat in over_the_clock(recording):
        sums.count(seat)


@by_hand("clock_crossed")
def _(recording: Recording, sums: Sums) -> None:
    crossed = {*over_the_clock(recording)}
    for seat in recording.seats if recording.layout["clock_pairs"] else ():
        sums.add(seat, seat in crossed)


def at_the_toxic_planet(recording: Recording) -> Iterator[str]:
    """The seat of every arrival on its toxic planet."""
    for line in recording.lines:
        for seat in recording.seats if line.before.phase != "setup" else ():
            here, there = line.before.seats[seat].position, line.after.seats[seat].position
            if here != there == recording.aliens[seat]["toxic"]:
                yield seat


@by_hand("toxic_landings")
def _(recording: Recording, sums: Sums) -> None:
    for seat in at_the_toxic_planet(recording):
        sums.count(seat)


@by_hand("toxic_landed")
def _(recording: Recording, sums: Sums) -> None:
    landed = {*at_the_toxic_planet(recording)}
    for seat in recording.seats:
        if recording.aliens[seat]["toxic"] in recording.slot_of:
            sums.add(seat, seat in landed)
