"""The facts of A Time of Chaos."""

from __future__ import annotations

import sys
from collections.abc import Container
from typing import Annotated, Literal, TypeVar

from msgspec import Meta
from msgspec.structs import replace

from domain.games.time_of_chaos.components import ERAS, is_layout
from domain.games.time_of_chaos.state import ACTIONS_PER_TURN, EndTrigger, Held, Player, Result, State, Tile
from domain.kernel import UNKNOWN, Fact, PublicFact, facts_in

PlacingCause = Literal["setup", "send", "search", "deliver", "time_travel"]


class TilesLaidOut(PublicFact, frozen=True, tag="tiles_laid_out"):
    """The three grids (TC-103)."""

    layout: dict[str, tuple[tuple[str, ...], ...]]

    def applied(self, state: State) -> State:
        if not is_layout(self.layout, sorted(state.box.cities)):
            raise LookupError("the layout is not three grids of the cities")
        return replace(state, layout={era: self.layout[era] for era in ERAS})


class DisplaysDealt(PublicFact, frozen=True, tag="displays_dealt"):
    """The three displays, taken from their decks (TC-106)."""

    displays: dict[str, tuple[str, ...]]

    def applied(self, state: State) -> State:
        displays = {era: self.displays[era] for era in ERAS}
        for cards in displays.values():
            _must_exist(state.box.cards, *cards)
        decks = {
            era: tuple(card for card in deck if card not in displays[era])
            for era, deck in state.decks.items()
        }
        return replace(state, displays=displays, decks=decks)


class FirstPlayerChosen(PublicFact, frozen=True, tag="first_player_chosen"):
    """The first player (TC-117)."""

    seat: str

    def applied(self, state: State) -> State:
        _must_exist(state.seats, self.seat)
        return replace(state, first_player=self.seat)


class PlacementBegan(PublicFact, frozen=True, tag="placement_began"):
    """Pawns are placed in this order (TC-110)."""

    queue: tuple[str, ...]

    def applied(self, state: State) -> State:
        _must_exist(state.seats, *self.queue)
        return replace(state, placement_queue=self.queue)


class PawnMoved(PublicFact, frozen=True, tag="pawn_moved"):
    """A pawn stands on another tile; `origin` is None when it is placed."""

    seat: str
    origin: str | None
    to: str
    via: Literal["setup", "travel", "time_travel"]

    def applied(self, state: State) -> State:
        _must_exist(state.tiles, self.to)
        moved = _with_player(state, self.seat, replace(state.seats[self.seat], pawn=self.to))
        if self.via == "setup":
            return replace(
                moved, placement_queue=tuple(seat for seat in state.placement_queue if seat != self.seat)
            )
        return moved


class TileFellAtSetup(PublicFact, frozen=True, tag="tile_fell_at_setup"):
    """A tile turned to chaos because a pawn was placed in its city (TC-112)."""

    tile: str
    seat: str

    def applied(self, state: State) -> State:
        return replace(state, tiles=_turned(state, self.tile, chaos=True), fallen=state.fallen + 1)


class CubePlaced(PublicFact, frozen=True, tag="cube_placed"):
    """A cube went from the seat's supply onto a tile; `source` is the sending tile of a send."""

    seat: str
    color: str
    tile: str
    cause: PlacingCause
    source: str | None = None

    def applied(self, state: State) -> State:
        """TC-402: what lies on a tile is missing in the supply."""
        tile, player = state.tiles[self.tile], state.seats[self.seat]
        _must_exist((player.color,), self.color)
        cubes = {**tile.cubes, self.color: tile.cubes.get(self.color, 0) + 1}
        return replace(
            state,
            tiles={**state.tiles, self.tile: Tile(tile.chaos, cubes)},
            seats={**state.seats, self.seat: replace(player, supply=player.supply - 1)},
        )


class CubeReturned(PublicFact, frozen=True, tag="cube_returned"):
    """`count` cubes of a colour went from a tile back to their owner's supply."""

    seat: str
    color: str
    tile: str
    count: int
    cause: Literal["flip", "restore"]

    def applied(self, state: State) -> State:
        tile, player = state.tiles[self.tile], state.seats[self.seat]
        _must_exist((player.color,), self.color)
        left = {**tile.cubes, self.color: tile.cubes[self.color] - self.count}
        cubes = {color: count for color, count in left.items() if count}
        return replace(
            state,
            tiles={**state.tiles, self.tile: Tile(tile.chaos, cubes)},
            seats={**state.seats, self.seat: replace(player, supply=player.supply + self.count)},
        )


class SourceBlocked(PublicFact, frozen=True, tag="source_blocked"):
    """A source sent nothing because its target is on the chaos side (TC-206)."""

    seat: str
    tile: str
    color: str

    def applied(self, state: State) -> State:
        _must_exist(state.seats, self.seat)
        return state


class SourceStarved(PublicFact, frozen=True, tag="source_starved"):
    """An eligible source sent nothing because the supply was short (TC-209, TC-210)."""

    seat: str
    tile: str
    color: str

    def applied(self, state: State) -> State:
        _must_exist(state.seats, self.seat)
        return state


class ActionStepBegan(PublicFact, frozen=True, tag="action_step_began"):
    """The send step is resolved."""

    seat: str

    def applied(self, state: State) -> State:
        _must_exist(state.seats, self.seat)
        return replace(state, phase="actions")


class ActionTaken(PublicFact, frozen=True, tag="action_taken"):
    """One of the three actions of the turn is used."""

    seat: str
    action: str

    def applied(self, state: State) -> State:
        _must_exist(state.seats, self.seat)
        return replace(state, actions_left=state.actions_left - 1)


class CardTaken(Fact, frozen=True, tag="card_taken"):
    """A card came to a hand: from the deck (`grab`, known to that seat alone) or the display (`search`).

    `card`: `unknown` where it was grabbed and who recorded it had not seen it (TC-R39).
    """

    seat: str
    card: str
    deck: str
    via: Literal["grab", "search"]

    def applied(self, state: State) -> State:
        player = state.seats[self.seat]
        is_unknown = self.card == UNKNOWN and self.via == "grab"
        _must_exist(state.decks, self.deck)
        era = self.deck if is_unknown else state.box.cards[self.card].deck
        held = Held(self.card, self.via, era)
        taken = _with_player(state, self.seat, replace(player, hand=(*player.hand, held)))
        if self.via == "grab":
            deck = tuple(card for card in state.decks[self.deck] if card != self.card)
            return replace(taken, decks={**state.decks, self.deck: deck})
        displays = state.displays or {}
        display = tuple(card for card in displays[self.deck] if card != self.card)
        return replace(taken, displays={**displays, self.deck: display})


class CardNamed(Fact, frozen=True, tag="card_named"):
    """An unknown card of the hand is this one (TC-R40)."""

    seat: str
    card: str

    def applied(self, state: State) -> State:
        """TC-R40: of several unknown cards of a deck the one that was taken first."""
        player, era = state.seats[self.seat], state.box.cards[self.card].deck
        unknown = Held(UNKNOWN, "grab", era)
        _must_exist(player.hand, unknown)
        place = player.hand.index(unknown)
        hand = (*player.hand[:place], Held(self.card, "grab", era), *player.hand[place + 1 :])
        deck = tuple(card for card in state.decks[era] if card != self.card)
        return replace(
            _with_player(state, self.seat, replace(player, hand=hand)), decks={**state.decks, era: deck}
        )


class DisplayRefilled(PublicFact, frozen=True, tag="display_refilled"):
    """The taken card's slot was refilled from the deck, or removed (`card` None: the deck is empty)."""

    deck: str
    slot: int
    card: str | None = None

    def applied(self, state: State) -> State:
        if self.card is None:
            return state
        _must_exist(state.box.cards, self.card)
        displays = state.displays or {}
        display = displays[self.deck]
        return replace(
            state,
            displays={**displays, self.deck: (*display[: self.slot], self.card, *display[self.slot :])},
            decks={
                **state.decks,
                self.deck: tuple(card for card in state.decks[self.deck] if card != self.card),
            },
        )


class CardDelivered(Fact, frozen=True, tag="card_delivered"):
    """A card went from the hand into the tableau. `via`: how it had been taken."""

    seat: str
    card: str
    points: int
    via: Literal["grab", "search"]

    def applied(self, state: State) -> State:
        """The only way out of a hand (TC-506); nothing leads out of a tableau (TC-509)."""
        player = state.seats[self.seat]
        hand = tuple(held for held in player.hand if held.card != self.card)
        return _with_player(
            state, self.seat, replace(player, hand=hand, tableau=(*player.tableau, self.card))
        )


Lying = Literal["deck", "display", "hand", "delivered"]


class CardMoved(Fact, frozen=True, tag="card_moved"):
    """The table found a card elsewhere than recorded, and put it there: only a correction says so.

    giver, taker: whose hand or delivered cards it leaves or joins. secret: only the giver knows it.
    """

    card: str
    out_of: Lying
    into: Lying
    giver: str | None = None
    taker: str | None = None
    secret: bool = False

    def applied(self, state: State) -> State:
        era = state.box.cards[self.card].deck
        held = Held(self.card, "search", era)
        if self.giver is not None:
            player = state.seats[self.giver]
            held = next((one for one in player.hand if one.card == self.card), held)
            hand = tuple(one for one in player.hand if one.card != self.card)
            tableau = tuple(card for card in player.tableau if card != self.card)
            state = _with_player(state, self.giver, replace(player, hand=hand, tableau=tableau))
        displays = {
            name: tuple(card for card in cards if card != self.card)
            for name, cards in (state.displays or {}).items()
        }
        decks = {
            name: tuple(card for card in cards if card != self.card) for name, cards in state.decks.items()
        }
        if self.into == "display":
            displays[era] = (*displays[era], self.card)
        if self.into == "deck":
            decks[era] = (*decks[era], self.card)
        if self.taker is not None:
            player = state.seats[self.taker]
            if self.into == "hand":
                player = replace(player, hand=(*player.hand, held))
            else:
                player = replace(player, tableau=(*player.tableau, self.card))
            state = _with_player(state, self.taker, player)
        return replace(state, displays=displays if state.displays is not None else None, decks=decks)


class CloakUsed(PublicFact, frozen=True, tag="cloak_used"):
    """A cloak was flipped to exhausted instead of placing a cube (TC-411)."""

    seat: str
    action: str

    def applied(self, state: State) -> State:
        return _with_player(state, self.seat, replace(state.seats[self.seat], cloak_active=False))


class CloakRefreshed(PublicFact, frozen=True, tag="cloak_refreshed"):
    """An exhausted cloak became active (TC-414)."""

    seat: str

    def applied(self, state: State) -> State:
        return _with_player(state, self.seat, replace(state.seats[self.seat], cloak_active=True))


class TileFlipped(PublicFact, frozen=True, tag="tile_flipped"):
    """A tile fell into chaos in an end step: cubes by colour `before`, colours `kept`, whose turn it was."""

    tile: str
    before: dict[str, int]
    kept: tuple[str, ...]
    active: str

    def applied(self, state: State) -> State:
        return replace(state, tiles=_turned(state, self.tile, chaos=True), fallen=state.fallen + 1)


class TileRestored(PublicFact, frozen=True, tag="tile_restored"):
    """A chaos tile turned back to order; `colors` had a cube on it."""

    tile: str
    colors: tuple[str, ...]
    seat: str

    def applied(self, state: State) -> State:
        return replace(state, tiles=_turned(state, self.tile, chaos=False), restored=state.restored + 1)


class PenaltyTaken(PublicFact, frozen=True, tag="penalty_taken"):
    """A seat took a −1 token (TC-237)."""

    seat: str

    def applied(self, state: State) -> State:
        player = state.seats[self.seat]
        return _with_player(state, self.seat, replace(player, penalties=player.penalties + 1))


class PenaltyReturned(PublicFact, frozen=True, tag="penalty_returned"):
    """A seat gave back a −1 token that it should not have: only a correction says so."""

    seat: str

    def applied(self, state: State) -> State:
        player = state.seats[self.seat]
        return _with_player(state, self.seat, replace(player, penalties=player.penalties - 1))


class ActionsLeftSet(PublicFact, frozen=True, tag="actions_left_set"):
    """So many actions of the turn are left: only a correction says so."""

    seat: str
    left: Annotated[int, Meta(ge=0, le=ACTIONS_PER_TURN)]

    def applied(self, state: State) -> State:
        _must_exist(state.seats, self.seat)
        return replace(state, actions_left=self.left)


class EndTriggered(PublicFact, frozen=True, tag="end_triggered"):
    """A tableau reached the fourth card for the first time (TC-601); `final_turns` are to come (TC-603)."""

    seat: str
    turn: int
    final_turns: tuple[str, ...]

    def applied(self, state: State) -> State:
        _must_exist(state.seats, self.seat, *self.final_turns)
        return replace(state, end_trigger=EndTrigger(self.seat, self.turn), final_turns=self.final_turns)


class TurnEnded(PublicFact, frozen=True, tag="turn_ended"):
    """The end step is over."""

    seat: str
    actions_used: int

    def applied(self, state: State) -> State:
        _must_exist(state.seats, self.seat)
        return state


class TurnBegan(PublicFact, frozen=True, tag="turn_began"):
    """A turn begins with its send step; `final`: it is that seat's last (TC-603)."""

    seat: str
    turn: int
    final: bool = False

    def applied(self, state: State) -> State:
        _must_exist(state.seats, self.seat)
        return replace(
            state,
            phase="send",
            turn=self.turn,
            active=self.seat,
            actions_left=ACTIONS_PER_TURN,
            final_turns=tuple(seat for seat in state.final_turns if seat != self.seat)
            if self.final
            else state.final_turns,
        )


class GameEnded(PublicFact, frozen=True, tag="game_ended"):
    """The game is over (TC-606)."""

    result: Result

    def applied(self, state: State) -> State:
        _must_exist(state.seats, *self.result.scores, *self.result.winners)
        return replace(state, phase="finished", active=None, actions_left=0, result=self.result)


T = TypeVar("T")


def _must_exist(things: Container[T], *named: T) -> None:
    for thing in named:
        if thing not in things:
            raise LookupError(f"{thing} is not on this table")


def _with_player(state: State, seat: str, player: Player) -> State:
    return replace(state, seats={**state.seats, seat: player})


def _turned(state: State, name: str, *, chaos: bool) -> dict[str, Tile]:
    return {**state.tiles, name: Tile(chaos, state.tiles[name].cubes)}


FACTS = facts_in(sys.modules[__name__])
