"""Drafts of editions: changes of places, undo, and ticks for what is as in the box."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, TypeVar
from urllib.parse import quote

import msgspec
from flask import Response, request
from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.kernel import ComponentSet, Game, InvalidComponents
from domain.kernel.components import ComponentFault, content_hash
from domain.kernel.editing import Editing
from domain.kernel.editing.changes import (
    BadChange,
    DraftChange,
    address_of,
    between,
    changed,
    pointer_of,
    steps_of,
)
from domain.kernel.editing.maps import (
    BadLay,
    LayPlace,
    map_layouts,
    map_pictures,
    relaid,
    with_ends_of_arrows,
    without_taken,
)
from domain.kernel.editing.parts import parts_of, unconfirmed
from domain.kernel.editing.sheet import SheetField, fields_in
from domain.kernel.editing.spreadsheet import from_csv, table_at, to_csv
from domain.kernel.messages import Json
from domain.kernel.session.opening import draft_faults, load_components
from replays.nesting import TooManyValues, TooNested, must_be_buildable
from service.http.authentication import enter_edition
from service.http.blueprint import Blueprint
from service.http.bodies import read_bytes
from service.http.formats import content_type_of
from service.http.rate_limits import must_have_room, spend, spenders
from service.http.responses import (
    OF_THE_ASKER,
    answered,
    content_tag,
    expected_revision,
    request_of,
    tagged,
    unchanged,
)
from service.http.services import services
from service.problems import Problem, invalid, not_found
from service.queries.question import CSV
from service.schemas.answers import DraftChanged, DraftShown, TableRead, TickShown
from service.schemas.fields import read_body, read_query, read_struct, struct_of
from service.schemas.openapi import IDEMPOTENCY_KEY, IF_MATCH_DRAFT, IF_NONE_MATCH, TEXT, answer, describe
from service.schemas.requests import DraftPatch, DraftUndoing, TableText, Ticking
from service.sessions.commands import Request
from service.sessions.editions import OF_THE_DRAWING, Edition, EditionDraft, MovedDraft, derived

routes = Blueprint(
    "edition-drafts", __name__, url_prefix="/v1", description="Drafts of editions: changes, undo and ticks."
)

LOG = logging.getLogger("tablelog")
DOCUMENT_BYTES = 1024 * 1024
DRAWING_BYTES = 256 * 1024
MOST_CHANGES = 2_000
"""Of a CSV file."""
ROWS = 2_000
"""Of one list."""
UNCHECKED = ComponentFault(
    "document", "This service cannot check the document as it is. Take back the last change."
)
NO_PART = "The draft has no such part. GET /v1/editions/{edition}?parts=1 lists its parts."


# The draft: changes of places, undo, ticks.


@routes.route("/editions/<session:edition_id>/draft")
@describe(answers={200: answer(DraftShown)})
def get_draft(edition_id: str) -> Response:
    """Show the draft of an edition, and everything that is wrong or unconfirmed in it."""
    edition, _ = enter_edition(edition_id)
    draft = draft_of(edition)
    body = {
        "document": draft.document,
        "drawing": completed_layout(edition, draft),
        "maps": maps_of(edition, draft),
        **_judged(edition, draft),
    }
    return tagged(body, str(draft.revision))


@routes.route("/editions/<session:edition_id>/draft", methods=["PATCH"])
@describe(
    body="DraftPatch",
    headers=[IF_MATCH_DRAFT, IDEMPOTENCY_KEY],
    answers={200: answer(DraftChanged)},
    refuses=["busy", "quota"],
)
def patch_draft(edition_id: str) -> Response:
    """Change the draft: set, take, add, move at places. Requires the editor's or the keeper's token.

    With `If-Match: *` the changes are applied to the newest draft, so that two people who edit at once lose
    nothing. A draft may have faults: only publishing asks for none. `lay` moves places on their maps, after
    the changes. What follows from it is changed too: neighbours, and roads of a place that is taken.
    """
    edition, _ = enter_edition(edition_id, "editor")
    expected = expected_revision()
    tree = read_body()
    asked = struct_of(DraftPatch, tree)
    wanted = request_of(tree, "draft", by=[edition_id])
    moved = change_draft(edition, asked.changes, asked.drawing, wanted, expected, asked.lay)
    return _answered_draft(edition, moved, asked.changes, [change.at for change in asked.changes])


def change_draft(
    edition: Edition,
    changes: Sequence[DraftChange],
    drawing: Sequence[DraftChange],
    asked: Request,
    expected: int | None,
    lay: Sequence[LayPlace] = (),
) -> MovedDraft:
    """The draft after these changes. Raises `Problem`."""
    size = request.content_length or 0
    must_have_room(size)
    spend(size, spenders())

    def finish(before: EditionDraft, plain: EditionDraft) -> EditionDraft:
        return bounded(_followed(edition, before, plain, changes, lay, is_drawn=bool(drawing)))

    start = layout_of(edition) if drawing else None
    editions = services().editions
    try:
        return editions.change(edition.edition, changes, drawing, finish, asked, expected, start)
    except BadChange as bad:
        of_the_drawing = bad.at.startswith(OF_THE_DRAWING)
        pointer = f"/{'drawing' if of_the_drawing else 'changes'}/{bad.index}"
        raise invalid([(pointer, f"{bad.at.removeprefix(OF_THE_DRAWING)}: {bad.reason}")]) from None
    except BadLay as bad:
        raise invalid([(f"/lay/{bad.index}", f"{bad.at}: {bad.reason}")]) from None


def _followed(
    edition: Edition,
    before: EditionDraft,
    plain: EditionDraft,
    changes: Sequence[DraftChange],
    lay: Sequence[LayPlace],
    *,
    is_drawn: bool,
) -> EditionDraft:
    """The draft with all that follows from changes: derived values, neighbours, what went with a place.

    A document in which that is not possible yet stays as it is. Raises `BadLay`.
    """
    game = game_of(edition)
    editing, layouts = editing_of(game), game.layouts
    plain = replace(plain, document=derived(game, plain.document))

    def with_maps() -> EditionDraft:
        document, drawing = without_taken(editing, before.document, changes, plain.document), plain.drawing
        start = layout_of(edition, before)
        is_moved = lay or is_drawn or _moved(edition, before.document, document)
        if layouts is not None and start is not None and is_moved:
            after = document, drawing if drawing is not None else start
            document, laid = relaid(editing, layouts, (before.document, start), after, lay)
            drawing = laid if drawing is not None or lay or laid != start else None
        return EditionDraft(with_ends_of_arrows(editing, document), drawing, plain.revision)

    made = _where_readable(with_maps)
    if made is None and lay:
        raise BadLay(lay[0].place, "The map cannot be read yet. First correct what is wrong in it.")
    return made or plain


T = TypeVar("T")


def _where_readable(read: Callable[[], T]) -> T | None:
    """The answer of a function that reads maps; None where document or layout are too faulty for it."""
    try:
        return read()
    except BadLay:
        raise
    except (AttributeError, LookupError, TypeError, ValueError, msgspec.MsgspecError):
        return None
    except Exception:
        LOG.exception("the maps of a draft cannot be read")
        return None


@routes.route("/editions/<session:edition_id>/draft/undo", methods=["POST"])
@describe(
    body="DraftUndoing",
    headers=[IF_MATCH_DRAFT, IDEMPOTENCY_KEY],
    answers={200: answer(DraftChanged)},
    refuses=["busy", "nothing-to-undo", "undo-overlapped"],
)
def undo_draft(edition_id: str) -> Response:
    """Take back the last change of the draft, also of somebody else, as a new revision.

    With `of`, take back the last of your own changes: the ids of the requests that made them. What others
    changed since then stays; if they changed the same place, you get 409 and nothing happens. Repeat it to go
    further back, up to 200 changes. Requires the editor's or the keeper's token.
    """
    edition, _ = enter_edition(edition_id, "editor")
    expected = expected_revision()
    tree = read_body()
    asked = struct_of(DraftUndoing, tree)
    wanted = request_of(tree, "undo", by=[edition_id])

    def finish(before: EditionDraft, plain: EditionDraft) -> EditionDraft:
        is_drawn = before.drawing != plain.drawing
        return bounded(_followed(edition, before, plain, (), (), is_drawn=is_drawn))

    return _answered_draft(edition, services().editions.undo(edition_id, wanted, finish, expected, asked.of))


@routes.route("/editions/<session:edition_id>/ticks/<path:part>", methods=["PUT"])
@describe(body="Ticking", answers={200: answer(TickShown)}, refuses=["part-changed"])
def tick_part(edition_id: str, part: str) -> Response:
    """Confirm that a part is as in the box. Requires the editor's or the keeper's token.

    `part`: its address, such as `items/lamp`. `content` is the hash of what you compared: if the part has
    changed meanwhile, you get 409 with the hash of what it holds now.
    """
    edition, _ = enter_edition(edition_id, "editor")
    asked = read_struct(Ticking)
    content = _contents(edition).get(part)
    if content is None:
        raise not_found(NO_PART)
    if content != asked.content:
        detail = "Somebody has changed this part. Compare it with the box again."
        raise Problem("part-changed", detail, content=content)
    services().editions.tick(edition_id, part, content)
    return _answered_tick(edition, part)


@routes.route("/editions/<session:edition_id>/ticks/<path:part>", methods=["DELETE"])
@describe(answers={200: answer(TickShown)})
def untick_part(edition_id: str, part: str) -> Response:
    """Take back that a part is confirmed. Requires the editor's or the keeper's token."""
    edition, _ = enter_edition(edition_id, "editor")
    services().editions.untick(edition_id, part)
    return _answered_tick(edition, part)


# Tables as CSV: out for a spreadsheet, and back as changes.


@routes.route("/editions/<session:edition_id>/tables/<path:table>")
@describe(headers=[IF_NONE_MATCH], answers={200: TEXT, 304: None}, media=CSV)
def get_table(edition_id: str, table: str) -> Response:
    """Show a table of the draft as CSV, with the words that people read on the pages.

    `table`: its address, such as `items`. Cells that a spreadsheet would compute begin with `'`.
    """
    edition, _ = enter_edition(edition_id)
    field, rows = _table(edition, draft_of(edition), table)
    data = to_csv(field, rows).encode()
    name = f"{edition.game}-{table.rpartition('/')[2]}.csv"
    headers = {**OF_THE_ASKER, "Content-Disposition": f"attachment; filename*=UTF-8''{quote(name)}"}
    tag = content_tag(data)
    if (same := unchanged(tag, headers)) is not None:
        return same
    return Response(data, 200, {"ETag": f'"{tag}"', **headers}, content_type=content_type_of(CSV))


class TableQuery(Struct, frozen=True):
    """dry_run: return what the file would change, and change nothing."""

    dry_run: bool | Annotated[int, Meta(ge=0, le=1)] = False


@routes.route("/editions/<session:edition_id>/tables/<path:table>", methods=["POST"])
@describe(
    body="TableText",
    query=TableQuery,
    headers=[IF_MATCH_DRAFT, IDEMPOTENCY_KEY],
    answers={200: answer(TableRead)},
    refuses=["busy", "quota"],
)
def read_table(edition_id: str, table: str) -> Response:
    """Change the rows of a table to those of a CSV file. Requires the editor's or the keeper's token.

    Rows are found by `id`, then by name. Rows that the file does not have stay, and so does what it does not
    say. Cells and columns that are not understood are listed.
    """
    edition, _ = enter_edition(edition_id, "editor")
    query, expected = read_query(TableQuery), expected_revision()
    text = _csv_text()
    draft = draft_of(edition)
    field, rows = _table(edition, draft, table)
    found = from_csv(field, rows, text, at=table)
    if len(found.changes) > MOST_CHANGES:
        detail = (
            f"The file makes {len(found.changes)} changes; one file can make {MOST_CHANGES}. Send a part."
        )
        raise Problem("too-large", detail)
    body = msgspec.to_builtins(found) | {"changes": len(found.changes), "dry_run": bool(query.dry_run)}
    replayed = False
    if not query.dry_run and found.changes:
        wanted = request_of({"text": text}, "table", by=[edition_id, table])
        moved = change_draft(edition, found.changes, (), wanted, expected)
        draft, replayed = moved.draft, moved.replayed
    made = tagged(body | {"draft": _judged(edition, draft, [table])}, str(draft.revision))
    if replayed:
        made.headers["Idempotent-Replayed"] = "true"
    return made


def _table(edition: Edition, draft: EditionDraft, at: str) -> tuple[SheetField, list[Json]]:
    """The table of the sheet at this address, and its rows in the draft. Raises `Problem`."""
    sheet = game_of(edition).sheet
    tables = [field for section in sheet for field in fields_in(section.field) if field.is_ == "table"]
    steps = steps_of(at)
    path = next((field.path for field in tables if _meets(field.path.split("/"), steps)), None)
    field = None if path is None else table_at(sheet, path)
    rows: Json = draft.document
    try:
        for step in steps_of(pointer_of(draft.document, at).removeprefix("/")):
            rows = rows[int(step)] if isinstance(rows, list) else rows.get(step)
    except BadChange:
        rows = None
    if field is None or not isinstance(rows, list):
        raise not_found("The draft has no such table.")
    return field, rows


def _meets(path: Sequence[str], steps: Sequence[str]) -> bool:
    """Whether a path of the sheet, in which `*` is any member, is one of these steps."""
    return len(path) == len(steps) and all(one in ("*", step) for one, step in zip(path, steps, strict=True))


def _csv_text() -> str:
    if request.mimetype != CSV:
        return read_struct(TableText).text
    try:
        return read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise invalid([("", "The file is not UTF-8. Save it as “CSV UTF-8”.")]) from None


# A draft, judged.


def game_of(edition: Edition) -> Game[Any]:
    game = services().games.get(edition.game)
    if game is None or game.editing is None:
        raise Problem("unavailable", f"This service cannot edit sets of {edition.game}.")
    return game


def editing_of(game: Game[Any]) -> Editing:
    assert game.editing is not None
    return game.editing


def draft_of(edition: Edition) -> EditionDraft:
    return services().editions.draft(edition.edition)


def completed_layout(edition: Edition, draft: EditionDraft) -> Json | None:
    """The map layout of a draft with every place of its document; as it is where it cannot be read."""
    game, drawing = game_of(edition), layout_of(edition, draft)
    layouts, document = game.layouts, draft.document
    if layouts is None or drawing is None:
        return drawing

    def written() -> Json:
        return layouts.write(document, drawing, map_layouts(editing_of(game), layouts, document, drawing))

    return _where_readable(written) or drawing


def layout_of(edition: Edition, draft: EditionDraft | None = None) -> Json | None:
    """The map layout of a draft; if it has none, the one of the set that it began with, or a packaged one."""
    if draft is not None and draft.drawing is not None:
        return draft.drawing
    library, boards = services().library, game_of(edition).boards
    if library.knows(edition.origin):
        drawing = services().drawings.of(library.component_set(edition.origin))
        if drawing is not None:
            return drawing
    return None if boards is None else next(iter(boards.drawings().values()), None)


def maps_of(edition: Edition, draft: EditionDraft) -> dict[str, Json]:
    """Each map of the draft as a page draws it; none while they cannot be read."""
    game, drawing = game_of(edition), layout_of(edition, draft)
    layouts = game.layouts
    if layouts is None or drawing is None:
        return {}
    found = _where_readable(lambda: map_pictures(editing_of(game), layouts, draft.document, drawing))
    maps: dict[str, Json] = msgspec.to_builtins(found or {})
    return maps


def faults_of(
    edition: Edition, document: Mapping[str, Json]
) -> tuple[tuple[ComponentFault, ...], ComponentSet | None]:
    """Every fault of the draft, or the set that it is without any.

    Where a value cannot be read, the rest is judged by the last document that had no faults.
    """
    game = game_of(edition)
    try:
        return (), load_components(game, document, new=True)
    except InvalidComponents:
        pass
    except Exception:
        LOG.exception("a draft of %s cannot be loaded", edition.game)
    try:
        return draft_faults(game, document, _sound(edition)) or (UNCHECKED,), None
    except Exception:
        LOG.exception("a draft of %s cannot be checked", edition.game)
        return (UNCHECKED,), None


def _sound(edition: Edition) -> Mapping[str, Json]:
    """The newest document of the edition that was sound: published, or what it began with."""
    library = services().library
    for name in (edition.head, edition.origin):
        if name is not None and library.knows(name):
            return library.component_set(name).document
    return next(iter(library.packaged(edition.game).values())).document


def contents_of(editing: Editing, document: Mapping[str, Json]) -> dict[str, str]:
    """The hash of the content of each part, by the part's address."""
    return {part: content_hash(content) for part, content in parts_of(editing, document).items()}


def _contents(edition: Edition) -> dict[str, str]:
    return contents_of(editing_of(game_of(edition)), draft_of(edition).document)


def progress_of(contents: Mapping[str, str], ticks: Mapping[str, str]) -> dict[str, int]:
    confirmed = sum(ticks.get(part) == content for part, content in contents.items())
    return {"parts": len(contents), "confirmed": confirmed}


def bounded(draft: EditionDraft) -> EditionDraft:
    """The draft, if it is of a size that is taken. Raises `Problem`."""
    depth = services().settings.body_depth
    for what, value, most in (
        ("document", draft.document, DOCUMENT_BYTES),
        ("drawing", draft.drawing, DRAWING_BYTES),
    ):
        data = msgspec.json.encode(value)
        if len(data) > most:
            raise Problem("too-large", f"The {what} would have {len(data)} bytes; it can have {most}.")
        try:
            must_be_buildable(data, depth)
        except TooNested:
            raise Problem("too-large", f"The {what} would be nested more than {depth} levels deep.") from None
        except TooManyValues:
            raise Problem("too-large", f"The {what} would contain too many values for its length.") from None
    if (rows := _longest(draft.document)) > ROWS:
        raise Problem("too-large", f"A list would have {rows} rows; it can have {ROWS}.")
    return draft


def _longest(value: Json) -> int:
    """The number of rows of the longest list."""
    waiting, most = [value], 0
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            most = max(most, len(value))
            waiting += value
    return most


def _moved(edition: Edition, before: Mapping[str, Json], after: Mapping[str, Json]) -> bool:
    """Whether a section with maps differs."""
    sections = {path.split("/")[0] for path in editing_of(game_of(edition)).maps}
    return any(before.get(one) != after.get(one) for one in sections)


def _answered_draft(
    edition: Edition,
    moved: MovedDraft,
    changes: Sequence[DraftChange] = (),
    touched: Sequence[str] | None = None,
) -> Response:
    """The answer to a change. changes: those of the request; others followed from them."""
    draft, before = moved.draft, moved.before
    maps, known = (
        ({}, {})
        if before.drawing == draft.drawing and not _moved(edition, before.document, draft.document)
        else (maps_of(edition, draft), maps_of(edition, before))
    )
    followed = between(changed(before.document, changes), draft.document)
    body = {
        **_judged(edition, draft, touched),
        "maps": {at: maps.get(at) for at in {**known, **maps} if known.get(at) != maps.get(at)},
        "followed": msgspec.to_builtins(followed),
    }
    made = tagged(body, str(draft.revision))
    if moved.replayed:
        made.headers["Idempotent-Replayed"] = "true"
    return made


def _judged(edition: Edition, draft: EditionDraft, touched: Sequence[str] | None = None) -> dict[str, Json]:
    """The faults of a draft, where it differs from the rulebook, and its unconfirmed parts.

    Warnings, and faults of the drawing, need a document without faults. touched: the addresses of the parts
    whose hashes are wanted; None: of all.
    """
    game, document = game_of(edition), draft.document
    faults, components = faults_of(edition, document)
    warnings: Sequence[ComponentFault] = ()
    of_the_drawing: Sequence[ComponentFault] = ()
    if components is not None:
        warnings = components.warnings
        if draft.drawing is not None:
            of_the_drawing = services().drawings.faults(components, completed_layout(edition, draft) or {})
    parts = parts_of(editing_of(game), document)
    return {
        "revision": draft.revision,
        "faults": faults_told(document, faults),
        "warnings": faults_told(document, warnings),
        "drawing_faults": faults_told(draft.drawing or {}, of_the_drawing),
        "unconfirmed": unconfirmed(parts, services().editions.ticks(edition.edition)),
        "contents": {
            part: content_hash(content)
            for part, content in parts.items()
            if touched is None or any(_overlap(part, at) for at in touched)
        },
    }


def _overlap(part: str, at: str) -> bool:
    """Whether one of the two places is in the other."""
    return f"{part}/".startswith(f"{at}/") or f"{at}/".startswith(f"{part}/")


def faults_told(document: Json, faults: Sequence[ComponentFault]) -> list[dict[str, Json]]:
    return [
        {
            "constraint": fault.constraint,
            "message": fault.message,
            "at": address_of(document, fault.pointer),
            "pointer": fault.pointer,
            "others": [address_of(document, other) for other in fault.others],
        }
        for fault in faults
    ]


def _answered_tick(edition: Edition, part: str) -> Response:
    contents, ticks = _contents(edition), services().editions.ticks(edition.edition)
    content = contents.get(part)
    confirmed = content is not None and ticks.get(part) == content
    body = {
        "part": part,
        "content": content,
        "confirmed": confirmed,
        "progress": progress_of(contents, ticks),
    }
    return answered(body)
