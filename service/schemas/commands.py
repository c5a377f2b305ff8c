"""Actions in requests: the action that a request asks for, found sound, and what it says of the entry.

The struct judges, since it is read anyway; the schema is asked only to name every fault of what it refuses.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel import Game
from domain.kernel.components import canonical
from domain.kernel.entries import codec_of
from domain.kernel.messages import Json
from service.schemas.fields import beside
from service.schemas.game_requests import actions_of
from service.schemas.requests import ActionEnvelope
from service.sessions.actions import ActionRequest

LAST_NEWLINE = b'\\n"'
"""In a struct's patterns `$` matches before it as well: a name that ends so is no name."""


def action_in(game: Game[Any], body: Json) -> ActionRequest:
    """The action of a request. Raises marshmallow's `ValidationError` with every fault."""
    try:
        names, chance = _envelope_of(codec_of(game).by_name[body["type"]])
        tree = {name: value for name, value in body.items() if name not in names}
        about = {names[name]: value for name, value in body.items() if name in names}
        if LAST_NEWLINE in canonical(body):
            actions_of(game).load(body)
        msgspec.convert(about, ActionEnvelope)
        return ActionRequest(tree, codec_of(game).action(tree), about, chance)
    except (msgspec.ValidationError, AttributeError, KeyError, TypeError):
        actions_of(game).load(body)
        raise


@cache
def _envelope_of(kind: type[Struct]) -> tuple[Mapping[str, str], str]:
    """The envelope's own names by what requests call them, and what they call its `chance`."""
    names = {beside(kind, name): name for name in ActionEnvelope.__struct_fields__}
    return names, beside(kind, "chance")
