"""Proofs of entries: the parts with which a viewer can check an entry, and the parts that stay a hash.

The parts of an entry that are shown (`engine/views.py`) are those that are proven. The form of a proof
depends on nothing that its viewer may not know: only on the viewer, the kind of entry and what is shown of
it.
"""

from __future__ import annotations

from typing import Any, assert_never

import msgspec
from msgspec import Struct

from domain.kernel.engine.entries import (
    COMMITTED_SINCE,
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
    Shown,
    Voided,
    codec_of,
    committed,
    opened,
    payload_version,
    topic_of,
)
from domain.kernel.engine.views import Unreadable, entry_view, may_read
from domain.kernel.game import Game
from domain.kernel.messages import Json, Viewer

ALWAYS = frozenset({"kind", "session", "number", "at", "moved_at", "by", "envelope"})
OF_OPENINGS = frozenset(
    {
        "game",
        "rules_version",
        "component_set",
        "seats",
        "options",
        "chance",
        "may_declare",
        "forced_steps",
        "seats_may_override",
        "commitment",
        "timezone",
        "sandbox",
        "tags",
        "forked_from",
        "played",
    }
)


class SeenBy(Struct, frozen=True):
    """The viewer of a file. seat: of a seat, or of a recorder who has one; sees_all: for owner and scribe.

    opened: of a finished game that shows everything at its end.
    """

    seat: str | None
    sees_all: bool
    opened: bool


def entry_proof(
    game: Game[Any], entry: Entry | Unreadable, body: bytes, viewer: Viewer, looks: Viewer
) -> dict[str, Json]:
    """The proof of the entry for the viewer: its whole `body`, or a `tree` of hashes and parts.

    viewer: the one who checks; looks: its view now, which sees all once a game that opens at its end is
    finished. Owner and scribe, who see all anyway, get each entry whole. An entry of the first envelope
    cannot be shown in parts: if the viewer may not see it whole, its view of it is `unproved`.
    """
    if viewer.sees_all:
        return {"body": msgspec.Raw(body)}
    unproved: dict[str, Json] = {"unproved": entry_view(game, entry, looks, None, viewer)}
    if isinstance(entry, Unreadable):
        return unproved
    if entry.envelope < COMMITTED_SINCE:
        whole = looks.sees_all and _holds_no_secret(entry, viewer)
        return {"body": msgspec.Raw(body)} if whole else unproved
    tree: dict[str, Json] = msgspec.json.decode(body)
    try:
        shown = _shown(game, entry, tree.get("v", 1), viewer, looks)
    except Exception:  # what came from outside may be an entry that the game cannot show
        return unproved
    return {"tree": opened(committed(tree), shown)}


def _holds_no_secret(entry: Entry, viewer: Viewer) -> bool:
    """Whether somebody who sees all of the finished table may see every member of the body."""
    if entry.action_id is not None or entry.request is not None:
        return False
    match entry:
        case Noted():
            return may_read(entry, (viewer,))
        case Opened():
            return not entry.players and not entry.labels
    return True


def _shown(game: Game[Any], entry: Entry, version: int, viewer: Viewer, looks: Viewer) -> Shown:
    shown: dict[str | int, Shown | None] = dict.fromkeys(ALWAYS)
    if entry.by.seat is not None and entry.by.seat == viewer.seat:
        shown["action_id"] = None
    match entry:
        case Opened():
            shown |= dict.fromkeys(OF_OPENINGS)
        case Recorded() | Corrected():
            shown |= dict.fromkeys(("rules_version", "broken", "reason", "about", "copied", "move", "auto"))
            shown |= _played(game, entry, version, looks)
        case Retracted():
            shown |= dict.fromkeys(("to", "reason", "exposed"))
        case Noted():
            if may_read(entry, (viewer,)):
                shown |= dict.fromkeys(("text", "about", "visible_to", "refusal", "settings", "played"))
        case Amended():
            shown |= dict.fromkeys(("component_set", "learnt"))
        case Closed():
            shown |= dict.fromkeys(("outcome", "secret", "on_request"))
        case Reopened() | Reinstated():
            shown["reason"] = None
        case Voided():
            shown |= dict.fromkeys(("reason", "replaced_by"))
        case _:
            assert_never(entry)
    return shown


def _played(game: Game[Any], entry: Recorded | Corrected, version: int, looks: Viewer) -> Shown:
    """Of action, facts and outcomes. How many outcomes there were may depend on what is hidden.

    A payload of an older version has other members than those in the game's statements.
    """
    if looks.sees_all:
        return dict.fromkeys(("action", "facts", "outcomes", "v"))
    if version != payload_version(game, topic_of(game.key, entry)):
        return {}
    facts = codec_of(game).facts.decode(entry.facts)
    told = {place: _members(game, fact, looks) for place, fact in enumerate(facts)}
    shown: dict[str | int, Shown | None] = {
        "facts": {place: members for place, members in told.items() if members is not None}
    }
    if isinstance(entry, Recorded):
        action = _members(game, codec_of(game).actions.decode(entry.action), looks)
        if action is not None:
            shown["action"] = action
    return shown


def _members(game: Game[Any], message: Any, looks: Viewer) -> Shown | None:
    names = game.secrecy.proven(message, looks)
    return None if names is None else dict.fromkeys(names)
