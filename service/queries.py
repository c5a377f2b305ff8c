"""Queries over the read models. Nothing here folds a log."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

import msgspec
import sqlalchemy as sa

from domain.games import REGISTRY
from domain.kernel import Measure
from domain.kernel.messages import Json
from service.query_filters import (
    GAME,
    MEASURE,
    WITH,
    Tables,
    UnusableFilter,
    Wanted,
    figure_conditions,
    option_names,
    seat_names,
    served,
    session_conditions,
    understood,
)
from workers.databases import reading
from workers.projections.series import SCORES
from workers.projections.sessions import PLAYER, TAG
from workers.read_models import (
    HEADS,
    OF_THE_SESSION,
    POSITIONS,
    SERIES,
    STATISTICS,
    TIMELINE,
    live_build,
    series_tables,
    timeline_tables,
)

__all__ = [
    "UnknownMeasure",
    "UnusableFilter",
    "catalogue_entry",
    "list_sessions",
    "measures",
    "series",
    "statistics",
    "timeline",
    "wait_for",
]

POLL_SECONDS = 0.005
SHARE = "share"
"""The unit of measures whose value lies between 0 and 1: they are answered with an interval."""
NORMAL_95 = 1.959964

SCORES_ARE = {"key": SCORES, "title": "Scores", "meaning": "Each seat's score.", "unit": "points"}


class UnknownMeasure(LookupError):
    """No game of this key, or the game has no such measure."""


def list_sessions(
    engine: sa.Engine, *, filters: Mapping[str, str], cursor: str | None, limit: int
) -> dict[str, Json]:
    """Sessions that fulfil the filters, newest first, and the cursor of the next page.

    Raises `UnusableFilter`; an unusable cursor counts as one.
    """
    wanted = understood(filters)
    if cursor is not None and not _is_id(cursor):
        raise UnusableFilter("cursor", "is not a cursor that a page gave")
    with reading(engine).connect() as connection:
        tables = served(connection)
        query = sa.select(tables.catalogue).where(*session_conditions(tables, wanted))
        if cursor is not None:
            query = query.where(tables.catalogue.c.session < cursor)
        query = query.order_by(tables.catalogue.c.session.desc()).limit(limit + 1)
        rows = connection.execute(query).all()
    more = len(rows) > limit
    return {
        "items": [_session(row) for row in rows[:limit]],
        "next": rows[limit - 1].session if more else None,
    }


def catalogue_entry(engine: sa.Engine, session: str) -> dict[str, Json] | None:
    """The session's row of the catalogue; None before a worker has seen its opening."""
    with reading(engine).connect() as connection:
        return _catalogue_entry(connection, session)


def series(engine: sa.Engine, session: str, key: str) -> dict[str, Json] | None:
    """The points of one series of a session; None for an unknown session or a series its game lacks."""
    with reading(engine).connect() as connection:
        entry = _catalogue_entry(connection, session)
        described = _described(entry["game"], key) if entry is not None else None
        if described is None:
            return None
        points = series_tables(live_build(connection, SERIES)).rows
        query = sa.select(points).where(points.c.session == session, points.c.series == key)
        rows = connection.execute(query.order_by(points.c.entry, points.c.subject)).all()
        as_of = _head(connection, SERIES, session)
    return {
        "series": described,
        "as_of": as_of,
        "points": [
            {
                "entry": row.entry,
                "subject": row.subject,
                "value": row.word if row.word is not None else _whole(row.value),
                "detail": msgspec.json.decode(row.detail),
                "at": row.at,
                "turn": row.turn,
            }
            for row in rows
        ],
    }


def timeline(engine: sa.Engine, session: str) -> dict[str, Json] | None:
    """Every entry of a session as everybody may see it, those taken back too; None for an unknown one."""
    with reading(engine).connect() as connection:
        if _catalogue_entry(connection, session) is None:
            return None
        lines = timeline_tables(live_build(connection, TIMELINE)).rows
        rows = connection.execute(
            sa.select(lines).where(lines.c.session == session).order_by(lines.c.entry)
        ).all()
        as_of = _head(connection, TIMELINE, session)
    entries = []
    for row in rows:
        line = dict(row._mapping)
        del line["session"]
        entries.append(line | {"active": row.active.split(), "seconds": _whole(row.seconds)})
    return {"as_of": as_of, "entries": entries}


def measures() -> list[dict[str, Json]]:
    """Every measure of every game, with what its rows can be grouped by."""
    return [
        {
            "game": game.key,
            "key": measure.key,
            "title": measure.title,
            "meaning": measure.meaning,
            "unit": measure.unit,
            "per": measure.per,
            "dimensions": list(measure.dimensions),
            "group_by": sorted(_groupings(game.key, measure)),
            "only_finished": measure.only_finished,
        }
        for game in REGISTRY.values()
        for measure in game.statistics.measures
    ]


def statistics(
    engine: sa.Engine, game: str, measure: str, *, group_by: Sequence[str], filters: Mapping[str, str]
) -> dict[str, Json]:
    """One measure over all sessions that fulfil the filters, a row for each group.

    `value` is Σ value / Σ weight, `n` the number of sessions, `rows` that of figures; `min`, `max`,
    `mean` and `spread` (standard deviation) are over the figures, each divided by its weight. A share
    has an `interval`: Wilson's at 95 %, as if every unit of weight were independent. A figure without
    what is grouped by (a seat without a player) is in no group. Raises `UnknownMeasure`,
    `UnusableFilter`.
    """
    found = _measure(game, measure)
    wanted = understood(filters, (game, found))
    _check_groups(group_by, game, found, filters)
    with reading(engine).connect() as connection:
        tables = served(connection)
        rows = connection.execute(_statistics_query(tables, wanted, group_by)).all()
        build = live_build(connection, STATISTICS)
        as_of = connection.scalar(
            sa.select(POSITIONS.c.position).where(
                POSITIONS.c.projection == STATISTICS, POSITIONS.c.build == build
            )
        )
    kept = {name: value for name, value in filters.items() if name not in (GAME, MEASURE)}
    return {
        "rows": [_figure(row, list(group_by), found, {GAME: game, MEASURE: measure, **kept}) for row in rows],
        "as_of": as_of or 0,
    }


def wait_for(engine: sa.Engine, projection: str, session: str, version: int, seconds: float) -> bool:
    """Wait until the projection has seen that version of the session; False if it did not in time."""
    end = time.monotonic() + seconds
    while True:
        with reading(engine).connect() as connection:
            if _head(connection, projection, session) >= version:
                return True
        if time.monotonic() >= end:
            return False
        time.sleep(POLL_SECONDS)


def _session(row: Any) -> dict[str, Json]:
    return {
        "id": row.session,
        "game": row.game,
        "status": row.status,
        "closed": row.closed,
        "count": row.seats,
        "component_set": row.component_set,
        "rules_version": row.rules_version,
        "visibility": row.visibility,
        "sandbox": row.sandbox,
        "timezone": row.timezone,
        "created": row.created,
        "updated": row.updated,
        "version": row.version,
        "digest": row.digest,
        "flagged": row.flagged,
        "winners": row.winners,
        **row.opening,
    }


def _catalogue_entry(connection: sa.Connection, session: str) -> dict[str, Json] | None:
    if not _is_id(session):
        return None
    catalogue = served(connection).catalogue
    row = connection.execute(sa.select(catalogue).where(catalogue.c.session == session)).one_or_none()
    return None if row is None else _session(row)


def _head(connection: sa.Connection, projection: str, session: str) -> int:
    build = live_build(connection, projection)
    version = connection.scalar(
        sa.select(HEADS.c.version).where(
            HEADS.c.projection == projection, HEADS.c.build == build, HEADS.c.session == session
        )
    )
    return int(version or 0)


def _described(game: str, key: str) -> dict[str, Json] | None:
    if key == SCORES:
        return SCORES_ARE
    for drawn in REGISTRY[game].series if game in REGISTRY else ():
        if drawn.key == key:
            return {"key": key, "title": drawn.title, "meaning": drawn.meaning, "unit": drawn.unit}
    return None


def _measure(game: str, key: str) -> Measure:
    for measure in REGISTRY[game].statistics.measures if game in REGISTRY else ():
        if measure.key == key:
            return measure
    raise UnknownMeasure(f"{game}/{key}")


def _groupings(game: str, measure: Measure) -> set[str]:
    games = {game: REGISTRY[game]}
    of_seat = seat_names(games) | {WITH} if measure.per == "seat" else set()
    return {*measure.dimensions, *_COLUMNS, *of_seat, *option_names(games), TAG}


_COLUMNS = {"count": "seats", "component_set": "component_set", "rules_version": "rules_version"}


def _check_groups(group_by: Sequence[str], game: str, measure: Measure, filters: Mapping[str, str]) -> None:
    known = _groupings(game, measure)
    for name in group_by:
        if name not in known:
            raise UnusableFilter("group_by", f"{name!r} is none of " + ", ".join(sorted(known)))
        if name in (TAG, WITH) and name in filters:
            raise UnusableFilter("group_by", f"{name!r} is fixed by a filter already")
    if len(set(group_by)) != len(group_by):
        raise UnusableFilter("group_by", "names something twice")


def _statistics_query(tables: Tables, wanted: Wanted, group_by: Sequence[str]) -> sa.Select[Any]:
    figures, catalogue = tables.figures, tables.catalogue
    source: sa.FromClause = figures.join(catalogue, catalogue.c.session == figures.c.session)
    groups = []
    for name in group_by:
        if wanted.measure is not None and name in wanted.measure.dimensions:
            groups.append(figures.c.dimensions[name].as_string())
        elif name in _COLUMNS:
            groups.append(catalogue.c[_COLUMNS[name]])
        else:
            facet, condition = _facet(tables, name)
            source = source.join(facet, condition)
            groups.append(facet.c.value)
    value, weight = figures.c.value, figures.c.weight
    ratio = value / sa.func.nullif(weight, 0)
    sums = (
        sa.func.sum(value).label("value_sum"),
        sa.func.sum(weight).label("weight_sum"),
        sa.func.count(sa.distinct(figures.c.session)).label("sessions"),
        sa.func.count().label("figures"),
        sa.func.count(ratio).label("ratios"),
        sa.func.min(ratio).label("least"),
        sa.func.max(ratio).label("most"),
        sa.func.avg(ratio).label("mean"),
        sa.func.sum(ratio * ratio).label("squares"),
    )
    labelled = [group.label(f"group_{place}") for place, group in enumerate(groups)]
    query = sa.select(*labelled, *sums).select_from(source)
    query = query.where(*figure_conditions(tables, wanted))
    query = query.where(*(condition(tables) for condition in wanted.of_session))
    query = query.where(*(group.is_not(None) for group in groups))
    names = [label.name for label in labelled]
    return query.group_by(*names).order_by(*names) if names else query.having(sa.func.count() > 0)


def _facet(tables: Tables, name: str) -> tuple[Any, Any]:
    """What a facet is grouped by: of the figure's seat, of another seat (`with`), or of the session."""
    facet, figures = tables.facets.alias(), tables.figures
    here = facet.c.session == figures.c.session
    if name == WITH:
        return facet, here & (facet.c.seat != figures.c.seat) & (facet.c.name == PLAYER)
    seat = OF_THE_SESSION if name == TAG or "." in name else figures.c.seat
    return facet, here & (facet.c.seat == seat) & (facet.c.name == name)


def _figure(
    row: Any, group_by: Sequence[str], measure: Measure, filters: Mapping[str, str]
) -> dict[str, Json]:
    group = {name: getattr(row, f"group_{place}") for place, name in enumerate(group_by)}
    value = row.value_sum / row.weight_sum if row.weight_sum else None
    link = {**filters, **{name: str(value) for name, value in group.items()}}
    return {
        "group": group,
        "value": value,
        "n": row.sessions,
        "rows": row.figures,
        "min": row.least,
        "max": row.most,
        "mean": row.mean,
        "spread": _spread(row),
        "interval": _interval(value, row.weight_sum) if measure.unit == SHARE else None,
        "sessions": "/v1/sessions?" + urlencode(sorted(link.items())),
    }


def _spread(row: Any) -> float | None:
    if row.ratios < 2:
        return None
    variance = (row.squares - row.ratios * row.mean**2) / (row.ratios - 1)
    return math.sqrt(max(variance, 0.0))


def _interval(share: float | None, number: float) -> list[float] | None:
    """Wilson's interval of a share at 95 %."""
    if share is None or number <= 0 or not 0 <= share <= 1:
        return None
    square = NORMAL_95**2
    middle = (share + square / (2 * number)) / (1 + square / number)
    half = NORMAL_95 / (1 + square / number)
    half *= math.sqrt(share * (1 - share) / number + square / (4 * number**2))
    return [max(0.0, middle - half), min(1.0, middle + half)]


def _whole(value: float | None) -> float | int | None:
    """Scores are whole more often than not: 7 rather than 7.0."""
    return int(value) if value is not None and value.is_integer() else value


def _is_id(text: str) -> bool:
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False
