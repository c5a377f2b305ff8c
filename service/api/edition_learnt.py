"""What tables learnt of their edition, for its editors to take over; and which edition a table plays with."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec
from flask import Response

from domain.kernel import ComponentSet
from domain.kernel.editing.parts import changes_to, parts_of
from domain.kernel.engine.entries import Amended, Entry, Opened
from domain.kernel.engine.views import Unreadable
from domain.kernel.messages import Json
from domain.kernel.session import Session
from replays.library import UnknownComponentSet
from service.api.edition_drafts import change_draft, contents_of, draft_of, editing_of, game_of
from service.http.authentication import enter, enter_edition
from service.http.blueprint import Blueprint
from service.http.responses import answered, request_of
from service.http.services import services
from service.http.tokens import HELD_TOKENS, answered_to_asker, good_claims, held_editions
from service.problems import invalid, not_found
from service.queries import sessions
from service.queries.visible_scope import VisibleScope
from service.schemas.answers import EditionOfSession, LearntDecided, LearntShown
from service.schemas.fields import read_body, struct_of
from service.schemas.openapi import IDEMPOTENCY_KEY, IF_NONE_MATCH, answer, describe
from service.schemas.requests import LearntDecision
from service.sessions.editions import Edition, EditionDraft
from service.sessions.learnt import NOTHING, EditionOfSet, LearntPart, is_to_decide

routes = Blueprint(
    "edition-learnt", __name__, url_prefix="/v1", description="What tables learnt of their edition."
)


@routes.route("/editions/<session:edition_id>/learnt")
@describe(headers=[HELD_TOKENS, IF_NONE_MATCH], answers={200: answer(LearntShown), 304: None})
def list_learnt(edition_id: str) -> Response:
    """List the parts that tables learnt and offer to the edition, with what the draft has.

    Parts that the draft has and somebody has confirmed are left out, and so are those that were declined.
    Readers get their number alone. A session is named if it is public, or if you send a token of it in
    `Tablelog-Tokens`.
    """
    edition, holder = enter_edition(edition_id)
    draft = draft_of(edition)
    waiting = _waiting(edition, draft)
    body: dict[str, Json] = {"learnt": len(waiting)}
    if holder != "reader":
        now = parts_of(editing_of(game_of(edition)), draft.document)
        seen = _seen(waiting)
        body["parts"] = [
            {
                "part": one.part,
                "content": one.content,
                "after": msgspec.json.decode(one.value),
                "session": one.session if one.session in seen else None,
                "entry": one.entry if one.session in seen else None,
                "at": one.at,
            }
            | ({"before": now[one.part]} if one.part in now else {})
            for one in waiting
        ]
    return answered_to_asker(body)


def _waiting(edition: Edition, draft: EditionDraft) -> list[LearntPart]:
    contents = contents_of(editing_of(game_of(edition)), draft.document)
    ticks = services().editions.ticks(edition.edition)
    return [one for one in services().learnt.of(edition.edition) if is_to_decide(one, contents, ticks)]


def _seen(waiting: Sequence[LearntPart]) -> set[str]:
    """The sessions of these parts that the caller may hear of."""
    within = VisibleScope(frozenset(good_claims()))
    return sessions.sessions_within(services().engine, {one.session for one in waiting}, within)


@routes.route("/editions/<session:edition_id>/learnt/<path:part>", methods=["POST"])
@describe(
    body="LearntDecision",
    headers=[IDEMPOTENCY_KEY],
    answers={200: answer(LearntDecided)},
    refuses=["busy", "quota"],
)
def decide_on_learnt(edition_id: str, part: str) -> Response:
    """Take over a part that a table learnt, or decline it. Requires the editor's or the keeper's token.

    Taking it over is a change of the draft, which undo takes back, and confirms the part.
    """
    edition, _ = enter_edition(edition_id, "editor")
    tree = read_body()
    asked = struct_of(LearntDecision, tree)
    learnt = services().learnt
    one = learnt.one(edition_id, part, asked.content)
    if one is None:
        raise not_found("No table offers this content of the part. GET …/learnt lists what they offer.")
    draft = draft_of(edition)
    if asked.do == "take":
        editing, now = editing_of(game_of(edition)), contents_of(editing_of(game_of(edition)), draft.document)
        was = now.get(part, NOTHING)
        if was != one.content:
            changes = changes_to(editing, draft.document, part, msgspec.json.decode(one.value))
            wanted = request_of(tree, "learnt", by=[edition_id, part])
            draft = change_draft(edition, changes, (), wanted, None).draft
        content = contents_of(editing, draft.document).get(part)
        if content is not None:
            services().editions.tick(edition_id, part, content)
        if was != one.content or one.state != "taken":
            learnt.decide(edition_id, one, "taken", was)
    else:
        learnt.decide(edition_id, one, "declined" if asked.do == "decline" else "open")
    now_is = learnt.one(edition_id, part, asked.content) or one
    return answered(
        {
            "part": part,
            "content": one.content,
            "state": now_is.state,
            "revision": draft.revision,
            "learnt": len(_waiting(edition, draft_of(edition))),
        }
    )


# The edition of a table.


@routes.route("/sessions/<session:session_id>/edition")
@describe(headers=[HELD_TOKENS, IF_NONE_MATCH], answers={200: answer(EditionOfSession), 304: None})
def get_edition_of_session(session_id: str) -> Response:
    """Show which box the session is played with: its edition and version, and the entry that amended it.

    If several editions have published the same set, send a token of yours in `Tablelog-Tokens`.
    """
    session, principal = enter(session_id)
    body = box_of(session, held_editions())
    return answered_to_asker(body if principal.may_record else body | {"edition": None})


def box_of(session: Session, held: Collection[str] = ()) -> dict[str, Json]:
    """The name that the set of a session gives itself, its edition, and the entry that amended it last.

    held: editions of which the caller has a token.
    """
    components = session.components
    of = _edition_of(session, held)
    amended = None
    if components.hash != session.opened.component_set:
        amended = services().learnt.amended(components.hash, [session.id])
    return {
        "component_set": components.hash,
        "name": called(components),
        "edition": None if of is None else of.edition,
        "version": None if of is None else of.version,
        "amended": None if amended is None else amended.entry,
    }


def _edition_of(session: Session, held: Collection[str] = ()) -> EditionOfSet | None:
    """The edition that a session plays with; None: none, or it could be several ones."""
    found = editions_of(session)
    own = [one for one in found if one.edition in held]
    some = own or found
    return some[0] if len(some) == 1 else None


def editions_of(session: Session) -> Sequence[EditionOfSet]:
    """The editions that a session may play with. A packaged set is of none."""
    opened, library = session.opened, services().library
    if opened.component_set in {one.hash for one in library.packaged(session.game.key).values()}:
        return ()
    return services().learnt.editions_of(opened.component_set, opened.at)


def box_in_words(session: Session, entry: Entry | Unreadable | None = None) -> str:
    """What people call the box of a session: `Our box, version 3`, `Our box, № 31 of this session`.

    entry: the one whose box is meant; None: the box that the session is played with now. Empty for an entry
    that names no box, or one that this service does not have.
    """
    box, number = box_of(session), None
    hash = box["component_set"]
    if entry is None:
        number = box["amended"]
    elif isinstance(entry, Opened | Amended):
        hash, number = entry.component_set, entry.number
    else:
        return ""
    try:
        components = services().library.component_set(str(hash), session.game.key)
    except UnknownComponentSet:
        return ""
    name, version = called(components) or "A box without a name", box["version"]
    if hash != session.opened.component_set:
        made = "as amended in this session" if number is None else f"№ {number} of this session"
        return f"{name}, {made}" + ("" if version is None else f", which began with version {version}")
    return name if version is None else f"{name}, version {version}"


def called(components: ComponentSet) -> str | None:
    """The name that a set gives itself."""
    name = components.document.get("edition") or components.document.get("name")
    return None if name is None else str(name)


def must_be_played_with(session: Session, edition: str) -> None:
    """Raises `Problem` unless the session plays with this edition."""
    if edition not in {one.edition for one in editions_of(session)}:
        raise invalid([("/offer", "The session is not played with a version of this edition.")])


def note_amendment(session: Session, entry: int, hash: str, parts: Sequence[str], offer: str | None) -> None:
    """Keep that a session has amended its set to this one. offer: the edition that is offered these parts."""
    learnt = services().learnt
    learnt.note(hash, session.id, entry, _edition_of(session, () if offer is None else (offer,)))
    editing = session.game.editing
    if offer is not None and editing is not None:
        now = parts_of(editing, services().library.component_set(hash, session.game.key).document)
        learnt.offer(offer, session.id, entry, {part: now[part] for part in parts if part in now})
