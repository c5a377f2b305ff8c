"""The grammar of offers stands where who builds on the API looks: in its document, and in docs/api.md."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from flask import Flask
from jsonschema_rs import Draft202012Validator

from domain.games import REGISTRY
from domain.kernel import TRUTH
from domain.kernel.offers import Bond, Domain
from tests.support.recorded import STAMP, library, opened

ROOT = Path(__file__).parents[2]
EVERY = 9


def kinds(of: Any) -> set[str]:
    """The tags of a union."""
    return {kind.__struct_config__.tag for kind in get_args(get_args(of)[0])}


def test_the_guide_names_every_kind_and_bond() -> None:
    chapter = (ROOT / "docs" / "api.md").read_text("utf-8").partition("## Offers\n")[2].partition("\n## ")[0]
    rows = set(re.findall(r"^\| `(\w+)` \|", chapter, re.M))
    assert rows == kinds(Domain)
    for bond in kinds(Bond):
        assert f"`{bond}` (" in chapter


@pytest.mark.parametrize("key", REGISTRY)
def test_offers_are_of_the_documents_shape(app: Flask, key: str) -> None:
    document = app.test_client().get("/v1/openapi.json").json
    shape = Draft202012Validator({"$ref": "#/components/schemas/Offer", "components": document["components"]})
    game, recorded = REGISTRY[key], library(key)[0]
    opening, *actions = map(json.loads, recorded.read_text("utf-8").splitlines())
    session, draft = opened(game, opening)
    seats = [str(seat["seat"]) for seat in session.opened.seats]
    for place, action in enumerate(actions):
        if place % EVERY == 0:
            for seat in (None, *seats):
                for offer in msgspec.to_builtins(game.offers(draft.position.state, seat, TRUTH)):
                    assert shape.is_valid(offer), offer
        draft.record(action, STAMP, None)
    assert not shape.is_valid({"type": "act", "parameters": {"x": {"kind": "choice"}}})
