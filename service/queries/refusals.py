"""Which rules refused what: sums over finished sessions, from the register of refusals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from domain.kernel.messages import Json
from replays.databases import reading
from service.queries.filters import GAME, UnusableFilter, served, session_conditions, understood
from service.queries.question import StatisticsQuery, in_order
from service.queries.sums import COLUMNS
from service.sessions.register_tables import REFUSALS, REFUSED_AFTER

FINISHED = "finished"
OWN = ("rule", "action")
"""What refusals are grouped and filtered by, beside what sessions are."""

GROUPS: Mapping[str, Callable[[Any], Any]] = {
    "rule": lambda columns: REFUSALS.c.rule,
    "action": lambda columns: REFUSALS.c.action,
    **COLUMNS,
}


def refusals(engine: sa.Engine, question: StatisticsQuery) -> dict[str, Json]:
    """How often rules refused actions in finished sessions within reach, a row for each group.

    `total` refusals in `n` of the `of` sessions that were looked at; `value` is the number for each of
    those. A running session counts for nobody: what was refused may tell what is hidden.
    Raises `UnusableFilter`.
    """
    for name in question.group_by:
        if name not in GROUPS:
            raise UnusableFilter("group_by", f"{name!r} is not one of " + ", ".join(sorted(GROUPS)))
    if len(set(question.group_by)) != len(question.group_by):
        raise UnusableFilter("group_by", "names something twice")
    own = {name: value for name, value in question.filters.items() if name in OWN}
    others = {name: value for name, value in question.filters.items() if name not in OWN}
    wanted = understood({**others, GAME: question.game}, question.reach, counts_only=True)
    of_sessions = tuple(name for name in question.group_by if name in COLUMNS)
    with reading(engine).connect() as connection:
        tables = served(connection).of_club(wanted.club)
        catalogue = tables.catalogue
        chosen = [*session_conditions(tables, wanted), catalogue.c.status == FINISHED]
        looked_at: sa.Select[Any] = sa.select(sa.func.count()).select_from(catalogue).where(*chosen)
        sessions = _by_group(connection, looked_at, catalogue, of_sessions)
        counted = (
            sa.select(
                sa.cast(sa.func.sum(REFUSALS.c.number), sa.BigInteger),
                sa.func.count(sa.distinct(REFUSALS.c.session)),
            )
            .select_from(REFUSALS.join(catalogue, catalogue.c.session == REFUSALS.c.session))
            .where(*chosen, *(REFUSALS.c[name] == value for name, value in own.items()))
        )
        found = _by_group(connection, counted, catalogue, question.group_by)
    rows: list[dict[str, Json]] = []
    for group, (total, number) in found.items():
        named = dict(zip(question.group_by, group, strict=True))
        (of,) = sessions[tuple(named[name] for name in of_sessions)]
        if total:
            rows.append({"group": named, "total": total, "n": number, "of": of, "value": total / of})
    return {"rows": in_order(rows, question.order_by)[: question.limit], "groups": len(rows)}


class RefusedAction(NamedTuple):
    """A type of action, how often a rule refused it in a session, and the first entries after which it did.

    Refusals from before the entries were kept have none.
    """

    action: str
    number: int
    after: tuple[int, ...]


def refused_in(engine: sa.Engine, session: str, rule: str) -> list[RefusedAction]:
    """The actions that the rule refused in this session, the most refused first.

    Callers must check that the reader may know them: what was refused may reveal what is hidden.
    """
    query = (
        sa.select(REFUSALS.c.action, REFUSALS.c.number)
        .where(REFUSALS.c.session == session, REFUSALS.c.rule == rule)
        .order_by(REFUSALS.c.number.desc(), REFUSALS.c.action)
    )
    places = (
        sa.select(REFUSED_AFTER.c.action, REFUSED_AFTER.c.entry)
        .where(REFUSED_AFTER.c.session == session, REFUSED_AFTER.c.rule == rule)
        .order_by(REFUSED_AFTER.c.entry)
    )
    after: dict[str, list[int]] = {}
    with reading(engine).connect() as connection:
        counted = connection.execute(query).all()
        for row in connection.execute(places):
            after.setdefault(row.action, []).append(row.entry)
    return [RefusedAction(row.action, row.number, tuple(after.get(row.action, ()))) for row in counted]


def _by_group(
    connection: sa.Connection, query: Any, catalogue: sa.Table, group_by: Sequence[str]
) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    """The sums of the query for each group."""
    groups = [GROUPS[name](catalogue.c) for name in group_by]
    rows = connection.execute(query.add_columns(*groups).group_by(*groups)).all()
    sums = len(query.selected_columns)
    return {tuple(row[sums:]): tuple(row[:sums]) for row in rows}
