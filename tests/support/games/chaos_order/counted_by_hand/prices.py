"""Prices, turns and acts by hand, from the lines `set_price`, `act`, `pass` and `end_turn` alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tests.support.games.chaos_order.counted_by_hand.lines import DEMO, PHASES, TOKENS, Line, Lines


class Price(NamedTuple):
    """A token on a phase in a round; `by` None = neutral. `line`: the one with which it came to lie there."""

    line: Line
    round: int
    phase: str
    token: str
    by: str | None
    spot: str | None

    @property
    def cost(self) -> int:
        """Energy in all."""
        return sum(TOKENS[self.token])


@cache
def prices(game: Lines) -> list[Price]:
    """Every token placed: those of lines, and after a round's last the neutral ones (CO-219, CO-220)."""
    placed: list[Price] = []
    seats = len(game.clockwise)
    due = {2: 4, 3: 3, 4: 4, 5: 5}[seats]
    for line in game.of("set_price"):
        now, said = game.round_of(line), line.said
        placed.append(Price(line, now, said["phase"], said["token"], said["seat"], said.get("spot")))
        priced = [price.phase for price in placed if price.round == now]
        if len(priced) == due:
            left = [phase for phase in PHASES if phase not in priced]
            last = _settled(game, line)
            for phase, token in zip(left, _neutral(seats, now), strict=True):
                placed.append(Price(last, now, phase, token, None, "first" if phase == "move" else None))
    return placed


def _settled(game: Lines, line: Line) -> Line:
    """The line with which a price's own gains are settled: its last discard over the limit, if any."""
    for following in game.lines[line.number :]:
        if following.said["type"] != "discard_tactics_card":
            break
        line = following
    return line


def _neutral(seats: int, now: int) -> list[str]:
    """The showing neutral tokens, cheapest first; a top one goes with its relic's round (CO-488)."""
    showing = [
        pair["top"] if now <= pair["top"]["relic"] else pair["under"]
        for pair in DEMO["neutral_pricing"]
        if seats in pair["factions"]
    ]
    return [token["id"] for token in sorted(showing, key=lambda token: token["cost"])]


class Turn(NamedTuple):
    """An `act` or `pass`: of which seat, in which phase, and at which price."""

    line: Line
    seat: str
    acted: bool
    price: Price


@cache
def turns(game: Lines) -> list[Turn]:
    """Every seat has one turn in each action phase (CO-233): the turns ended so far tell the phase."""
    found: list[Turn] = []
    ended = 0
    for line in game.of("act", "pass", "end_turn", "resolve_relics"):
        kind = line.said["type"]
        if kind == "resolve_relics":
            ended = 0
        elif kind == "end_turn":
            ended += 1
        else:
            phase = PHASES[ended // len(game.clockwise)]
            now = game.round_of(line)
            price = next(each for each in prices(game) if (each.round, each.phase) == (now, phase))
            found.append(Turn(line, line.said["seat"], kind == "act", price))
    return found


def earned(game: Lines, seat: str) -> Iterator[int]:
    """What others paid to the seat (CO-234): its own part of its tokens."""
    for turn in turns(game):
        if turn.acted and turn.price.by == seat != turn.seat:
            yield TOKENS[turn.price.token][0]
