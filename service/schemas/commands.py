"""Commands: the action that a request asks for, found sound, and what stands beside it.

The struct judges, since it is read anyway; the schema is asked only to name every fault of what it refuses.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from domain.kernel import Game
from domain.kernel.components import canonical
from domain.kernel.entries import codec_of
from domain.kernel.messages import Action, Json
from service.schemas.fields import beside
from service.schemas.game_requests import actions_of
from service.schemas.requests import ActionEnvelope

LAST_NEWLINE = b'\\n"'
"""In a struct's patterns `$` matches before it as well: a name that ends so is no name."""


class Command(NamedTuple):
    """An action as it was sent and as the rules read it, and the envelope's members by their own names."""

    tree: Mapping[str, Json]
    action: Action
    about: Mapping[str, Json]


def command_in(game: Game[Any], body: Json) -> Command:
    """The command of a request. Raises marshmallow's `ValidationError` with every fault."""
    try:
        names = _envelope_of(codec_of(game).by_name[body["type"]])
        tree = {name: value for name, value in body.items() if name not in names}
        about = {names[name]: value for name, value in body.items() if name in names}
        if LAST_NEWLINE in canonical(body):
            actions_of(game).load(body)
        msgspec.convert(about, ActionEnvelope)
        return Command(tree, codec_of(game).action(tree), about)
    except (msgspec.ValidationError, AttributeError, KeyError, TypeError):
        actions_of(game).load(body)
        raise


@cache
def _envelope_of(kind: type[Struct]) -> Mapping[str, str]:
    return {beside(kind, name): name for name in ActionEnvelope.__struct_fields__}
