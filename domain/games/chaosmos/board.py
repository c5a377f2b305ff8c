"""The table as a picture: a combat that goes on, the sky, the clock, cards that may be seen, the seats."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaosmos.board_cards import card_zones
from domain.games.chaosmos.board_combat import ASKED, combat_zones
from domain.games.chaosmos.board_seats import panels
from domain.games.chaosmos.board_sky import sky
from domain.games.chaosmos.drawing import drawings, read_drawing
from domain.games.chaosmos.drawing_faults import faults
from domain.games.chaosmos.state import ACTIONS_PER_TURN
from domain.kernel import Board, Boards, Json, Line, Mark, Naming, Track, Zone, listed

ENDED_BY = {"click": "a turn that ended", "card": "a card"}

TURNS_AHEAD = 16
"""Of how many turns the clock tells whose they are: four rounds of four."""


def board(view: Json, drawing: Json | None, naming: Naming) -> Board:
    """The table of a view."""
    zones = (
        *combat_zones(view, naming),
        sky(view, read_drawing(drawing), naming),
        _now(view, naming),
        *_clock(view, naming),
        *card_zones(view, naming),
    )
    return Board(_title(view), zones, panels(view, naming))


def _title(view: Json) -> str:
    match view["phase"]:
        case "setup":
            return "Setup"
        case "finished":
            return "The game is over"
        case "showing":
            return "The clock is at 0"
    number = view["turns_ended"] + 1
    return f"Turn {number}, clock {view['clock']}"


def _clock(view: Json, naming: Naming) -> Iterator[Zone]:
    """CM-207: what the clock reads at the turns that come next, and whose they are."""
    left, clockwise = view["clock"], list(view["seats"])
    seat = view["next"] if view["turn"] is None else view["turn"]["active"]
    note = f"{left} of {view['clock_start']} left"
    if not left or seat is None:
        return
    first = clockwise.index(seat)
    turns = [clockwise[(first + nth) % len(clockwise)] for nth in range(left)]
    marks = [Mark(nth, naming.seat(seat).text, seat) for nth, seat in enumerate(turns[:TURNS_AHEAD])]
    if left <= TURNS_AHEAD:
        marks.append(Mark(left, "the end"))
    most = len(marks) - 1
    track = Track(
        "clock", "Clock", 0, most, tuple(marks), {str(nth): str(left - nth) for nth in range(most + 1)}
    )
    note = f"{note}; {naming.seat(turns[-1]).text} has the last turn"
    yield Zone("clock", "Chaos Clock", "track", 15, note, folded=True, tracks=(track,))


def _now(view: Json, naming: Naming) -> Zone:
    """Where the game stands, for who looks at it for the first time."""
    if view["phase"] == "setup":
        lines = _setup(view, naming)
    elif view["result"] is not None:
        lines = _result(view, naming)
    else:
        lines = _lines(view, naming)
    title = "Now" if view["result"] is None else "Result"
    return Zone(
        "now", title, "list", 12, _in_short(view, naming), folded=view["result"] is None, lines=tuple(lines)
    )


def _in_short(view: Json, naming: Naming) -> str:
    turn = view["turn"]
    if turn is not None and view["result"] is None:
        return (
            f"{naming.seat(turn['active']).text}, {turn['actions_left']} of {ACTIONS_PER_TURN} actions left"
        )
    return "" if view["next"] is None else f"{naming.seat(view['next']).text} begins the next turn"


def _lines(view: Json, naming: Naming) -> Iterator[Line]:
    turn, pending = view["turn"], view["pending"]
    if view["phase"] == "showing":
        yield Line("The end", "show the Ovoid if it is in your hand", "gem", alarm=True)
    elif turn is not None:
        yield Line("Turn", naming.seat(turn["active"]).text, "user")
        yield Line("Actions left", f"{turn['actions_left']} of {ACTIONS_PER_TURN}", "zap")
        if turn["forfeited"]:
            yield Line("Rest of the turn", "lost after this", "triangle-alert", alarm=True)
    elif view["next"] is not None:
        yield Line("Next turn", naming.seat(view["next"]).text, "user")
        yield Line("Until then", "the controller of an envelope may look and move cards", "mail-open")
    if pending is not None and view["combat"] is None:
        yield Line(naming.seat(pending["seat"]).text, ASKED[pending["kind"]], "user")
    if view["native_weapons"]:
        yield Line("Native weapons", "−1 if native to the opponent’s alien", "swords")


def _setup(view: Json, naming: Naming) -> Iterator[Line]:
    """CM-123, CM-812, CM-813."""
    setup = view["setup"]
    if setup["removed_pair"]:
        yield Line(
            "Aliens not in play", listed([naming.name(alien) for alien in setup["removed_pair"]]), "box"
        )
    for title, member in (("Aliens chosen", "chosen"), ("Hands ready", "ready")):
        if setup[member]:
            yield Line(title, listed([naming.seat(seat).text for seat in setup[member]]), "check")
    yield Line("Clock starts at", str(view["clock_start"]), "clock")


def _result(view: Json, naming: Naming) -> Iterator[Line]:
    """CM-602, CM-603."""
    winner = view["result"]["winner"]
    if winner is None:
        yield Line("Winner", "nobody: the Ovoid is in no hand", "trophy")
    else:
        yield Line("Winner", f"{naming.seat(winner).text}, with the Ovoid in hand", "trophy")
    yield Line("Clock reached 0 by", ENDED_BY[view["result"]["cause"]], "clock")


BOARDS = Boards(board=board, drawings=drawings, faults=faults)
