"""A recorded game of A Time of Chaos, played again on paper from its lines, and what happened noted down.

Nothing of the engine is asked: cards and cities are read from the component document, cubes, pawns and
cloaks are moved here as the rules file says. A session without unknown cards alone can be read so.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.support.recorded import ROOT

DEMO: dict[str, Any] = json.loads((ROOT / "domain/games/time_of_chaos/demo.json").read_text())
CARDS: dict[str, dict[str, Any]] = {card["id"]: card for card in DEMO["cards"]}
ERAS = ("past", "present", "future")
DEEDS = ("grab", "search", "deliver", "time_travel", "travel", "restore")


def tile_of(card: str) -> str:
    """Where a card belongs."""
    place = CARDS[card]["destination"]
    return f"{place['era']}:{place['city']}"


def across(tile: str, era: str) -> str:
    """The tile of the same city in that era."""
    return f"{era}:{tile.partition(':')[2]}"


@dataclass(frozen=True)
class Note:
    """One thing that happened: in which turn (0 = setup), in whose, and what else there is to say."""

    kind: str
    turn: int
    active: str | None
    said: dict[str, Any]

    def __getattr__(self, name: str) -> Any:
        try:
            return self.said[name]
        except KeyError:
            raise AttributeError(name) from None


class Paper:
    """One recorded game: `notes` in order, and the table as it lies after the last line."""

    def __init__(self, recorded: Path) -> None:
        opening, *lines = map(json.loads, recorded.read_text().splitlines())
        self.lines: list[dict[str, Any]] = lines
        self.expected: dict[str, Any] = json.loads(recorded.with_suffix(".expected.json").read_text())
        self.clockwise: list[str] = [seat["seat"] for seat in opening["seats"]]
        self.cubes: dict[str, dict[str, int]] = {
            f"{era}:{city['id']}": {} for era in ERAS for city in DEMO["cities"]
        }
        self.chaos: set[str] = set()
        self.supply = dict.fromkeys(self.clockwise, 12)
        self.cloak = dict.fromkeys(self.clockwise, True)
        self.pawn: dict[str, str] = {}
        self.points = dict.fromkeys(self.clockwise, 0)
        self.taken_as: dict[str, str] = {}
        self.undrawn = {era: {c for c, card in CARDS.items() if card["deck"] == era} for era in ERAS}
        self.layout: dict[str, list[list[str]]] = {}
        self.order: list[str] = []
        self.notes: list[Note] = []
        self.loads = [self.chaos_loads()]
        self.turn = 0
        self.active: str | None = None
        for line in lines:
            getattr(self, line["type"])(**{name: told for name, told in line.items() if name != "type"})
            self.loads.append(self.chaos_loads())

    def chaos_loads(self) -> dict[str, int]:
        """Chaos tiles on the table, and those with each seat's cubes; `loads` has them line by line."""
        own = {seat: sum(seat in self.cubes[tile] for tile in self.chaos) for seat in self.clockwise}
        return {"table": len(self.chaos), **own}

    def of(self, kind: str, **wanted: Any) -> list[Note]:
        """The notes of that kind which say all of that."""
        return [
            note
            for note in self.notes
            if note.kind == kind and all(note.said.get(name) == told for name, told in wanted.items())
        ]

    @cached_property
    def seats_in_turn_order(self) -> dict[str, str]:
        """Seat → its `position`."""
        return {seat: str(place) for place, seat in enumerate(self.order)}

    def note(self, kind: str, **said: Any) -> None:
        self.notes.append(Note(kind, self.turn, self.active, said))

    def lay_out_tiles(self, layout: dict[str, list[list[str]]]) -> None:
        self.layout = layout

    def deal_displays(self, displays: dict[str, list[str]]) -> None:
        for era, cards in displays.items():
            self.undrawn[era] -= set(cards)
            for card in cards:
                self.note("shown", card=card)

    def choose_first_player(self, first_player: str) -> None:
        at = self.clockwise.index(first_player)
        self.order = self.clockwise[at:] + self.clockwise[:at]

    def place_pawn(self, seat: str, tile: str) -> None:
        """TC-112 … TC-115: chaos with a cube in the past, a cube in the future."""
        self.move(seat, tile)
        self.chaos.add(across(tile, "past"))
        self.note("fell", tile=across(tile, "past"))
        for era in ("past", "future"):
            self.put(seat, across(tile, era), "setup")

    def put(self, seat: str, tile: str, cause: str) -> None:
        self.supply[seat] -= 1
        self.cubes[tile][seat] = self.cubes[tile].get(seat, 0) + 1
        self.note("cube", seat=seat, tile=tile, cause=cause, left=self.supply[seat])

    def give_back(self, tile: str, seat: str, number: int, cause: str) -> None:
        self.cubes[tile][seat] -= number
        if not self.cubes[tile][seat]:
            del self.cubes[tile][seat]
        self.supply[seat] += number
        self.note("back", seat=seat, tile=tile, number=number, cause=cause)

    def move(self, seat: str, to: str, via: str = "setup") -> None:
        origin = self.pawn.get(seat)
        self.pawn[seat] = to
        self.note("moved", seat=seat, origin=origin, to=to, via=via)

    def send_disorder(self, seat: str, sources: list[str] | None = None) -> None:
        """A turn begins with it; each source sends, is blocked or is starved (TC-202 … TC-211)."""
        self.turn, self.active = self.turn + 1, seat
        self.note(
            "began",
            seat=seat,
            exhausted=not self.cloak[seat],
            locked=self.pawn[seat] in self.chaos,
            left=self.supply[seat],
        )
        eligible = []
        for tile in sorted(self.chaos):
            era, city = tile.split(":")
            target = f"{ERAS[(ERAS.index(era) + 1) % 3]}:{city}"
            if seat in self.cubes[tile] and target in self.chaos:
                self.note("blocked", seat=seat)
            elif seat in self.cubes[tile]:
                eligible.append((tile, target))
        short = self.supply[seat] < len(eligible)
        sending = (sources or []) if short else [tile for tile, _ in eligible]
        for tile, target in eligible:
            if tile in sending:
                self.put(seat, target, "send")
            else:
                self.note("starved", seat=seat)

    def deed(self, seat: str, action: str, cloak: bool) -> None:
        self.note("deed", seat=seat, action=action, locked=self.pawn[seat] in self.chaos)
        if cloak:
            self.cloak[seat] = False
            self.note("cloak", seat=seat, action=action)

    def grab(self, seat: str, card: str) -> None:
        self.deed(seat, "grab", False)
        self.draw(card)
        self.take(seat, card, "grab")

    def draw(self, card: str) -> None:
        """A card leaves its deck."""
        left = self.undrawn[CARDS[card]["deck"]]
        self.note("drawn", card=card, left=frozenset(left))
        self.note("shown", card=card)
        left.remove(card)

    def take(self, seat: str, card: str, via: str) -> None:
        self.taken_as[card] = via
        self.note("took", seat=seat, card=card, via=via)

    def search(self, seat: str, card: str, refill: str | None = None, cloak: bool = False) -> None:
        self.deed(seat, "search", cloak)
        self.take(seat, card, "search")
        if refill is not None:
            self.draw(refill)
        if not cloak:
            self.put(seat, self.pawn[seat], "search")

    def deliver(self, seat: str, card: str, cloak: bool = False) -> None:
        """TC-335; TC-414: a card worth exactly 3 refreshes every cloak."""
        self.deed(seat, "deliver", cloak)
        points = CARDS[card]["points"]
        self.points[seat] += points
        self.note("delivered", seat=seat, card=card, via=self.taken_as[card], points=points)
        if points == 3:
            for other in self.clockwise:
                whose = "own_delivery" if other == seat else "others_delivery"
                self.note("refresh", seat=other, by="wasted" if self.cloak[other] else whose)
                self.cloak[other] = True
        if not cloak:
            self.put(seat, self.pawn[seat], "deliver")

    def time_travel(self, seat: str, era: str, cube_on: str | None = None, cloak: bool = False) -> None:
        self.deed(seat, "time_travel", cloak)
        departure = self.pawn[seat]
        self.move(seat, across(departure, era), "time_travel")
        if not cloak:
            self.put(seat, departure if cube_on == "departure" else self.pawn[seat], "time_travel")

    def travel(self, seat: str, city: str) -> None:
        self.deed(seat, "travel", False)
        self.move(seat, f"{self.pawn[seat].partition(':')[0]}:{city}", "travel")

    def restore(self, seat: str, tile: str) -> None:
        self.deed(seat, "restore", False)
        owners = dict(self.cubes[tile])
        for owner, number in owners.items():
            self.give_back(tile, owner, number, "restore")
        self.chaos.remove(tile)
        self.note("restored", seat=seat, tile=tile, owners=frozenset(owners))

    def end_turn(self, seat: str) -> None:
        """TC-231 … TC-241: tiles with three cubes fall, the leading colours stay and pay, once each."""
        staying = set()
        for tile, cubes in list(self.cubes.items()):
            if tile in self.chaos or sum(cubes.values()) < 3:
                continue
            lay = dict(cubes)
            kept = [owner for owner, number in lay.items() if number == max(lay.values())]
            for owner, number in lay.items():
                if number - (owner in kept):
                    self.give_back(tile, owner, number - (owner in kept), "flip")
            self.chaos.add(tile)
            staying |= set(kept)
            self.note("flip", tile=tile, kept=kept, tie="-".join(str(lay[owner]) for owner in kept))
        for owner in staying:
            self.points[owner] -= 1
            self.note("penalty", seat=owner)
        self.note(
            "ended",
            seat=seat,
            era=self.pawn[seat].partition(":")[0],
            left=self.supply[seat],
            points=dict(self.points),
            loads=self.chaos_loads(),
        )
