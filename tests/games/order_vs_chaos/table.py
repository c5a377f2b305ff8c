"""Set-ups of Order vs Chaos: a table laid out by facts on the demo set, which every rule is tried on.

Order is red, blue, green; Chaos is black, white, grey; they sit in turn. Parts of the US map that matter:

    chicago - cleveland - huntington - washington_d_c       detroit, new_york and us_chaos_lakes by cleveland
    houston - dallas - us_breach (arch enemy)               us_chaos_gulf by houston
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any, Self

from msgspec.structs import replace

from domain.games.order_vs_chaos import GAME, facts
from domain.games.order_vs_chaos.components import demo_sets
from domain.kernel import ComponentSet, Fact
from domain.kernel.session.opening import load_components
from tests.support.given import Table

DEMO = load_components(GAME, demo_sets()["demo"])
ORDER = ("red", "blue", "green")
CHAOS = ("black", "white", "grey")
HEROES = {
    "red": "samurai",
    "blue": "teutonic_knight",
    "green": "bogatyr",
    "black": "goatman",
    "white": "ghoul",
    "grey": "nightmare",
}
MONSTERS = {"black": "hellion", "white": "charhound", "grey": "rawhead"}
STARTS = {
    "red": "us_order_north",
    "blue": "us_order_east",
    "green": "us_order_south",
    "black": "us_chaos_lakes",
    "white": "us_chaos_gulf",
    "grey": "us_chaos_desert",
}
DISPLAY = ("katana_1", "longbow_1", "field_medkit_1", "padded_vest_1", "helicopter_1", "uzi_1")


def edition(change: Callable[[dict[str, Any]], None]) -> ComponentSet:
    """The demo set with something changed."""
    document = copy.deepcopy(dict(demo_sets()["demo"]))
    change(document)
    return load_components(GAME, document)


def part(document: Mapping[str, Any], key: str, name: str) -> dict[str, Any]:
    """The member of a list of the document with that id."""
    found: dict[str, Any] = next(one for one in document[key] if one["id"] == name)
    return found


def seats(count: int) -> list[dict[str, str]]:
    """The seats of a game of that many, Order and Chaos in turn."""
    order, chaos = ORDER[: (count + 1) // 2], CHAOS[: count // 2]
    mixed = [seat for pair in zip(order, (*chaos, None), strict=False) for seat in pair if seat is not None]
    return [{"seat": seat, "side": "order" if seat in ORDER else "chaos"} for seat in mixed]


class OrderTable(Table):
    """A table of Order vs Chaos, red (Samurai) to move in the first turn.

    losses: how OC-R25 is read. The pairs alone leave the most health for what other tests fight about.
    """

    def __init__(
        self,
        count: int = 2,
        *,
        components: ComponentSet | None = None,
        set_up: bool = True,
        losses: str = "pairs",
        **heroes: str,
    ) -> None:
        options = {"final_battle_losses": losses}
        super().__init__(GAME, seats(count), options, components=components or DEMO)
        if set_up:
            self.lay_out({**HEROES, **heroes})

    def lay_out(self, heroes: Mapping[str, str]) -> Self:
        """The setup is over and red's first turn has begun; starting XP is waived."""
        box = self.state.box
        happened: list[Fact] = [facts.MapChosen("us"), facts.ArchEnemySet("old_one", "agreed")]
        for seat in self.seats:
            sheet = box.heroes[heroes[seat]]
            happened.append(
                facts.HeroChosen(seat, sheet.id, sheet.tracks["health"][0], sheet.special_tokens or 0)
            )
            if seat in CHAOS:
                happened.append(facts.MonsterTypeDrawn(seat, MONSTERS[seat]))
        happened += [facts.DisplayFilled(DISPLAY), facts.FirstPlayerChosen("red")]
        happened += [facts.HeroPlaced(seat, STARTS[seat]) for seat in self.seats]
        self.given(*happened, facts.TurnBegan("red", 1))
        return self

    def turn_of(self, seat: str) -> Self:
        """That seat's turn begins."""
        self.given(facts.TurnBegan(seat, self.state.turn + 1))
        return self

    def hero(self, seat: str, **changes: Any) -> Self:
        """A hero set up by hand; items come out of the deck or the display."""
        self.given_state(seats={**self.state.seats, seat: replace(self.state.seats[seat], **changes)})
        taken = set(changes.get("weapons", ())) | set(changes.get("equipment", ()))
        display = tuple(item for item in self.state.display if item not in taken)
        kept = frozenset(changes.get("kept", ()))
        supply = self.state.token_supply - changes.get("tokens", 0)
        self.given_state(
            item_deck=self.state.item_deck - taken,
            display=display,
            event_deck=self.state.event_deck - kept,
            token_supply=supply,
        )
        return self

    def at(self, **places: str) -> Self:
        """Heroes stand there."""
        for seat, location in places.items():
            self.hero(seat, location=location)
        return self

    def card(self, location: str, card: str) -> Self:
        """A face-up card lies there."""
        state = self.state
        place = replace(state.places[location], card=card, face="up")
        self.given_state(places={**state.places, location: place}, unopened=state.unopened - {card})
        return self

    def tokens(self, location: str, n: int) -> Self:
        """Tokens lie there."""
        self.given(facts.TokensMoved("supply", location, n, "test"))
        return self

    def monster(self, location: str, kind: str = "hellion") -> Self:
        """A monster stands there, as if it always had."""
        state = self.state
        place = replace(state.places[location], monsters=(*state.places[location].monsters, kind))
        self.given_state(places={**state.places, location: place})
        return self

    def doom(self, order: int = 0, chaos: int = 0) -> Self:
        """Both tracks stand there."""
        totals = replace(self.state.totals, order_doom_gains=order, doom_effects=chaos)
        self.given_state(order=order, chaos=chaos, totals=totals)
        return self

    def fighting(self, kind: str = "hellion", at: str = "huntington", **changes: Any) -> Self:
        """Red, who stands there with a monster, has started to fight it."""
        self.hero("red", location=at, **changes).monster(at, kind)
        self.play({"type": "fight", "seat": "red"})
        return self

    def do(self, kind: str, **parameters: Any) -> Self:
        """An action that must be accepted."""
        self.play({"type": kind, **parameters})
        return self

    def attempt(self, kind: str, **parameters: Any) -> Self:
        """An action that may be refused."""
        self.when({"type": kind, **parameters})
        return self

    def refused(self, rule: str, kind: str, *, field: str | None = None, **parameters: Any) -> Self:
        """An action that the rule forbids."""
        self.attempt(kind, **parameters).then_rejected(rule, field=field)
        return self

    def roll(self, unit: str, attack: str, *dice: str) -> Self:
        """A unit rolls an attack."""
        return self.do("roll_attack", unit=unit, attack=attack, dice=list(dice))

    def found(self, kind: type[Fact]) -> list[Any]:
        """The facts of a type that came of the last action."""
        return [fact for fact in self.facts if isinstance(fact, kind)]

    def unit(self, name: str) -> Any:
        """A unit of the running battle."""
        return self.state.battle.units[name]

    @property
    def pending(self) -> list[str]:
        """The kinds of open duties, XP first."""
        due = ["assign_xp" for hero in self.state.seats.values() if hero.xp_pending]
        return due + [duty.kind for duty in self.state.pending]

    def spend_xp(self) -> Self:
        """Everybody puts their XP somewhere."""
        for seat, hero in self.state.seats.items():
            if hero.xp_pending:
                room = [
                    track
                    for track, boxes in self.state.sheet(seat).tracks.items()
                    for _ in range(len(boxes) - 1 - hero.xp.get(track, 0))
                ]
                self.do("assign_xp", seat=seat, targets=room[: hero.xp_pending])
        return self


def final_battle(count: int = 2, *, order: int = 0, **options: Any) -> OrderTable:
    """Chaos doom has just reached 13 by a delivery of black; preparation is done as far as it can be."""
    table = OrderTable(count, **options).doom(order, 12).turn_of("black").at(black="us_breach")
    table.hero("black", tokens=1)
    return table.do("deliver_tokens", seat="black")
