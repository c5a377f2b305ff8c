"""Editions: a group's own box. The register of their drafts, versions, ticks and tokens.

A draft moves by changes of places, so that two people who edit at once lose nothing. Each change is stored
with what takes it back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.exc import IntegrityError

from domain.kernel import Game
from domain.kernel.components import content_hash
from domain.kernel.editing.changes import (
    BadChange,
    DraftChange,
    between,
    changed,
    place_of,
    undo_of,
)
from domain.kernel.messages import Json
from domain.kernel.session import ActionIdReused
from replays.databases import reading
from service.problems import Problem, no_edition
from service.sessions.commands import Request, now
from service.sessions.register_tables import (
    EDITION_CHANGES,
    EDITION_DRAFTS,
    EDITION_EPOCHS,
    EDITION_TICKS,
    EDITION_VERSIONS,
    EDITIONS,
)
from workers.forgetting import forget_editions

CHANGES_KEPT = 200
"""Of a draft: so many can be taken back, and are known again when a request is repeated."""
OF_THE_DRAWING = "drawing:"
"""Before the place of a change that the drawing cannot take."""
MOST_UNDONE_APART = 200
"""A request with more changes is undone by what differs."""
TRIES = 20
"""How often a change is made anew because another one came first."""


# What is stored of an edition.


class Edition(Struct, frozen=True):
    """An edition. origin: the hash of the set that it began with; head: that of its newest version."""

    edition: str
    game: str
    name: str
    origin: str
    head: str | None
    listed: bool
    made: str
    changed: str


class EditionDraft(Struct, frozen=True):
    """A document and a map layout that may be faulty. revision: how often they have changed, from 1."""

    document: dict[str, Json]
    drawing: dict[str, Json] | None
    revision: int


class EditionVersion(Struct, frozen=True):
    """A published component set of an edition. drawing: the hash of the map layout that it gave the set."""

    number: int
    hash: str
    note: str
    made: str
    drawing: str | None = None


class MovedDraft(Struct, frozen=True):
    """A draft after a request, and as it was before. replayed: an earlier request with the same id did it."""

    draft: EditionDraft
    before: EditionDraft
    replayed: bool


class DraftUndo(Struct, frozen=True):
    """The changes that take back one of a draft. undoes: the revision that this one took back itself."""

    changes: tuple[DraftChange, ...] = ()
    drawing: tuple[DraftChange, ...] = ()
    undoes: int | None = None


Finish = Callable[[EditionDraft, EditionDraft], EditionDraft]
"""(draft before, draft with the changes) → what is stored. It may raise what refuses the change."""


class _KeptChange(Struct, frozen=True):
    revision: int
    action_id: str | None
    undo: DraftUndo


_UNDO = msgspec.json.Decoder(DraftUndo)


class Editions:
    """The register of editions. Its tables are made by the migrations of `workers.tables`."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._reading = reading(engine)

    # Editions and their tokens.

    def make(self, made: Edition, draft: EditionDraft, ticks: Mapping[str, str], asked: Request) -> str:
        """Store a new edition with its draft and the ticks that it begins with: part → content.

        Returns its id, or that of the edition which an earlier request with the same id made. Raises
        `ActionIdReused`.
        """
        row = msgspec.structs.asdict(made) | {"key": asked.action_id, "request": asked.hash}
        rows = [
            {"edition": made.edition, "part": part, "content": content, "at": made.made}
            for part, content in ticks.items()
        ]
        try:
            with self._engine.begin() as connection:
                connection.execute(sa.insert(EDITIONS).values(**row))
                connection.execute(sa.insert(EDITION_DRAFTS).values(**_draft_row(made.edition, draft)))
                if rows:
                    connection.execute(sa.insert(EDITION_TICKS), rows)
        except IntegrityError:
            return self._made_by(asked)
        return made.edition

    def _made_by(self, asked: Request) -> str:
        query = sa.select(EDITIONS.c.edition, EDITIONS.c.request).where(EDITIONS.c.key == asked.action_id)
        with self._reading.connect() as connection:
            row = connection.execute(query).one()
        if row.request != asked.hash:
            raise ActionIdReused(asked.action_id)
        return str(row.edition)

    def of(self, edition: str) -> Edition | None:
        """The edition; None: there is none."""
        return next(iter(self.some([edition])), None)

    def some(self, editions: Iterable[str], *, listed_of: str = "") -> list[Edition]:
        """These editions, and those of the game `listed_of` that are listed, by name."""
        listed = (EDITIONS.c.game == listed_of) & EDITIONS.c.listed
        is_one = sa.or_(EDITIONS.c.edition.in_(sorted(editions)), listed)
        columns = [EDITIONS.c[name] for name in Edition.__struct_fields__]
        query = sa.select(*columns).where(is_one).order_by(EDITIONS.c.name, EDITIONS.c.edition)
        with self._reading.connect() as connection:
            return [Edition(**row) for row in connection.execute(query).mappings()]

    def all(self) -> list[Edition]:
        """Every edition, the one that was changed last first."""
        columns = [EDITIONS.c[name] for name in Edition.__struct_fields__]
        query = sa.select(*columns).order_by(EDITIONS.c.changed.desc(), EDITIONS.c.edition)
        with self._reading.connect() as connection:
            return [Edition(**row) for row in connection.execute(query).mappings()]

    def describe(self, edition: str, *, name: str | None = None, listed: bool | None = None) -> None:
        """Change what the edition is called, or whether everybody finds its newest version."""
        values = {"name": name, "listed": listed}
        given = {key: value for key, value in values.items() if value is not None} | {"changed": now()}
        with self._engine.begin() as connection:
            connection.execute(sa.update(EDITIONS).where(EDITIONS.c.edition == edition).values(**given))

    def remove(self, edition: str) -> bool:
        """Remove an edition of which nothing is published. False: a version is."""
        with self._engine.begin() as connection:
            published = sa.select(EDITION_VERSIONS.c.number).where(EDITION_VERSIONS.c.edition == edition)
            row = sa.select(EDITIONS.c.edition).where(EDITIONS.c.edition == edition).with_for_update()
            connection.execute(row)
            if connection.execute(published).first() is not None:
                return False
            forget_editions(connection, [edition])
        return True

    def epochs(self, edition: str) -> Mapping[str, int]:
        """How often the tokens of each holder were replaced; who is missing never was."""
        query = sa.select(EDITION_EPOCHS.c.holder, EDITION_EPOCHS.c.epoch)
        with self._reading.connect() as connection:
            rows = connection.execute(query.where(EDITION_EPOCHS.c.edition == edition))
            return {row.holder: row.epoch for row in rows}

    def replace_tokens(self, edition: str, holder: str) -> None:
        """Make the tokens that this holder has void."""
        own = (EDITION_EPOCHS.c.edition == edition) & (EDITION_EPOCHS.c.holder == holder)
        raised = sa.update(EDITION_EPOCHS).where(own).values(epoch=EDITION_EPOCHS.c.epoch + 1)
        row = {"edition": edition, "holder": holder, "epoch": 1}
        try:
            with self._engine.begin() as connection:
                if not connection.execute(raised).rowcount:
                    connection.execute(sa.insert(EDITION_EPOCHS).values(**row))
        except IntegrityError:  # another request replaced the first ones just now: those count as given
            self.replace_tokens(edition, holder)

    # Drafts.

    def draft(self, edition: str) -> EditionDraft:
        """The draft of an edition. Raises `Problem`."""
        query = sa.select(EDITION_DRAFTS).where(EDITION_DRAFTS.c.edition == edition)
        with self._reading.connect() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            raise no_edition()
        drawing = None if row.drawing is None else msgspec.json.decode(row.drawing)
        return EditionDraft(msgspec.json.decode(row.document), drawing, row.revision)

    def change(
        self,
        edition: str,
        changes: Sequence[DraftChange],
        drawing: Sequence[DraftChange],
        finish: Finish,
        asked: Request,
        expected: int | None = None,
        start: Json | None = None,
    ) -> MovedDraft:
        """Change the draft.

        expected: the revision that the changes are meant for; None: whatever it is. start: the map layout
        that the changes are of, if the draft has none. Raises `BadChange` (of
        the drawing with its place after `OF_THE_DRAWING`), `Problem` for a revision that is not the newest
        one, `ActionIdReused`, and what `finish` raises.
        """

        def made(before: EditionDraft) -> tuple[EditionDraft, DraftUndo]:
            plain = _changed(replace(before, drawing=before.drawing or start), changes, drawing)
            if not drawing:
                plain = replace(plain, drawing=before.drawing)
            after = finish(before, plain)
            return after, _undo(before, after, changes)

        return self._move(edition, made, asked, expected)

    def undo(
        self,
        edition: str,
        asked: Request,
        finish: Finish,
        expected: int | None = None,
        of: Collection[str] | None = None,
    ) -> MovedDraft:
        """Take back the last change of the draft that is not taken back yet, as a new revision.

        of: the ids of requests; of the changes that they made the last one is taken back. Later changes of
        other places stay, and `finish` gets the draft with them. None: the last change, whoever made it.

        Returns and raises as `change` does; also `Problem` where nothing is left to take back, or where
        somebody has changed the same place since.
        """

        def made(before: EditionDraft) -> tuple[EditionDraft, DraftUndo]:
            kept = self._kept_changes(edition)
            change = _last_of(kept, before.revision, of)
            undo, later = change.undo, _standing_after(change.revision, kept, before.revision)
            if any(_meet(undo, one.undo) for one in later):
                raise _overlapped(change)
            try:
                after = _changed(before, undo.changes, undo.drawing)
            except BadChange:  # such as a row that came before one that is gone
                raise _overlapped(change) from None
            after = finish(before, after) if later else after
            return after, replace(_undo(before, after, undo.changes), undoes=change.revision)

        return self._move(edition, made, asked, expected)

    def _move(
        self,
        edition: str,
        made: Callable[[EditionDraft], tuple[EditionDraft, DraftUndo]],
        asked: Request,
        expected: int | None,
    ) -> MovedDraft:
        """Store the next revision of a draft; made again from the newest one where another came first."""
        for _ in range(TRIES):
            before = self.draft(edition)
            if (earlier := self._revision_of(edition, asked)) is not None:
                if earlier > before.revision:
                    continue  # it came in just now: the draft is read again
                kept = self._kept_changes(edition)
                after = _as_it_was(before, kept, earlier)
                return MovedDraft(after, _as_it_was(after, kept, earlier - 1), replayed=True)
            if expected is not None and expected != before.revision:
                raise _stale(expected, before.revision)
            after, undo = made(before)
            after = replace(after, revision=before.revision + 1)
            if self._store(edition, after, undo, asked):
                return MovedDraft(after, before, replayed=False)
        raise Problem("busy", "Others keep changing this draft.", headers={"Retry-After": "1"})

    def _store(self, edition: str, after: EditionDraft, undo: DraftUndo, asked: Request) -> bool:
        """Store this revision if the draft is still at the one before it."""
        drafts, changes = EDITION_DRAFTS, EDITION_CHANGES
        row = _draft_row(edition, after)
        own = (drafts.c.edition == edition) & (drafts.c.revision == after.revision - 1)
        old = (changes.c.edition == edition) & (changes.c.revision <= after.revision - CHANGES_KEPT)
        change = {
            "edition": edition,
            "revision": after.revision,
            "action_id": asked.action_id,
            "request": asked.hash,
            "changes": msgspec.json.encode(undo),
        }
        with self._engine.begin() as connection:
            if not connection.execute(sa.update(drafts).where(own).values(**row)).rowcount:
                return False
            connection.execute(sa.insert(changes).values(**change))
            connection.execute(sa.delete(changes).where(old))
            one = EDITIONS.c.edition == edition
            connection.execute(sa.update(EDITIONS).where(one).values(changed=row["changed"]))
        return True

    def _revision_of(self, edition: str, asked: Request) -> int | None:
        """The revision that an earlier request with this id made. Raises `ActionIdReused`."""
        if asked.action_id is None:
            return None
        own = (EDITION_CHANGES.c.edition == edition) & (EDITION_CHANGES.c.action_id == asked.action_id)
        query = sa.select(EDITION_CHANGES.c.revision, EDITION_CHANGES.c.request).where(own)
        with self._reading.connect() as connection:
            row = connection.execute(query).one_or_none()
        if row is not None and row.request != asked.hash:
            raise ActionIdReused(asked.action_id)
        return None if row is None else int(row.revision)

    def _kept_changes(self, edition: str) -> list[_KeptChange]:
        columns = EDITION_CHANGES.c.revision, EDITION_CHANGES.c.action_id, EDITION_CHANGES.c.changes
        query = sa.select(*columns).where(EDITION_CHANGES.c.edition == edition)
        with self._reading.connect() as connection:
            rows = connection.execute(query.order_by(EDITION_CHANGES.c.revision.desc()))
            return [_KeptChange(row.revision, row.action_id, _UNDO.decode(row.changes)) for row in rows]

    # Ticks: which content of a part somebody has compared with the box.

    def ticks(self, edition: str) -> Mapping[str, str]:
        """Part → the hash of its content that is as in the box."""
        query = sa.select(EDITION_TICKS.c.part, EDITION_TICKS.c.content)
        with self._reading.connect() as connection:
            rows = connection.execute(query.where(EDITION_TICKS.c.edition == edition))
            return {row.part: row.content for row in rows}

    def tick(self, edition: str, part: str, content: str) -> None:
        """This content of the part is as in the box."""
        own = (EDITION_TICKS.c.edition == edition) & (EDITION_TICKS.c.part == part)
        row = {"edition": edition, "part": part, "content": content, "at": now()}
        try:
            with self._engine.begin() as connection:
                if not connection.execute(sa.update(EDITION_TICKS).where(own).values(**row)).rowcount:
                    connection.execute(sa.insert(EDITION_TICKS).values(**row))
        except IntegrityError:  # somebody else ticked the part just now: the later one stands
            self.tick(edition, part, content)

    def untick(self, edition: str, part: str) -> None:
        """Nobody has compared the part with the box."""
        own = (EDITION_TICKS.c.edition == edition) & (EDITION_TICKS.c.part == part)
        with self._engine.begin() as connection:
            connection.execute(sa.delete(EDITION_TICKS).where(own))

    # Versions.

    def versions(self, edition: str) -> list[EditionVersion]:
        """The versions of an edition, the oldest first."""
        columns = [EDITION_VERSIONS.c[name] for name in EditionVersion.__struct_fields__]
        query = sa.select(*columns).where(EDITION_VERSIONS.c.edition == edition)
        with self._reading.connect() as connection:
            rows = connection.execute(query.order_by(EDITION_VERSIONS.c.number)).mappings()
            return [EditionVersion(**row) for row in rows]

    def publish(self, edition: str, hash: str, note: str, drawing: str | None) -> tuple[EditionVersion, bool]:
        """Number a component set as the next version; and whether it is new.

        The set of the newest version is that version still; its drawing may be another then. Raises
        `Problem`.
        """
        versions = EDITION_VERSIONS
        row = sa.select(EDITIONS.c.edition).where(EDITIONS.c.edition == edition).with_for_update()
        newest = sa.select(versions).where(versions.c.edition == edition).order_by(versions.c.number.desc())
        with self._engine.begin() as connection:
            if connection.execute(row).first() is None:
                raise no_edition()
            last = connection.execute(newest.limit(1)).one_or_none()
            if last is not None and last.hash == hash:
                own = (versions.c.edition == edition) & (versions.c.number == last.number)
                drawing = drawing or last.drawing
                connection.execute(sa.update(versions).where(own).values(drawing=drawing))
                return EditionVersion(last.number, hash, last.note, last.made, drawing), False
            number = 1 if last is None else last.number + 1
            made = EditionVersion(number, hash, note, now(), drawing)
            values = msgspec.structs.asdict(made) | {"edition": edition}
            connection.execute(sa.insert(versions).values(**values))
            one = EDITIONS.c.edition == edition
            connection.execute(sa.update(EDITIONS).where(one).values(head=hash, changed=made.made))
        return made, True

    def gave_drawing(self, edition: str, hash: str, drawing: str) -> bool:
        """Whether it was this edition that gave the set its map layout, which has this hash."""
        own = (EDITION_VERSIONS.c.edition == edition) & (EDITION_VERSIONS.c.hash == hash)
        query = sa.select(EDITION_VERSIONS.c.number).where(own, EDITION_VERSIONS.c.drawing == drawing)
        with self._reading.connect() as connection:
            return connection.execute(query).first() is not None


# Changes of a draft, and what takes them back.


def derived(game: Game[Any], document: dict[str, Json]) -> dict[str, Json]:
    """The document with what the game fills in by itself; as it is where that is not possible yet."""
    derive = None if game.editing is None else game.editing.derive
    if derive is None:
        return document
    try:
        filled: dict[str, Json] = derive(document)
    except Exception:  # a faulty document, which is kept as it is
        return document
    return filled


def _changed(
    draft: EditionDraft, changes: Sequence[DraftChange], drawing: Sequence[DraftChange]
) -> EditionDraft:
    document, drawn = changed(draft.document, changes), draft.drawing
    if drawing:
        try:
            drawn = changed(drawn or {}, drawing) or None
        except BadChange as bad:
            raise BadChange(OF_THE_DRAWING + bad.at, bad.reason, bad.index) from None
    return EditionDraft(document, drawn, draft.revision)


def _undo(before: EditionDraft, after: EditionDraft, changes: Sequence[DraftChange]) -> DraftUndo:
    """The changes that make the draft as it was.

    Where the service changed something besides, or so much changed that it would take long, what differs is
    set.
    """
    drawn = between(after.drawing or {}, before.drawing or {})
    if len(changes) <= MOST_UNDONE_APART:
        undo = undo_of(before.document, changes)
        try:
            if changed(after.document, undo) == before.document:
                return DraftUndo(undo, drawn)
        except BadChange:
            pass
    return DraftUndo(between(after.document, before.document), drawn)


def _as_it_was(draft: EditionDraft, kept: Sequence[_KeptChange], revision: int) -> EditionDraft:
    """The draft at an earlier revision. kept: the later changes at least, the newest first."""
    for change in kept:
        if change.revision > draft.revision:
            continue  # it was made after the draft was read
        if change.revision <= revision:
            break
        draft = _changed(draft, change.undo.changes, change.undo.drawing)
    return replace(draft, revision=revision)


def _last_of(kept: Sequence[_KeptChange], revision: int, of: Collection[str] | None) -> _KeptChange:
    """The last change up to this revision, or of these requests, that is not taken back. Raises `Problem`."""
    undone = {change.undo.undoes for change in kept if change.revision <= revision}
    for change in kept:
        is_meant = change.revision <= revision and (of is None or change.action_id in of)
        if is_meant and change.undo.undoes is None and change.revision not in undone:
            return change
    whose = "No change of this draft" if of is None else "None of your last changes of this draft"
    raise Problem("nothing-to-undo", f"{whose} is left that can be taken back.")


def _standing_after(first: int, kept: Sequence[_KeptChange], last: int) -> list[_KeptChange]:
    """The changes after a revision, up to another one, that are not taken back again."""
    later = [change for change in kept if first < change.revision <= last]
    undone = {change.undo.undoes for change in later} - {None}
    return [
        change for change in later if change.revision not in undone and (change.undo.undoes or 0) <= first
    ]


def _places(undo: DraftUndo) -> Iterator[str]:
    """The places that a change touched."""
    yield from (f"{place_of(change)}/" for change in undo.changes)
    yield from (f"{OF_THE_DRAWING}{place_of(change)}/" for change in undo.drawing)


def _meet(one: DraftUndo, other: DraftUndo) -> bool:
    """Whether a place that one change touched is in a place that the other touched."""
    places = [*_places(other)]
    return any(here.startswith(there) or there.startswith(here) for here in _places(one) for there in places)


def _overlapped(change: _KeptChange) -> Problem:
    named: dict[str, Any] = {} if change.action_id is None else {"change": change.action_id}
    detail = "Somebody has changed the same place since, so this change stays. Correct it if it is wrong."
    return Problem("undo-overlapped", detail, **named)


def _stale(expected: int, revision: int) -> Problem:
    return Problem(
        "stale-draft",
        f"The draft is at revision {revision}, not {expected}. Read it again, or send `If-Match: *`.",
        headers={"ETag": f'"{revision}"'},
        revision=revision,
    )


def _draft_row(edition: str, draft: EditionDraft) -> dict[str, Any]:
    return {
        "edition": edition,
        "document": msgspec.json.encode(draft.document),
        "drawing": None if draft.drawing is None else msgspec.json.encode(draft.drawing),
        "revision": draft.revision,
        "changed": now(),
    }


def drawing_hash(drawing: Json) -> str:
    """What names a map layout."""
    return content_hash(drawing)
