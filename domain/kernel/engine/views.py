"""Views: the table and each entry as a viewer may see them. Secrets are removed only here.

Entries may be unreadable. Corrections and imports must leave a table that can be shown and played on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, assert_never

import msgspec
from msgspec import Struct

from domain.kernel.engine.entries import (
    Amended,
    Closed,
    Corrected,
    Entry,
    Noted,
    Opened,
    Recorded,
    Reinstated,
    Reopened,
    Retracted,
    UnreadableEntry,
    Voided,
    codec_of,
    unseal,
)
from domain.kernel.engine.time_of_play import TimeOfPlay
from domain.kernel.game import Game
from domain.kernel.messages import PUBLIC, TRUTH, Fact, Json, Viewer

# Unreadable parts: an entry of the log, and the table past an entry that cannot be followed.

KINDS = ("opened", "corrected", "retracted", "noted", "closed", "reopened", "void", "counts")


class Unreadable(Struct, frozen=True, kw_only=True):
    """Replaces an entry whose bytes are unknown here, or belong to another position.

    `reason` may quote what is hidden: it is for those who see all.
    """

    session: str
    number: int
    topic: str
    reason: str
    action_id: str | None = None
    request: str | None = None

    @property
    def kind(self) -> str:
        """The kind that the entry is filed under."""
        return self.topic if self.topic in KINDS else "recorded"


class Lost(Struct, frozen=True):
    """From this entry on the table is not known: it cannot be read, or not be applied to the table before."""

    entry: int
    reason: str


def read_entry(game: Game[Any], session: str, number: int, topic: str, body: bytes) -> Entry | Unreadable:
    """The entry at this place in the log, or `Unreadable`. Never raises, not even on damaged bytes."""
    try:
        entry = unseal(game, topic, body)
    except UnreadableEntry as error:
        return Unreadable(session=session, number=number, topic=topic, reason=str(error))
    if (entry.session, entry.number) != (session, number):
        reason = f"these bytes are those of entry {entry.number} of {entry.session}"
        return Unreadable(session=session, number=number, topic=topic, reason=reason)
    return entry


# What somebody may see of a session: the table, and each entry of its log. Secrets are cut here alone.


def eyes(game: Game[Any], state: Any, viewer: Viewer) -> Viewer:
    """The viewer, who sees everything once a game that opens at its end is finished."""
    return TRUTH if game.opens_when_finished and game.is_finished(state) else viewer


def state_view(game: Game[Any], state: Any, viewer: Viewer) -> Json:
    """The table as the viewer may see it."""
    return game.view(state, eyes(game, state, viewer))


def names_in(view: Json) -> frozenset[str]:
    """Every text in a view that may name something, keys among them, but for the component set."""
    shown = {name: value for name, value in view.items() if name != "component_set"}
    return frozenset(_texts_in(shown))


def _texts_in(value: Json) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from value
        value = list(value.values())
    if isinstance(value, list | tuple):
        for part in value:
            yield from _texts_in(part)
    elif isinstance(value, str):
        yield value


def knowledge_view(game: Game[Any], state: Any, viewer: Viewer) -> Json:
    """Everything that the viewer can deduce from its own history; None if the game keeps none."""
    return None if game.knowledge is None else game.knowledge(state, viewer)


def entry_view(
    game: Game[Any], entry: Entry | Unreadable, viewer: Viewer, now: Any, asks: Viewer | None = None
) -> dict[str, Json]:
    """An entry as the viewer may see it; `now` is the current state of the session.

    If `now` is None, the viewer sees no more than before the end, even if the game opens then. `asks`: the
    viewer that looks through this one, if another does; both must be allowed to read what no game opens.

    An entry that cannot be read, or holds something that the game does not know, is shown as `unreadable`.
    """
    if isinstance(entry, Unreadable):
        return _unreadable(entry.number, entry.kind, entry.reason, viewer)
    try:
        shown = _readable_view(game, entry, viewer, now, asks)
        msgspec.json.encode(shown)
    except Exception as error:
        return _unreadable(entry.number, str(type(entry).__struct_config__.tag), repr(error), viewer)
    return shown


def _unreadable(number: int, kind: str, reason: str, viewer: Viewer) -> dict[str, Json]:
    """The view of an unreadable entry. Only viewers who see all get the reason: it may quote secrets."""
    told = reason if viewer.sees_all else "This entry cannot be read here."
    return {"number": number, "kind": kind, "unreadable": True, "reason": told}


def _readable_view(
    game: Game[Any], entry: Entry, viewer: Viewer, now: Any, asks: Viewer | None
) -> dict[str, Json]:
    """The view of an entry that can be read.

    The id of the request is for its author: anyone who knows it could ask whether a guessed request is the
    same. `chance` names the sources of the entry's outcomes, each once and the same for everybody: everybody
    sees that a hidden card was typed in, but not how many outcomes there were.
    At its end a game opens its table, but not the notes between seats: those stay with their readers.
    """
    own_eyes = (viewer,) if asks is None else (viewer, asks)
    author = entry.by.seat
    may_name_request = all(one.sees_all or (author is not None and author == one.seat) for one in own_eyes)
    viewer = viewer if now is None else eyes(game, now, viewer)
    shown: dict[str, Json] = {
        "number": entry.number,
        "kind": str(type(entry).__struct_config__.tag),
        "at": entry.at,
        "moved_at": entry.moved_at,
        "by": msgspec.to_builtins(entry.by),
        "action_id": entry.action_id if may_name_request else None,
    }
    match entry:
        case Opened():
            shown |= _opening(entry)
        case Recorded():
            action = game.action_view(codec_of(game).actions.decode(entry.action), viewer)
            facts = codec_of(game).facts.decode(entry.facts)
            shown |= {
                "action": action,
                "facts": _facts(game, facts, viewer),
                "by_hand": any(fact.by_hand for fact in facts),
                "chance": sorted({outcome.source for outcome in entry.outcomes}),
                "broken": list(entry.broken),
                "reason": entry.reason,
                "move": entry.first_of_move,
                "auto": entry.auto,
            }
        case Corrected():
            facts = codec_of(game).facts.decode(entry.facts)
            shown |= {"facts": _facts(game, facts, viewer), "reason": entry.reason, "about": entry.about}
        case Retracted():
            shown |= {
                "to": entry.to,
                "reason": entry.reason,
                "exposed": entry.exposed,
                "redo": entry.redo,
            }
        case Noted():
            shown |= _note(entry, own_eyes)
        case Amended():
            shown |= {"component_set": entry.component_set, "learnt": list(entry.learnt)}
        case Closed():
            shown |= {"outcome": entry.outcome, "secret": entry.secret, "on_request": entry.on_request}
        case Reopened() | Reinstated():
            shown |= {"reason": entry.reason}
        case Voided():
            shown |= {"reason": entry.reason, "replaced_by": entry.replaced_by}
        case _:
            assert_never(entry)
    return shown


def _facts(game: Game[Any], facts: tuple[Fact, ...], viewer: Viewer) -> list[Json]:
    views = (game.fact_view(fact, viewer) for fact in facts)
    return [view for view in views if view is not None]


def _opening(entry: Opened) -> dict[str, Json]:
    return {
        "game": entry.game,
        "rules_version": entry.rules_version,
        "component_set": entry.component_set,
        "seats": list(entry.seats),
        "options": entry.options,
        "chance": entry.chance,
        "may_declare": entry.declarable,
        "forced_steps": entry.forced_steps,
        "seats_may_override": entry.settings.seats_may_override,
        "commitment": entry.commitment,
        "timezone": entry.timezone,
        "sandbox": entry.sandbox,
        "tags": list(entry.tags),
        "forked_from": msgspec.to_builtins(entry.forked_from),
        "played": played_view(entry.played),
    }


def played_view(played: TimeOfPlay | None) -> dict[str, Json] | None:
    """When the game was played, as somebody says; None where nobody does."""
    return None if played is None else msgspec.structs.asdict(played)


def _note(entry: Noted, own_eyes: Sequence[Viewer]) -> dict[str, Json]:
    """A note that one of these may not read keeps its number in the log and nothing else."""
    if may_read(entry, own_eyes):
        readers = entry.visible_to
        return {
            "text": entry.text,
            "about": entry.about,
            "refusal": entry.refusal,
            "visible_to": None if readers is None else list(readers),
            "settings": msgspec.to_builtins(entry.settings),
            "played": played_view(entry.played),
        }
    hidden: dict[str, Json] = dict.fromkeys(("text", "about", "refusal", "settings", "played"))
    return hidden | {"visible_to": []}


def may_read(note: Noted, own_eyes: Sequence[Viewer]) -> bool:
    """Whether all of these viewers may read the note themselves: no game ever opens notes between seats."""
    readers = note.visible_to
    return readers is None or all(one.sees_all or one.seat in readers for one in own_eyes)


# Whether a table can be shown to everybody and played on from: no correction, no import may break that.


def eyes_of_all(seats: Sequence[str]) -> tuple[Viewer, ...]:
    """All possible viewers."""
    return (TRUTH, PUBLIC, *(Viewer(seat=seat) for seat in seats))


def must_be_shown(game: Game[Any], facts: Sequence[Fact], seats: Sequence[str]) -> None:
    """Render facts for every viewer. Raises any error that the game raises on facts that it cannot show."""
    msgspec.json.encode([game.fact_view(fact, viewer) for fact in facts for viewer in eyes_of_all(seats)])


def must_be_usable(game: Game[Any], state: Any, seats: Sequence[str]) -> None:
    """Render the table for every viewer. Raises any error that the game raises if it cannot show it."""
    seen: list[Any] = [game.standing(state), game.moment(state), game.is_finished(state)]
    for viewer in eyes_of_all(seats):
        seen += [game.view(state, eyes(game, state, viewer)), knowledge_view(game, state, viewer)]
    for seat in (None, *seats):
        viewers = (TRUTH,) if seat is None else (TRUTH, Viewer(seat=seat))
        seen += [game.offers(state, seat, viewer) for viewer in viewers]
    seen += [series.points(None, (), state) for series in game.series]
    msgspec.json.encode(seen, enc_hook=list)
