"""Opening a session: the first entry, checked by the rules of the game's own opening."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from domain.kernel.chance import commitment
from domain.kernel.components import (
    ComponentFault,
    ComponentSet,
    InvalidComponents,
    content_hash,
    in_order,
    oversized,
)
from domain.kernel.editing.shape import repaired, shape_faults
from domain.kernel.engine.entries import (
    NO_DIGEST,
    Opened,
    Origin,
    StoredEntry,
    envelope_version,
    payload_version,
    seal,
)
from domain.kernel.engine.time_of_play import TimeOfPlay
from domain.kernel.game import Game
from domain.kernel.messages import Json
from domain.kernel.opening_form import OpeningForm, whole_form
from domain.kernel.session import Session, Stamp


class OpeningRequest(Struct, frozen=True, kw_only=True):
    """A request to open a session. `seats`: the game's own seat members; `players`: seat → opaque player id.

    `may_declare`: whether outcomes of a drawn session may be declared; elsewhere they are in any case.
    `forced_steps`: whether steps without an alternative are recorded by themselves (`Game.forced_steps`).
    `seats_may_override`: whether a seat may record its own action although the rules reject it.
    `played`: when the game was played, if that is not now.
    """

    seats: tuple[dict[str, Json], ...]
    options: dict[str, Json] = {}
    chance: Literal["declared", "drawn"] = "declared"
    may_declare: bool = False
    forced_steps: bool = False
    seats_may_override: bool = True
    timezone: str = "UTC"
    visibility: Literal["private", "link", "public"] = "private"
    sandbox: bool = False
    tags: tuple[str, ...] = ()
    players: dict[str, str] = {}
    labels: dict[str, str] = {}
    played: TimeOfPlay | None = None


def load_components(game: Game[Any], document: Mapping[str, Json], *, new: bool = False) -> ComponentSet:
    """The component set in a document. Raises `InvalidComponents` with every fault.

    new: nobody has used it yet, so that more can be asked of it: the types of `Game.editing`, and
    `Game.faults_of_new`.
    """
    if faults := oversized(document):
        raise InvalidComponents(faults)
    if new and game.editing is not None and (faults := shape_faults(document, game.editing.document)):
        raise InvalidComponents(faults)
    box = game.read_box(document)
    if new and (found := game.faults_of_new(document)):
        raise InvalidComponents(found)
    return ComponentSet(content_hash(document), game.key, document, box, tuple(game.warnings(document)))


def draft_faults(
    game: Game[Any], document: Mapping[str, Json], sound: Mapping[str, Json]
) -> tuple[ComponentFault, ...]:
    """Every fault of a document that is being edited: of shape, and of all that still can be read.

    sound: a document without a fault, from which the rest is judged where a value is not of its type.
    """
    if faults := oversized(document):
        return tuple(faults)
    shape = [] if game.editing is None else shape_faults(document, game.editing.document)
    readable = repaired(document, shape, sound) if shape else document
    try:
        load_components(game, readable, new=True)
    except InvalidComponents as invalid:
        wrong = [fault.pointer for fault in shape]
        return (
            *shape,
            *(found for found in invalid.faults if not (shape and _lies_in(found.pointer, wrong))),
        )
    return tuple(shape)


def _lies_in(pointer: str, places: Sequence[str]) -> bool:
    """Whether it concerns the row or section of one of the places, where another value was read."""
    return any(place.split("/")[1:3] == pointer.split("/")[1:3] for place in places)


def opening_form(game: Game[Any], components: ComponentSet, count: int) -> OpeningForm:
    """The questions to open the game at `count` seats, every one complete.

    Raises `Unasked` where neither the game nor a type lists the values of a member.
    """
    given = OpeningForm() if game.opening_form is None else game.opening_form(components, count)
    return whole_form(given, game.seat_type, game.options_type, count)


def open_session(
    game: Game[Any],
    components: ComponentSet,
    request: OpeningRequest,
    session: str,
    secret: bytes,
    stamp: Stamp,
    *,
    forked_from: Origin | None = None,
) -> tuple[Session, Opened, StoredEntry]:
    """A new session and its first entry, whose mappings come in canonical order, as they will be stored.

    Raises `Rejected` under the game's rule, `msgspec.ValidationError` for a wrong shape.
    """
    seats = msgspec.convert(request.seats, tuple.__class_getitem__((game.seat_type, ...)))
    options = msgspec.convert(request.options, game.options_type)
    game.admit(components, seats, options)
    opened = Opened(
        session=session,
        number=1,
        **msgspec.structs.asdict(stamp),
        v=payload_version(game, "opened"),
        envelope=envelope_version(),
        game=game.key,
        rules_version=game.rules_version,
        component_set=components.hash,
        seats=in_order(msgspec.to_builtins(seats)),
        options=in_order(msgspec.to_builtins(options)),
        chance=request.chance,
        commitment=commitment(secret),
        may_declare=request.may_declare if request.chance == "drawn" else None,
        forced_steps=request.forced_steps,
        seats_may_override=None if request.seats_may_override else False,
        timezone=request.timezone,
        visibility=request.visibility,
        sandbox=request.sandbox,
        tags=request.tags,
        players=in_order(request.players),
        labels=in_order(request.labels),
        forked_from=forked_from,
        played=request.played,
    )
    stored = seal(game.key, NO_DIGEST, opened)
    return Session(game, components, opened, stored.digest), opened, stored
