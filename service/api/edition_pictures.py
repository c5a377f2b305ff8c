"""Pictures of the parts of an edition, of component sets, and the pictures themselves."""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Iterable
from typing import Literal

import msgspec
from flask import Response, request
from msgspec import Struct
from werkzeug.exceptions import RequestEntityTooLarge

from domain.kernel import ComponentSet
from domain.kernel.editing.parts import parts_of
from domain.kernel.messages import Json
from service.api.component_sets import FOR_EVER, component_set_named
from service.api.edition_drafts import NO_PART, contents_of, draft_of, editing_of, game_of
from service.http.authentication import enter_edition
from service.http.blueprint import Blueprint
from service.http.bodies import read_bytes
from service.http.rate_limits import give_back, spend, spenders
from service.http.responses import FOR_EVERYBODY, OF_THE_ASKER, answered, tagged_by_content, unchanged
from service.http.services import services
from service.problems import Problem, not_found
from service.schemas.answers import EditionPictures, PictureRemoved, PictureShown, SetPictures
from service.schemas.fields import read_query, read_struct
from service.schemas.openapi import IF_NONE_MATCH, TEXT, answer, describe
from service.schemas.requests import PictureInFile, PictureNamed
from service.sessions.commands import Full
from service.sessions.pictures import (
    MEDIA,
    BadPicture,
    EditionPicturesFull,
    PicturesFull,
    StoredPicture,
    read_picture,
)

routes = Blueprint(
    "pictures", __name__, url_prefix="/v1", description="Pictures of the parts of editions and sets."
)

MOST_BYTES = 8 * 1024 * 1024
"""Of a file that is sent; what is stored of it is about a hundredth."""
OF_A_PICTURE = {
    **FOR_EVER,
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
}
QUOTA = "TABLELOG_PICTURE_BYTES"


# The pictures of an edition's draft.


@routes.route("/editions/<session:edition_id>/pictures")
@describe(headers=[IF_NONE_MATCH], answers={200: answer(EditionPictures), 304: None})
def list_edition_pictures(edition_id: str) -> Response:
    """List which parts of an edition have a picture. They count for the next version that is published."""
    enter_edition(edition_id)
    items = msgspec.to_builtins(services().pictures.of_edition(edition_id))
    return tagged_by_content({"items": items}, OF_THE_ASKER)


@routes.route(
    "/editions/<session:edition_id>/pictures/<path:part>", methods=["PUT"], runs="limited", reads_files=True
)
@describe(body="PictureNamed", answers={200: answer(PictureShown)}, refuses=["invalid-picture", "quota"])
def put_picture(edition_id: str, part: str) -> Response:
    """Give a part a picture, or another one. Requires the editor's or the keeper's token.

    `part`: its address, as for ticks. Send the bytes of a JPEG, PNG or WebP file as `image/…`, up to 8 MiB
    and 16 million pixels. The service scales it to 1024 pixels, turns it upright, encodes it again and keeps
    nothing else of the file. To use a picture of another part of the edition, send its SHA-256 as JSON.
    """
    edition, _ = enter_edition(edition_id, "editor")
    if part not in contents_of(editing_of(game_of(edition)), draft_of(edition).document):
        raise not_found(NO_PART)
    if request.mimetype == "application/json":
        request.max_content_length = services().settings.body_bytes
        _reuse(edition_id, part, read_struct(PictureNamed).picture)
    elif request.mimetype.startswith("image/"):
        try:
            keep_picture(edition_id, [part], _read(_body()))
        except BadPicture as error:
            raise Problem("invalid-picture", str(error)) from None
    else:
        raise Problem("media-type", "Send the picture as image/jpeg, image/png or image/webp.")
    return answered(_of_part(edition_id, part))


@routes.route("/editions/<session:edition_id>/pictures/<path:part>", methods=["DELETE"])
@describe(answers={200: answer(PictureRemoved)})
def remove_picture(edition_id: str, part: str) -> Response:
    """Take the picture from a part. Requires the editor's or the keeper's token.

    Published versions keep theirs.
    """
    enter_edition(edition_id, "editor")
    services().pictures.remove(edition_id, part)
    return answered({"part": part})


def _body() -> bytes:
    too_large = Problem("too-large", f"A picture can have {MOST_BYTES} bytes. Make it smaller.")
    request.max_content_length = MOST_BYTES
    try:
        data = read_bytes()
    except RequestEntityTooLarge:
        raise too_large from None
    if len(data) > MOST_BYTES:
        raise too_large
    return data


def _read(data: bytes) -> StoredPicture:
    """The picture in these bytes; as it is, if it is one that this service has made. Raises `BadPicture`."""
    return services().pictures.stored(hashlib.sha256(data).hexdigest()) or read_picture(data)


def keep_picture(edition: str, parts: Iterable[str], picture: StoredPicture) -> None:
    """Give parts of an edition a picture. Raises `Problem`."""
    found, size = services(), len(picture.content) + len(picture.small)
    most, who = found.settings.picture_bytes, spenders()
    spend(size, who)
    try:
        for part in parts:
            found.pictures.put(edition, part, picture, most_bytes=most)
    except PicturesFull as error:
        give_back(size, who)
        held = f"Pictures take up {error.used} of {error.most} bytes, and this one needs {error.asked} more."
        raise Full(QUOTA, error.most, error.used, held) from None
    except EditionPicturesFull as error:
        give_back(size, who)
        raise _edition_full(error) from None


def _reuse(edition: str, part: str, picture: str) -> None:
    try:
        if not services().pictures.put_known(edition, part, picture):
            raise not_found("No part of this edition has that picture. Send the picture itself.")
    except EditionPicturesFull as error:
        raise _edition_full(error) from None


def _edition_full(error: EditionPicturesFull) -> Problem:
    return Problem("quota", f"{error} Remove the pictures of other parts first.")


def _of_part(edition: str, part: str) -> Json:
    named = {one.part: one for one in services().pictures.of_edition(edition)}
    if part not in named:  # somebody removed it just now
        raise not_found("The part has no picture.")
    shown: Json = msgspec.to_builtins(named[part])
    return shown


# Pictures in the file of an edition.


def pictures_for_file(edition: str) -> list[Json]:
    """Each picture of an edition with the parts that have it."""
    by_picture: dict[str, list[str]] = {}
    for one in services().pictures.of_edition(edition):
        by_picture.setdefault(one.picture, []).append(one.part)
    contents = {name: services().pictures.content(name) for name in by_picture}
    return [
        {"parts": by_picture[name], "content": b64encode(content).decode()}
        for name, content in contents.items()
        if content is not None
    ]


PicturesRead = tuple[tuple[str, ...], StoredPicture]
"""The addresses of parts, and the picture that they have."""


def pictures_in_file(pictures: Iterable[PictureInFile]) -> list[PicturesRead]:
    """The pictures of a file, each made again as any that is sent. Raises `Problem`."""
    found = []
    for place, one in enumerate(pictures):
        try:
            found.append((one.parts, _read(b64decode(one.content, validate=True))))
        except (BadPicture, NotBase64) as error:
            reason = str(error) if isinstance(error, BadPicture) else "The picture is not Base64."
            pointer = f"/file/pictures/{place}/content"
            raise Problem(
                "invalid-picture", reason, errors=[{"pointer": pointer, "detail": reason}]
            ) from None
    return found


# The pictures of a component set, and a picture itself.


@routes.route("/component-sets/<name:name>/pictures")
@describe(headers=[IF_NONE_MATCH], answers={200: answer(SetPictures), 304: None})
def list_set_pictures(name: str) -> Response:
    """List which parts of a component set have a picture. The set and its hash do not depend on them.

    The list is the same for everybody, so it tells nothing about hidden cards.
    """
    components = component_set_named(name)
    rows = _rows(components)
    named = services().pictures.of_set(components.hash)
    items = [msgspec.to_builtins(one) | {"row": rows.get(one.part)} for one in named]
    return tagged_by_content({"hash": components.hash, "items": items}, FOR_EVERYBODY)


def _rows(components: ComponentSet) -> dict[str, str]:
    """By the address of a part, the id of the card or place that it is."""
    editing = services().games[components.game].editing
    if editing is None:
        return {}
    parts = parts_of(editing, components.document)
    return {
        part: content["id"]
        for part, content in parts.items()
        if isinstance(content, dict) and isinstance(content.get("id"), str)
    }


class PictureQuery(Struct, frozen=True):
    """size: `small` fits into 240 pixels, for a board; `full` into 1024."""

    size: Literal["full", "small"] = "full"


@routes.route("/pictures/<name:picture>")
@describe(query=PictureQuery, headers=[IF_NONE_MATCH], answers={200: TEXT, 304: None}, media=MEDIA)
def get_picture(picture: str) -> Response:
    """Show a picture by its SHA-256, as WebP. It never changes, so keep it.

    You get the SHA-256 only from an edition or a component set that has the picture.
    """
    size = read_query(PictureQuery).size
    tag = f"{picture}-{size}"
    if (same := unchanged(tag, OF_A_PICTURE)) is not None:
        return same
    data = services().pictures.content(picture, small=size == "small")
    if data is None:
        raise not_found("There is no such picture, or it was removed.")
    return Response(data, 200, {"ETag": f'"{tag}"', **OF_A_PICTURE}, content_type=MEDIA)
