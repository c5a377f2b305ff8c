"""Values of filters as conditions: on rows of the catalogue, and on the results of seats."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, TypeAlias

import sqlalchemy as sa

from service.queries.visible_scope import visibility_now

STATUSES = ("open", "finished", "closed")
VISIBILITIES = ("private", "link", "public")
"""Each is seen by more people than the one before."""
MOST_INTEGER = 2**31 - 1
MONTH_PATTERN = r"^[0-9]{4}-(0[1-9]|1[0-2])$"
UUID_PATTERN = r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
NUMBER = r"-?[0-9]{1,9}(\.[0-9]{1,15})?"
RANGE_PATTERN = rf"^({NUMBER}|{NUMBER}\.\.({NUMBER})?|\.\.{NUMBER})$"
"""`2..5`, `2..`, `..5`, or one number. Both ends are included."""
BETWEEN = ".."
FLAG: Mapping[str, bool] = {"true": True, "false": False}


class UnusableValue(ValueError):
    """A filter cannot have this value. Its text says what the value must be."""


Condition: TypeAlias = Callable[[Any], sa.ColumnElement[bool]]
"""What a row of this table must fulfil."""

Reader: TypeAlias = Callable[[str], Condition | None]
"""A value → its condition; None: every row fulfils it. Raises `UnusableValue`."""


def _one_of(column: str, values: tuple[str, ...]) -> Reader:
    def read(value: str) -> Condition:
        if value not in values:
            raise UnusableValue("is one of " + ", ".join(values))
        return lambda table: table.c[column] == value

    return read


def _equal(column: str, pattern: str, what: str) -> Reader:
    def read(value: str) -> Condition:
        if not re.fullmatch(pattern, value):
            raise UnusableValue(f"is {what}")
        return lambda table: table.c[column] == value

    return read


def _integer(column: str) -> Reader:
    def read(value: str) -> Condition:
        if not re.fullmatch(r"[0-9]{1,10}", value) or int(value) > MOST_INTEGER:
            raise UnusableValue("is a whole number")
        return lambda table: table.c[column] == int(value)

    return read


def _range(column: str) -> Reader:
    def read(value: str) -> Condition:
        if re.fullmatch(RANGE_PATTERN, value) is None:
            raise UnusableValue("is a number, or a range such as 2..5, 2.. or ..5")
        low, between, high = value.partition(BETWEEN)
        ends = [float(end) if end else None for end in ((low, high) if between else (value, value))]
        least, most = ends
        if least is not None and most is not None and least > most:
            raise UnusableValue("is a range from the lower number to the higher one")

        def condition(table: Any) -> sa.ColumnElement[bool]:
            above = [] if least is None else [table.c[column] >= least]
            return sa.and_(sa.true(), *above, *([] if most is None else [table.c[column] <= most]))

        return condition

    return read


def _day(holds: Callable[[Any, str], Any]) -> Reader:
    def read(value: str) -> Condition:
        try:
            day = date.fromisoformat(value).isoformat()
        except ValueError:
            raise UnusableValue("is a day such as 2026-03-07") from None
        return lambda table: holds(table.c.played_on, day)

    return read


def _month(value: str) -> Condition:
    if re.fullmatch(MONTH_PATTERN, value) is None:
        raise UnusableValue("is a month: 2026-01")
    first, last = f"{value}-01", f"{value}-31"
    return lambda table: table.c.played_on.between(first, last)


def _flag(value: str) -> bool:
    if value not in FLAG:
        raise UnusableValue("is true or false")
    return FLAG[value]


def _flagged(value: str) -> Condition:
    meant = _flag(value)
    return lambda table: (table.c.flagged > 0) == sa.literal(meant)


def _won(value: str) -> Condition:
    meant = _flag(value)
    return lambda table: table.c.won == sa.literal(meant)


def _flag_or_any(value: str) -> bool | None:
    if value not in (*FLAG, "any"):
        raise UnusableValue("is true, false or any")
    return FLAG.get(value)


def _sandbox(value: str) -> Condition | None:
    meant = _flag_or_any(value)
    return None if meant is None else lambda table: table.c.sandbox == sa.literal(meant)


def _void(value: str) -> Condition | None:
    meant = _flag_or_any(value)
    if meant is None:
        return None
    return lambda table: table.c.void.is_not(None) if meant else table.c.void.is_(None)


def _visibility(value: str) -> Condition:
    if value not in VISIBILITIES:
        raise UnusableValue("is one of " + ", ".join(VISIBILITIES))
    return lambda table: visibility_now(table) == value


OF_SESSIONS: Mapping[str, Reader] = {
    "game": lambda value: lambda table: table.c.game == value,
    "session": _equal("session", UUID_PATTERN, "the id of a session"),
    "status": _one_of("status", STATUSES),
    "visibility": _visibility,
    "count": _integer("seats"),
    "component_set": _equal("component_set", r"[0-9a-f]{64}", "the hash of a component set"),
    "rules_version": _integer("rules_version"),
    "since": _day(lambda column, day: column >= day),
    "until": _day(lambda column, day: column <= day),
    "month": _month,
    "minutes": _range("minutes"),
    "closeness": _range("closeness"),
    "flagged": _flagged,
    "sandbox": _sandbox,
    "void": _void,
}
"""The filters by a row of the catalogue."""

OF_RESULTS: Mapping[str, Reader] = {
    "rank": _integer("rank"),
    "place": _integer("place"),
    "won": _won,
    "score": _range("score"),
    "margin": _range("margin"),
}
"""The filters by the result of a seat, which finished sessions alone have."""
