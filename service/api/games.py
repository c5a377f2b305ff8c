"""Games, their components and opening forms: what can be recorded here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from flask import Response
from msgspec import UNSET, Meta, Struct, UnsetType

from domain.kernel import ComponentSet, Game
from domain.kernel.messages import Json
from domain.kernel.opening_form import TABLE, OpeningForm, Question, can_open, sample_of
from domain.kernel.rulebook import Rule, rulebook
from domain.kernel.session.opening import opening_form
from domain.kernel.ui.plain_words import readable
from replays.library import DEMO, UnknownComponentSet
from service.api.edition_learnt import called
from service.api.editions import newest_versions
from service.http.blueprint import Blueprint
from service.http.responses import FOR_EVERYBODY, tagged_by_content
from service.http.services import services
from service.http.tokens import HELD_TOKENS, answered_to_asker, reach
from service.problems import NO_GAME, not_found
from service.queries import sessions
from service.schemas.answers import Games, GameShown, OpeningFormShown, Rules, RuleShown, SheetShown
from service.schemas.fields import invalid_query, once_a_game, opening_kind, read_query
from service.schemas.json_schema import add_form_words, document
from service.schemas.openapi import IF_NONE_MATCH, answer, describe
from service.schemas.requests import MOST_SEATS, ActionEnvelope

# The games: what can be recorded here, and in what words.

routes = Blueprint("games", __name__, url_prefix="/v1", description="Games and their rules.")


@routes.route("/games")
@describe(headers=[IF_NONE_MATCH], answers={200: answer(Games), 304: None})
def list_games() -> Response:
    """List the games."""
    items = [summary(game) for game in services().games.values()]
    return tagged_by_content({"items": items}, FOR_EVERYBODY)


@routes.route("/games/<name:game>")
@describe(headers=[HELD_TOKENS, IF_NONE_MATCH], answers={200: answer(GameShown), 304: None})
def get_game(game: str) -> Response:
    """Show a game: its actions and facts as JSON Schema, its measures, series and component sets.

    Uploaded component sets are listed if they are used in a public session or in a session whose token you
    send.
    """
    found = services().games.get(game)
    if found is None:
        raise not_found(NO_GAME)
    sets = [named(name, components) for name, components in component_sets_of(game)]
    return answered_to_asker(summary(found) | details(found) | {"component_sets": sets})


@routes.route("/games/<name:game>/sheet")
@describe(headers=[IF_NONE_MATCH], answers={200: answer(SheetShown), 304: None})
def get_sheet(game: str) -> Response:
    """Show the sheet of a game's box: what a component set consists of, and how people edit it."""
    found = services().games.get(game)
    if found is None:
        raise not_found(NO_GAME)
    if found.editing is None:
        raise not_found("Component sets of this game cannot be edited here. Upload one as a document.")
    sections = msgspec.to_builtins(found.sheet)
    return tagged_by_content({"game": game, "title": found.title, "sections": sections}, FOR_EVERYBODY)


@routes.route("/games/<name:game>/rules")
@describe(headers=[IF_NONE_MATCH], answers={200: answer(Rules), 304: None})
def list_rules(game: str) -> Response:
    """List the rules of a game from its rulebook: id, chapter, sentence and related information."""
    return tagged_by_content({"items": list(map(told, _rules(game).values()))}, FOR_EVERYBODY)


@routes.route("/games/<name:game>/rules/<name:rule>")
@describe(headers=[IF_NONE_MATCH], answers={200: answer(RuleShown), 304: None})
def get_rule(game: str, rule: str) -> Response:
    """Show a rule by the id that a refusal, a flag or a violation names."""
    found = _rules(game).get(rule)
    if found is None:
        raise not_found(f"This game has no such rule. GET /v1/games/{game}/rules lists its rules.")
    return tagged_by_content(told(found), FOR_EVERYBODY)


def told(rule: Rule) -> dict[str, Json]:
    """A rule as the API shows it."""
    shown: dict[str, Json] = msgspec.to_builtins(rule)
    return shown


def _rules(game: str) -> Mapping[str, Rule]:
    found = services().games.get(game)
    if found is None:
        raise not_found(NO_GAME)
    return rulebook(found)


def component_sets_of(game: str) -> list[tuple[str | None, ComponentSet]]:
    """The component sets of a game that the principal may know about; those that were uploaded have no name.

    Raises `Problem` for an invalid token.
    """
    used = sessions.component_sets_used(services().engine, game, reach())
    uploaded = [name for key, name in services().registers.component_sets() if key == game and name in used]
    library = services().library
    packaged = library.packaged(game)
    known = {components.hash for components in packaged.values()}
    others = [library.component_set(one, game) for one in uploaded if one not in known]
    return [*packaged.items(), *((None, one) for one in others)]


def named(name: str | None, components: ComponentSet) -> dict[str, Json]:
    """A component set in the list of its game."""
    return {"name": name, "hash": components.hash, "invented": list(components.invented)}


def summary(game: Game[Any]) -> dict[str, Json]:
    """A game in a list."""
    return {
        "game": game.key,
        "title": game.title,
        "rules_version": game.rules_version,
        "seat_counts": list(game.seat_counts),
        "actions": [kind.__struct_config__.tag for kind in game.actions],
    }


@once_a_game
def details(game: Game[Any]) -> dict[str, Json]:
    """The parts of a game that a client needs to record it: schemas, series, measures, rules not built."""
    actions = document(game.actions, "", ActionEnvelope)
    opening = document([opening_kind(game)], "")
    facts = document(game.facts, "")
    for kinds, (_, components) in ((game.actions, actions), (game.facts, facts)):
        add_form_words(game.words, kinds, components)
    return {
        "schemas": {
            "action": _schema(*actions),
            "opening": _schema(*opening),
            "fact": _schema(*facts),
        },
        "series": [
            {"key": series.key, "title": series.title, "meaning": series.meaning, "unit": series.unit}
            for series in game.series
        ],
        "measures": list(game.measures),
        "rules_not_built": dict(game.unbuilt),
    }


def _schema(root: Json, components: dict[str, Json]) -> Json:
    return {"schema": root, "components": {"schemas": components}}


# The opening form of a game: what is asked to open a session, for a page that knows no game.

opening_form_routes = Blueprint(
    "opening-forms", __name__, url_prefix="/v1", description="Forms for opening a session."
)

USUAL_COUNT = 2
"""The number of seats when a request gives none, if the game has tables for so many."""


class FormQuery(Struct, frozen=True):
    """component_set: a hash, or the name of a packaged set. count: the number of seats."""

    component_set: Annotated[str, Meta(min_length=1, max_length=128)] = DEMO
    count: Annotated[int, Meta(ge=1, le=MOST_SEATS)] | None = None


@opening_form_routes.route("/games/<name:game>/opening")
@describe(
    query=FormQuery, headers=[HELD_TOKENS, IF_NONE_MATCH], answers={200: answer(OpeningFormShown), 304: None}
)
def get_opening_form(game: str) -> Response:
    """Show the choices when a session of the game opens: domains as in offers, with labels.

    `sample` is a request body that opens a session without changes.
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
        several = ", ".join(map(str, counts)) or "no"
        raise invalid_query("count", f"This component set allows {several} seats.")
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
    newest = newest_versions(game)
    missing = dict.fromkeys((*newest, chosen.hash)).keys() - {components.hash for _, components in sets}
    sets += [(None, services().library.component_set(one, game)) for one in sorted(missing)]
    amended = _amended([one.hash for name, one in sets if name is None])
    return [
        named(name, one)
        | {"edition": called(one), "warnings": msgspec.to_builtins(one.warnings)}
        | amended.get(one.hash, {})
        | newest.get(one.hash, {})
        for name, one in sets
    ]


def _amended(hashes: Sequence[str]) -> dict[str, dict[str, Json]]:
    """By its hash, where a set was amended at a table that the principal may hear of."""
    learnt = services().learnt
    tables = learnt.tables_with(hashes)
    every = {session for some in tables.values() for session in some}
    seen = sessions.sessions_within(services().engine, every, reach())
    found = {hash: learnt.amended(hash, seen.intersection(some)) for hash, some in tables.items()}
    return {hash: {"amended": msgspec.to_builtins(one)} for hash, one in found.items() if one is not None}


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
