"""No import leaves a session that cannot be read: it is refused, or every answer about it is sound."""

from __future__ import annotations

import json
from random import Random

import pytest

from domain.games import REGISTRY
from replays.library import Library
from tests.service.conftest import MakeApp
from tests.support.service.altering import altered
from tests.support.service.reading import faults
from workers.component_sets import uploaded_to
from workers.follow import ProjectionRunner

ALTERATIONS = 60
SEEDS = range(2)


@pytest.mark.parametrize("seed", SEEDS)
def test_an_altered_file_is_refused_or_its_session_is_served(make_app: MakeApp, seed: int) -> None:
    app = make_app()
    found, client, random = app.extensions["tablelog"], app.test_client(), Random(seed)
    follower = ProjectionRunner(found.store, found.engine, Library(uploaded_to(found.engine)))
    imported = 0
    for _ in range(ALTERATIONS):
        file, place, done = altered(random)
        answer = client.post("/v1/imports", data=json.dumps(file), content_type="application/json")
        assert answer.status_code in (201, 422), (done, answer.text)
        if answer.status_code == 422:
            continue
        imported += 1
        follower.pull()
        tokens = answer.json["items"][0]["tokens"]
        game = REGISTRY[file["game"]]
        assert faults(client, game, file["session"], tokens, (place - 1, place)) == [], (file["game"], done)
    assert imported > ALTERATIONS // 5
