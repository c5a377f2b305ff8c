"""Every route of the service stands in a guide with its method, and every address of a guide is a route's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from flask import Flask

from domain.games import REGISTRY
from domain.kernel.rulebook import rulebook
from service.app import create_app
from service.pages.guides import guides as pages_of_guides
from service.queries.question import ALL
from tests.service.conftest import settings_at
from tests.support.guides.addresses import Address, address_in, fits
from tests.support.guides.reading import guides
from workers.projections.series import SCORES

UNSAID = {"HEAD", "OPTIONS"}
"""docs/api.md says it once for all: what answers GET answers HEAD. OPTIONS is the browsers' own."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The application, of which nothing is asked."""
    made = create_app(settings_at(tmp_path_factory.mktemp("routes")), REGISTRY)
    yield made
    made.extensions["tablelog"].close()


@pytest.fixture(scope="module")
def routes(app: Flask) -> set[tuple[str, str]]:
    """Every method and rule that somebody may ask for."""
    return {
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - UNSAID
    }


@pytest.fixture(scope="module")
def known() -> Mapping[str, set[str]]:
    """What may stand in the open parts of routes where a guide gives an example."""
    series = {SCORES, *(one.key for game in REGISTRY.values() for one in game.series)}
    measures = {one.key for game in REGISTRY.values() for one in game.measures.values()}
    rules = {rule for game in REGISTRY.values() for rule in rulebook(game)}
    return {
        "game": {*REGISTRY, ALL},
        "key": series | set(REGISTRY),
        "measure": measures,
        "rule": rules,
        "slug": set(pages_of_guides()),
    }


def addresses() -> dict[Address, str]:
    """Every address in the guides' spans of code, and a guide that names it."""
    return {
        address: guide.name
        for guide in guides()
        for span in guide.spans()
        if (address := address_in(span)) is not None
    }


@pytest.mark.integration
def test_every_route_stands_in_a_guide(routes: set[tuple[str, str]], known: Mapping[str, set[str]]) -> None:
    named = {
        (address.method or "GET", rule)
        for address in addresses()
        for _, rule in routes
        if fits(rule, address.path, known)
    }
    assert sorted(routes - named) == []


@pytest.mark.integration
def test_every_address_of_a_guide_is_there(
    routes: set[tuple[str, str]], known: Mapping[str, set[str]]
) -> None:
    gone = {
        address: where
        for address, where in addresses().items()
        if not any(
            fits(rule, address.path, known) and address.method in (None, method) for method, rule in routes
        )
    }
    assert gone == {}


@pytest.mark.parametrize(
    ("span", "address"),
    [
        ("GET /v1/reefs/{id}?at=7", Address("GET", "/v1/reefs/{id}")),
        ("POST …/dives", Address("POST", "/v1/sessions/{id}/dives")),
        ("/t/SESSION#log", Address(None, "/t/SESSION")),
        ('curl -N $URL/v1/reefs/$ID/stream -H "…"', Address(None, "/v1/reefs/$ID/stream")),
        ("http://127.0.0.1:8720/v1/reefs", Address(None, "/v1/reefs")),
        ("http://ADDRESS:8720/open", None),
        ("GET", None),
        ("dive/reef.py", None),
    ],
)
def test_an_address_is_read_as_it_is_named(span: str, address: Address | None) -> None:
    assert address_in(span) == address


@pytest.mark.parametrize(
    ("rule", "path", "does"),
    [
        ("/v1/reefs/<session:reef_id>", "/v1/reefs/{id}", True),
        ("/v1/reefs/<session:reef_id>", "/v1/reefs/dives", False),
        ("/v1/reefs/<name:game>", "/v1/reefs/deep", True),
        ("/v1/reefs/<name:game>/dives", "/v1/reefs/{game}", False),
        ("/v1/reefs/<name:game>/dives", "/v1/reefs/{game}/{dive}", False),
        ("/t/<session:reef_id>/entry/<int:number>", "/t/SESSION/entry/47", True),
        ("/", "/", True),
        ("/static/<name:asked>/<path:path>", "/static/{hash}/shared/api.js", True),
    ],
)
def test_a_word_fits_only_where_it_is_known(rule: str, path: str, does: bool) -> None:
    assert fits(rule, path, {"game": {"deep"}}) is does
