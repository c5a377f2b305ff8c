"""People of clubs: a register outside the log, with the ids and the names that each person has.

Nothing of it is copied into claims: which person a claim counts as is looked up when it is asked. So merging,
splitting and renaming change no claim.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import sqlalchemy as sa
from msgspec import Struct

from replays.databases import reading
from service.sessions.clubs import ClubKey
from service.sessions.commands import now
from service.sessions.people import NOBODY, Assignment, folded, kept_form, leave_no_bytes
from service.sessions.register_tables import (
    CLUB_IDS,
    CLUB_NAMES,
    CLUB_PEOPLE,
    CLUB_SESSIONS,
    CLUBS,
    FORMER_PEOPLE,
    PEOPLE,
    persons_of,
)
from service.sessions.registers import TokenRequest, keep

LOG = logging.getLogger("tablelog")
PERSON = "person:"
"""Begins the holders of people's own keys."""
MOST_PEOPLE = 2_000
MOST_IDS = 200
"""Of one person."""
MOST_ALIASES = 40
ROWS_AT_ONCE = 1_000


class ClubPerson(Struct, frozen=True):
    """A person of a club. aliases: other names, those of merged people too. players: ids that are this one.

    origins: the people that count as this one, itself first.
    """

    person: str
    name: str
    aliases: Sequence[str]
    players: Sequence[str]
    origins: Sequence[str]
    made: str
    epoch: int

    @property
    def key(self) -> ClubKey:
        """The person's own key."""
        return ClubKey(f"{PERSON}{self.person}", self.name, ("read",), self.epoch, self.made)


class ClaimOfOpening(NamedTuple):
    """The person whom entry 1 of an old session names at a seat."""

    session: str
    seat: str
    player: str | None
    name: str | None


class ErasedPerson(NamedTuple):
    """A person who was erased: from so many seats and departures, in these sessions."""

    person: str
    seats: int
    former: int
    sessions: Sequence[str]


class OfAnotherPerson(Exception):
    """Another person of the club has this name or id. `place`: its JSON pointer, or its name in the path."""

    def __init__(self, place: str, person: str) -> None:
        super().__init__(f"{place}: {person}")
        self.place = place
        self.person = person


class UnknownPerson(LookupError):
    """The club has no such person."""


class ClubPeopleFull(Exception):
    """The club has all the people, or the person all the ids, that it may have."""


class ClubPeople:
    """The register of people of clubs. The migrations of `workers.tables` create its tables."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._reading = reading(engine)

    # Reading.

    def all(self, club: str) -> list[ClubPerson]:
        """The people of the club by name; those who were merged count as the people that they are now."""
        with self._reading.connect() as connection:
            found = _people_in(connection, club)
        return sorted(found.values(), key=lambda person: (folded(person.name), person.person))

    def of(self, club: str, person: str) -> ClubPerson:
        """The person that this one counts as now: itself unless it was merged. Raises `UnknownPerson`."""
        with self._reading.connect() as connection:
            return _person_in(connection, club, person)

    def key(self, club: str, holder: str) -> ClubKey | None:
        """The key of a person, by its holder; None: the club has no such person.

        A person that was merged keeps its key, which does what that of the other person does.
        """
        query = sa.select(CLUB_PEOPLE.c.name, CLUB_PEOPLE.c.epoch, CLUB_PEOPLE.c.made)
        own = (CLUB_PEOPLE.c.club == club) & (CLUB_PEOPLE.c.person == holder.removeprefix(PERSON))
        with self._reading.connect() as connection:
            row = connection.execute(query.where(own)).one_or_none()
        return None if row is None else ClubKey(holder, row.name, ("read",), row.epoch, row.made)

    def counts_as(self, club: str, claim: Assignment) -> str | None:
        """The person of the club that this counts as, by its id or else by its name; None: nobody."""
        with self._reading.connect() as connection:
            by_id = (CLUB_IDS.c.club == club) & (CLUB_IDS.c.player == claim.player)
            query = sa.select(CLUB_IDS.c.person).where(by_id)
            found: str | None = connection.execute(query).scalar_one_or_none()
            if found is None and claim.name is not None:
                found = _named(connection, club, claim.name)
            return found

    # Making and describing.

    def make(
        self, club: str, name: str, aliases: Iterable[str] = (), players: Iterable[str] = ()
    ) -> tuple[ClubPerson, bool]:
        """A new person of this name, and True; or the one who has the name or alias already, and False.

        Raises `ClubPeopleFull`, `OfAnotherPerson`.
        """
        with self._engine.begin() as connection:
            _lock(connection, club)
            if (there := _named(connection, club, name)) is not None:
                return _person_in(connection, club, there), False
            count = sa.select(sa.func.count()).select_from(CLUB_PEOPLE).where(CLUB_PEOPLE.c.club == club)
            if connection.execute(count).scalar_one() >= MOST_PEOPLE:
                raise ClubPeopleFull
            person = str(uuid.uuid4())
            known = _distinct(aliases, name)
            row = {"club": club, "person": person, "name": kept_form(name), "aliases": known, "made": now()}
            connection.execute(sa.insert(CLUB_PEOPLE).values(**row, epoch=0, changes=0))
            _add_id(connection, club, person, person, "/players")
            for place, player in enumerate(players):
                _add_id(connection, club, person, player, f"/players/{place}")
            _add_names(connection, club, person, name, known)
            return _person_in(connection, club, person), True

    def describe(
        self, club: str, person: str, name: str | None = None, aliases: Sequence[str] | None = None
    ) -> ClubPerson:
        """Replace the name or the aliases of a person. The old name becomes an alias, unless they are given.

        The names of people who were merged into this one stay. Again without effect. Raises `UnknownPerson`,
        `OfAnotherPerson`.
        """
        with self._engine.begin() as connection:
            _lock(connection, club)
            found = _person_in(connection, club, person)
            own = _rows(connection, club, [found.person])[found.person]
            wanted = own.name if name is None else kept_form(name)
            if aliases is None:
                former = [own.name] if folded(own.name) != folded(wanted) else []
                aliases = [*own.aliases, *former][-MOST_ALIASES:]
            others = CLUB_NAMES.c.origin != found.person
            merged = set(
                connection.scalars(
                    sa.select(CLUB_NAMES.c.folded).where(_of(CLUB_NAMES, club, found.person), others)
                )
            )
            kept = [alias for alias in _distinct(aliases, wanted) if folded(alias) not in merged]
            if (wanted, kept) == (own.name, list(own.aliases)):
                return found
            mine = _of(CLUB_NAMES, club, found.person) & (CLUB_NAMES.c.origin == found.person)
            connection.execute(sa.delete(CLUB_NAMES).where(mine))
            _add_names(connection, club, found.person, wanted, kept)
            _change(connection, club, found.person, name=wanted, aliases=kept)
            return _person_in(connection, club, found.person)

    # Ids, merging and splitting.

    def add_id(self, club: str, person: str, player: str) -> ClubPerson:
        """This id is that person too; again without effect.

        Raises `ClubPeopleFull`, `OfAnotherPerson`, `UnknownPerson`.
        """
        with self._engine.begin() as connection:
            _lock(connection, club)
            found = _person_in(connection, club, person)
            if player in found.players:
                return found
            if len(found.players) >= MOST_IDS:
                raise ClubPeopleFull
            _add_id(connection, club, found.person, player, "player")
            _change(connection, club, found.person)
            return _person_in(connection, club, found.person)

    def drop_id(self, club: str, person: str, player: str) -> ClubPerson:
        """This id is that person no longer; again without effect. The ids of people themselves stay.

        Raises `UnknownPerson`.
        """
        with self._engine.begin() as connection:
            _lock(connection, club)
            found = _person_in(connection, club, person)
            if player in found.players and player not in found.origins:
                own = _of(CLUB_IDS, club, found.person) & (CLUB_IDS.c.player == player)
                connection.execute(sa.delete(CLUB_IDS).where(own))
                _change(connection, club, found.person)
            return _person_in(connection, club, found.person)

    def merge(self, club: str, person: str, other: str) -> ClubPerson:
        """The ids and names of the other count as this person; again without effect.

        Raises `UnknownPerson`.
        """
        with self._engine.begin() as connection:
            _lock(connection, club)
            found, joined = _person_in(connection, club, person), _person_in(connection, club, other)
            if found.person == joined.person:
                return found
            for table in (CLUB_IDS, CLUB_NAMES):
                of_other = _of(table, club, joined.person)
                connection.execute(sa.update(table).where(of_other).values(person=found.person))
            _change(connection, club, joined.person, merged_into=found.person)
            return _person_in(connection, club, found.person)

    def split(self, club: str, person: str, other: str) -> ClubPerson:
        """Undo the merging of the other, with all who were merged into it before; again without effect.

        Raises `UnknownPerson`.
        """
        with self._engine.begin() as connection:
            _lock(connection, club)
            found = _person_in(connection, club, person)
            joined = _person_in(connection, club, other)
            if joined.person != found.person or other == found.person:
                return found
            leaving = _below(_rows(connection, club, found.origins), other)
            for table in (CLUB_IDS, CLUB_NAMES):
                of_other = _of(table, club, found.person) & table.c.origin.in_(leaving)
                connection.execute(sa.update(table).where(of_other).values(person=other))
            _change(connection, club, other, merged_into=None)
            return _person_in(connection, club, found.person)

    # Keys.

    def replace_key(self, club: str, person: str, asked: TokenRequest | None) -> None:
        """Make the tokens of this person's key void; the next one is good.

        Raises `UnknownPerson`, and `IntegrityError` for a repeated request, which changes nothing then.
        """
        with self._engine.begin() as connection:
            _lock(connection, club)
            found = _person_in(connection, club, person)
            _change(connection, club, found.person, epoch=CLUB_PEOPLE.c.epoch + 1)
            if asked is not None:
                keep(connection, asked, {found.key.holder: found.epoch + 1})

    # Erasure.

    def erase(self, club: str, person: str, openings: Iterable[ClaimOfOpening] = ()) -> ErasedPerson:
        """Erase the person and every claim in the club's sessions that counts as it, in one transaction.

        openings: what entry 1 of the club's old sessions says of seats; such a seat is nobody's then.
        On SQLite the bytes of the names are overwritten, in the write-ahead log too. Raises `UnknownPerson`.
        """
        with self._engine.begin() as connection:
            leave_no_bytes(connection)
            _lock(connection, club)
            found = _person_in(connection, club, person)
            ids, names = (
                set(connection.scalars(sa.select(column).where(_of(column.table, club, found.person))))
                for column in (CLUB_IDS.c.player, CLUB_NAMES.c.folded)
            )
            seats = _erase_claims(connection, PEOPLE, club, found.person, names)
            former = _erase_claims(connection, FORMER_PEOPLE, club, found.person, names)
            for session, seat in former - seats:
                own = (PEOPLE.c.session == session) & (PEOPLE.c.seat == seat)
                connection.execute(sa.update(PEOPLE).where(own).values(changes=PEOPLE.c.changes + 1))
            for said in openings:
                by_name = said.name is not None and folded(said.name) in names
                if (said.player in ids or by_name) and _unclaimed(connection, said):
                    row = {"session": said.session, "seat": said.seat, **NOBODY, "changes": 1}
                    connection.execute(sa.insert(PEOPLE).values(**row))
                    seats.add((said.session, said.seat))
            for table in (CLUB_IDS, CLUB_NAMES):
                connection.execute(sa.delete(table).where(_of(table, club, found.person)))
            merged = CLUB_PEOPLE.c.person.in_(found.origins)
            connection.execute(sa.delete(CLUB_PEOPLE).where(CLUB_PEOPLE.c.club == club, merged))
            if connection.dialect.name == "sqlite":
                for table in (PEOPLE, FORMER_PEOPLE, CLUB_PEOPLE, CLUB_NAMES, CLUB_IDS):
                    _rewrite(connection, table)
        self._empty_write_ahead_log()
        return ErasedPerson(
            found.person, len(seats), len(former), sorted({session for session, _ in seats | former})
        )

    def _empty_write_ahead_log(self) -> None:
        """Let SQLite copy its write-ahead log into the database, and cut it off. Waits for those who read."""
        if self._engine.dialect.name != "sqlite":
            return
        raw = self._engine.raw_connection()
        try:
            busy, *_ = raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            raw.close()
        if busy:
            LOG.warning("An erased name stays in the write-ahead log of the tables until a long read ends.")


# What the register holds, within a transaction of the caller's.


class _Row(Struct, frozen=True):
    """A person as it was made, apart from those it was merged with."""

    person: str
    name: str
    aliases: Sequence[str]
    made: str
    merged_into: str | None
    epoch: int


def _lock(connection: sa.Connection, club: str) -> None:
    """Let one transaction at a time change the people of a club."""
    connection.execute(sa.select(CLUBS.c.club).where(CLUBS.c.club == club).with_for_update())


def _of(table: sa.Table, club: str, person: str) -> sa.ColumnElement[bool]:
    return (table.c.club == club) & (table.c.person == person)


def _rows(connection: sa.Connection, club: str, people: Iterable[str] | None = None) -> dict[str, _Row]:
    query = sa.select(*(CLUB_PEOPLE.c[name] for name in _Row.__struct_fields__))
    query = query.where(CLUB_PEOPLE.c.club == club).order_by(CLUB_PEOPLE.c.made, CLUB_PEOPLE.c.person)
    if people is not None:
        query = query.where(CLUB_PEOPLE.c.person.in_(sorted(people)))
    return {row["person"]: _Row(**row) for row in connection.execute(query).mappings()}


def _person_in(connection: sa.Connection, club: str, person: str) -> ClubPerson:
    """The person that this one counts as. Raises `UnknownPerson`."""
    own = (CLUB_IDS.c.club == club) & (CLUB_IDS.c.player == person) & (CLUB_IDS.c.origin == person)
    root = connection.execute(sa.select(CLUB_IDS.c.person).where(own)).scalar_one_or_none()
    if root is None:
        raise UnknownPerson(person)
    return _people_in(connection, club, root)[root]


def _people_in(connection: sa.Connection, club: str, person: str | None = None) -> dict[str, ClubPerson]:
    """The people of the club, or this one alone, who was not merged, by their ids."""
    query = sa.select(CLUB_IDS.c.person, CLUB_IDS.c.player, CLUB_IDS.c.origin).where(CLUB_IDS.c.club == club)
    if person is not None:
        query = query.where(CLUB_IDS.c.person == person)
    ids: dict[str, list[str]] = {}
    origins: dict[str, dict[str, None]] = {}
    for row in connection.execute(query.order_by(CLUB_IDS.c.player)):
        ids.setdefault(row.person, []).append(row.player)
        origins.setdefault(row.person, {row.person: None})[row.origin] = None
    rows = _rows(connection, club, None if person is None else origins.get(person, ()))
    places = {name: place for place, name in enumerate(rows)}
    found = {}
    for root, known in origins.items():
        own = rows[root]
        of_it = [root, *sorted(known.keys() - {root}, key=places.__getitem__)]
        names = [name for origin in of_it for name in (rows[origin].name, *rows[origin].aliases)]
        found[root] = ClubPerson(
            root, own.name, _distinct(names, own.name), ids[root], of_it, own.made, own.epoch
        )
    return found


def _below(rows: Mapping[str, _Row], person: str) -> set[str]:
    """This one of these people, and those who were merged into it, and so on."""
    return {name for name in rows if person in _above(rows, name)}


def _above(rows: Mapping[str, _Row], person: str | None) -> Iterator[str]:
    while person is not None and person in rows:
        yield person
        person = rows[person].merged_into


def _named(connection: sa.Connection, club: str, name: str) -> str | None:
    """The person who has this name."""
    own = (CLUB_NAMES.c.club == club) & (CLUB_NAMES.c.folded == folded(name))
    found: str | None = connection.execute(sa.select(CLUB_NAMES.c.person).where(own)).scalar_one_or_none()
    return found


def _distinct(names: Iterable[str], but: str) -> list[str]:
    """These names as they are stored, each once, without one that is the same as `but`."""
    found = {folded(name): kept_form(name) for name in reversed([*names])}
    found.pop(folded(but), None)
    return [*reversed(found.values())]


def _add_names(connection: sa.Connection, club: str, person: str, name: str, aliases: Sequence[str]) -> None:
    """Give the person these names. Raises `OfAnotherPerson`."""
    for place, one in [("/name", name), *(("/aliases", alias) for alias in aliases)]:
        there = _named(connection, club, one)
        if there not in (None, person):
            raise OfAnotherPerson(place, str(there))
        if there is None:
            row = {"club": club, "folded": folded(one), "person": person, "origin": person}
            connection.execute(sa.insert(CLUB_NAMES).values(**row))


def _add_id(connection: sa.Connection, club: str, person: str, player: str, place: str) -> None:
    """Give the person this id. Raises `OfAnotherPerson`."""
    own = (CLUB_IDS.c.club == club) & (CLUB_IDS.c.player == player)
    there = connection.execute(sa.select(CLUB_IDS.c.person).where(own)).scalar_one_or_none()
    if there is None:
        row = {"club": club, "player": player, "person": person, "origin": person}
        connection.execute(sa.insert(CLUB_IDS).values(**row))
    elif there != person:
        raise OfAnotherPerson(place, there)


def _change(connection: sa.Connection, club: str, person: str, **changed: object) -> None:
    values = {**changed, "changes": CLUB_PEOPLE.c.changes + 1}
    connection.execute(sa.update(CLUB_PEOPLE).where(_of(CLUB_PEOPLE, club, person)).values(**values))


def _erase_claims(
    connection: sa.Connection, claims: sa.Table, club: str, person: str, names: Iterable[str]
) -> set[tuple[str, str]]:
    """Erase the claims that count as this person, and its names from claims that count as somebody else.

    Returns the seats that the person had.
    """
    belongs = sa.select(CLUB_SESSIONS.c.session).where(CLUB_SESSIONS.c.club == club)
    here = claims.c.session.in_(belongs)
    joined, counts_as = persons_of(claims, club)
    keys = list(claims.primary_key)
    query = sa.select(*keys).select_from(joined).where(here, counts_as == person)
    rows = connection.execute(query).all()
    changed: dict[str, object] = {**NOBODY}
    changed |= {"changes": claims.c.changes + 1} if "changes" in claims.c else {}
    for row in rows:
        own = sa.and_(*(key == value for key, value in zip(keys, row, strict=True)))
        connection.execute(sa.update(claims).where(own).values(**changed))
    named = here & claims.c.folded.in_(sorted(names))
    only_name = {name: value for name, value in changed.items() if name != "player"}
    connection.execute(sa.update(claims).where(named).values(**only_name))
    return {(row.session, row.seat) for row in rows}


def _unclaimed(connection: sa.Connection, said: ClaimOfOpening) -> bool:
    own = (PEOPLE.c.session == said.session) & (PEOPLE.c.seat == said.seat)
    return connection.execute(sa.select(PEOPLE.c.seat).where(own)).one_or_none() is None


def _rewrite(connection: sa.Connection, table: sa.Table) -> None:
    """Store the rows of the table in other pages, and overwrite those that it had.

    Rows that were moved before, without that, may have left their bytes in the pages' unused parts.
    """
    rows = [dict(row) for row in connection.execute(sa.select(table)).mappings()]
    connection.execute(sa.delete(table))
    for first in range(0, len(rows), ROWS_AT_ONCE):
        connection.execute(sa.insert(table), rows[first : first + ROWS_AT_ONCE])
