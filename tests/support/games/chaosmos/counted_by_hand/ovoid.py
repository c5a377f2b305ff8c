"""Where the Ovoid was and who saw it, accesses and knowledge, counted from the lines of a recording."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaosmos.reading import placed
from tests.support.games.chaosmos.counted_by_hand.recording import Line, Recording, Sums, by_hand
from tests.support.games.chaosmos.final_table import where_the_ovoid_is

CAUSES = {
    "deal_cards": "setup",
    "prepare_hand": "setup",
    "transfer_cards": "access",
    "take_spoils": "spoils",
    "give_back": "give-back",
    "play_card": "send",
    "trade_cosmic_pool": "trade",
}


def place(line: Line) -> str:
    """Where the Ovoid is after a line: `hand:SEAT`, `envelope:PLANET`, `pool` or `void`."""
    kind, name = where_the_ovoid_is(line.after)
    return kind if name is None else f"{kind}:{name}"


def stays(recording: Recording) -> list[tuple[str, str, int, int]]:
    """Place, cause, and turns ended as it came and as it left; the last one ends with the game."""
    found: list[tuple[str, str, int]] = []
    for line in recording.lines:
        if line.after.deck == () and (not found or found[-1][0] != place(line)):
            found.append((place(line), CAUSES[line.kind], line.before.turns_ended))
    ends = [since for _, _, since in found[1:]] + [recording.expected["turns_ended"]]
    return [(*stay, end) for stay, end in zip(found, ends, strict=True)]


@by_hand("ovoid_custody")
def _(recording: Recording, sums: Sums) -> None:
    for zone, cause, since, until in stays(recording):
        sums.count(None, until - since, zone=zone, cause=cause, **{"from": since})


@by_hand("ovoid_zones")
def _(recording: Recording, sums: Sums) -> None:
    sums.add(None, len({zone for zone, *_ in stays(recording)}))


@by_hand("ovoid_hands")
def _(recording: Recording, sums: Sums) -> None:
    sums.add(None, sum(zone.startswith("hand") for zone, *_ in stays(recording)))


@by_hand("ovoid_last_change")
def _(recording: Recording, sums: Sums) -> None:
    hands = [since for zone, _, since, _ in stays(recording) if zone.startswith("hand")]
    if hands:
        sums.add(None, recording.expected["turns_ended"] - hands[-1])


@by_hand("ovoid_held")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.turn_ends:
        for seat in recording.seats:
            sums.add(seat, "ovoid" in line.after.seats[seat].hand)


def gained_control(recording: Recording, line: Line) -> Iterator[tuple[str, str]]:
    """Who began to control which planet with this line."""
    for name, planet in line.after.planets.items():
        old = line.before.planets.get(name)
        if planet.controller is not None and (old is None or old.controller != planet.controller):
            yield planet.controller, name


def sightings(recording: Recording, line: Line) -> Iterator[tuple[str, str]]:
    """Who saw the Ovoid with this line, and how (CM-802, CM-803, CM-809..811, CM-113)."""
    action = line.action
    if line.kind == "deal_cards" and "ovoid" in action["pool_draws"]:
        yield from ((seat, "pool") for seat in recording.seats)
    for seat, planet in gained_control(recording, line):
        if "ovoid" in line.after.planets[planet].face_down:
            yield seat, "envelope"
    match line.kind:
        case "prepare_hand" if "ovoid" in action["cards"]:
            yield line.seat, "hand"
        case "transfer_cards" if "ovoid" in action.get("to_hand", ()):
            yield line.seat, "hand"
        case "take_spoils" if action["card"] == "ovoid":
            yield line.seat, "hand"
        case "give_back" if action["card"] == "ovoid":
            yield line.before.combat.opponent(line.seat), "hand"
        case "trade_cosmic_pool" if "ovoid" in (action["give"], action["take"]):
            yield from ((seat, "pool") for seat in recording.seats)
        case "choose_resolution" if action["choice"] == "spoils":
            loser = line.before.combat.opponent(line.seat)
            if "ovoid" in line.before.seats[loser].hand:
                yield line.seat, "spoils"
        case "play_card" if "target" in action:
            if "ovoid" in line.before.seats[action["target"]].hand:
                yield line.seat, "scry"
        case "play_card" if "send" in action:
            controller = line.before.planets[action["planet"]].controller
            if action["send"] == "ovoid" and controller not in (None, line.seat):
                yield controller, "envelope"
        case "play_card" if "planet" in action:
            if "ovoid" in line.before.planets[action["planet"]].face_down:
                yield line.seat, "scry"


@by_hand("ovoid_sightings")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.lines:
        for seat, by in sightings(recording, line):
            sums.count(seat, by=by)


@by_hand("ovoid_last_sighting")
def _(recording: Recording, sums: Sums) -> None:
    last: dict[str, int] = {}
    for line in recording.lines:
        for seat, _ in sightings(recording, line):
            last[seat] = line.before.turns_ended + 1
    for seat, turn in last.items():
        sums.add(seat, turn)


def let_go(line: Line) -> list[str]:
    """Who saw the Ovoid leave its own hand: it knows where to."""
    action = line.action
    gone = {
        "transfer_cards": "ovoid" in action.get("to_envelope", ()),
        "give_back": action.get("card") == "ovoid",
        "play_card": action.get("send") == "ovoid",
    }
    if line.kind == "take_spoils" and action["card"] == "ovoid":
        return [line.before.combat.opponent(line.seat)]
    return [line.seat] if gone.get(line.kind) else []


@by_hand("blind_share")
def _(recording: Recording, sums: Sums) -> None:
    seen: dict[str, str] = {}
    for line in recording.lines:
        put_back = line.kind == "deal_cards"
        for seat, by in sightings(recording, line):
            if not (put_back and by == "pool"):
                seen[seat] = place(line)
        seen |= dict.fromkeys(let_go(line), place(line) if line.after.deck == () else "")
        if any(line is end for end in recording.turn_ends):
            for seat, last in seen.items():
                sums.add(seat, place(line) != last)


def accesses(recording: Recording) -> Iterator[tuple[Line, int]]:
    """The lines that nobody else can tell apart (CM-807), and how many cards moved."""
    for line in recording.of("transfer_cards"):
        yield line, len(line.action.get("to_hand", ())) + len(line.action.get("to_envelope", ()))
    for line in recording.of("activate_flip"):
        if recording.cards[line.action["card"]]["cost"] == "free":
            yield line, 1
    for line in recording.of("deactivate_flip"):
        yield line, 1


@by_hand("accesses")
def _(recording: Recording, sums: Sums) -> None:
    for line, _ in accesses(recording):
        sums.add(line.seat, 1, 0)
    for line in recording.lines:
        for seat, _ in gained_control(recording, line):
            sums.add(seat, 0, 1)


@by_hand("bluff_rate")
def _(recording: Recording, sums: Sums) -> None:
    for line, moved in accesses(recording):
        sums.add(line.seat, not moved)


@by_hand("cards_moved")
def _(recording: Recording, sums: Sums) -> None:
    for line, moved in accesses(recording):
        sums.add(line.seat, moved)


@by_hand("cards_placed")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.turn_ends:
        for seat in recording.seats:
            sums.add(seat, sum(len(cards) for cards in placed(line.after, seat).values()))


@by_hand("ovoid_placed")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.turn_ends:
        for seat in recording.seats:
            sums.add(seat, any("ovoid" in cards for cards in placed(line.after, seat).values()))
