"""Limits: by token for its own session, by address for everything, and how addresses are told apart."""

from __future__ import annotations

from io import BytesIO
from types import SimpleNamespace

import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder

from service.http import rate_limits
from service.http.rate_limits import HOLDERS_AT_AN_ADDRESS, OPENINGS
from service.support.network import UnusableProxy, address_of, listed_addresses
from tests.service.conftest import REEF_OPENING, MakeApp, Table, place, problem


@pytest.fixture
def one_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the limits stands still, so that no minute ends within a test."""
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(time=lambda: 90.0))


def test_too_many_requests_are_refused_and_say_when_to_come_back(make_app: MakeApp, one_minute: None) -> None:
    table = Table(make_app(writes_per_minute=3, reads_per_minute=5), REEF_OPENING)
    statuses = [table.act({"type": "roll_storm", "face": 1}).status_code for _ in range(5)]
    assert statuses == [201, 201, 201, 429, 429]
    refused = table.act(place())
    problem(refused, 429, "too-many-requests")
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert table.act(place(), "owner").status_code == 201
    reads = [table.get(holder="seat:red").status_code for _ in range(6)]
    assert reads == [200] * 5 + [429]
    assert table.client.get("/healthz").status_code == 200


def test_every_answer_says_what_is_left_of_the_limit_that_is_closest(
    make_app: MakeApp, one_minute: None
) -> None:
    table = Table(make_app(reads_per_minute=30, writes_per_minute=3, bytes_per_minute=5_000), REEF_OPENING)
    answers = [table.act({"type": "roll_storm", "face": 1}) for _ in range(4)]
    assert [answer.headers["RateLimit"] for answer in answers] == [
        f'"writes";r={left};t=30' for left in (2, 1, 0, 0)
    ]
    assert {answer.headers["RateLimit-Policy"] for answer in answers} == {'"writes";q=3;w=60'}
    long = table.post("/notes", {"text": "x" * 1_900}, "owner")
    assert long.headers["RateLimit-Policy"] == '"bytes from one address";q=5000;w=60'
    assert table.get("/nothing", "seat:red").headers["RateLimit"] == '"reads";r=29;t=30'
    assert "RateLimit" not in table.client.get("/healthz").headers


def test_what_has_not_changed_is_free(make_app: MakeApp, one_minute: None) -> None:
    table = Table(make_app(reads_per_minute=3), REEF_OPENING)
    headers = table.headers("scribe") | {"If-None-Match": table.get("", "scribe").headers["ETag"]}
    same = [table.client.get(table.url, headers=headers) for _ in range(6)]
    assert [answer.status_code for answer in same] == [304] * 6
    assert {answer.headers["RateLimit"] for answer in same} == {'"reads";r=2;t=30'}
    assert [table.get("", "scribe").status_code for _ in range(3)] == [200, 200, 429]


def test_not_even_what_is_free_may_be_asked_without_end(make_app: MakeApp, one_minute: None) -> None:
    table = Table(make_app(reads_per_minute=1), REEF_OPENING)
    headers = table.headers("scribe") | {"If-None-Match": table.get().headers["ETag"]}
    asked = [
        table.client.get(table.url, headers=headers).status_code for _ in range(HOLDERS_AT_AN_ADDRESS + 1)
    ]
    assert set(asked) == {304, 429}
    assert asked == sorted(asked)


def test_limits_without_an_end_are_not_told(make_app: MakeApp) -> None:
    client = make_app(reads_per_minute=0).test_client()
    assert "RateLimit" not in client.get("/v1/games").headers


def test_a_request_that_is_answered_anew_is_one(make_app: MakeApp, one_minute: None) -> None:
    app = make_app(reads_per_minute=50)
    environ = EnvironBuilder(path="/v1/games").get_environ()
    left = []
    for asked in (environ, environ, EnvironBuilder(path="/v1/games").get_environ()):
        with app.request_context(asked):
            left.append(app.full_dispatch_request().headers["RateLimit"].split(";")[1])
    assert left == ["r=49", "r=49", "r=48"]


def test_made_up_tokens_are_counted_under_their_address(make_app: MakeApp, one_minute: None) -> None:
    client = make_app(reads_per_minute=3).test_client()
    statuses = [
        client.get("/v1/games", headers={"Authorization": f"Bearer {number}"}).status_code
        for number in range(5)
    ]
    assert statuses == [200, 200, 200, 429, 429]


def opened(app: Flask, address: str = "198.51.100.1", **headers: str) -> int:
    answer = app.test_client().post(
        "/v1/sessions", json=REEF_OPENING, headers=headers, environ_base={"REMOTE_ADDR": address}
    )
    return answer.status_code


def test_a_fresh_token_a_session_widens_nothing(make_app: MakeApp, one_minute: None) -> None:
    app = make_app(openings_per_minute=2)
    table = Table(app, REEF_OPENING)
    owner = {"Authorization": f"Bearer {table.tokens['owner']}"}
    here = "127.0.0.1"
    assert [opened(app, here), opened(app, here), opened(app, here, **owner)] == [201, 429, 429]
    assert opened(app, "198.51.100.1") == 201


def test_a_token_counts_for_its_own_session_alone(make_app: MakeApp, one_minute: None) -> None:
    app = make_app(reads_per_minute=3)
    table, other = Table(app, REEF_OPENING), Table(app, REEF_OPENING)
    lists = [table.client.get("/v1/games", headers=each.headers("scribe")) for each in (table, other) * 2]
    assert [answer.status_code for answer in lists] == [200, 200, 200, 429]
    assert table.get(holder="scribe").status_code == 200
    strange = table.client.get(other.url, headers=table.headers("scribe"))
    assert strange.status_code == 429


def test_all_holders_at_an_address_share_ten_times_as_much(make_app: MakeApp, one_minute: None) -> None:
    app = make_app(reads_per_minute=1)
    table = Table(app, REEF_OPENING)
    holders = ["owner", "scribe", "seat:red", "seat:blue"]
    tables = [table, *(Table(app, REEF_OPENING) for _ in range(2))]
    asked = [(each, holder) for each in tables for holder in holders]
    statuses = [each.get(holder=holder).status_code for each, holder in asked]
    assert statuses == [200] * HOLDERS_AT_AN_ADDRESS + [429] * (len(asked) - HOLDERS_AT_AN_ADDRESS)


def test_everything_that_is_made_new_is_counted(app: Flask) -> None:
    posts = [rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    names = {rule.endpoint for rule in posts if not {"session_id", "edition_id", "club_id"} & rule.arguments}
    assert names <= OPENINGS <= {rule.endpoint for rule in posts}


def test_the_bytes_of_an_address_are_counted(make_app: MakeApp, one_minute: None) -> None:
    table = Table(make_app(bytes_per_minute=3_000), REEF_OPENING)
    long = {"text": "x" * 1_200}
    assert [table.post("/notes", long).status_code for _ in range(3)] == [201, 201, 429]
    refused = table.post("/notes", long)
    problem(refused, 429, "too-many-requests")
    assert table.get().status_code == 200
    assert opened(table.app, "198.51.100.1") == 201


def test_a_body_without_a_length_counts_as_the_longest(make_app: MakeApp, one_minute: None) -> None:
    app = make_app(bytes_per_minute=1_500, body_bytes=1_000)
    table = Table(app, REEF_OPENING)

    def sent_in_chunks() -> int:
        answer = app.test_client().post(
            table.url + "/notes",
            input_stream=BytesIO(b'{"text": "short"}'),
            headers=table.headers("scribe", If_Match="*") | {"Transfer-Encoding": "chunked"},
            content_type="application/json",
            environ_base={"REMOTE_ADDR": "198.51.100.1", "wsgi.input_terminated": True},
        )
        return answer.status_code

    assert [sent_in_chunks(), sent_in_chunks()] == [201, 429]


def test_behind_a_trusted_proxy_its_clients_are_told_apart(make_app: MakeApp, one_minute: None) -> None:
    app = make_app(openings_per_minute=1, trusted_proxies=(listed_addresses("192.0.2.0/24"),))
    proxy = "192.0.2.7"
    assert opened(app, proxy, **{"X-Forwarded-For": "198.51.100.1"}) == 201
    assert opened(app, proxy, **{"X-Forwarded-For": "198.51.100.2"}) == 201
    assert opened(app, proxy, **{"X-Forwarded-For": "203.0.113.9, 198.51.100.2"}) == 429
    assert opened(app, "198.51.100.3", **{"X-Forwarded-For": "203.0.113.1"}) == 201
    assert opened(app, "198.51.100.3", **{"X-Forwarded-For": "203.0.113.2"}) == 429


@pytest.mark.parametrize(
    ("peer", "forwarded", "told"),
    [
        ("198.51.100.1", "203.0.113.1", "198.51.100.1"),
        ("192.0.2.7", "", "192.0.2.7"),
        ("192.0.2.7", "198.51.100.1", "198.51.100.1"),
        ("192.0.2.7", "203.0.113.1, 198.51.100.1", "198.51.100.1"),
        ("192.0.2.7", "203.0.113.1, 192.0.2.8", "203.0.113.1"),
        ("192.0.2.7", "198.51.100.1:52044", "198.51.100.1"),
        ("::ffff:192.0.2.7", "198.51.100.1", "198.51.100.1"),
        ("192.0.2.7", "2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("192.0.2.7", "[2001:db8:1:2:ffff::1]:443", "2001:db8:1:2::/64"),
        ("192.0.2.7", "unknown", "unknown"),
        ("2001:db8::1", "198.51.100.1", "2001:db8::/64"),
        (None, "198.51.100.1", ""),
    ],
)
def test_the_last_hop_that_is_no_trusted_proxy_counts(peer: str | None, forwarded: str, told: str) -> None:
    assert address_of(peer, forwarded, (listed_addresses("192.0.2.0/24"),)) == told


def test_without_trusted_proxies_the_header_is_not_read() -> None:
    assert address_of("192.0.2.7", "198.51.100.1", ()) == "192.0.2.7"


@pytest.mark.parametrize("faulty", ["proxy.example.org", "192.0.2.7/24", "192.0.2", ""])
def test_a_proxy_is_an_address_or_a_network(faulty: str) -> None:
    with pytest.raises(UnusableProxy, match="addresses or networks"):
        listed_addresses(faulty)
