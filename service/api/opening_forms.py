"""The opening form of a game: what is asked to open a session, for a page that knows no game."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from flask import Response
from msgspec import UNSET, Meta, Struct, UnsetType

from domain.kernel import ComponentSet, Game
from domain.kernel.messages import Json
from domain.kernel.opening import opening_form
from domain.kernel.opening_form import OpeningForm, Question, can_open, sample_of
from domain.kernel.opening_form.table import TABLE
from domain.kernel.plain_words import readable
from replays.library import DEMO, UnknownComponentSet
from service.api.games import component_sets_of, named
from service.http.blueprint import Blueprint
from service.http.held_tokens import HELD_TOKENS, answered_to_asker
from service.http.services import services
from service.problems import NO_GAME, not_found
from service.schemas.answers import OpeningFormShown
from service.schemas.arguments import invalid_query, read_query
from service.schemas.openapi import IF_NONE_MATCH, answer, describe
from service.schemas.requests import MOST_SEATS

routes = Blueprint("opening-forms", __name__, url_prefix="/v1", description="Forms for opening a session.")

USUAL_COUNT = 2
"""Seats that are asked for where nobody says how many, if the game has a table for so many."""


class FormQuery(Struct, frozen=True):
    """component_set: a hash, or the name of one that comes with the game. count: how many seats."""

    component_set: Annotated[str, Meta(min_length=1, max_length=128)] = DEMO
    count: Annotated[int, Meta(ge=1, le=MOST_SEATS)] | None = None


@routes.route("/games/<name:game>/opening")
@describe(
    query=FormQuery, headers=[HELD_TOKENS, IF_NONE_MATCH], answers={200: answer(OpeningFormShown), 304: None}
)
def get_opening_form(game: str) -> Response:
    """Show what may be chosen when a session of the game opens: domains as in offers, with words.

    `sample` is a body that opens one as it stands.
    """
    found = services().games.get(game)
    if found is None:
        raise not_found(NO_GAME)
    query = read_query(FormQuery)
    components = _component_set(game, query.component_set)
    forms = {count: opening_form(found, components, count) for count in found.seat_counts}
    counts = [count for count, form in forms.items() if can_open(form, count)]
    count = query.count or (USUAL_COUNT if USUAL_COUNT in counts else min(counts, default=0))
    if count not in counts:
        several = ", ".join(map(str, counts)) or "no number of"
        raise invalid_query("count", f"With this component set {several} seats can play.")
    return answered_to_asker(
        _shown(found, components, forms[count], count)
        | {"needs_opening_token": bool(services().settings.opening_token)}
        | {"counts": counts, "component_sets": _component_sets(game, components)}
    )


def _component_set(game: str, name: str) -> ComponentSet:
    try:
        components = services().library.component_set(name, game)
    except UnknownComponentSet:
        components = None
    if components is None or components.game != game:
        raise invalid_query(
            "component_set",
            f"This game has no component set with that hash or name. GET /v1/games/{game} lists its sets.",
        )
    return components


def _component_sets(game: str, chosen: ComponentSet) -> list[Json]:
    """Those that the principal may hear of, and the one that it asked for."""
    sets = component_sets_of(game)
    if chosen.hash not in [components.hash for _, components in sets]:
        sets.append((None, chosen))
    return [named(name, one) | {"edition": one.document.get("edition")} for name, one in sets]


def _shown(game: Game[Any], components: ComponentSet, form: OpeningForm, count: int) -> dict[str, Json]:
    seats, options = sample_of(form, count)
    sample = {"game": game.key, "component_set": components.hash, "seats": seats, "options": options}
    return {
        "game": game.key,
        "title": game.title,
        "component_set": components.hash,
        "count": count,
        "seats": [
            {
                "seat": seat["seat"],
                "label": _label(form, seat),
                "parameters": {name: _question(question, seat[name]) for name, question in form.seat.items()},
            }
            for seat in seats
        ],
        "called_by": form.called_by,
        "options": {
            name: _question(question, options.get(name))
            for name, question in form.options.items()
            if question is not None
        },
        **{name: _question(question) for name, question in TABLE.items()},
        "sample": sample | {name: question.default for name, question in TABLE.items()},
    }


def _label(form: OpeningForm, seat: dict[str, Json]) -> str:
    """What people call the seat: as they call what it is called by."""
    if form.called_by is not None and seat[form.called_by] == seat["seat"]:
        words = form.seat[form.called_by].words
        assert words is not UNSET
        return words.values[seat["seat"]].label
    return readable(seat["seat"])


def _question(question: Question, default: Json | UnsetType = UNSET) -> Json:
    """A question as JSON, with what is taken by itself."""
    taken = question.default if default is UNSET else default
    shown: dict[str, Json] = msgspec.to_builtins(question, str_keys=True)
    return shown | {"default": taken}
