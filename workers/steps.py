"""A session on its way along its log: where it stands after each entry, and what each fact changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, TypeVar

from domain.kernel.entries import Entry, Retracted, codec_of
from domain.kernel.game import Game
from domain.kernel.session import (
    Played,
    Read,
    Session,
    Snapshot,
    advance,
    advance_on_the_way,
    goes_back,
    is_live,
    way_to,
)
from domain.kernel.unreadable import Unreadable
from workers.projections.projection import Changes, Folded, Projection, Row, Step

Answer = TypeVar("Answer")


class Changing:
    """Applies the facts of one entry, and keeps each with the states before and after it."""

    def __init__(self) -> None:
        self.changes: Changes = ()

    def apply(self, game: Game[Any], state: Any, entry: Played) -> Any:
        """The state after the entry's facts."""
        changes = []
        for fact in codec_of(game).facts.decode(entry.facts):
            after = game.evolve(state, fact)
            changes.append((state, fact, after))
            state = after
        self.changes = tuple(changes)
        return state


def opened_at(session: Session, projections: Iterable[Projection]) -> tuple[Folded, Step]:
    """A session as it stands after its opening, and that step."""
    opened, position = session.opened, session.position
    folded = Folded(session.game, opened, position, position, opened.at)
    for projection in projections:
        folded.memories[projection.name] = projection.begin(folded)
    return folded, Step(opened, None, position.state)


def follow(
    folded: Folded, entry: Entry | Unreadable, digest: str, projections: Sequence[Projection], read: Read
) -> Step | None:
    """Move a session on over an entry. None where the table is lost: every projection is broken then."""
    before, previous_at = folded.position, folded.updated
    there, brings_back = before, False
    if isinstance(entry, Retracted) and goes_back(entry):
        brings_back = not is_live(before.live, entry.to)
        there = go_back(folded, entry.to, projections, read)
    changing = Changing()
    after = folded.position = advance(folded.game, before, entry, digest, lambda to: there, changing.apply)
    if isinstance(entry, Unreadable) or after.lost is not None:
        break_all(folded, projections)
        return None
    folded.updated = entry.at
    return Step(entry, there.state, after.state, changing.changes, brings_back, previous_at)


def go_back(folded: Folded, to: int, projections: Sequence[Projection], read: Read) -> Snapshot:
    """The session as it stood after entry `to`; projections remember what led there, and nothing else.

    A projection that was broken goes on from here, unless what broke it was not taken back.
    """
    folded.position, way = way_to(to, lambda number: folded.opening, read)
    broken, folded.broken = folded.broken, {}
    following = [p for p in projections if folded.memories[p.name] is not None or p.name in broken]
    for projection in following:
        folded.memories[projection.name] = projection.begin(folded)
    remember(folded, Step(folded.opened, None, folded.position.state), following)
    for entry in way:
        before, changing = folded.position, Changing()
        folded.position = advance_on_the_way(folded.game, before, entry, changing.apply)
        if isinstance(entry, Unreadable) or folded.position.lost is not None:
            break_all(folded, projections)
        else:
            step = Step(entry, before.state, folded.position.state, changing.changes)
            for projection in following:
                if projection.name in broken:
                    rows_of(projection, folded, step)
                else:
                    recall(projection, folded, step)
    folded.mended = broken.keys() - folded.broken.keys()
    return folded.position


def remember(folded: Folded, step: Step, projections: Iterable[Projection]) -> None:
    """Let projections follow an entry whose rows are in the tables already."""
    for projection in projections:
        rows_of(projection, folded, step)


def rows_of(projection: Projection, folded: Folded, step: Step) -> list[Row]:
    """The rows of an entry; none if the projection is broken, or breaks on this entry."""
    return _unless_broken(projection.follow, projection.name, folded, step) or []


def recall(projection: Projection, folded: Folded, step: Step) -> None:
    """Let a projection remember an entry whose rows are in the tables and that did not break it before."""
    _unless_broken(projection.recall, projection.name, folded, step)


def _unless_broken(
    ask: Callable[[Folded, Any, Step], Answer], name: str, folded: Folded, step: Step
) -> Answer | None:
    if name in folded.broken:
        return None
    try:
        return ask(folded, folded.memories[name], step)
    except Exception as error:
        folded.broken[name] = f"entry {step.entry.number} was set aside: {error!r}"
        return None


def break_all(folded: Folded, projections: Iterable[Projection]) -> None:
    """No projection follows a session whose table is lost."""
    lost = folded.position.lost
    if lost is not None:
        for projection in projections:
            reason = f"entry {lost.entry} cannot be followed: {lost.reason}"
            folded.broken.setdefault(projection.name, reason)


def rows_of_all(
    projection: Projection, session: Session, log: Iterable[tuple[Entry | Unreadable, str]], read: Read
) -> list[Row]:
    """The rows of a session's whole log, its entries after the opening given with their digests.

    Entries that cannot be followed, or that the projection breaks on, have none.
    """
    folded, step = opened_at(session, [projection])
    rows = rows_of(projection, folded, step)
    for entry, digest in log:
        step_on = follow(folded, entry, digest, [projection], read)
        if step_on is None:
            continue
        folded.broken.clear()  # what broke an entry before this one keeps no row from this one
        rows += rows_of(projection, folded, step_on)
    return projection.retract(rows, partial(is_live, folded.position.live))
