"""Setup, rounds, prices and turns."""

from __future__ import annotations

from typing import Literal

from domain.games.chaos_order.state import SetupStep
from domain.kernel import Fact


class LandTilesLaid(Fact, frozen=True, tag="land_tiles_laid"):
    """Tile location → tile (CO-114)."""

    tiles: dict[str, str]


class SetupStepBegan(Fact, frozen=True, tag="setup_step_began"):
    """A step of setup, with the seats that have a turn in it."""

    step: SetupStep
    turns: tuple[str, ...] = ()


class BasePlaced(Fact, frozen=True, tag="base_placed"):
    """A base tile lies on a location, with mountains on some of its borders (CO-117, CO-118)."""

    seat: str
    location: str
    mountains: tuple[str, ...] = ()


class FoundationsLaid(Fact, frozen=True, tag="foundations_laid"):
    """Region → foundation, of the starting or the neutral ones."""

    layout: dict[str, str]


class FoundationsReturned(Fact, frozen=True, tag="foundations_returned"):
    """Neutral foundations that went back to the box (CO-122)."""

    foundations: tuple[str, ...]


class RelicPlaced(Fact, frozen=True, tag="relic_placed"):
    """A relic stands in a region (CO-124)."""

    relic: int
    region: str


class MountainsPlaced(Fact, frozen=True, tag="mountains_placed"):
    """Mountains on the printed spaces (CO-128)."""

    borders: tuple[str, ...]


class RoundBegan(Fact, frozen=True, tag="round_began"):
    """A round begins: nothing is harvested, no income taken yet."""

    round: int


class PhaseBegan(Fact, frozen=True, tag="phase_began"):
    """A phase begins, with the seats that have a turn in it, in order."""

    phase: str
    turns: tuple[str, ...] = ()


class TurnEnded(Fact, frozen=True, tag="turn_ended"):
    """The seat's turn in this phase is over."""

    seat: str


class PricePlaced(Fact, frozen=True, tag="price_placed"):
    """A pricing token lies on an action phase; `by` None = neutral."""

    phase: str
    token: str
    by: str | None = None
    spot: Literal["first", "last"] | None = None


class TokensMoved(Fact, frozen=True, tag="tokens_moved"):
    """Pricing tokens of a seat went to its supply, the vault, or out of the game."""

    seat: str
    tokens: tuple[str, ...]
    to: Literal["supply", "vault", "out"]


class PricesCleared(Fact, frozen=True, tag="prices_cleared"):
    """No token lies on an action phase any more (CO-487, CO-488)."""


class NeutralTokenRemoved(Fact, frozen=True, tag="neutral_token_removed"):
    """The top token of a pair went to the box; the dearer one shows (CO-488)."""

    pair: str


class FlareGunPassed(Fact, frozen=True, tag="flare_gun_passed"):
    """The flare gun changed hands (CO-223 … CO-225)."""

    to: str
    cause: Literal["left_of_pricer", "next_from_holder", "neutral"]


class ActChosen(Fact, frozen=True, tag="act_chosen"):
    """The seat acts in the phase."""

    seat: str
    phase: str


class PassChosen(Fact, frozen=True, tag="pass_chosen"):
    """The seat passes; `able`: it could have paid."""

    seat: str
    phase: str
    able: bool


class MainActionBegan(Fact, frozen=True, tag="main_action_began"):
    """The main action runs."""

    seat: str


class MainActionEnded(Fact, frozen=True, tag="main_action_ended"):
    """The main action is over."""

    seat: str


class AuxiliaryTaken(Fact, frozen=True, tag="auxiliary_taken"):
    """The auxiliary action is used."""

    seat: str
    option: int
