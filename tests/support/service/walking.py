"""Every question that the service answers, and how each is asked of one session by somebody who looks around.

A route that stands in none of these tables is one that nobody has thought about: whoever walks here is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from string import Formatter
from typing import Any

from flask import Flask

from domain.kernel import Game
from domain.kernel.rulebook import rulebook
from service.reports.drawing import VEGA_LITE
from service.reports.picture import SVG
from tests.service.conftest import Table

JSON, LINES = "application/json", "application/x-ndjson"
TEXT, CSV, HTML = "text/plain", "text/csv", "text/html"
OF_IT = "/v1/sessions/<session:session_id>"
PAGE = "/t/<session:session_id>"
Places = Mapping[str, Sequence[object]]

ASKED: Mapping[str, tuple[tuple[str, str], ...]] = {
    OF_IT: (
        ("", JSON),
        ("?with=words,board,offers", JSON),
        ("?at={number}&with=words,board", JSON),
        ("?at={number}&with=words,board&without=view", JSON),
        ("?as={seat}", JSON),
        ("?at={number}&as={seat}", JSON),
    ),
    f"{OF_IT}/offers": (("", JSON), ("?with=words", JSON), ("?seat={seat}", JSON)),
    f"{OF_IT}/entries": (
        ("?limit=500", JSON),
        ("?limit=500&with=words", JSON),
        ("", LINES),
        ("", TEXT),
        ("?as={seat}", JSON),
        ("?as={seat}", TEXT),
    ),
    f"{OF_IT}/<name:key>": (("{series}", JSON), ("{series}", CSV), ("{series}", VEGA_LITE)),
    f"{OF_IT}/audit": (("", JSON),),
    f"{OF_IT}/edition": (("", JSON),),
    f"{OF_IT}/export": (("", JSON),),
    f"{OF_IT}/live-table": (("", JSON),),
    f"{OF_IT}/marks": (("", JSON),),
    f"{OF_IT}/people": (("", JSON),),
    f"{OF_IT}/proof": (("", JSON),),
    f"{OF_IT}/result": (("", JSON), ("", CSV), ("", SVG)),
    f"{OF_IT}/timeline": (("", JSON),),
    f"{OF_IT}/webhooks": (("", JSON),),
    f"{OF_IT}/webhooks/<name:webhook>": (("none", JSON),),
    PAGE: (("", HTML),),
    f"{PAGE}/log": (("", HTML),),
    f"{PAGE}/audit": (("", HTML), ("?rule={rule}", HTML), ("?flagged=true", HTML)),
    f"{PAGE}/charts": (("", HTML), ("?series={series}", HTML)),
    f"{PAGE}/entry/<int:number>": (("{number}", HTML),),
    f"{PAGE}/links": (("", HTML),),
    f"{PAGE}/who": (("", HTML),),
    f"{PAGE}/replay": (("", HTML), ("?at=2&as={seat}", HTML)),
    f"{PAGE}/result": (("", HTML),),
    "/compare": (("?a={id}&b={id}&series={series}", HTML),),
    "/rules/<name:game>/<name:rule>": (("{rule}?session={id}", HTML),),
    "/": (("", HTML),),
    "/sessions": (("?sandbox=any", HTML), ("?status=open", HTML)),
    "/statistics": (("?measures=wins,rank&group_by=player&sandbox=any", HTML),),
    "/statistics/<name:game>": (
        ("?measure={measure}&sandbox=any", HTML),
        ("?show=form&player=p1&sandbox=any", HTML),
    ),
    "/v1/sessions": (("", JSON), ("?sandbox=any", JSON)),
    "/v1/people": (("", JSON),),
    "/v1/games/<name:game>": (("", JSON),),
    "/v1/statistics/<name:game>": (("?measures=wins,rank,rounds&quantiles=0.5&sandbox=any", JSON),),
    "/v1/statistics/<name:game>/<name:measure>": (("{measure}", JSON), ("{measure}?sandbox=any", CSV)),
    "/v1/statistics/<name:game>/refusals": (("", JSON),),
    "/v1/statistics/<name:game>/seats": (("", JSON), ("?sandbox=any", LINES)),
}
"""By route: what stands behind it in the place of its last part, and the form that is asked for."""

STREAMED = (f"{OF_IT}/stream",)
"""Routes whose answers have no end."""

OF_ONE_SESSION_TOLD_BY_NOTHING = frozenset(
    {
        "/along",
        "/c",
        "/c/<session:club_id>",
        "/c/<session:club_id>/bring",
        "/c/<session:club_id>/keys",
        "/c/<session:club_id>/people/<session:person_id>",
        "/c/<session:club_id>/statistics",
        "/clubs",
        "/docs",
        "/docs/<slug>",
        "/docs/messages/<name:game>",
        "/docs/tablelog_client.py",
        "/e",
        "/editions",
        "/editions/<session:edition_id>",
        "/editions/<session:edition_id>/<name:section>",
        "/healthz",
        "/j",
        "/metrics",
        "/open",
        "/open/<name:key>",
        "/p",
        "/problems/<kind>",
        "/readyz",
        "/rules/<name:game>",
        "/static/<name:asked>/<path:path>",
        "/worker.js",
        "/v1",
        "/v1/clubs/<session:club_id>",
        "/v1/clubs/<session:club_id>/events",
        "/v1/clubs/<session:club_id>/export",
        "/v1/clubs/<session:club_id>/keys",
        "/v1/clubs/<session:club_id>/people",
        "/v1/clubs/<session:club_id>/people/<session:person>",
        "/v1/clubs/<session:club_id>/sessions",
        "/v1/clubs/<session:club_id>/stream",
        "/v1/clubs/<session:club_id>/webhooks",
        "/v1/clubs/<session:club_id>/webhooks/<name:webhook>",
        "/v1/component-sets/<name:name>",
        "/v1/component-sets/<name:name>/drawing",
        "/v1/component-sets/<name:name>/names",
        "/v1/component-sets/<name:name>/pictures",
        "/v1/editions/<session:edition_id>",
        "/v1/editions/<session:edition_id>/differences",
        "/v1/editions/<session:edition_id>/draft",
        "/v1/editions/<session:edition_id>/file",
        "/v1/editions/<session:edition_id>/learnt",
        "/v1/editions/<session:edition_id>/pictures",
        "/v1/editions/<session:edition_id>/tables/<path:table>",
        "/v1/games",
        "/v1/games/<name:game>/openapi.json",
        "/v1/games/<name:game>/opening",
        "/v1/games/<name:game>/rules",
        "/v1/games/<name:game>/rules/<name:rule>",
        "/v1/games/<name:game>/sheet",
        "/v1/jobs/<name:job>",
        "/v1/jobs/<name:job>/result",
        "/v1/openapi.json",
        "/v1/pictures/<name:picture>",
        "/v1/pieces-of-work/<name:job>",
        "/v1/pieces-of-work/<name:job>/result",
        "/v1/statistics",
    }
)
"""Routes that know of no session's table. A job is shown to its caller alone, an edition to its group, and a
club to who has a key of it: `tests/service/test_clubs.py` looks at what it shows."""

SENT: Mapping[str, tuple[Any, ...]] = {
    "forks": ({}, {"at": 2}),
    "bot-actions": ({"seats": []},),
    "corrections": ({"facts": [], "reason": "as it lay"}, {"facts": [], "reason": "so", "about": 2}),
    "tokens": ({"holders": ["spectator"]},),
    "webhooks": ({"url": "https://example.org/"},),
    "notes": ({"text": "Well played."}, {"text": "Between us.", "visible_to": []}),
    "played": ({"played_on": "2025-10-31"}, {"played_on": "2025-10-31", "end": "20:00"}),
    "settings": ({"forced_steps": True}, {"forced_steps": True}),
    "amendments": ({"confirmed": ["cards"]}, {"parts": {"nothing/here": {}}}),
    "retractions": ({"to": 1, "reason": "once more"},),
    "close": ({"outcome": "abandoned"},),
    "reopen": ({"reason": "the score was wrong"}, {"reason": "the score was wrong"}),
    "void": ({"reason": "played wrong"}, {"reason": "played wrong"}),
    "counts": ({"reason": "played right"}, {"reason": "played right"}),
}
"""What is sent to a session, in this order: the answers count, refusals too."""

SENT_ELSEWHERE = frozenset(
    {
        "actions",
        "far-places",
        "nudges",
        "outlooks",
        "people/<name:seat>/departures",
        "seats/<name:seat>/claim",
        "seats/<name:seat>/taking",
        "words",
    }
)
"""Sent where tests look at them alone: attempts at actions and what they lead to, seats of bots, and nudges.

The answers to these depend on the time, and on whom everybody sees that the table waits for.
"""


def routes(app: Flask, method: str) -> set[str]:
    """Every route of the service that takes this method."""
    return {rule.rule for rule in app.url_map.iter_rules() if method in (rule.methods or ())}


def questions(
    table: Table, game: Game[Any], numbers: Sequence[int], *, few: bool = False
) -> Iterator[tuple[str, str]]:
    """Every question about this session: its address and the form that is asked for.

    few: each way to ask once, with the first of everything that can stand in it.
    """
    seats = [seat["seat"] for seat in table.opened["session"]["seats"]]
    places: Places = {
        "id": [table.id],
        "number": numbers,
        "seat": [*seats[:2], "nobody"],
        "series": ["scores", *(series.key for series in game.series)],
        "rule": list(rulebook(game))[::40],
        "measure": [measure.key for measure in game.measures.values() if measure.unit != "minutes"],
    }
    for route, asked in ASKED.items():
        for template, form in asked:
            names = sorted({name for _, name, _, _ in Formatter().parse(template) if name})
            for values in product(*(places[name][: 1 if few else None] for name in names)):
                told = template.format(**dict(zip(names, values, strict=True)))
                yield _address(route, table, game, told), form


def _address(route: str, table: Table, game: Game[Any], told: str) -> str:
    """The route with its session and its game, and what is told in the place of its last part."""
    address = route.replace("<session:session_id>", table.id).replace("<name:game>", game.key)
    return f"{address.partition('<')[0]}{told}"
