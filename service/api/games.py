"""The games: what can be recorded here, and in what words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Response

from domain.kernel import ComponentSet, Game
from domain.kernel.messages import Json
from domain.kernel.rulebook import Rule, rulebook
from service.http.blueprint import Blueprint
from service.http.held_tokens import HELD_TOKENS, answered_to_asker, reach
from service.http.responses import FOR_EVERYBODY, tagged_by_content
from service.http.services import services
from service.problems import NO_GAME, not_found
from service.queries import sessions
from service.schemas.answers import Games, GameShown, Rules, RuleShown
from service.schemas.form_words import add_form_words
from service.schemas.game_requests import once_a_game, opening_kind
from service.schemas.json_schema import document
from service.schemas.openapi import IF_NONE_MATCH, answer, describe
from service.schemas.requests import ActionEnvelope

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

    Of component sets that were uploaded, those are named that public sessions are played with, and sessions
    whose tokens come along.
    """
    found = services().games.get(game)
    if found is None:
        raise not_found(NO_GAME)
    sets = [named(name, components) for name, components in component_sets_of(game)]
    return answered_to_asker(summary(found) | details(found) | {"component_sets": sets})


@routes.route("/games/<name:game>/rules")
@describe(headers=[IF_NONE_MATCH], answers={200: answer(Rules), 304: None})
def list_rules(game: str) -> Response:
    """List the rules of a game as its rulebook has them: id, chapter, sentence, what belongs to it."""
    return tagged_by_content({"items": list(map(told, _rules(game).values()))}, FOR_EVERYBODY)


@routes.route("/games/<name:game>/rules/<name:rule>")
@describe(headers=[IF_NONE_MATCH], answers={200: answer(RuleShown), 304: None})
def get_rule(game: str, rule: str) -> Response:
    """Show a rule by its id: the one that a refusal, a flag or a breach names."""
    found = _rules(game).get(rule)
    if found is None:
        raise not_found(f"This game has no such rule. GET /v1/games/{game}/rules lists its rules.")
    return tagged_by_content(told(found), FOR_EVERYBODY)


def told(rule: Rule) -> dict[str, Json]:
    """A rule as the API tells it."""
    shown: dict[str, Json] = msgspec.to_builtins(rule)
    return shown


def _rules(game: str) -> Mapping[str, Rule]:
    found = services().games.get(game)
    if found is None:
        raise not_found(NO_GAME)
    return rulebook(found)


def component_sets_of(game: str) -> list[tuple[str | None, ComponentSet]]:
    """The component sets of a game that the principal may hear of; those that were uploaded have no name.

    Raises `Problem` for a token that is wrong.
    """
    used = sessions.component_sets_used(services().engine, game, reach())
    uploaded = [name for key, name in services().registers.component_sets() if key == game and name in used]
    library = services().library
    return [*library.packaged(game).items(), *((None, library.component_set(one, game)) for one in uploaded)]


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
    """What a client must know to record the game."""
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
