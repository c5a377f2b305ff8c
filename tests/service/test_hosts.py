"""The Host header, where the operator lists the names that the service answers to."""

from __future__ import annotations

import pytest

from service.settings import FaultySettings, read_settings
from service.support.network import UnusableHost, answers_to, listed_hosts
from tests.service.conftest import MakeApp, problem

HOSTS = tuple(
    map(listed_hosts, ("Play.Example.org", ".club.example", "192.0.2.7", "2001:DB8::7", "[2001:db8::8]"))
)


@pytest.mark.parametrize(
    "host",
    [
        "play.example.org",
        "PLAY.example.ORG:8720",
        "play.example.org.",
        "table.club.example",
        "a.b.club.example:80",
        "192.0.2.7:8720",
        "[2001:db8::7]:8720",
        "[2001:0db8:0:0::8]",
        "localhost:8720",
        "127.0.0.1",
        "[::1]:8720",
    ],
)
def test_a_listed_host_is_answered_to(make_app: MakeApp, host: str) -> None:
    assert answers_to(host, HOSTS)
    client = make_app(hosts=HOSTS).test_client()
    assert client.get("/healthz", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "example.org",
        "play.example.org.evil.example",
        "evilclub.example",
        "club.example",
        "192.0.2.8",
        "[2001:db8::9]",
        "play.example.org:port",
        "play.example.org/",
        "play.example.org, evil.example",
        "user@play.example.org",
        "localhost.evil.example",
    ],
)
def test_another_host_is_a_bad_request_everywhere(make_app: MakeApp, host: str) -> None:
    client = make_app(hosts=HOSTS).test_client()
    for path in ("/healthz", "/v1/games", "/docs", "/nowhere", "//v1//games"):
        answer = client.get(path, headers={"Host": host})
        problem(answer, 400, "bad-request")
        assert "Location" not in answer.headers
        assert "X-Request-Id" in answer.headers


def test_a_request_without_a_host_is_refused(make_app: MakeApp) -> None:
    client = make_app(hosts=HOSTS).test_client()
    assert not answers_to(None, HOSTS)
    environment = {"HTTP_HOST": None, "SERVER_NAME": "play.example.org"}
    problem(client.get("/healthz", environ_overrides=environment), 400, "bad-request")


def test_without_a_list_every_host_is_answered_to(make_app: MakeApp) -> None:
    client = make_app().test_client()
    assert client.get("/healthz", headers={"Host": "whatever.example"}).status_code == 200


@pytest.mark.parametrize("name", ["http://play.example.org", "play.example.org:80", "a b", "*.x.org", "."])
def test_what_is_no_host_is_a_faulty_setting(monkeypatch: pytest.MonkeyPatch, tmp_path, name: str) -> None:
    with pytest.raises(UnusableHost):
        listed_hosts(name)
    monkeypatch.setenv("TABLELOG_HOME", str(tmp_path))
    monkeypatch.setenv("TABLELOG_HOSTS", f"play.example.org, {name}")
    with pytest.raises(FaultySettings, match="TABLELOG_HOSTS"):
        read_settings()
    monkeypatch.setenv("TABLELOG_HOSTS", " play.example.org ,, [::2] ")
    assert read_settings().hosts == ("play.example.org", "[::2]")
