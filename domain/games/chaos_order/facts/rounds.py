"""Setup, rounds, prices and turns."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from domain.games.chaos_order.changes import NO_REGION, with_board, with_relic
from domain.games.chaos_order.state import Income, Price, SetupStep, State
from domain.kernel import PublicFact


class LandTilesLaid(PublicFact, frozen=True, tag="land_tiles_laid"):
    """Tile location → tile (CO-114)."""

    tiles: dict[str, str]

    def applied(self, state: State) -> State:
        tiles = {**state.tiles, **self.tiles}
        in_play = {
            place: state.regions.get(place, NO_REGION)
            for place in state.box.places
            if place in state.regions or place in tiles
        }
        return replace(state, tiles=tiles, regions=in_play)


class SetupStepBegan(PublicFact, frozen=True, tag="setup_step_began"):
    """A step of setup, with the seats that have a turn in it."""

    step: SetupStep
    turns: tuple[str, ...] = ()

    def applied(self, state: State) -> State:
        return replace(state, setup=self.step, next_seats=self.turns)


class BasePlaced(PublicFact, frozen=True, tag="base_placed"):
    """A base tile lies on a location, with mountains on some of its borders (CO-117, CO-118)."""

    seat: str
    location: str
    mountains: tuple[str, ...] = ()

    def applied(self, state: State) -> State:
        state = with_board(state, self.seat, base=self.location)
        return replace(
            state,
            bases={**state.bases, self.location: self.seat},
            mountains=state.mountains + self.mountains,
        )


class FoundationsLaid(PublicFact, frozen=True, tag="foundations_laid"):
    """Region → foundation, of the starting or the neutral ones."""

    layout: dict[str, str]

    def applied(self, state: State) -> State:
        regions = dict(state.regions)
        for place, foundation in self.layout.items():
            region = regions[place]
            regions[place] = replace(region, foundations=(*region.foundations, foundation))
        return replace(state, regions=regions)


class FoundationsReturned(PublicFact, frozen=True, tag="foundations_returned"):
    """Neutral foundations that went back to the box (CO-122)."""

    foundations: tuple[str, ...]

    def applied(self, state: State) -> State:
        return state


class RelicPlaced(PublicFact, frozen=True, tag="relic_placed"):
    """A relic stands in a region (CO-124)."""

    relic: int
    region: str

    def applied(self, state: State) -> State:
        return with_relic(state, self.region, self.relic)


class MountainsPlaced(PublicFact, frozen=True, tag="mountains_placed"):
    """Mountains on the printed spaces (CO-128)."""

    borders: tuple[str, ...]

    def applied(self, state: State) -> State:
        return replace(state, mountains=tuple(sorted({*state.mountains, *self.borders})))


class RoundBegan(PublicFact, frozen=True, tag="round_began"):
    """A round begins: nothing is harvested, no income taken yet."""

    round: int

    def applied(self, state: State) -> State:
        seats = {seat: replace(board, region_bonus=0, income=Income()) for seat, board in state.seats.items()}
        began = state.flare_gun if self.round == 1 else state.began
        return replace(
            state, round=self.round, seats=seats, harvested=(), closing=None, setup="done", began=began
        )


class PhaseBegan(PublicFact, frozen=True, tag="phase_began"):
    """A phase begins, with the seats that have a turn in it, in order."""

    phase: str
    turns: tuple[str, ...] = ()

    def applied(self, state: State) -> State:
        seats = state.seats
        if any(board.fresh for board in seats.values()):
            seats = {
                seat: replace(board, fresh={}) if board.fresh else board for seat, board in seats.items()
            }
        return replace(
            state,
            phase=self.phase,
            next_seats=self.turns,
            stage="decide",
            main="open",
            auxiliary_done=False,
            seats=seats,
            combat_turn=None,
        )


class TurnEnded(PublicFact, frozen=True, tag="turn_ended"):
    """The seat's turn in this phase is over."""

    seat: str

    def applied(self, state: State) -> State:
        return replace(
            state, next_seats=state.next_seats[1:], stage="decide", main="open", auxiliary_done=False
        )


class PricePlaced(PublicFact, frozen=True, tag="price_placed"):
    """A pricing token lies on an action phase; `by` None = neutral."""

    phase: str
    token: str
    by: str | None = None
    spot: Literal["first", "last"] | None = None

    def applied(self, state: State) -> State:
        if self.by is not None:
            state = with_board(state, self.by, tokens={**state.seats[self.by].tokens, self.token: "placed"})
        return replace(state, prices={**state.prices, self.phase: Price(self.token, self.by, self.spot)})


class TokensMoved(PublicFact, frozen=True, tag="tokens_moved"):
    """Pricing tokens of a seat went to its supply, the vault, or out of the game."""

    seat: str
    tokens: tuple[str, ...]
    to: Literal["supply", "vault", "out"]

    def applied(self, state: State) -> State:
        tokens = state.seats[self.seat].tokens
        return with_board(state, self.seat, tokens={**tokens, **dict.fromkeys(self.tokens, self.to)})


class PricesCleared(PublicFact, frozen=True, tag="prices_cleared"):
    """No token lies on an action phase any more (CO-487, CO-488)."""

    def applied(self, state: State) -> State:
        return replace(state, prices={})


class NeutralTokenRemoved(PublicFact, frozen=True, tag="neutral_token_removed"):
    """The top token of a pair went to the box; the dearer one shows (CO-488)."""

    pair: str

    def applied(self, state: State) -> State:
        return replace(state, neutral={**state.neutral, self.pair: "under"})


class FlareGunPassed(PublicFact, frozen=True, tag="flare_gun_passed"):
    """The flare gun changed hands (CO-223 … CO-225)."""

    to: str
    cause: Literal["left_of_pricer", "next_from_holder", "neutral"]

    def applied(self, state: State) -> State:
        return replace(state, flare_gun=self.to)


class ActChosen(PublicFact, frozen=True, tag="act_chosen"):
    """The seat acts in the phase."""

    seat: str
    phase: str

    def applied(self, state: State) -> State:
        return replace(state, stage="acting")


class PassChosen(PublicFact, frozen=True, tag="pass_chosen"):
    """The seat passes; `able`: it could have paid."""

    seat: str
    phase: str
    able: bool

    def applied(self, state: State) -> State:
        return replace(state, stage="passing")


class MainActionBegan(PublicFact, frozen=True, tag="main_action_began"):
    """The main action runs."""

    seat: str

    def applied(self, state: State) -> State:
        return replace(state, main="running")


class MainActionEnded(PublicFact, frozen=True, tag="main_action_ended"):
    """The main action is over."""

    seat: str

    def applied(self, state: State) -> State:
        return replace(state, main="done")


class AuxiliaryTaken(PublicFact, frozen=True, tag="auxiliary_taken"):
    """The auxiliary action is used."""

    seat: str
    option: int

    def applied(self, state: State) -> State:
        return replace(state, auxiliary_done=True)
