"""Every route of a club, asked by everybody who may have a key and by those who have none."""

from __future__ import annotations

import pytest
from flask import Flask

from service.sessions.clubs import RIGHTS
from tests.service.test_clubs import Group
from tests.support.service.walking import routes

OF_A_CLUB = "/v1/clubs/<session:club_id>"
PEOPLE, SESSIONS = f"{OF_A_CLUB}/people", f"{OF_A_CLUB}/sessions"
PERSON, SESSION = f"{PEOPLE}/<session:person>", f"{SESSIONS}/<session:session_id>"
KEYS, WEBHOOKS = f"{OF_A_CLUB}/keys", f"{OF_A_CLUB}/webhooks"
WEBHOOK = f"{WEBHOOKS}/<name:webhook>"
NEEDED = {
    ("GET", OF_A_CLUB): "read",
    ("PATCH", OF_A_CLUB): "keep",
    ("GET", KEYS): "keep",
    ("POST", KEYS): "keep",
    ("DELETE", f"{KEYS}/<name:holder>"): "keep",
    ("POST", f"{OF_A_CLUB}/links"): "keep",
    ("GET", SESSIONS): "read",
    ("POST", SESSIONS): "open",
    ("PUT", SESSION): "organise",
    ("DELETE", SESSION): "organise",
    ("GET", f"{OF_A_CLUB}/events"): "read",
    ("GET", f"{OF_A_CLUB}/stream"): "read",
    ("GET", f"{OF_A_CLUB}/export"): "export",
    ("GET", WEBHOOKS): "organise",
    ("POST", WEBHOOKS): "organise",
    ("GET", WEBHOOK): "organise",
    ("DELETE", WEBHOOK): "organise",
    ("POST", f"{WEBHOOK}/deliveries"): "organise",
    ("GET", PEOPLE): "read",
    ("POST", PEOPLE): "open",
    ("GET", PERSON): "read",
    ("PATCH", PERSON): "organise",
    ("DELETE", PERSON): "keep",
    ("PUT", f"{PERSON}/players/<name:player>"): "organise",
    ("DELETE", f"{PERSON}/players/<name:player>"): "organise",
    ("POST", f"{PERSON}/merge"): "organise",
    ("POST", f"{PERSON}/split"): "organise",
    ("POST", f"{PERSON}/links"): "organise",
    ("PUT", f"{PERSON}/seats/<session:session_id>"): "organise",
}
"""By method and route: the right that a key needs."""
OF_ONESELF = {("PATCH", PERSON), ("DELETE", PERSON), ("PUT", f"{PERSON}/seats/<session:session_id>")}
"""What a person's own key may do to that person."""
KEPT: dict[str, set[str]] = {
    "keeper": {*RIGHTS} - {"record"},
    "organiser": {"read", "open", "organise", "export"},
}
KEPT |= {"member": {"read", "open"}}
NO_SUCH = "00000000-0000-7000-8000-000000000000"


def test_no_route_of_a_club_is_forgotten_here(app: Flask) -> None:
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
        known = {route for verb, route in NEEDED if verb == method}
        assert {route for route in routes(app, method) if route.startswith(OF_A_CLUB)} == known


@pytest.mark.parametrize(("method", "route"), NEEDED, ids=[f"{method} {route}" for method, route in NEEDED])
def test_a_key_needs_the_right_and_without_a_key_there_is_no_club(
    app: Flask, method: str, route: str
) -> None:
    """Requests without content: who may send them hears what is wrong with them, or gets the answer."""
    group = Group(app)
    evening = group.opened(visibility="private")
    rights: dict[str, set[str]] = dict(KEPT)
    for right in RIGHTS:
        if right not in ("read", "keep"):
            rights[group.key("read", right, name=right)] = {"read", right}
    for key, held in [*rights.items(), ("person", {"read"}), ("another person", {"read"})]:
        person = group.send("POST", "/people", {"name": f"The one of {key}"}).json["person"]
        if "person" in key:
            asked = person
            if key == "another person":
                asked = group.send("POST", "/people", {"name": "Somebody else"}).json["person"]
            link = group.send("POST", f"/people/{asked}/links", {})
            (group.tokens[key],) = link.json["tokens"].values()
        may = NEEDED[method, route] in held or (key == "person" and (method, route) in OF_ONESELF)
        answer = group.send(asked_as(method, route), path_of(route, evening.id, person), body(method), key)
        told = answer.text
        assert (answer.status_code in (401, 403)) is not may, (key, told)
        assert may or answer.json["type"] == "/problems/not-allowed"
    stranger = Group(app, {"name": "Another club"})
    stranger.url = group.url
    for nobody in (None, "keeper", "organiser", "member"):
        answer = stranger.send(
            asked_as(method, route), path_of(route, evening.id, NO_SUCH), body(method), nobody
        )
        assert answer.status_code == 404, (nobody, answer.text)


def asked_as(method: str, route: str) -> str:
    return "HEAD" if route.endswith("/stream") else method


def body(method: str) -> dict[str, str] | None:
    return None if method in ("GET", "DELETE") else {}


def path_of(route: str, session: str, person: str) -> str:
    """The path below the club's address, of a webhook, a key and an id that nobody has."""
    path = route.removeprefix(OF_A_CLUB)
    places = {"<session:person>": person, "<session:session_id>": session, "<name:player>": "nobody"}
    for place, value in (places | {"<name:webhook>": NO_SUCH, "<name:holder>": "key-99"}).items():
        path = path.replace(place, value)
    return path
