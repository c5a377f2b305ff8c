"""Set-ups of A Time of Chaos: a table laid out by facts, which every rule is tried on.

The grids are those of the demo set:

    past       present    future
    A B C      B G D      F C I
    D E F      I A E      H D B
    G H I      C F H      E A G
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Any, Self

import msgspec

from domain.games.time_of_chaos import GAME, facts
from domain.games.time_of_chaos.components import demo_sets
from domain.kernel import PUBLIC, UNKNOWN, ComponentSet, Fact, Viewer
from domain.kernel.session.opening import load_components
from tests.support.given import Table

DEMO = load_components(GAME, demo_sets()["demo"])
LAYOUT = {era: tuple(map(tuple, grid)) for era, grid in DEMO.document["demo_layout"].items()}
DISPLAYS: dict[str, tuple[str, ...]] = {
    "past": ("PN-A", "PF-B", "PN-C"),
    "present": ("NP-A", "NF-B", "NP-C"),
    "future": ("FP-A", "FN-B", "FP-C"),
}
PARKING = [f"{era}:{city}" for era in ("past", "present", "future") for city in "GHI" for _ in range(2)]
"""Tiles of order, twice each, where cubes lie that a set-up does not want in a supply."""
STARTS = {"red": "present:A", "blue": "present:B", "green": "present:C", "yellow": "present:D"}


class ChaosTable(Table):
    """A table of A Time of Chaos whose seats are called by their colours."""

    def __init__(self, *seats: str, scope: str = "other_era", components: ComponentSet | None = None) -> None:
        super().__init__(
            GAME,
            [{"seat": seat, "color": seat} for seat in seats or ("red", "blue")],
            {"restore_scope": scope},
            components=components or DEMO,
        )

    def given(self, *happened: Fact) -> Self:
        super().given(*happened)
        return self

    def laid_out(self) -> Self:
        """Grids, displays and the first player (the first seat) are there; pawns are to be placed."""
        first = self.seats[0]
        return self.given(
            facts.TilesLaidOut(LAYOUT),
            facts.DisplaysDealt(DISPLAYS),
            facts.FirstPlayerChosen(first),
            facts.PlacementBegan((*self.seats[:0:-1], first)),
        )

    def pawns(self, **tiles: str) -> Self:
        """Pawns stand there."""
        return self.given(
            *(facts.PawnMoved(seat, self.state.seats[seat].pawn, to, "setup") for seat, to in tiles.items())
        )

    def turn_of(self, seat: str, *, turn: int = 1) -> Self:
        """It is that seat's turn, in its send step."""
        return self.given(facts.TurnBegan(seat, turn))

    def acting(self, seat: str, *, turn: int = 1, used: int = 0) -> Self:
        """It is that seat's turn, in its action step; `used` actions are taken."""
        taken = (facts.ActionTaken(seat, "travel") for _ in range(used))
        return self.given(facts.TurnBegan(seat, turn), facts.ActionStepBegan(seat), *taken)

    def cubes(self, tile: str, **colors: int) -> Self:
        """So many cubes of these colours lie on the tile."""
        return self.given(
            *(
                facts.CubePlaced(color, color, tile, "search")
                for color, count in colors.items()
                for _ in range(count)
            )
        )

    def chaos(self, tile: str, *colors: str) -> Self:
        """The tile is on the chaos side with one cube of each of these colours."""
        return self.cubes(tile, **dict.fromkeys(colors, 1)).given(facts.TileFellAtSetup(tile, colors[0]))

    def supply(self, **left: int) -> Self:
        """So many cubes are left in these supplies; the others lie parked in twos."""
        places = cycle(PARKING)
        for color, count in left.items():
            for _ in range(self.state.seats[color].supply - count):
                self.cubes(next(places), **{color: 1})
        return self

    def grabbed(self, seat: str, *cards: str) -> Self:
        """The seat holds these cards, drawn from their decks."""
        return self.given(*(facts.CardTaken(seat, card, deck_of(card), "grab") for card in cards))

    def unknown(self, seat: str, *eras: str) -> Self:
        """The seat holds cards of these decks that nobody has named."""
        return self.given(*(facts.CardTaken(seat, UNKNOWN, era, "grab") for era in eras))

    def searched(self, seat: str, card: str, refill: str) -> Self:
        """The seat holds this card from a display, whose slot was refilled."""
        era = deck_of(card)
        slot = (self.state.displays or {})[era].index(card)
        return self.given(
            facts.CardTaken(seat, card, era, "search"), facts.DisplayRefilled(era, slot, refill)
        )

    def delivered(self, seat: str, *cards: str) -> Self:
        """The cards lie in the seat's tableau."""
        self.grabbed(seat, *cards)
        return self.given(*(facts.CardDelivered(seat, card, points_of(card), "grab") for card in cards))

    def exhausted(self, *seats: str) -> Self:
        """These cloaks are exhausted."""
        return self.given(*(facts.CloakUsed(seat, "search") for seat in seats))

    def penalties(self, **taken: int) -> Self:
        """So many −1 tokens lie before these seats."""
        return self.given(*(facts.PenaltyTaken(seat) for seat, count in taken.items() for _ in range(count)))

    def deck(self, **left: Sequence[str]) -> Self:
        """Only these cards are left in the decks of these eras."""
        self.given_state(decks={**self.state.decks, **{era: tuple(cards) for era, cards in left.items()}})
        return self

    def display(self, **shown: Sequence[str]) -> Self:
        """The displays of these eras show these cards alone."""
        displays = {**(self.state.displays or {}), **{era: tuple(cards) for era, cards in shown.items()}}
        self.given_state(displays=displays)
        return self

    def triggered_by(self, seat: str, *final_turns: str, turn: int = 1) -> Self:
        """That seat's fourth delivery has triggered the end; these final turns are to come."""
        return self.given(facts.EndTriggered(seat, turn, final_turns))

    def tile(self, name: str) -> tuple[str, dict[str, int]]:
        """The tile's side and its cubes by colour."""
        tile = self.state.tiles[name]
        return ("chaos" if tile.chaos else "order"), dict(tile.cubes)

    def player(self, seat: str) -> Any:
        """The seat's things."""
        return self.state.seats[seat]

    def hand(self, seat: str) -> list[str]:
        """The cards in the seat's hand."""
        return [held.card for held in self.player(seat).hand]

    def kinds(self) -> list[type[Fact]]:
        """The types of the facts that came of the last action."""
        return [type(fact) for fact in self.facts]

    def of(self, kind: type[Fact]) -> list[Any]:
        """The facts of that type that came of the last action."""
        return [fact for fact in self.facts if isinstance(fact, kind)]

    def seen(self, viewer: Viewer = PUBLIC) -> Any:
        """The table as the viewer sees it, as JSON."""
        return msgspec.json.decode(msgspec.json.encode(GAME.view(self.state, viewer)))

    def offered(self, seat: str | None) -> dict[str, list[Mapping[str, Any]]]:
        """What the seat may do, by action type."""
        offers: dict[str, list[Mapping[str, Any]]] = {}
        for offer in GAME.offers(self.state, seat, Viewer(seat)):
            offers.setdefault(offer.type, []).append(offer.parameters)
        return offers


def in_play(*seats: str, scope: str = "other_era", components: ComponentSet | None = None) -> ChaosTable:
    """Grids and displays lie, every pawn stands in the present, no cube is on a tile, nobody's turn yet."""
    table = ChaosTable(*seats, scope=scope, components=components).laid_out()
    return table.pawns(**{seat: STARTS[seat] for seat in table.seats})


def deck_of(card: str) -> str:
    """The era in whose deck the card is found."""
    deck: str = DEMO.box.cards[card].deck
    return deck


def points_of(card: str) -> int:
    """What the card is worth."""
    points: int = DEMO.box.cards[card].points
    return points


def act(kind: str, seat: str, **parameters: Any) -> dict[str, Any]:
    """A seat's action as its JSON object."""
    return {"type": kind, "seat": seat, **parameters}


def table_act(kind: str, **parameters: Any) -> dict[str, Any]:
    """An action of the whole table as its JSON object."""
    return {"type": kind, **parameters}
