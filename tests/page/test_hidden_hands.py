"""What another seat holds is in no byte that a phone receives: tables whose cards the service deals."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator
from random import Random
from typing import Any

import pytest

from domain.games import REGISTRY
from domain.kernel import PUBLIC, Game
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.playing import bots_choice
from domain.kernel.game import fold
from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_watching import HEAR, heard_by
from tests.support.page.phone import Phone
from tests.support.recorded import LIBRARY, opened

TABLES = {"chaosmos": "demo-2p-two-001", "first_light": "demo-2p-001", "chaos_order": "demo-2p-105-001"}
"""Tables of two; what follows their opening is played by bots, and dealt by the service."""
LEAST_ACTIONS, MOST_ACTIONS = 12, 400
"""So many, until a hand holds what nobody else has seen."""
EVENINGS = 5
KEPT_EVENTS, BEFORE_THEY_ARE_DRAWN, ONCE_THEY_ARE_KEPT = "demo-4p-003", 110, 185
ICON = re.compile(r'(?:"icon": ?|<symbol id=)"[a-z0-9-]+"')
"""A symbol of the page may be called as a card is: the archive of First Light."""
KEEPS, LISTENS = "green", "blue"
"""A game of which two heroes of Chaos keep event cards; one of Order listens."""


def in_hand(state: Any, seat: str) -> Iterator[str]:
    """The ids of what only this seat has seen."""
    player = state.seats[seat]
    for member in ("hand", "dealt_aliens", "packet", "kept"):
        yield from (id for id in getattr(player, member, ()) if id)


class Mirror:
    """The state of a table, followed by its log as its owner is told it."""

    def __init__(self, game: Game[Any], table: Evening, name: str) -> None:
        self.game, self.table, self.known = game, table, 1
        lines = (LIBRARY / game.key / f"{name}.jsonl").read_text().splitlines()
        self.state = opened(game, json.loads(lines[0]))[0].state

    def follow(self) -> list[Any]:
        """Take up what was recorded since; what everybody may see of it."""
        shown: list[Any] = []
        codec = codec_of(self.game)
        for entry in self.table.entries()[self.known :]:
            facts = codec.corrected(entry["facts"])
            self.state = fold(self.game, self.state, facts)
            self.known += 1
            shown.append(self.game.action_view(codec.action(entry["action"]), PUBLIC))
            shown += [self.game.fact_view(fact, PUBLIC) for fact in facts]
        return shown


@pytest.mark.parametrize("game", TABLES)
def test_a_phone_hears_nothing_of_what_another_seat_holds(
    game: str, phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    """The service deals as it likes: a game may end before both hold something, and another one is played."""
    for _ in range(EVENINGS):
        table = evening(game, TABLES[game], chance="drawn")
        other, listener = (seat["seat"] for seat in table.ask("")["seats"])
        own = listening(phone, table, listener)
        hidden, held = until_both_hold_something(REGISTRY[game], table, other, listener)
        if hidden and held:
            break
    heard = all_that_is_heard(own, table)
    hears_none_of(hidden, heard)
    assert any(f'"{id}"' in heard for id in held), "what it holds itself"


def until_both_hold_something(
    game: Game[Any], table: Evening, other: str, listener: str
) -> tuple[set[str], set[str]]:
    """Bots play until one holds what the listener has not seen, and the listener something; both."""
    mirror, random = Mirror(game, table, TABLES[game.key]), Random(7)
    shown, hidden, held = "", set[str](), set[str]()
    for number in range(MOST_ACTIONS):
        action = bots_choice(game, mirror.state, (other, listener), random)
        if action is None or (number >= LEAST_ACTIONS and hidden and held):
            break
        table.record(action, "owner")
        shown += "".join(map(json.dumps, (mirror.follow(), table.ask("", f"seat:{listener}"))))
        hidden = {id for id in in_hand(mirror.state, other) if f'"{id}"' not in shown}
        held = set(in_hand(mirror.state, listener))
    return hidden, held


def test_a_hero_hears_nothing_of_events_that_another_keeps(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    game = REGISTRY["order_vs_chaos"]
    table = evening(game.key, KEPT_EVENTS, recorded=BEFORE_THEY_ARE_DRAWN)
    own, keeper = listening(phone, table, LISTENS), listening(phone, table, KEEPS)
    for action in table.actions[: ONCE_THEY_ARE_KEPT - BEFORE_THEY_ARE_DRAWN]:
        table.record(action)
    mirror = Mirror(game, table, KEPT_EVENTS)
    mirror.follow()
    hidden = set(in_hand(mirror.state, KEEPS))
    hears_none_of(hidden, all_that_is_heard(own, table))
    heard = all_that_is_heard(keeper, table)
    assert all(f'"{id}"' in heard for id in hidden)


def listening(phone: MakePhone, table: Evening, seat: str) -> Phone:
    """The seat's phone, which notes every byte that it is told."""
    own = phone()
    own.context.add_init_script(f"({HEAR})()")
    return own.join(table, f"seat:{seat}")


def all_that_is_heard(own: Phone, table: Evening) -> str:
    """What the phone was told until now, and what its page holds."""
    number = table.version
    return heard_by(own.shows(number), f'"number":{number}') + own.page.content()


def hears_none_of(hidden: Collection[str], heard: str) -> None:
    assert hidden, "nothing is hidden"
    told = ICON.sub("", heard)
    assert {id for id in hidden if f'"{id}"' in told} == set()
