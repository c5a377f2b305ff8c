"""The twenty questions of the guide, answered by counting in recorded games.

The standard library alone: nothing here is shared with what it checks.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from statistics import NormalDist, fmean, quantiles, stdev
from typing import Any, NamedTuple, TypeAlias

from tests.support.service.raw_games import LIGHT, ON_BOARD, ORDER, TIME, Evening, PlayedSeat

ACTIONS_A_TURN = 3
"""Of A Time of Chaos (TC-221)."""


class CannotTell:
    """Stands where raw files alone do not give a figure: it takes the rules of the game."""


UNTOLD: Any = CannotTell()


# Figures: what the units of a group come to. A unit is a seat or a session.

Group: TypeAlias = tuple[tuple[str, Any], ...]


class Unit(NamedTuple):
    """A value of a seat or session in a group, with its weight and what was expected of it."""

    group: Group
    session: str
    value: float
    weight: float = 1
    expected: float | None = None


class CountedFigure(NamedTuple):
    """What a group comes to; `UNTOLD` where raw files do not tell. sessions: those that count.

    bounds: of a value that is untold; there may be more sessions then.
    """

    value: float
    total: float
    sessions: frozenset[str]
    least: float = UNTOLD
    most: float = UNTOLD
    mean: float = UNTOLD
    spread: float | None = UNTOLD
    interval: tuple[float, float] | None = UNTOLD
    expected: float | None = None
    quarters: tuple[float, float, float] = UNTOLD
    bounds: tuple[float, float] | None = None


class CountedRow(NamedTuple):
    """A group with the figures of each measure; None where a measure has no such group."""

    group: dict[str, Any]
    sessions: frozenset[str]
    figures: dict[str, CountedFigure | None]


Rows: TypeAlias = list[CountedRow]


def figure(units: Sequence[Unit], *, share: bool = False) -> CountedFigure:
    """The figure of the units of one group."""
    total, weight = math.fsum(one.value for one in units), math.fsum(one.weight for one in units)
    ratios = [one.value / one.weight for one in units]
    many = len(ratios) > 1
    low, middle, high = quantiles(ratios, n=4, method="inclusive") if many else ratios * 3
    expected = None
    if all(one.expected is not None for one in units):
        expected = math.fsum((one.expected or 0) * one.weight for one in units) / weight
    return CountedFigure(
        value=total / weight,
        total=total,
        sessions=frozenset(one.session for one in units),
        least=min(ratios),
        most=max(ratios),
        mean=fmean(ratios),
        spread=stdev(ratios) if many else None,
        interval=wilson(units) if share else None,
        expected=expected,
        quarters=(low, middle, high),
    )


def wilson(units: Sequence[Unit]) -> tuple[float, float]:
    """Wilson's interval at 95 % of a share.

    Seats of one game depend on each other: it counts as many observations as vary like its sessions do.
    """
    total, weight = math.fsum(one.value for one in units), math.fsum(one.weight for one in units)
    share = total / weight
    apart: dict[str, float] = {}
    for one in units:
        apart[one.session] = apart.get(one.session, 0.0) + one.value - share * one.weight
    sessions, squares = len(apart), math.fsum(off**2 for off in apart.values())
    number = min(float(sessions), weight)
    if sessions > 1 and 0 < share < 1 and squares > 1e-9:
        variance = sessions / (sessions - 1) * squares / weight**2
        number = min(share * (1 - share) / variance, weight)
    z = NormalDist().inv_cdf(0.975)
    middle = (share * number + z * z / 2) / (number + z * z)
    half = z / (number + z * z) * math.sqrt(share * (1 - share) * number + z * z / 4)
    return max(0.0, middle - half), min(1.0, middle + half)


def newcombe(one: CountedFigure, other: CountedFigure) -> tuple[float, tuple[float, float]]:
    """The difference of two shares, with Newcombe's interval."""
    assert one.interval is not None
    assert other.interval is not None
    apart = one.value - other.value
    below = math.hypot(one.value - one.interval[0], other.interval[1] - other.value)
    above = math.hypot(one.interval[1] - one.value, other.value - other.interval[0])
    return apart, (apart - below, apart + above)


def rows_of(measures: Mapping[str, CountedFigures], order: str = "group") -> Rows:
    """A row for each group that any measure has, in this order; equal ones in the order of their groups."""
    groups = dict.fromkeys(group for figures in measures.values() for group in figures)
    rows = []
    for group in sorted(groups, key=lambda one: [_by_size(value) for _, value in one]):
        figures = {measure: found.get(group) for measure, found in measures.items()}
        sessions = next(one.sessions for one in figures.values() if one is not None)
        rows.append(CountedRow(dict(group), sessions, figures))
    return ordered(rows, order)


def ordered(rows: Rows, order: str, least: int = 0) -> Rows:
    """Rows in this order, which come in that of their groups; those with fewer sessions than `least` last."""
    by, falls = order.removeprefix("-"), order.startswith("-")
    if by == "group":
        return rows[::-1] if falls else rows

    def place(row: CountedRow) -> tuple[bool, bool, float]:
        found = row.figures.get(by, next(iter(row.figures.values())))
        if found is None:
            return True, False, 0
        number = len(row.sessions) if by == "n" else found.value
        assert number is not UNTOLD, "an order that takes the rules of the game"
        return False, len(row.sessions) < least, -number if falls else number

    return sorted(rows, key=place)


def _by_size(value: Any) -> tuple[bool, float, str]:
    number = isinstance(value, int) and not isinstance(value, bool)
    return not number, value if number else 0, str(value)


CountedFigures: TypeAlias = Mapping[Group, CountedFigure]


def by_group(units: Iterable[Unit], *, share: bool = False) -> CountedFigures:
    """The figure of each group."""
    found: dict[Group, list[Unit]] = {}
    for one in units:
        found.setdefault(one.group, []).append(one)
    return {group: figure(of, share=share) for group, of in found.items()}


# The twenty questions.

Groups: TypeAlias = Callable[[PlayedSeat], Iterable[Group]]
NO_GROUP: Group = ()


def of_player(seat: PlayedSeat) -> Iterator[Group]:
    """A person by id."""
    if seat.player is not None:
        yield (("player", seat.player),)


def against(seat: PlayedSeat) -> Iterator[Group]:
    """Everybody at the table who is not a team-mate."""
    for other in seat.evening.played:
        if other.seat != seat.seat and other.player is not None and not seat.is_with(other):
            yield (("against_player", other.player),)


def head_to_head(seat: PlayedSeat) -> Iterator[Group]:
    """A person against each other."""
    for (who,) in of_player(seat):
        for (other,) in against(seat):
            yield who, other


def by(**of: str) -> Groups:
    """By an attribute of the seat."""
    ((name, attribute),) = of.items()
    return lambda seat: [((name, getattr(seat, attribute)),)]


def box_of(seat: PlayedSeat) -> list[Group]:
    """By the box that was played."""
    return [(("component_set", seat.evening.box),)]


class TwentyCounts:
    """The answers by the words of their questions. evenings: all that count, whatever their title.

    refused: by rule, how many refusals the test provoked in each of those sessions.
    """

    def __init__(self, evenings: Sequence[Evening], refused: Mapping[str, Counter[str]]) -> None:
        self.evenings = evenings
        self.refused = refused
        self.answers: dict[str, Rows] = {
            "Who is best?": rows_of(self._wins(of_player), "-value"),
            "Against whom does somebody win?": rows_of(self._wins(against, player="p1")),
            "Which seat, color or faction wins?": rows_of(self._wins(by(faction="faction"), ORDER)),
            "How did a season go?": self._season(2026),
            "How long does a game take?": rows_of({"minutes": by_group(self._minutes())}),
            "Who plays most?": rows_of(self._wins(of_player), "-n"),
            "What does the table of points look like?": rows_of(
                self._wins(of_player) | self._ranks(of_player) | self._scores(of_player), "-wins"
            ),
            "Who beats whom, head to head?": rows_of(self._wins(head_to_head), "-n"),
            "How far apart are the ranks?": rows_of(self._scores(by(rank="rank"), TIME)),
            "Which faction, hero or card is too strong?": rows_of(
                self._win_shares(by(faction="faction")), "-value"
            ),
            "Does the first player win more?": rows_of(self._win_shares(by(position="position"))),
            "How long are games and rounds?": self._lengths(),
            "Which cards are dead?": self.cards(),
            "Which decisions never matter?": self._decisions(),
            "How do two boxes or editions compare?": self._boxes(),
            "How do scores grow by round?": self._growth(),
            "What is different in close games?": self._styles(
                lambda _: [NO_GROUP], lambda evening: 0 <= evening.closeness <= 2
            ),
            "What does a typical winner do?": self._styles(by(won="won")),
        }

    @property
    def styles_of_all(self) -> Rows:
        """What seats of A Time of Chaos do in all games."""
        return self._styles(lambda _: [NO_GROUP])

    def seats(self, game: str | None = None, player: str | None = None) -> list[PlayedSeat]:
        """The seats of a title, or of all; of one person, or of everybody."""
        return [
            seat
            for evening in self.evenings
            if game in (None, evening.game)
            for seat in evening.played
            if player in (None, seat.player)
        ]

    def form(self, game: str, player: str) -> list[PlayedSeat]:
        """The seats of a person, played last first."""
        found = self.seats(game, player)
        return sorted(found, key=lambda one: (one.evening.day, one.evening.session), reverse=True)

    def refusals(self) -> list[dict[str, Any]]:
        """By rule, the most refused first: how often, in how many of the games of A Time of Chaos."""
        games = [evening.session for evening in self.evenings if evening.game == TIME]
        found = {session: self.refused.get(session, Counter()) for session in games}
        rules = sorted({rule for numbers in found.values() for rule in numbers})
        rows = [
            {
                "group": {"rule": rule},
                "total": sum(numbers[rule] for numbers in found.values()),
                "n": sum(rule in numbers for numbers in found.values()),
                "of": len(games),
            }
            for rule in rules
        ]
        return sorted(rows, key=lambda row: -row["total"])

    def _wins(
        self, groups: Groups, game: str | None = None, player: str | None = None, year: int | None = None
    ) -> dict[str, CountedFigures]:
        units = (
            Unit(group, seat.evening.session, float(seat.won), 1, seat.expected)
            for seat in self.seats(game, player)
            if year in (None, date.fromisoformat(seat.evening.day).year)
            for group in groups(seat)
        )
        return {"wins": by_group(units, share=True)}

    def _ranks(self, groups: Groups, year: int | None = None) -> dict[str, CountedFigures]:
        units = (
            Unit(group, seat.evening.session, seat.rank)
            for seat in self.seats()
            if year in (None, date.fromisoformat(seat.evening.day).year)
            for group in groups(seat)
        )
        return {"rank": by_group(units)}

    def _season(self, year: int) -> Rows:
        return rows_of(self._wins(of_player, year=year) | self._ranks(of_player, year))

    def _scores(self, groups: Groups, game: str | None = None) -> dict[str, CountedFigures]:
        units = (
            Unit(group, seat.evening.session, seat.score)
            for seat in self.seats(game)
            if seat.score is not None
            for group in groups(seat)
        )
        return {"score": by_group(units)}

    def _win_shares(self, groups: Groups) -> dict[str, CountedFigures]:
        units = (
            Unit(group, seat.evening.session, seat.win_share, 1, seat.expected_share)
            for seat in self.seats(ORDER)
            for group in groups(seat)
        )
        return {"win_share": by_group(units, share=True)}

    def _minutes(self, game: str | None = None, *names: str) -> Iterator[Unit]:
        for evening in self.evenings:
            if game in (None, evening.game) and evening.minutes is not None:
                yield Unit(_of_session(evening, *names), evening.session, evening.minutes)

    def _rounds(self, game: str, *names: str) -> Iterator[Unit]:
        for evening in self.evenings:
            if evening.game == game:
                yield Unit(_of_session(evening, *names), evening.session, evening.rounds)

    def _lengths(self) -> Rows:
        turns = (
            Unit(_of_session(evening, "count"), evening.session, *evening.turns_of_minutes)
            for evening in self.evenings
            if evening.game == ORDER and evening.paced is not None
        )
        return rows_of(
            {
                "minutes": by_group(self._minutes(ORDER, "count")),
                "rounds": by_group(self._rounds(ORDER, "count")),
                "turn_minutes": by_group(turns),
            }
        )

    def cards(self, player: str | None = None) -> Rows:
        """Each card of the boxes, dead ones too: how often a seat delivers it. player: whose seats."""
        seats = self.seats(TIME, player)
        cards = dict.fromkeys(card for seat in seats for card in seat.evening.points)
        units = (
            Unit((("card", card),), seat.evening.session, seat.delivered()[card])
            for card in cards
            for seat in seats
        )
        return rows_of({"card_delivered": by_group(units)}, "value")

    def _decisions(self) -> Rows:
        """Each action of a seat: how often it was taken, and by winners.

        What was offered takes the rules, but for the steps of a turn: before each action and at its end a
        turn may end; a pawn and a send are all that is allowed when they are due. Of the others it is only
        known that they were offered when taken, and at most whenever an action was left.
        """
        seats, figures = self.seats(TIME), {}
        for kind in sorted({kind for seat in seats for kind in seat.kinds}):
            group = (("action", kind),)
            those = [seat for seat in seats if seat.kinds[kind]]
            won = [
                Unit(group, seat.evening.session, times * seat.won, times, seat.expected)
                for seat in those
                for times in [seat.kinds[kind]]
            ]
            figures[group] = (*_offered(seats, those, kind, group), figure(won, share=True))
        names = ("decision_offered", "decision_taken", "decision_win_share")
        return rows_of(
            {name: {group: found[at] for group, found in figures.items()} for at, name in enumerate(names)}
        )

    def _boxes(self) -> Rows:
        return rows_of(
            self._scores(box_of, TIME)
            | {
                "rounds": by_group(self._rounds(TIME, "component_set")),
                "minutes": by_group(self._minutes(TIME, "component_set")),
            }
        )

    def _growth(self) -> Rows:
        """By round: who was there; the scores after the last one, which takes no rules."""
        figures: dict[Group, CountedFigure] = {}
        evenings = [evening for evening in self.evenings if evening.game == LIGHT]
        for number in range(1, max(evening.table["rounds"] for evening in evenings) + 1):
            group = (("round", number),)
            there = [evening for evening in evenings if evening.table["rounds"] >= number]
            ended = all(evening.table["rounds"] == number for evening in there)
            units = [
                Unit(group, seat.evening.session, seat.score or 0)
                for evening in there
                for seat in evening.played
            ]
            of = frozenset(evening.session for evening in there)
            figures[group] = figure(units) if ended else CountedFigure(UNTOLD, UNTOLD, of)
        return rows_of({"score_by_round": figures})

    def _styles(self, groups: Groups, which: Callable[[Evening], bool] = lambda _: True) -> Rows:
        values: dict[str, Callable[[PlayedSeat], tuple[float, float]]] = {
            "card_points": lambda seat: (seat.evening.card_points(seat.seat), 1),
            "penalties": lambda seat: (seat.evening.table["seats"][seat.seat]["penalties"], 1),
            "deliveries": lambda seat: (seat.kinds["deliver"], 1),
            "points_per_action": lambda seat: (seat.evening.card_points(seat.seat), seat.actions),
        }
        seats = [seat for seat in self.seats(TIME) if which(seat.evening)]
        return rows_of(
            {
                measure: by_group(
                    Unit(group, seat.evening.session, *value(seat))
                    for seat in seats
                    for group in groups(seat)
                )
                for measure, value in values.items()
            }
        )


def _offered(
    seats: Sequence[PlayedSeat], those: Sequence[PlayedSeat], kind: str, group: Group
) -> tuple[CountedFigure, CountedFigure]:
    """How often an action was offered to each seat, and taken of those times."""
    every = frozenset(seat.evening.session for seat in seats)
    if kind in ("place_pawn", "send_disorder", "end_turn"):
        offered = {seat.unit: seat.kinds[kind] + (kind == "end_turn") * seat.actions for seat in seats}
        allowed = [Unit(group, seat.evening.session, offered[seat.unit]) for seat in seats]
        taken = [Unit(group, seat.evening.session, seat.kinds[kind], offered[seat.unit]) for seat in seats]
        return figure(allowed), figure(taken, share=True)
    least = sum(seat.kinds[kind] for seat in seats)
    most = sum(_left_to_act(seat) for seat in seats)
    bounds = least / len(seats), most / len(seats)
    taken_of = frozenset(seat.evening.session for seat in those)
    return (
        CountedFigure(UNTOLD, UNTOLD, every, bounds=bounds),
        CountedFigure(UNTOLD, least, taken_of, bounds=(least / most, 1.0)),
    )


def _left_to_act(seat: PlayedSeat) -> int:
    """How often the seat acted, or ended its turn, with an action left."""
    times = taken = 0
    for line in seat.evening.lines:
        if line.get("seat") == seat.seat and line["type"] in (*ON_BOARD, "end_turn"):
            times += taken < ACTIONS_A_TURN
            taken = 0 if line["type"] == "end_turn" else taken + 1
    return times


def _of_session(evening: Evening, *names: str) -> Group:
    found = {"count": len(evening.seats), "component_set": evening.box}
    return tuple((name, found[name]) for name in names)


class Streaks(NamedTuple):
    """Of somebody's games, the newest first: how many of the last ten were won, and how long streaks are."""

    won: int
    of: int
    now: int
    winning: bool
    longest: int


def streaks_of(seats: Sequence[PlayedSeat]) -> Streaks:
    """The form of a person, whose games come played last first."""
    marks = "".join("W" if seat.won else "-" for seat in seats)
    newest = marks[0]
    now = len(marks) - len(marks.lstrip(newest))
    return Streaks(
        marks[:10].count("W"), len(marks[:10]), now, newest == "W", max(map(len, marks.split("-")))
    )


def in_bins(values: Iterable[float], begin: float, width: float, number: int) -> list[int]:
    """How many values each bin holds: its lower end too, the last one its upper end as well."""
    counts = [0] * number
    for value in values:
        counts[min(math.floor((value - begin) / width + 1e-9), number - 1)] += 1
    return counts
