"""Lost tokens: whoever runs the server tells them again, or replaces them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from service.app import create_app
from service.settings import read_settings
from tests.cli.conftest import Run
from tests.service.conftest import Table, recorded


@pytest.fixture
def app(home: Path) -> Iterator[Flask]:
    """The service over the home that the commands open."""
    made = create_app(read_settings())
    yield made
    made.extensions["tablelog"].close()


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app, recorded("demo-2p-001")[0])


def told(run: Run, *arguments: object) -> dict[str, str]:
    """Holder → token, as the command says them."""
    return dict(line.split(": ") for line in run("tokens", *arguments).output.splitlines())


def test_every_token_is_told_again_as_it_was(run: Run, table: Table) -> None:
    assert told(run, table.id) == table.tokens


def test_one_holders_token_is_told_alone(run: Run, table: Table) -> None:
    assert told(run, table.id, "--holder", "owner") == {"owner": table.tokens["owner"]}
    two = told(run, table.id, "--holder", "seat:red", "--holder", "scribe", "--holder", "scribe")
    assert list(two) == ["seat:red", "scribe"]


def test_a_replaced_token_is_void_and_the_new_one_good(run: Run, table: Table) -> None:
    lost = table.tokens
    new = told(run, table.id, "--holder", "owner", "--replace")
    later = create_app(read_settings())
    answers = {
        token: later.test_client().get(table.url, headers={"Authorization": f"Bearer {token}"}).status_code
        for token in (lost["owner"], new["owner"], lost["seat:red"])
    }
    later.extensions["tablelog"].close()
    assert answers == {lost["owner"]: 401, new["owner"]: 200, lost["seat:red"]: 200}


def test_a_recorders_token_is_told_where_it_is_named_and_void_with_all_others(run: Run, table: Table) -> None:
    first = told(run, table.id, "--holder", "recorder:red", "--holder", "recorder")
    assert list(first) == ["recorder:red", "recorder"]
    assert told(run, table.id) == table.tokens

    def status(token: str) -> int:
        later = create_app(read_settings())
        answer = later.test_client().get(table.url, headers={"Authorization": f"Bearer {token}"})
        later.extensions["tablelog"].close()
        return answer.status_code

    assert status(first["recorder:red"]) == 200
    assert not set(told(run, table.id, "--replace")) & set(first)
    assert status(first["recorder:red"]) == 401
    assert status(told(run, table.id, "--holder", "recorder:red")["recorder:red"]) == 200


def test_they_are_told_as_json(run: Run, table: Table) -> None:
    said = json.loads(run("tokens", table.id, "--json").output)
    assert said == {"session": table.id, "tokens": table.tokens}


def test_a_session_or_a_holder_that_is_none_is_named(run: Run, table: Table) -> None:
    assert "There is no session elsewhere in the store." in run("tokens", "elsewhere", status=1).output
    refused = run("tokens", table.id, "--holder", "seat:mauve", status=1).output
    assert "Nobody holds a token of this session as seat:mauve." in refused
    assert "owner, scribe, spectator, seat:red, seat:blue" in refused
    assert told(run, table.id) == table.tokens
