"""Learnt parts: what tables offer to the edition that they play with, and the sets that tables amended.

A table plays with a version of an edition, and amends its set. The register keeps whose set that was, so
that a fork of the table, which opens with the amended set, still plays with the edition.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, TypeAlias

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import IntegrityError

from domain.kernel.components import content_hash
from domain.kernel.messages import Json
from replays.databases import reading
from service.sessions.commands import now
from service.sessions.register_tables import EDITION_AMENDED_SETS, EDITION_PROPOSALS, EDITION_VERSIONS

MOST_OPEN = 200
"""Of one edition. Beyond it the oldest goes, of the table that offers most."""
MOST_KEPT = 2_000
"""Of one edition, with what was taken over, declined or withdrawn. Beyond it the oldest of these goes."""

State: TypeAlias = Literal["open", "taken", "declined", "withdrawn"]
NOTHING = ""
"""Instead of the hash of a part that the draft does not have."""


class EditionOfSet(Struct, frozen=True):
    """The edition and the number of its version that a set is, or that tables have amended to it."""

    edition: str
    version: int


class AmendedIn(Struct, frozen=True):
    """The session that amended its set to another one, and the entry that names that last."""

    session: str
    entry: int


class LearntPart(Struct, frozen=True):
    """A part as a table had it from an entry on. content: the hash of `value`, which is JSON.

    session: empty once it has expired. was: the hash of what the draft had when the part was taken over.
    """

    part: str
    content: str
    value: bytes
    session: str
    entry: int
    at: str
    state: State
    was: str | None


class LearntParts:
    """The register of what tables learnt. Its tables are made by the migrations of `workers.tables`."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._reading = reading(engine)

    # Whose a set is.

    def editions_of(self, hash: str, opened: str) -> list[EditionOfSet]:
        """The editions that a table plays with if it opens with this set: by name they may be several.

        They had published the set when the table `opened`, or a table with a version of theirs had amended
        it. Two groups may publish the same content.
        """
        versions, made = EDITION_VERSIONS, EDITION_AMENDED_SETS
        published = sa.select(versions.c.edition, versions.c.number.label("version"))
        published = published.where(versions.c.hash == hash, versions.c.made <= opened)
        amended = sa.select(made.c.edition, made.c.version)
        amended = amended.where(made.c.hash == hash, made.c.edition.is_not(None))
        with self._reading.connect() as connection:
            rows = [
                *connection.execute(amended),
                *connection.execute(published.order_by(versions.c.number)),
            ]
        found = {row.edition: EditionOfSet(row.edition, row.version) for row in rows}
        return [found[edition] for edition in sorted(found)]

    def amended(self, hash: str, sessions: Iterable[str]) -> AmendedIn | None:
        """The last of these sessions that made the set by amending theirs, and in which entry; None: none."""
        made = EDITION_AMENDED_SETS
        query = sa.select(made.c.session, made.c.entry)
        query = query.where(made.c.hash == hash, made.c.session.in_(sorted(sessions)))
        with self._reading.connect() as connection:
            row = connection.execute(query.order_by(made.c.session.desc()).limit(1)).first()
        return None if row is None else AmendedIn(row.session, row.entry)

    def tables_with(self, hashes: Iterable[str]) -> Mapping[str, list[str]]:
        """By the hash of each of these sets, the sessions that made it by amending theirs."""
        made = EDITION_AMENDED_SETS
        query = sa.select(made.c.hash, made.c.session).where(made.c.hash.in_(sorted(hashes)))
        found: dict[str, list[str]] = {}
        with self._reading.connect() as connection:
            for row in connection.execute(query):
                found.setdefault(row.hash, []).append(row.session)
        return found

    def note(self, hash: str, session: str, entry: int, of: EditionOfSet | None) -> None:
        """A session has amended its set to this one. of: what it was opened with."""
        own = (EDITION_AMENDED_SETS.c.hash == hash) & (EDITION_AMENDED_SETS.c.session == session)
        row = {"entry": entry} | ({} if of is None else msgspec.structs.asdict(of))
        self._put(EDITION_AMENDED_SETS, own, row, {"hash": hash, "session": session})

    # What is offered.

    def offer(self, edition: str, session: str, entry: int, parts: Mapping[str, Json]) -> None:
        """A table offers these parts as they are from this entry on: address → content.

        What the edition has declined or taken over already stays so.
        """
        offered = EDITION_PROPOSALS
        for part, value in parts.items():
            content = content_hash(value)
            own = _named(edition, part, content)
            row = {"session": session, "entry": entry, "at": now(), "state": "open", "was": None}
            new = {"edition": edition, "part": part, "content": content, "value": msgspec.json.encode(value)}
            self._put(offered, own & (offered.c.state == "withdrawn"), row, new)
        self._bound(edition)

    def follow(self, session: str, is_live: Callable[[int], bool]) -> None:
        """Withdraw what this session has taken back or amended again since; offer again what it brought back.

        is_live: whether an entry of the session is live.
        """
        offered = EDITION_PROPOSALS
        columns = offered.c.edition, offered.c.part, offered.c.content, offered.c.entry, offered.c.state
        query = sa.select(*columns).where(offered.c.session == session).order_by(offered.c.entry)
        with self._engine.begin() as connection:
            rows = connection.execute(query).all()
            newest = {(row.edition, row.part): row for row in rows if is_live(row.entry)}
            for row in rows:
                state = "open" if newest.get((row.edition, row.part)) is row else "withdrawn"
                if row.state in ("open", "withdrawn") and state != row.state:
                    own = _named(row.edition, row.part, row.content) & (offered.c.session == session)
                    connection.execute(sa.update(offered).where(own).values(state=state))

    def of(self, edition: str) -> list[LearntPart]:
        """The offers to an edition, the newest first, but for those that were declined or withdrawn."""
        offered = EDITION_PROPOSALS
        return self._some((offered.c.edition == edition) & offered.c.state.in_(("open", "taken")))

    def one(self, edition: str, part: str, content: str) -> LearntPart | None:
        """This content of a part, if it was offered and not withdrawn."""
        found = self._some(_named(edition, part, content) & (EDITION_PROPOSALS.c.state != "withdrawn"))
        return next(iter(found), None)

    def _some(self, condition: sa.ColumnElement[bool]) -> list[LearntPart]:
        offered = EDITION_PROPOSALS
        columns = [offered.c[name] for name in LearntPart.__struct_fields__]
        query = sa.select(*columns).where(condition)
        newest_first = query.order_by(offered.c.at.desc(), offered.c.entry.desc(), offered.c.part)
        with self._reading.connect() as connection:
            return [LearntPart(**row) for row in connection.execute(newest_first).mappings()]

    def decide(self, edition: str, one: LearntPart, state: State, was: str | None = None) -> None:
        """Take a part over, decline it, or put it back. was: what the draft had before it was taken over."""
        own = _named(edition, one.part, one.content)
        with self._engine.begin() as connection:
            connection.execute(sa.update(EDITION_PROPOSALS).where(own).values(state=state, was=was))

    def _put(self, table: sa.Table, own: Any, row: Mapping[str, Any], new: Mapping[str, Any]) -> None:
        """Change the row if there is one of the kind; else add it, unless there is another one."""
        try:
            with self._engine.begin() as connection:
                if not connection.execute(sa.update(table).where(own).values(**row)).rowcount:
                    connection.execute(sa.insert(table).values(**row, **new))
        except IntegrityError:
            pass

    def _bound(self, edition: str) -> None:
        offered = EDITION_PROPOSALS
        columns = offered.c.part, offered.c.content, offered.c.session, offered.c.state
        query = sa.select(*columns).where(offered.c.edition == edition)
        query = query.order_by(offered.c.at.desc(), offered.c.entry.desc())
        with self._engine.begin() as connection:
            rows = connection.execute(query).all()
            shown = [row for row in rows if row.state == "open"]
            tables = Counter(row.session for row in shown)
            surplus = [row for row in rows if row.state != "open"][max(0, MOST_KEPT - len(shown)) :]
            for _ in range(len(shown) - MOST_OPEN):
                (most, _number), *_rest = tables.most_common(1)
                last = next(row for row in reversed(shown) if row.session == most)
                shown.remove(last)
                tables[most] -= 1
                surplus.append(last)
            for row in surplus:
                own = _named(edition, row.part, row.content)
                connection.execute(sa.delete(offered).where(own))


def is_to_decide(one: LearntPart, contents: Mapping[str, str], ticks: Mapping[str, str]) -> bool:
    """Whether an edition still has to take the part over or decline it.

    contents, ticks: by part, the hash of what the draft has and of what is confirmed. What the draft has and
    somebody has confirmed needs no decision. A part that was taken over does again once that was undone.
    """
    here = contents.get(one.part, NOTHING)
    if here == one.content == ticks.get(one.part):
        return False
    return one.state == "open" or (one.state == "taken" and here == one.was)


def _named(edition: str, part: str, content: str) -> sa.ColumnElement[bool]:
    offered = EDITION_PROPOSALS
    return (offered.c.edition == edition) & (offered.c.part == part) & (offered.c.content == content)
