"""Every frozen version, opened by the code at hand: over SQLite and over PostgreSQL."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from replays.library import Library
from service.app import create_app
from service.bootstrap import Services
from tests.conftest import new_database
from tests.support.frozen.thawing import VERSIONS, Frozen
from tests.support.service.answers import Answer, answered
from tests.support.working_here import working_here
from workers.component_sets import uploaded_to
from workers.follow import ProjectionRunner
from workers.rebuild import renew


@pytest.fixture(params=VERSIONS, scope="session")
def frozen(request: pytest.FixtureRequest) -> Frozen:
    """A frozen version."""
    return Frozen(request.param)


class Thawed:
    """A service over a copy of what was frozen."""

    def __init__(self, frozen: Frozen, app: Flask) -> None:
        self.frozen = frozen
        self.app = app
        self.client: FlaskClient = app.test_client()
        self.services: Services = app.extensions["tablelog"]

    def get(
        self, session: Mapping[str, Any], path: str = "", holder: str | None = "owner", **headers: str
    ) -> Answer:
        return answered(self.client.get(_url(session, path), headers=_headers(session, holder) | headers))

    def post(self, session: Mapping[str, Any], path: str, body: object, holder: str = "scribe") -> Answer:
        headers = _headers(session, holder) | {"If-Match": "*"}
        return answered(self.client.post(_url(session, path), json=body, headers=headers))


def _url(session: Mapping[str, Any], path: str) -> str:
    return f"/v1/sessions/{session['session']}{path}"


def _headers(session: Mapping[str, Any], holder: str | None) -> dict[str, str]:
    return {} if holder is None else {"Authorization": f"Bearer {session['tokens'][holder]}"}


@pytest.fixture(params=["home", "database"])
def thawed(request: pytest.FixtureRequest, frozen: Frozen, tmp_path: Path) -> Iterator[Thawed]:
    """The frozen version in a service of its own, to go on in."""
    with opened(request, frozen, tmp_path) as made:
        yield made


@pytest.fixture(params=["home", "database"], scope="module")
def shown(request: pytest.FixtureRequest, frozen: Frozen) -> Iterator[Thawed]:
    """The frozen version in a service that a module's tests only look at."""
    with tempfile.TemporaryDirectory(prefix="tl") as folder, opened(request, frozen, Path(folder)) as made:
        yield made


@contextmanager
def opened(request: pytest.FixtureRequest, frozen: Frozen, folder: Path) -> Iterator[Thawed]:
    """The home or the database, as the parameter of the request says."""
    with ExitStack() as stack:
        if request.param == "home":
            settings = frozen.unpack_home(folder)
        else:
            url = stack.enter_context(new_database(request.getfixturevalue("postgresql_server")))
            settings = frozen.restore_database(url, folder)
        app = working_here(create_app(settings))
        stack.callback(app.extensions["tablelog"].close)
        yield Thawed(frozen, app)


def follow(thawed: Thawed) -> None:
    """Let the projections follow the log to its end, and make those anew that another version made."""
    found = thawed.services
    library = Library(uploaded_to(found.engine))
    ProjectionRunner(found.store, found.engine, library).pull()
    renew(found.store, found.engine, library)
