"""Tokens: good, wrong, revoked."""

from __future__ import annotations

import pytest
from flask import Flask

from service.sessions.keys import Keys
from service.sessions.tokens import Claim, Tokens
from tests.service.conftest import REEF_OPENING, Table, place, problem


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


def test_tokens_work_after_a_restart_with_the_same_key(reef: Table, make_app) -> None:
    elsewhere = make_app().test_client()
    assert elsewhere.get(reef.url, headers=reef.headers("seat:red")).status_code == 200
