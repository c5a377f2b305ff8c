"""Tokens: good, wrong, revoked."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from service.sessions.tokens import Claim, Keys, Tokens
from tests.service.conftest import REEF_OPENING, Table, place, problem

KEY = "a-key-that-nobody-guesses"


@pytest.mark.parametrize(
    "header",
    ["Bearer nonsense", "Bearer ", "Basic cmVkOmJsdWU=", "Bearer " + "x" * 5000, "Bearer a b", "bearer"],
)
def test_a_wrong_token_is_no_token(reef: Table, header: str) -> None:
    answer = reef.client.get(reef.url, headers={"Authorization": header})
    problem(answer, 401, "bad-token")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_changed_token_and_one_of_another_key_are_refused(reef: Table) -> None:
    token = reef.tokens["seat:red"]
    forged = Tokens(Keys("another key")).make(Claim(reef.id, "owner", None, 0))
    changed = token[:-2] + ("A" if token[-2] != "A" else "B") + token[-1]  # the last sign has idle bits
    for wrong in (changed, forged):
        answer = reef.client.get(reef.url, headers={"Authorization": f"Bearer {wrong}"})
        problem(answer, 401, "bad-token")


def test_revoked_tokens_are_void_and_new_ones_work(everywhere: Flask) -> None:
    table = Table(everywhere, REEF_OPENING)
    old = dict(table.tokens)
    answer = table.post("/tokens", {"holders": ["seat:red", "scribe"]}, "owner", if_match=None)
    assert set(answer.json["tokens"]) == {"seat:red", "scribe"}
    problem(table.get(holder="seat:red"), 401, "bad-token")
    problem(table.act(place(), "scribe"), 401, "bad-token")
    assert table.get(holder="seat:blue").status_code == 200
    table.tokens |= answer.json["tokens"]
    assert table.act(place("red"), "seat:red").status_code == 201
    table.tokens |= table.post("/tokens", {}, "owner", if_match=None).json["tokens"]
    assert set(table.tokens) == set(old)
    assert not set(table.tokens.values()) & set(old.values())
    for holder in table.tokens:
        assert table.get(holder=holder).status_code == 200


def test_only_the_owner_revokes(reef: Table) -> None:
    for holder in ("scribe", "seat:red", "spectator"):
        problem(reef.post("/tokens", {}, holder), 403, "not-allowed")
    problem(reef.post("/tokens", {"holders": ["seat:green"]}, "owner"), 422, "invalid")
    problem(reef.post("/tokens", {"holders": ["king"]}, "owner"), 422, "invalid")


def test_an_owner_who_got_no_answer_is_given_the_same_tokens_again(everywhere: Flask) -> None:
    table, body = Table(everywhere, REEF_OPENING), {"holders": ["scribe", "seat:red"]}
    first = table.post("/tokens", body, "owner", if_match=None, Idempotency_Key=KEY)
    again = table.post("/tokens", body, "owner", if_match=None, Idempotency_Key=KEY)
    assert again.json == first.json
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (201, "true")
    table.tokens |= first.json["tokens"]
    assert table.get("", "scribe").status_code == 200


@pytest.mark.parametrize("body", [{}, {"holders": ["owner", "seat:red"]}], ids=["everybody's", "some"])
def test_a_thief_of_the_owners_token_is_given_none_of_those_that_revoke_it(
    everywhere: Flask, body: dict[str, Any]
) -> None:
    table = Table(everywhere, REEF_OPENING)
    told = table.post("/tokens", body, "owner", if_match=None, Idempotency_Key=KEY).json["tokens"]
    stolen = table.post("/tokens", body, "owner", if_match=None, Idempotency_Key=KEY)
    problem(stolen, 401, "bad-token")
    assert not [token for token in told.values() if token in stolen.text]
    table.tokens |= told
    assert table.get("", "owner").status_code == 200


@pytest.mark.parametrize("path", ["/tokens", "/webhooks", "/forks"])
def test_a_key_whose_answer_holds_secrets_cannot_be_guessed(reef: Table, path: str) -> None:
    body = {"url": "https://example.org/hook"} if path == "/webhooks" else {}
    short = reef.post(path, body, "owner", if_match=None, Idempotency_Key="1" * 15)
    assert short.status_code in (400, 422)
    assert "16" in short.text
    assert reef.post(path, body, "owner", if_match=None, Idempotency_Key="1" * 16).status_code == 201


def test_only_the_very_same_request_is_given_tokens_again(reef: Table) -> None:
    body, key = {"holders": ["seat:red"]}, KEY
    told = reef.post("/tokens", body, "owner", if_match=None, Idempotency_Key=key).json["tokens"]
    for holder in ("scribe", "seat:blue", "spectator"):
        problem(reef.post("/tokens", body, holder, if_match=None, Idempotency_Key=key), 403, "not-allowed")
    problem(reef.post("/tokens", body, None, if_match=None, Idempotency_Key=key), 404, "not-found")
    other = reef.post("/tokens", {"holders": ["seat:blue"]}, "owner", if_match=None, Idempotency_Key=key)
    problem(other, 422, "action-id-reused")
    reef.tokens |= told
    assert reef.get("", "seat:red").status_code == 200
    assert reef.get("", "seat:blue").status_code == 200


def test_tokens_that_were_revoked_since_are_not_given_again(reef: Table) -> None:
    body = {"holders": ["seat:red", "seat:blue"]}
    told = reef.post("/tokens", body, "owner", if_match=None, Idempotency_Key=KEY).json["tokens"]
    reef.post("/tokens", {"holders": ["seat:red"]}, "owner", if_match=None)
    again = reef.post("/tokens", body, "owner", if_match=None, Idempotency_Key=KEY).json["tokens"]
    assert again == {"seat:blue": told["seat:blue"]}


def test_tokens_work_after_a_restart_with_the_same_key(reef: Table, make_app) -> None:
    elsewhere = make_app().test_client()
    assert elsewhere.get(reef.url, headers=reef.headers("seat:red")).status_code == 200
