"""The figures of every session, as its game's measures give them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

import sqlalchemy as sa

from domain.kernel import Fact, Game, Moment, Point, Viewer
from domain.kernel.engine.entries import Recorded, codec_of
from domain.kernel.statistics import WHOLE, PlayClock, PlayingTime
from domain.kernel.statistics import Row as FigureRow
from domain.kernel.statistics_alike import (
    EXPECTED_WIN_SHARE,
    EXPECTED_WINS,
    OFFERED,
    ROUNDS,
    SCORE,
    SCORES,
    TAKEN,
    TURNS,
    WINS,
    WON_AFTER,
    expected_wins,
)
from workers.projections.packing import SessionFigure, pack_figures
from workers.projections.projection import Folded, Projection, Row, SessionRows, Step
from workers.projections.times import clock_of, milliseconds, moved_at, times_of
from workers.projections.writing import clear, insert_many
from workers.read_models import OF_THE_SESSION, STATISTICS, statistics_tables

Values = dict[str, dict[str, float]]
"""By the key of a series and its subject: its last number."""


class CourseOfPlay:
    """The rounds and turns that were played, and each curve at the end of each round; it belongs to one fold.

    A round ends before the fact with which the next one begins.
    """

    def __init__(self, game: Game[Any], seats: tuple[str, ...]) -> None:
        self._game = game
        self._seats = seats
        self._series = [series for series in game.series if series.key in game.measures_by_round]
        own_scores = any(series.key == SCORES for series in self._series)
        self._asks_scores = SCORES in game.measures_by_round and not own_scores
        self._values: Values = {series.key: {} for series in self._series}
        self._ends: dict[int, Values] = {}
        self._moment = Moment(0, 0, "")
        self._turns: set[tuple[int, int]] = set()

    def follow(self, step: Step, moment: Moment) -> None:
        """Move on over an entry that changed the table, or over the opening. moment: after it."""
        if (moment.round, moment.turn) == (self._moment.round, self._moment.turn) or step.before is None:
            self._come_to(moment)
            self._draw({series.key: step.points_of(series) for series in self._series})
            return
        begun, facts = step.before, list[Fact]()
        for before, fact, after in step.changes:
            there = self._game.moment(after)
            if there.round != self._moment.round:
                self._draw(self._between(begun, facts, before))
                self._end_round(before)
                begun, facts = before, []
            facts.append(fact)
            self._come_to(there)
        if len(facts) == len(step.changes):
            self._draw({series.key: step.points_of(series) for series in self._series})
        else:
            self._draw(self._between(begun, facts, step.after))

    def _come_to(self, moment: Moment) -> None:
        self._moment = moment
        if moment.turn:
            self._turns.add((moment.round, moment.turn))

    def _between(self, before: Any, facts: list[Fact], after: Any) -> Mapping[str, Iterable[Point]]:
        return {series.key: series.points(before, tuple(facts), after) for series in self._series if facts}

    def _draw(self, points: Mapping[str, Iterable[Point]]) -> None:
        for key, drawn in points.items():
            for point in drawn:
                if isinstance(point.value, int | float):
                    self._values[key][point.subject] = float(point.value)
                else:
                    self._values[key].pop(point.subject, None)

    def _end_round(self, state: Any) -> None:
        if self._moment.round:
            self._ends[self._moment.round] = self._stands_at(state)

    def _stands_at(self, state: Any) -> Values:
        values = {key: dict(of) for key, of in self._values.items()}
        if self._asks_scores:
            seats = self._game.standing(state).seats
            values[SCORES] = {seat.seat: seat.score for seat in seats if seat.score is not None}
        return values

    def rows(self, state: Any) -> Iterator[FigureRow]:
        """The figures of a finished game."""
        yield FigureRow(ROUNDS.key, self._moment.round)
        yield FigureRow(TURNS.key, len(self._turns))
        ends = self._ends | ({self._moment.round: self._stands_at(state)} if self._moment.round else {})
        for number, values in sorted(ends.items()):
            for key, of in values.items():
                yield from self._of_curve(key, of, str(number))

    def _of_curve(self, key: str, values: Mapping[str, float], number: str) -> Iterator[FigureRow]:
        measure = self._game.measures_by_round[key]
        for subject, value in values.items():
            seat = subject if measure.per == "seat" and subject in self._seats else None
            if key != SCORES:
                dimensions = {"round": number, "subject": subject}
                yield FigureRow(measure.key, value, seat=seat, dimensions=dimensions)
            elif seat is not None:
                yield FigureRow(measure.key, value, seat=seat, dimensions={"round": number})


class Decisions:
    """How often each type of action was offered to a seat that acted, and how often taken; of one fold."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._offered: Counter[tuple[str, str]] = Counter()
        self._taken: Counter[tuple[str, str]] = Counter()

    def follow(self, step: Step) -> None:
        """Count an action that somebody chose."""
        entry, game = step.entry, self._game
        if not isinstance(entry, Recorded) or entry.auto or not game.opens_when_finished:
            return
        action = codec_of(game).actions.decode(entry.action)
        seat = game.actor(action)
        if seat is not None:
            kind = str(action.__struct_config__.tag)
            self._taken[seat, kind] += 1
            self._offered.update((seat, offered) for offered in {kind, *self._types(step.before, seat)})

    def _types(self, state: Any, seat: str) -> Iterable[str]:
        try:
            return {offer.type for offer in self._game.offers(state, seat, Viewer(seat))}
        except Exception:  # a table that was put right may be one that the rules cannot lead to
            return ()

    def rows(self, winners: Collection[str]) -> Iterator[FigureRow]:
        """The figures of a finished game."""
        for (seat, kind), offered in self._offered.items():
            taken, dimensions = self._taken[seat, kind], {"action": kind}
            yield FigureRow(OFFERED.key, offered, seat=seat, dimensions=dimensions)
            yield FigureRow(TAKEN.key, taken, offered, seat, dimensions)
            if taken:
                yield FigureRow(WON_AFTER.key, taken if seat in winners else 0, taken, seat, dimensions)


class Memory(NamedTuple):
    """The game's counts, the course of play and its decisions, the time of play, and the playing time.

    time: None for a fork, whose beginning was played elsewhere.
    """

    tally: Any
    course: CourseOfPlay
    decisions: Decisions
    clock: PlayClock
    time: PlayingTime | None


class UndeclaredMeasure(Exception):
    """The game gave a row of a measure that it does not declare."""


class StatisticsProjection(Projection):
    """All rows of a session, replaced whenever it moves.

    A measure that counts finished sessions only has rows once the session is finished: they may tell
    what was hidden before.
    """

    name = STATISTICS
    version = 11

    def tables(self, build: int) -> tuple[sa.Table, ...]:
        return statistics_tables(build).all

    def begin(self, folded: Folded) -> Any:
        game, state, opened = folded.game, folded.state, folded.opened
        clock, time = clock_of(opened), None
        seats = tuple(str(seat["seat"]) for seat in opened.seats)
        if opened.forked_from is None:
            time = PlayingTime(clock, game.moment(state), seats)
        return Memory(game.statistics.start(state), CourseOfPlay(game, seats), Decisions(game), clock, time)

    def follow(self, folded: Folded, memory: Memory, step: Step) -> list[Row]:
        game = folded.game
        if step.changes or step.before is None:
            moment = game.moment(step.after)
            memory.course.follow(step, moment)
            memory.decisions.follow(step)
        if step.changes:
            for before, fact, after in step.changes:
                game.statistics.observe(memory.tally, before, fact, after)
            if memory.time is not None:
                is_finished = game.is_finished(step.after)
                at = milliseconds(step.entry.at)
                memory.time.follow(at, moved_at(step), moment, is_finished=is_finished)
        return []

    def retract(self, rows: list[Row], is_live: Callable[[int], bool]) -> list[Row]:
        return rows

    def sum_up(self, folded: Folded, memory: Memory) -> list[Row]:
        game = folded.game
        declared = game.measures
        finished = game.is_finished(folded.state)
        if not finished and game.statistics.only_finished:
            return []
        rows = []
        own, of_the_time = game.statistics.rows(memory.tally, folded.state), _rows_of_time(folded, memory)
        alike = _rows_alike(folded, memory) if finished else ()
        for row in chain(own, of_the_time, alike):
            if row.measure not in declared:
                raise UndeclaredMeasure(row.measure)
            if finished or not declared[row.measure].only_finished:
                seat = row.seat if row.seat is not None else OF_THE_SESSION
                value, weight = float(row.value), float(row.weight)
                rows.append({"figure": SessionFigure(row.measure, seat, value, weight, dict(row.dimensions))})
        return rows

    def write(self, connection: sa.Connection, build: int, changes: Mapping[str, SessionRows]) -> None:
        figures = statistics_tables(build).rows
        clear(connection, figures, changes)
        rows = [
            {"session": session, "packed": pack_figures(row["figure"] for row in change.summary)}
            for session, change in changes.items()
            if change.summary
        ]
        insert_many(connection, figures, rows)


def _rows_alike(folded: Folded, memory: Memory) -> Iterator[FigureRow]:
    """The figures that every finished game has alike, but for those that the game keeps itself."""
    game, state = folded.game, folded.state
    decided = memory.decisions.rows(game.standing(state).winners)
    for row in chain(_rows_of_result(folded), memory.course.rows(state), decided):
        if row.measure in game.measures and row.measure not in game.statistics.declared:
            yield row


def _rows_of_result(folded: Folded) -> Iterator[FigureRow]:
    standing, team = folded.game.standing(folded.state), folded.game.team
    seats = {str(seat["seat"]): seat for seat in folded.opened.seats}
    contenders = {seat.seat: seat.seat for seat in standing.seats}
    if team is not None:
        contenders |= {name: f"team {seat[team]}" for name, seat in seats.items()}
    expected = expected_wins(contenders)
    for seat in standing.seats:
        if seat.seat in seats:
            wins, share = expected[seat.seat]
            yield FigureRow(WINS, seat.seat in standing.winners, seat=seat.seat)
            yield FigureRow("rank", seat.rank, seat=seat.seat)
            if seat.score is not None:
                yield FigureRow(SCORE, seat.score, seat=seat.seat)
            yield FigureRow(EXPECTED_WINS.key, wins, seat=seat.seat)
            yield FigureRow(EXPECTED_WIN_SHARE.key, share, seat=seat.seat)


def _rows_of_time(folded: Folded, memory: Memory) -> list[FigureRow]:
    """The figures of the playing time: as somebody says, else as the moves tell.

    What was typed at another time than the game was played says nothing of how long its rounds took.
    """
    times = times_of(folded.opened, folded.position.when, memory.clock)
    rows = [] if memory.time is None or not times.is_of_the_moves else list(memory.time.rows())
    if times.minutes is None:
        return rows
    return [FigureRow(WHOLE, times.minutes), *(row for row in rows if row.measure != WHOLE)]
