"""Editions: a group makes its own box from another one, confirms it part by part and publishes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from flask import Response
from msgspec import Meta, Struct

from domain.kernel import ComponentSet, Game, InvalidComponents
from domain.kernel.components import content_hash
from domain.kernel.editing.blanks import with_blanks
from domain.kernel.editing.changes import Set
from domain.kernel.editing.parts import attested, differences, parts_of, with_invented
from domain.kernel.messages import Json
from domain.kernel.session.opening import load_components
from replays.library import UnknownComponentSet, UnknownGame
from service.api.component_sets import faulty
from service.api.edition_drafts import (
    bounded,
    completed_layout,
    contents_of,
    draft_of,
    editing_of,
    faults_of,
    faults_told,
    game_of,
    progress_of,
)
from service.api.edition_pictures import PicturesRead, keep_picture, pictures_for_file, pictures_in_file
from service.http.authentication import enter_edition, must_be_let_open
from service.http.blueprint import Blueprint
from service.http.rate_limits import keep_component_set, must_have_room, new_length, spend, spenders
from service.http.responses import (
    OF_THE_ASKER,
    answered,
    answered_with_tokens,
    request_of,
    secret_key,
    tagged_by_content,
)
from service.http.services import services
from service.http.tokens import held_editions
from service.problems import Problem, invalid, not_found
from service.schemas.answers import (
    DifferencesShown,
    EditionFileShown,
    EditionMade,
    EditionRemoved,
    EditionShown,
    TokensSchema,
    VersionShown,
)
from service.schemas.fields import read_body, read_query, read_struct, struct_of
from service.schemas.openapi import IF_NONE_MATCH, SECRET_KEY, answer, describe
from service.schemas.requests import EditionFile, EditionLink, EditionPatch, NewEdition, Publishing
from service.sessions.commands import BY_ITSELF, now
from service.sessions.editions import Edition, EditionDraft, EditionVersion, drawing_hash
from service.sessions.learnt import is_to_decide
from service.sessions.opening import new_session_id
from service.sessions.tokens import EDITION_HOLDERS

routes = Blueprint(
    "editions", __name__, url_prefix="/v1", description="Editions: a group's own box, in versions."
)

COMPARED = r"^(draft|origin|[1-9][0-9]{0,5})$"
OF_A_NAME = ("edition", "name")
"""The member of a document that names the set, whichever of them the game has."""


# Making an edition, looking at it, handing out its links.


@routes.route("/editions", methods=["POST"])
@describe(
    body="NewEdition",
    headers=[SECRET_KEY],
    answers={201: answer(EditionMade)},
    refuses=["bad-token", "not-allowed", "quota", "unknown-component-set", "unknown-game"],
)
def make_edition() -> Response:
    """Make an edition from a component set, or from a file of an edition. The answer contains its tokens.

    What the set's publisher attests is confirmed already. If the service requires the opening token to open
    sessions, you need it here too.
    """
    must_be_let_open()
    secret_key()
    tree = read_body()
    asked = struct_of(NewEdition, tree)
    wanted = request_of(tree, "edition")
    made, draft, ticks = _of_file(asked, asked.file) if asked.file is not None else _of_set(asked)
    draft = bounded(draft)
    pictures = pictures_in_file(asked.file.pictures) if asked.file is not None else []
    size = len(msgspec.json.encode(draft))
    must_have_room(size)
    spend(size, spenders())
    edition = services().editions.make(made, draft, ticks, wanted)
    if edition == made.edition:
        _begin_pictures(made, draft, pictures, begins_from_set=asked.file is None)
    epochs = services().editions.epochs(edition)
    tokens = services().edition_tokens.issue(edition, EDITION_HOLDERS, epochs)
    given = {holder: token for holder, token in tokens.items() if not epochs.get(holder)}
    answer = answered_with_tokens({"edition": edition, "tokens": given})
    answer.headers["Location"] = f"/v1/editions/{edition}"
    if edition != made.edition:
        answer.headers["Idempotent-Replayed"] = "true"
    return answer


class EditionQuery(Struct, frozen=True):
    """parts: list each part of the draft, with its tick and the number of its faults."""

    parts: bool | Annotated[int, Meta(ge=0, le=1)] = False


@routes.route("/editions/<session:edition_id>")
@describe(query=EditionQuery, headers=[IF_NONE_MATCH], answers={200: answer(EditionShown), 304: None})
def get_edition(edition_id: str) -> Response:
    """Show an edition: how many of its parts are confirmed, its faults and its versions."""
    edition, holder = enter_edition(edition_id)
    query = read_query(EditionQuery)
    draft = draft_of(edition)
    return tagged_by_content(_shown(edition, holder, draft, parts=bool(query.parts)), OF_THE_ASKER)


@routes.route("/editions/<session:edition_id>", methods=["PATCH"])
@describe(body="EditionPatch", answers={200: answer(EditionShown)})
def patch_edition(edition_id: str) -> Response:
    """Rename an edition, or list it for everybody. Requires the keeper's token.

    The document takes the name over. Of a listed edition everybody sees the name and the newest version.
    """
    edition, holder = enter_edition(edition_id, "keeper")
    asked = read_struct(EditionPatch)
    if asked.name is not None:
        _rename(edition, asked.name)
    services().editions.describe(edition_id, name=asked.name, listed=asked.listed)
    edition, _ = enter_edition(edition_id)
    return answered(_shown(edition, holder, draft_of(edition), parts=False))


@routes.route("/editions/<session:edition_id>", methods=["DELETE"])
@describe(answers={200: answer(EditionRemoved)}, refuses=["edition-published"])
def remove_edition(edition_id: str) -> Response:
    """Remove an edition of which no version is published. Requires the keeper's token."""
    enter_edition(edition_id, "keeper")
    if not services().editions.remove(edition_id):
        raise Problem("edition-published", "A published edition stays: sessions may use its versions.")
    return answered({"edition": edition_id})


@routes.route("/editions/<session:edition_id>/links", methods=["POST"])
@describe(body="EditionLink", answers={201: answer(TokensSchema)})
def make_edition_link(edition_id: str) -> Response:
    """Get the token of a holder, or replace it: the former one is void then. Requires the keeper's token."""
    enter_edition(edition_id, "keeper")
    asked = read_struct(EditionLink)
    if asked.replace:
        services().editions.replace_tokens(edition_id, asked.holder)
    epochs = services().editions.epochs(edition_id)
    tokens = services().edition_tokens.issue(edition_id, [asked.holder], epochs)
    return answered_with_tokens({"tokens": tokens})


@routes.route("/editions/<session:edition_id>/file")
@describe(headers=[IF_NONE_MATCH], answers={200: answer(EditionFileShown), 304: None})
def get_edition_file(edition_id: str) -> Response:
    """Show the edition as a file, from which another service can make it. It holds no tokens.

    Of versions it holds what names them; each is a component set.
    """
    edition, _ = enter_edition(edition_id)
    draft = draft_of(edition)
    pictures = pictures_for_file(edition_id)
    body = {
        "format": "tablelog-edition",
        "version": 2 if pictures else 1,
        "game": edition.game,
        "name": edition.name,
        "origin": edition.origin,
        "document": draft.document,
        "drawing": draft.drawing,
        "ticks": dict(services().editions.ticks(edition_id)),
        "versions": _versions(edition),
    } | ({"pictures": pictures} if pictures else {})
    return tagged_by_content(body, OF_THE_ASKER)


# Versions: what is published, and what differs between two of them.


@routes.route("/editions/<session:edition_id>/versions", methods=["POST"])
@describe(
    body="Publishing",
    answers={200: answer(VersionShown), 201: answer(VersionShown)},
    refuses=["invalid-component-set", "invalid-drawing", "quota"],
)
def publish_version(edition_id: str) -> Response:
    """Publish the draft as a component set, the next version. Requires the keeper's token.

    Its list `invented` names what nobody has confirmed. If you publish the newest version again, you get it
    again (200); its map layout and its pictures are then those of the draft.
    """
    edition, _ = enter_edition(edition_id, "keeper")
    asked = read_struct(Publishing)
    game, draft = game_of(edition), draft_of(edition)
    document = with_invented(editing_of(game), draft.document, services().editions.ticks(edition_id))
    try:
        components = load_components(game, document, new=not services().library.knows(content_hash(document)))
    except InvalidComponents as error:
        raise faulty("invalid-component-set", "/document", error) from None
    laid = None if draft.drawing is None else completed_layout(edition, draft)
    drawing = _drawing_to_give(edition, components, laid)
    if not services().library.is_packaged(components):
        spend(new_length(components), spenders())
        keep_component_set(components)
        services().pictures.give(edition_id, components.hash, parts_of(editing_of(game), document))
    if drawing is not None:
        services().drawings.put(components, drawing)
    given = None if drawing is None else drawing_hash(drawing)
    version, new = services().editions.publish(edition_id, components.hash, asked.note, given)
    return answered(_version(version), 201 if new else 200)


class DifferencesQuery(Struct, frozen=True):
    """a, b: what is compared: the number of a version, `draft`, or `origin`, the set that it began with."""

    a: Annotated[str, Meta(pattern=COMPARED)] = "origin"
    b: Annotated[str, Meta(pattern=COMPARED)] = "draft"


@routes.route("/editions/<session:edition_id>/differences")
@describe(query=DifferencesQuery, headers=[IF_NONE_MATCH], answers={200: answer(DifferencesShown), 304: None})
def list_differences(edition_id: str) -> Response:
    """Show what differs between two versions, or between a version and the draft, part by part."""
    edition, _ = enter_edition(edition_id)
    query = read_query(DifferencesQuery)
    before, after = _compared(edition, query.a), _compared(edition, query.b)
    found = differences(editing_of(game_of(edition)), before, after)
    body = {"a": query.a, "b": query.b, "parts": msgspec.to_builtins(found)}
    return tagged_by_content(body, OF_THE_ASKER)


def _compared(edition: Edition, name: str) -> Mapping[str, Json]:
    if name == "draft":
        return draft_of(edition).document
    if name == "origin":
        wanted = edition.origin
    else:
        versions = {
            str(version.number): version.hash for version in services().editions.versions(edition.edition)
        }
        if name not in versions:
            raise not_found(f"This edition has no version {name}.")
        wanted = versions[name]
    try:
        return services().library.component_set(wanted, edition.game).document
    except (UnknownComponentSet, UnknownGame):
        raise not_found("The component set that this edition began with is not on this service.") from None


def _drawing_to_give(edition: Edition, components: ComponentSet, drawing: Json | None) -> Json | None:
    """The map layout that the set gets of this edition; None: it has one, or needs none.

    What the operator has put there stays, and so does what another edition has. Raises `Problem` for a
    layout that does not fit the set.
    """
    if drawing is None:
        return None
    if faults := services().drawings.faults(components, drawing):
        raise faulty("invalid-drawing", "/drawing", InvalidComponents(faults))
    known = services().drawings.of(components)
    if known is None:
        return drawing
    is_own = services().editions.gave_drawing(edition.edition, components.hash, drawing_hash(known))
    return drawing if is_own and known != drawing else None


# A new edition, and how one is shown.


def _of_set(asked: NewEdition) -> tuple[Edition, EditionDraft, dict[str, str]]:
    """A new edition that begins with a component set."""
    missing = [
        name
        for name, value in (("game", asked.game), ("from", asked.from_), ("name", asked.name))
        if value is None
    ]
    if missing:
        raise invalid([(f"/{name}", "Send `game`, `from` and `name`, or a `file`.") for name in missing])
    assert asked.name is not None
    game = _game_asked(asked.game or "")
    try:
        components = services().library.component_set(asked.from_ or "", game.key)
    except UnknownComponentSet:
        components = None
    if components is None or components.game != game.key:
        detail = "This game has no component set with that hash or name. GET /v1/games/{game} lists its sets."
        raise Problem("unknown-component-set", detail)
    document = _named(game, msgspec.to_builtins(components.document), asked.name)
    ticks = attested(editing_of(game), document)
    if asked.blanks:
        if not editing_of(game).decks:
            raise invalid([("/blanks", "This game has no cards that can be entered while you play.")])
        document = with_blanks(editing_of(game), document, ticks)
    drawing = services().drawings.of(components)
    draft = EditionDraft(document, drawing, 1)
    return _new(game, asked.name, components.hash), draft, ticks


def _of_file(asked: NewEdition, file: EditionFile) -> tuple[Edition, EditionDraft, dict[str, str]]:
    """A new edition with the draft and the ticks of a file."""
    if asked.game not in (None, file.game):
        raise invalid([("/game", f"The file is of {file.game}.")])
    if asked.from_ is not None:
        raise invalid([("/from", "Send either `from` or a `file`.")])
    if asked.blanks:
        raise invalid([("/blanks", "An edition from a file begins with the cards of the file.")])
    game, name = _game_asked(file.game), asked.name or file.name
    draft = EditionDraft(_named(game, file.document, name), file.drawing, 1)
    parts = contents_of(editing_of(game), draft.document)
    ticks = {part: content for part, content in file.ticks.items() if part in parts}
    return _new(game, name, file.origin), draft, ticks


def _begin_pictures(
    made: Edition, draft: EditionDraft, pictures: Sequence[PicturesRead], *, begins_from_set: bool
) -> None:
    """Give a new edition the pictures of its file, or of the set that it begins with. Raises `Problem`.

    An edition whose pictures have no room is not made.
    """
    parts = parts_of(editing_of(game_of(made)), draft.document)
    if begins_from_set:
        services().pictures.begin(made.edition, made.origin, parts)
        return
    try:
        for named, picture in pictures:
            keep_picture(made.edition, [part for part in named if part in parts], picture)
    except Problem:
        services().editions.remove(made.edition)
        raise


def _new(game: Game[Any], name: str, origin: str) -> Edition:
    at = now()
    return Edition(new_session_id(), game.key, name, origin, None, False, at, at)


def _game_asked(key: str) -> Game[Any]:
    game = services().games.get(key)
    if game is None:
        raise Problem("unknown-game", "There is no such game. GET /v1/games lists the games.")
    if game.editing is None:
        detail = "The sets of this game cannot be edited here. Upload a set: POST /v1/component-sets."
        raise invalid([("/game", detail)])
    return game


def _name_member(game: Game[Any], document: Mapping[str, Json]) -> str | None:
    members = {*editing_of(game).document.__struct_encode_fields__, *document}
    return next((member for member in OF_A_NAME if member in members), None)


def _named(game: Game[Any], document: dict[str, Json], name: str) -> dict[str, Json]:
    """The document with this name, where the game's sets have one."""
    member = _name_member(game, document)
    return document if member is None else {**document, member: name}


def _rename(edition: Edition, name: str) -> None:
    """Have the draft take over the name of its edition, which nobody needs to confirm again."""
    game = game_of(edition)
    member = _name_member(game, draft_of(edition).document)
    if member is None:
        return
    change = Set(member, name)
    moved = services().editions.change(
        edition.edition, [change], [], lambda _, after: bounded(after), BY_ITSELF
    )
    content = contents_of(editing_of(game), moved.draft.document).get(member)
    if content is not None:
        services().editions.tick(edition.edition, member, content)


def _shown(edition: Edition, holder: str, draft: EditionDraft, *, parts: bool) -> dict[str, Json]:
    game = game_of(edition)
    contents = contents_of(editing_of(game), draft.document)
    ticks = services().editions.ticks(edition.edition)
    faults = faults_told(draft.document, faults_of(edition, draft.document)[0])
    body: dict[str, Json] = msgspec.to_builtins(edition) | {
        "holder": holder,
        "revision": draft.revision,
        "progress": progress_of(contents, ticks),
        "faults": len(faults),
        "learnt": sum(is_to_decide(one, contents, ticks) for one in services().learnt.of(edition.edition)),
        "versions": _versions(edition),
    }
    if parts:
        body["parts"] = [
            {
                "part": part,
                "confirmed": ticks.get(part) == content,
                "content": content,
                "faults": sum(f"{fault['at']}/".startswith(f"{part}/") for fault in faults),
            }
            for part, content in contents.items()
        ]
    return body


def _versions(edition: Edition) -> list[Json]:
    return [_version(version) for version in services().editions.versions(edition.edition)]


def _version(version: EditionVersion) -> dict[str, Json]:
    return {"number": version.number, "hash": version.hash, "note": version.note, "made": version.made}


def newest_versions(game: str) -> dict[str, dict[str, Json]]:
    """By the hash of its set, the newest version of each edition that the caller may know of.

    Those are listed editions, and those whose tokens come along. Raises `Problem` for too many tokens.
    """
    found = services().editions.some(held_editions(), listed_of=game)
    return {
        one.head: {
            "edition": one.name,
            "version": services().editions.versions(one.edition)[-1].number,
            **_attested(services().library.component_set(one.head, game)),
        }
        for one in found
        if one.game == game and one.head is not None
    }


def _attested(components: ComponentSet) -> dict[str, int]:
    """How many parts a set has, and how many of them its list `invented` leaves out."""
    editing = services().games[components.game].editing
    if editing is None:
        return {}
    document = components.document
    return {"parts": len(parts_of(editing, document)), "confirmed": len(attested(editing, document))}
