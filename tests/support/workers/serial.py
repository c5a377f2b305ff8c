"""What the read models must hold: the log folded once, in order, by the kernel, with no worker's code."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from itertools import pairwise
from operator import itemgetter
from typing import Any

import msgspec
import sqlalchemy as sa

from domain.kernel import PUBLIC, TRUTH, Fact, SeatStanding
from domain.kernel.engine.entries import (
    Closed,
    Corrected,
    Entry,
    Noted,
    Recorded,
    Reinstated,
    Reopened,
    Voided,
    codec_of,
)
from domain.kernel.engine.views import Unreadable
from domain.kernel.session import Session, live_numbers
from replays.databases import reading
from replays.event_store import EventStore
from replays.library import Library, entries, load_session
from workers.projections.packing import pack, packed_rows, unpack
from workers.read_models import (
    SERIES,
    SESSIONS,
    STATISTICS,
    TIMELINE,
    PackedTable,
    live_build,
    series_tables,
    session_tables,
    statistics_tables,
    timeline_tables,
)

Logged = Entry | Unreadable
Line = list[tuple[Logged, Any]]
"""What was logged, each with the state after it."""

Row = tuple[Any, ...]
Rows = dict[str, set[Row]]


def expected(store: EventStore, library: Library) -> Rows:
    """The rows that all sessions of the log come to."""
    rows: Rows = {"catalogue": set(), "points": set(), "timeline": set(), "figures": set()}
    rows |= {"results": set(), "minutes": set()}
    for session_id in store.sessions():
        session = load_session(store, library, session_id)
        log = list(entries(store, session.game, session_id))
        session = _under_its_last_set(session, store, log)
        rows["catalogue"].add(_catalogue(session, log))
        rows["results"] |= set(_results(session, log))
        live = set(live_numbers(session.position.live))
        line = [(entry, session.at(entry.number, _reader(log)).state) for entry in log]
        rows["points"] |= set(_points(session, [step for step in line if step[0].number in live]))
        rows["timeline"] |= set(_timeline(session, line, live))
        figures = list(_figures(session, [step for step in line if step[0].number in live]))
        rows["figures"] |= set(figures)
        lengths = {(session.id, value) for _, measure, _, value, *_ in figures if measure == "minutes"}
        rows["minutes"] |= lengths or {(session.id, None)}
    return rows


def _under_its_last_set(session: Session, store: EventStore, log: list[Logged]) -> Session:
    """The session as if it had been opened with the set that it is read with now."""
    components = session.components
    if components.hash == session.opened.component_set:
        return session
    digests = [stored.digest for stored in store.read(session.id)]
    again = Session(session.game, components, session.opened, digests[0], lambda name: components)
    for entry, digest in zip(log[1:], digests[1:], strict=True):
        again.follow(entry, digest, _reader(log))
    return again


def found(engine: sa.Engine) -> Rows:
    """The rows that are served."""
    with reading(engine).connect() as connection:

        def build(projection: str) -> int:
            return live_build(connection, projection)

        catalogue = session_tables(build(SESSIONS)).catalogue.c
        results = session_tables(build(SESSIONS)).results
        figures = statistics_tables(build(STATISTICS)).rows.c
        columns = {
            "catalogue": [
                catalogue[name] for name in ("session", "status", "version", "digest", "flagged", "void")
            ],
            "minutes": [catalogue["session"], catalogue["minutes"]],
            "results": list(results.c),
            "figures": [
                figures[name] for name in ("session", "measure", "seat", "value", "weight", "dimensions")
            ],
        }
        rows = {
            name: {tuple(map(_plain, row)) for row in connection.execute(sa.select(*chosen))}
            for name, chosen in columns.items()
        }
        packed = {
            "points": (
                series_tables(build(SERIES)),
                ("session", "series", "entry", "place", "subject", "value", "word", "turn"),
            ),
            "timeline": (
                timeline_tables(build(TIMELINE)),
                ("session", "entry", "kind", "type", "seat", "turn", "live", "flagged"),
            ),
        }
        return rows | {
            name: set(map(itemgetter(*chosen), all_packed(connection, table)))
            for name, (table, chosen) in packed.items()
        }


def all_packed(connection: sa.Connection, table: PackedTable) -> list[dict[str, Any]]:
    """The packed rows of all sessions. No entry stands in two pieces."""
    found: list[dict[str, Any]] = []
    for session in connection.scalars(sa.select(table.rows.c.session).distinct()).all():
        rows = packed_rows(connection, table, session)
        entries = [row["entry"] for row in rows]
        assert entries == sorted(entries)
        found += rows
    return found


def repack(
    connection: sa.Connection,
    table: PackedTable,
    change: Callable[[list[dict[str, Any]]], list[dict[str, Any]]],
) -> None:
    """Spoil the rows of every piece."""
    for row in connection.execute(sa.select(table.rows)).all():
        own = (table.rows.c.session == row.session) & (table.rows.c.first == row.first)
        spoilt = pack(table, change(unpack(table, row.session, row.packed)))
        connection.execute(sa.update(table.rows).where(own).values(packed=spoilt["packed"]))


def _plain(value: Any) -> Any:
    return msgspec.json.encode(value, order="sorted") if isinstance(value, dict) else value


def _reader(log: list[Logged]) -> Any:
    return lambda first, last: log[first - 1 : last]


def _catalogue(session: Session, log: list[Logged]) -> Row:
    closed: str | None = None
    void: int | None = None
    for entry in log:
        match entry:
            case Closed():
                closed = entry.outcome
            case Reopened():
                closed = None
            case Voided():
                void = entry.number
            case Reinstated():
                void = None
    done = session.game.is_finished(session.state) or closed == "finished"
    status = "finished" if done else "closed" if closed else "open"
    return session.id, status, session.version, session.position.digest, session.position.flagged, void


def _results(session: Session, log: list[Logged]) -> Iterable[Row]:
    """Seats in the order of the table; the margin is over whoever else has the best score."""
    if _catalogue(session, log)[1] != "finished":
        return
    game, standing = session.game, session.game.standing(session.state)
    is_over = game.is_finished(session.state)
    for place, opened in enumerate(session.opened.seats, 1):
        [own] = [one for one in standing.seats if one.seat == opened["seat"]]
        best = max(
            (one.score for one in standing.seats if one is not own and one.score is not None), default=None
        )
        margin = None if best is None or own.score is None else own.score - best
        team = opened["side"] if game.key == "order_vs_chaos" else None
        rank = own.rank if is_over else None
        yield session.id, own.seat, place, rank, own.score, is_over and own.winner, margin, team


def _points(session: Session, line: Line) -> Iterable[Row]:
    game, before = session.game, None
    standings: dict[str, SeatStanding] = {}
    for entry, state in line:
        facts = _facts(session, entry)
        if not facts and before is not None:
            continue
        points: list[tuple[str, str, float | str | None]] = []
        for seat in game.standing(state).seats:
            if standings.get(seat.seat) != seat and all(drawn.key != "scores" for drawn in game.series):
                points.append(("scores", seat.seat, seat.score))
            standings[seat.seat] = seat
        for drawn in game.series:
            points += [(drawn.key, p.subject, p.value) for p in drawn.points(before, facts, state)]
        turn = game.moment(state).turn
        for place, (series, subject, value) in enumerate(points):
            number, word = (None, value) if isinstance(value, str) else (value, None)
            yield session.id, series, entry.number, place, subject, number, word, turn
        before = state


def _timeline(session: Session, line: Line, live: set[int]) -> Iterable[Row]:
    for entry, state in line:
        shown: Mapping[str, Any] = {}
        if isinstance(entry, Recorded):
            action = codec_of(session.game).actions.decode(entry.action)
            shown = session.game.action_view(action, PUBLIC) or {}
        yield (
            session.id,
            entry.number,
            type(entry).__struct_config__.tag,
            shown.get("type"),
            shown.get("seat"),
            session.game.moment(state).turn,
            isinstance(entry, Noted | Reopened | Voided | Reinstated) or entry.number in live,
            isinstance(entry, Corrected) or bool(getattr(entry, "broken", ())),
        )


def _figures(session: Session, line: Line) -> Iterable[Row]:
    game, state = session.game, line[0][1]
    tally = game.statistics.start(state)
    for entry, _ in line:
        for fact in _facts(session, entry):
            after = game.evolve(state, fact)
            game.statistics.observe(tally, state, fact, after)
            state = after
    early = {measure.key for measure in game.statistics.measures if not measure.only_finished}
    for row in game.statistics.rows(tally, state):
        if row.measure in early or game.is_finished(state):
            yield session.id, row.measure, row.seat or "", row.value, row.weight, _plain(dict(row.dimensions))
    if game.is_finished(state) and session.opened.forked_from is None:
        for measure, seat, value, weight, dimensions in playing_time(session, line):
            yield session.id, measure, seat, value, weight, _plain(dimensions)
    if game.is_finished(state) and game.opens_when_finished:
        for measure, seat, value, weight, action in decisions(session, line):
            yield session.id, measure, seat, float(value), float(weight), _plain({"action": action})
    if game.is_finished(state):
        own = game.statistics.declared
        for measure, seat, value, dimensions in alike(session, line):
            if measure in game.measures and measure not in own:
                yield session.id, measure, seat, float(value), 1.0, _plain(dimensions)


def alike(session: Session, line: Line) -> Iterator[tuple[str, str, float, dict[str, str]]]:
    """The result, and what each curve stands at when a round ends: before the fact that leads to the next."""
    game, stretches = session.game, list(_stretches(session, line))
    standing = game.standing(stretches[-1][2])
    seats = {str(seat["seat"]): seat for seat in session.opened.seats}
    teams = {one.seat: seats.get(one.seat, {}).get(game.team or "", one.seat) for one in standing.seats}
    for one in standing.seats:
        if one.seat in seats:
            members = sum(team == teams[one.seat] for team in teams.values())
            yield "wins", one.seat, one.winner, {}
            yield "rank", one.seat, one.rank, {}
            yield "expected_wins", one.seat, 1 / len(set(teams.values())), {}
            yield "expected_win_share", one.seat, 1 / len(set(teams.values())) / members, {}
            if one.score is not None:
                yield "score", one.seat, one.score, {}
    moments = [game.moment(after) for _, _, after in _fact_by_fact(session, line)]
    yield "rounds", "", moments[-1].round, {}
    yield "turns", "", len({(moment.round, moment.turn) for moment in moments if moment.turn}), {}
    for series in game.series:
        if series.by_round is None and series.key != "scores":
            continue
        stands: dict[str, dict[str, Any]] = {}
        now: dict[str, Any] = {}
        for before, facts, after in stretches:
            now = now | {point.subject: point.value for point in series.points(before, facts, after)}
            stands[str(game.moment(after).round)] = now
        for number, subject, value in (
            (number, subject, value) for number, now in stands.items() for subject, value in now.items()
        ):
            if number != "0" and isinstance(value, int | float):
                seat = subject if subject in seats and series.by_round != "session" else ""
                key = series.key.replace("-", "_")
                if key != "scores":
                    yield f"{key}_by_round", seat, value, {"round": number, "subject": subject}
                elif seat:
                    yield "score_by_round", seat, value, {"round": number}
    if all(series.key != "scores" for series in game.series):
        at_ends = {str(game.moment(after).round): after for _, _, after in stretches}
        for number, state in at_ends.items():
            for one in game.standing(state).seats:
                if number != "0" and one.score is not None:
                    yield "score_by_round", one.seat, one.score, {"round": number}


def decisions(session: Session, line: Line) -> Iterator[tuple[str, str, int, int, str]]:
    """Each action that a seat took, among all that it might have taken."""
    game = session.game
    offered = defaultdict[tuple[str, str], list[bool]](list)
    for (_, before), (entry, _) in pairwise(line):
        if isinstance(entry, Recorded) and not entry.auto:
            action = msgspec.json.decode(entry.action)
            seat = game.actor(codec_of(game).action(action))
            if seat is not None:
                allowed = {offer.type for offer in game.offers(before, seat, TRUTH)} | {action["type"]}
                for kind in allowed:
                    offered[seat, kind].append(kind == action["type"])
    winners = game.standing(line[-1][1]).winners
    for (seat, kind), taken in offered.items():
        yield "decision_offered", seat, len(taken), 1, kind
        yield "decision_taken", seat, sum(taken), len(taken), kind
        if any(taken):
            yield "decision_win_share", seat, sum(taken) * (seat in winners), sum(taken), kind


def _stretches(session: Session, line: Line) -> Iterator[tuple[Any, tuple[Fact, ...], Any]]:
    """The facts of each entry, those before a new round and those from it on apart."""
    game, before = session.game, line[0][1]
    yield None, (), before
    for entry, _ in line:
        start, facts, state = before, tuple[Fact, ...](), before
        for fact in _facts(session, entry):
            after = game.evolve(state, fact)
            if game.moment(after).round != game.moment(state).round:
                yield start, facts, state
                start, facts = state, ()
            facts, state = (*facts, fact), after
        yield start, facts, state
        before = state


def _fact_by_fact(session: Session, line: Line) -> Iterator[tuple[Any, tuple[Fact, ...], Any]]:
    state = line[0][1]
    yield None, (), state
    for entry, _ in line:
        for fact in _facts(session, entry):
            before, state = state, session.game.evolve(state, fact)
            yield before, (fact,), state


def playing_time(session: Session, line: Line) -> Iterator[tuple[str, str, float, float, dict[str, str]]]:
    """Each stretch between two live entries that moved the game, with the moment in which it passed."""
    game = session.game
    moved = [(entry, state) for entry, state in line if entry.number == 1 or _facts(session, entry)]
    until = next(place for place, (_, state) in enumerate(moved) if game.is_finished(state))
    stretches = []
    for (earlier, state), (later, _) in pairwise(moved[: until + 1]):
        passed = instant(later) - instant(earlier)
        if passed <= timedelta(minutes=30):
            stretches.append((passed, game.moment(state)))

    rounds = {moment.round for _, moment in stretches} - {0}
    turns = {(moment.round, moment.turn) for _, moment in stretches if moment.turn}
    yield "minutes", "", minutes(passed for passed, _ in stretches), 1.0, {}
    for number in rounds:
        own = (passed for passed, moment in stretches if moment.round == number)
        yield "round_minutes", "", minutes(own), 1.0, {"round": str(number)}
    if turns:
        own = (passed for passed, moment in stretches if moment.turn)
        yield "turn_minutes", "", minutes(own), float(len(turns)), {}
    for seat in (opened["seat"] for opened in session.opened.seats):
        own = (passed for passed, moment in stretches if seat in moment.active)
        yield "thinking_minutes", str(seat), minutes(own), 1.0, {}


def minutes(stretches: Iterable[timedelta]) -> float:
    return sum(stretches, timedelta()) / timedelta(minutes=1)


def instant(entry: Logged) -> datetime:
    assert not isinstance(entry, Unreadable)
    return datetime.fromisoformat(entry.moved_at or entry.at)


def _facts(session: Session, entry: Logged) -> tuple[Fact, ...]:
    if isinstance(entry, Recorded | Corrected):
        return codec_of(session.game).facts.decode(entry.facts)
    return ()


def differences(store: EventStore, library: Library, engine: sa.Engine) -> list[str]:
    """Where the served rows are not those of the serial fold; the first few of each table."""
    wanted, served = expected(store, library), found(engine)
    lines = []
    for name in wanted:
        lines += [f"{name}: missing {row}" for row in sorted(wanted[name] - served[name], key=repr)[:5]]
        lines += [f"{name}: too many {row}" for row in sorted(served[name] - wanted[name], key=repr)[:5]]
    return lines
