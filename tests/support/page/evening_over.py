"""An evening that is over: a whole recorded game at the service, and what the workers have made of it."""

from __future__ import annotations

import sys
from typing import Any

from playwright.sync_api import Page

from service.bootstrap import create_services
from tests.page.table import Evening
from tests.service.conftest import settings_at
from tests.support.service.server import Server
from workers.follow import ProjectionRunner

AFTER_THE_BEGINNING = 20
"""By this entry every seat has been dealt something."""


def evening_over(server: Server, game: str, name: str, **opening: Any) -> Evening:
    """A session with all of a recorded game in it, and what the workers have made of it."""
    table = recorded_whole(server, game, name, **opening)
    follow(server)
    return table


def recorded_whole(server: Server, game: str, name: str, **opening: Any) -> Evening:
    """A session with all of a recorded game in it."""
    return Evening.opened(server, game, name, recorded=sys.maxsize, **opening)


def follow(server: Server) -> None:
    """What a worker does when it is woken."""
    found = create_services(settings_at(server.home))
    ProjectionRunner(found.store, found.engine, found.library).pull()
    found.close()


def last_of(table: Evening) -> int:
    """The number of the last entry of a session that is over: no other one comes."""
    return table.version


def board_told(page: Page) -> list[str]:
    """The board in words, for ears; once it is drawn, a moment of the past stands still."""
    return page.locator(".board ul.ears li").all_text_contents()


def stands_at(page: Page) -> int:
    """The entry that is looked at, while nothing moves the room."""
    return int(page.get_by_role("slider", name="Entry").input_value())


def cards_that_only(table: Evening, at: int, seat: str, other: str) -> set[str]:
    """What a seat holds at an entry, as far as another one did not know it."""
    own, seen = (
        {
            card["card"]
            for card in table.ask(f"?at={at}&as={eyes}")["view"]["seats"][seat]["hand"]
            if "card" in card
        }
        for eyes in (seat, other)
    )
    return own - seen


def first_known_to_one(table: Evening, seat: str, other: str) -> tuple[int, set[str]]:
    """The first entry past the beginning at which a seat holds what another one does not know, and that."""
    for at in range(AFTER_THE_BEGINNING, last_of(table)):
        if cards := cards_that_only(table, at, seat, other):
            return at, cards
    raise LookupError(f"{other} knows all that {seat} ever holds")
