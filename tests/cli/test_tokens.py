"""Lost tokens: whoever runs the server tells them again, or replaces them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from service.app import create_app
from service.processes.lan import lan_address
from service.settings import read_settings
from service.support.qr_codes import terminal_code
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
    assert "This session has no holder seat:mauve." in refused
    assert "owner, scribe, spectator, seat:red, seat:blue" in refused
    assert told(run, table.id) == table.tokens


def test_links_join_a_table_by_each_holders_token(run: Run, table: Table) -> None:
    said = told(run, table.id, "--links", "--address", "http://192.0.2.7:8720/")
    assert said == {holder: f"http://192.0.2.7:8720/j#{token}" for holder, token in table.tokens.items()}


def test_a_lost_owners_link_is_issued_again_with_its_code(run: Run, table: Table) -> None:
    arguments = ("--holder", "owner", "--replace", "--qr", "--address", "https://play.example.org")
    line, _, code = run("tokens", table.id, *arguments).output.partition("\n")
    link = line.removeprefix("owner: ")
    assert link.startswith("https://play.example.org/j#")
    assert not link.endswith(table.tokens["owner"])
    assert code.strip("\n") == terminal_code(link, "utf-8").strip("\n")


def test_an_address_is_guessed_where_none_is_given(run: Run, table: Table) -> None:
    said = told(run, table.id, "--links", "--holder", "owner")
    name = lan_address() or "127.0.0.1"
    assert said == {"owner": f"http://{name}:8720/j#{table.tokens['owner']}"}


def test_links_are_told_as_json(run: Run, table: Table) -> None:
    arguments = ("--json", "--links", "--address", "http://192.0.2.7", "--holder", "scribe")
    said = json.loads(run("tokens", table.id, *arguments).output)
    assert said["links"] == {"scribe": f"http://192.0.2.7/j#{table.tokens['scribe']}"}


def test_a_keeper_who_lost_the_link_of_an_edition_gets_another_one(run: Run, app: Flask) -> None:
    asked = {"game": "first_light", "from": "demo", "name": "Our box"}
    made = app.test_client().post("/v1/editions", json=asked).json
    edition, lost = made["edition"], made["tokens"]
    assert f"{edition}  first_light, Our box, not published" in run("editions").output
    assert json.loads(run("editions", "--json").output)["edition"] == edition
    again = run("editions", edition, "--holder", "reader", "--address", "http://192.0.2.7").output
    assert again == f"reader: http://192.0.2.7/e#{lost['reader']}\n"
    new = json.loads(run("editions", edition, "--replace", "--json").output)["tokens"]
    later = create_app(read_settings())

    def holder(token: str) -> str:
        headers = {"Authorization": f"Bearer {token}"}
        answer = later.test_client().get(f"/v1/editions/{edition}", headers=headers)
        return str(answer.json["holder"]) if answer.status_code == 200 else str(answer.status_code)

    found = [holder(token) for token in (lost["keeper"], new["keeper"], lost["editor"])]
    later.extensions["tablelog"].close()
    assert found == ["401", "keeper", "editor"]
    assert "There is no edition elsewhere." in run("editions", "elsewhere", status=1).output


@pytest.mark.parametrize("address", ["192.0.2.7:8720", "ftp://192.0.2.7", "http://play.example.org/there"])
def test_an_address_that_is_none_is_refused(run: Run, table: Table, address: str) -> None:
    assert "must be like http://" in run("tokens", table.id, "--links", "--address", address, status=2).output
