"""What became of each seat of a recorded game, by its raw files: `NAME.jsonl` and `NAME.expected.json`.

Added is what was decided when the table was opened: who sat where, on which day, for how long. The standard
library alone: nothing here is shared with what it checks.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

TIME, ORDER, LIGHT, SKY, SIDES = "time_of_chaos", "chaos_order", "first_light", "chaosmos", "order_vs_chaos"
ON_BOARD = ("grab", "search", "deliver", "time_travel", "travel", "restore")
"""The actions of A Time of Chaos (TC-2xx): three a turn. The other lines of a seat are steps of its turn."""
BY_LAND = ("land_regions", "relics_tiebreak", "shared")
PHASES_A_ROUND = 8
"""Of Chaos Order in every round: prices, five action phases, income, relics; combat where a battle is due."""


# A recorded game, and the evening on which the test says that it was played.


@dataclass(frozen=True)
class Evening:
    """A finished public game: its session, its file, its players by seat, its day and its minutes.

    minutes: None where nobody knows. points: of each card of A Time of Chaos, by the box that was played.
    paced: the minutes before each line, if the moves say when they were made.
    """

    session: str
    file: Path
    players: Mapping[str, str]
    day: str
    minutes: float | None
    box: str
    tags: tuple[str, ...] = ()
    points: Mapping[str, int] = field(default_factory=dict)
    paced: tuple[int, ...] | None = None

    @property
    def game(self) -> str:
        """The title, which names the folder."""
        return self.file.parent.name

    @cached_property
    def lines(self) -> list[dict[str, Any]]:
        """The actions, without the opening."""
        return [json.loads(line) for line in self.file.read_text("utf-8").splitlines()[1:]]

    @cached_property
    def seats(self) -> list[dict[str, Any]]:
        """The seats of the opening, clockwise."""
        opening = json.loads(self.file.read_text("utf-8").splitlines()[0])
        return list(opening["seats"])

    @cached_property
    def table(self) -> dict[str, Any]:
        """The final table."""
        found: dict[str, Any] = json.loads(self.file.with_suffix(".expected.json").read_text("utf-8"))
        return found

    def number(self, *kinds: str) -> int:
        """The lines of these types."""
        return sum(line["type"] in kinds for line in self.lines)

    @property
    def rounds(self) -> int:
        """Rounds begun: in Chaos Order one a resolution of relics, in A Time of Chaos a turn of each seat."""
        if self.game == ORDER:
            return self.number("resolve_relics")
        return math.ceil(self.number("end_turn") / len(self.seats))

    @property
    def turns_of_minutes(self) -> tuple[float, int]:
        """Of Chaos Order, the minutes after the setup and the phases in which somebody did something.

        A phase begins with the line before it, so the minutes of the first line after the setup count too.
        """
        assert self.paced is not None
        first = next(at for at, line in enumerate(self.lines) if line["type"] == "set_price")
        battles, phases = False, 0
        for line in self.lines[first:]:
            battles = battles or line["type"] == "select_battle"
            if line["type"] == "resolve_relics":
                battles, phases = False, phases + PHASES_A_ROUND + battles
        return sum(self.paced[first:]), phases

    @cached_property
    def played(self) -> list[PlayedSeat]:
        """What each seat came to."""
        return [_played(self, place, seat) for place, seat in enumerate(self.seats, 1)]

    @cached_property
    def ranking(self) -> dict[str, tuple[Any, ...]]:
        """By seat (and the AI) what decides its rank behind the winners, more first."""
        table, seats = self.table, self.table["seats"]
        if self.game == TIME:  # TC-614 to TC-616
            return {
                name: (self.score(name), -one["chaos_tiles"], one["supply"]) for name, one in seats.items()
            }
        if self.game == LIGHT:  # FL-607 to FL-609, FL-622
            ties = table["tie_break"]
            return {
                name: (one["total"], ties[name]["dice"], ties[name]["resources"])
                for name, one in table["scores"].items()
            }
        if self.game == ORDER and table["reason"] in BY_LAND:  # CO-607, CO-608
            return {name: (one["land_regions_controlled"], len(one["relics"])) for name, one in seats.items()}
        return dict.fromkeys(seats, ())

    @cached_property
    def winners(self) -> list[str]:
        """Who won: as the final table says, or by another box of cards as the rules do."""
        if self.game == TIME:
            best = max(self.ranking.values())
            return [name for name, key in self.ranking.items() if key == best]
        if self.game == SKY:
            return [self.table["winner"]] if self.table["winner"] is not None else []
        return list(self.table["winners"])

    def score(self, seat: str) -> int | None:
        """The final score, in the two titles that have one (TC-611, FL-607)."""
        if self.game == TIME:
            return self.card_points(seat) - int(self.table["seats"][seat]["penalties"])
        return int(self.table["scores"][seat]["total"]) if self.game == LIGHT else None

    def card_points(self, seat: str) -> int:
        """The points of the cards that the seat has delivered."""
        return sum(self.points[card] for card in self.table["seats"][seat]["tableau"])

    @property
    def closeness(self) -> int:
        """By how much a winner is ahead of the next score."""
        first, second, *_ = sorted((key[0] for key in self.ranking.values()), reverse=True)
        return int(first - second)


@dataclass(frozen=True)
class PlayedSeat:
    """What a seat of an evening came to."""

    evening: Evening
    seat: str
    place: int
    player: str | None
    faction: str | None
    side: str | None
    position: int
    rank: int
    won: bool
    win_share: float
    expected: float
    expected_share: float
    score: int | None
    margin: int | None
    kinds: Counter[str]

    @property
    def unit(self) -> tuple[str, str]:
        """What a measure of seats is counted for."""
        return self.evening.session, self.seat

    @property
    def actions(self) -> int:
        """Its actions in A Time of Chaos."""
        return sum(self.kinds[kind] for kind in ON_BOARD)

    def delivered(self) -> Counter[str]:
        """The cards that it delivered."""
        own = (line for line in self.evening.lines if line.get("seat") == self.seat)
        return Counter(str(line["card"]) for line in own if line["type"] == "deliver")

    def is_with(self, other: PlayedSeat) -> bool:
        """Whether both are on one side."""
        return self.side is not None and self.side == other.side


def _played(evening: Evening, place: int, opened: Mapping[str, Any]) -> PlayedSeat:
    name, ranking, winners = opened["seat"], evening.ranking, evening.winners
    won = name in winners
    ahead = [key for one, key in ranking.items() if one not in winners and key > ranking[name]]
    sides = Counter(seat["side"] for seat in evening.seats if "side" in seat)
    teams = len(sides) or len(ranking)
    score = evening.score(name)
    others = [evening.score(one) for one in ranking if one != name]
    best = max((one for one in others if one is not None), default=None)
    return PlayedSeat(
        evening=evening,
        seat=name,
        place=place,
        player=evening.players.get(name),
        faction=opened.get("faction"),
        side=opened.get("side"),
        position=(place - 1 - _first(evening)) % len(evening.seats),
        rank=1 if won else max(len(winners), 1) + 1 + len(ahead),
        won=won,
        win_share=1 / len(winners) if won else 0.0,
        expected=1 / teams,
        expected_share=1 / teams / sides.get(opened.get("side"), 1),
        score=score,
        margin=None if score is None or best is None else score - best,
        kinds=Counter(line["type"] for line in evening.lines if line.get("seat") == name),
    )


def _first(evening: Evening) -> int:
    """The place of the first player of Chaos Order, who has the flare gun (CO-125); else the first place."""
    kind = "deploy_starting_leader"
    first = next((line["seat"] for line in evening.lines if line["type"] == kind), None)
    return 0 if first is None else [seat["seat"] for seat in evening.seats].index(first)
