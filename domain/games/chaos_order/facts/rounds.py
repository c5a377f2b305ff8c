"""Facts of setup, rounds, prices, turns, battles, income, relics, manual effects and the end."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec.structs import replace

from domain.games.chaos_order.state import (
    NO_REGION,
    NO_TOTALS,
    Battle,
    BattleStep,
    Income,
    Plan,
    Price,
    Reason,
    Result,
    SetupStep,
    State,
    Totals,
    with_battle,
    with_board,
    with_relic,
    without_card,
)
from domain.kernel import UNKNOWN, Fact, PublicFact

# Setup, rounds, prices and turns.


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
    """The top token of a pair left the game; the more expensive one shows (CO-488)."""

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


# Income, relics, manual effects, and the end.


class RegionIncomeTaken(PublicFact, frozen=True, tag="region_income_taken"):
    """The region count as it was read, in parts, and the least count of the row that it earned (CO-468)."""

    seat: str
    land: int
    lakes: int
    base: int
    modifiers: int
    row: int

    def applied(self, state: State) -> State:
        income = replace(state.seats[self.seat].income, region_row=self.row)
        return with_board(state, self.seat, income=income)


class BuildingIncomeTaken(PublicFact, frozen=True, tag="building_income_taken"):
    """The income of uncovered building spaces is taken; so many gems as research (CO-520)."""

    seat: str
    gems_as_research: int = 0

    def applied(self, state: State) -> State:
        return with_board(state, self.seat, income=replace(state.seats[self.seat].income, buildings=True))


class IncomeFinished(PublicFact, frozen=True, tag="income_finished"):
    """The seat has finished its income."""

    seat: str

    def applied(self, state: State) -> State:
        return with_board(state, self.seat, income=replace(state.seats[self.seat].income, finished=True))


class RelicTaken(PublicFact, frozen=True, tag="relic_taken"):
    """A relic went to a faction board (CO-481)."""

    seat: str
    relic: int
    region: str

    def applied(self, state: State) -> State:
        state = with_relic(state, self.region, None)
        relics = (*state.seats[self.seat].relics, self.relic)
        return replace(with_board(state, self.seat, relics=relics), closing=self.region)


class RelicRemoved(PublicFact, frozen=True, tag="relic_removed"):
    """A relic left the game (CO-484)."""

    relic: int
    region: str

    def applied(self, state: State) -> State:
        state = with_relic(state, self.region, None)
        return replace(state, relics_out=(*state.relics_out, self.relic), closing=self.region)


class ManualEffectApplied(PublicFact, frozen=True, tag="manual_effect_applied"):
    """The table settled an effect by itself (CO-588); the changes follow as facts."""

    by_hand: ClassVar[bool] = True

    seat: str
    text_id: str

    def applied(self, state: State) -> State:
        return replace(state, manual_effects=state.manual_effects + 1)


class GameEnded(PublicFact, frozen=True, tag="game_ended"):
    """The result; pending effects are dropped (CO-603, CO-611)."""

    winners: tuple[str, ...]
    reason: Reason
    round: int

    def applied(self, state: State) -> State:
        seats = {
            seat: replace(board, pending=()) if board.pending else board
            for seat, board in state.seats.items()
        }
        return replace(state, seats=seats, next_seats=(), result=Result(self.winners, self.reason))


# Battles, step by step.


class CombatTurnGiven(PublicFact, frozen=True, tag="combat_turn_given"):
    """The seat is to select a battle."""

    seat: str

    def applied(self, state: State) -> State:
        return replace(state, combat_turn=self.seat)


class Declared(Totals, frozen=True):
    """The declaration of one side before the plans (CO-404)."""

    gems: int = 0
    cards: int = 0


class BattleSelected(PublicFact, frozen=True, tag="battle_selected"):
    """A battle begins. `declared`: seat → what it has before the plans."""

    region: str
    selector: str
    opponent: str
    declared: dict[str, Declared]

    def applied(self, state: State) -> State:
        return replace(state, battle=Battle(self.region, self.selector, self.opponent))


class PlanCommitted(Fact, frozen=True, tag="plan_committed"):
    """A sealed plan; the used card goes to the wheel. `named`: it had been an unknown card until now."""

    seat: str
    section: str
    tactics: Literal["none", "use", "bluff"]
    card: str | None = None
    named: bool = False

    def applied(self, state: State) -> State:
        assert state.battle is not None
        plans = {**state.battle.plans, self.seat: Plan(self.section, self.tactics, self.card)}
        battle = replace(state.battle, plans=plans, step="reveal" if len(plans) > 1 else "plan")
        seats = state.seats
        if self.card is not None:
            card = UNKNOWN if self.named else self.card
            seats = {**seats, self.seat: without_card(seats[self.seat], card, fresh_first=True)}
        return replace(state, battle=battle, seats=seats)


class PlansRevealed(Fact, frozen=True, tag="plans_revealed"):
    """Both plans are open."""

    plans: dict[str, Plan]

    def applied(self, state: State) -> State:
        return with_battle(state, revealed=True, step="effects")


class DieRolled(PublicFact, frozen=True, tag="die_rolled"):
    """A combat die shows a face (its position)."""

    seat: str
    face: int

    def applied(self, state: State) -> State:
        assert state.battle is not None
        return with_battle(state, dice={**state.battle.dice, self.seat: self.face})


class CombatBonusGained(PublicFact, frozen=True, tag="combat_bonus_gained"):
    """Effects changed the totals of one side."""

    seat: str
    strength: int = 0
    attack: int = 0
    shields: int = 0

    def applied(self, state: State) -> State:
        assert state.battle is not None
        had = state.battle.bonus.get(self.seat, NO_TOTALS)
        bonus = Totals(had.strength + self.strength, had.attack + self.attack, had.shields + self.shields)
        return with_battle(state, bonus={**state.battle.bonus, self.seat: bonus})


class StrengthCompared(PublicFact, frozen=True, tag="strength_compared"):
    """Step 1: who won and why; `retreats`: the loser leaves by retreat."""

    strength: dict[str, int]
    victor: str
    reason: Literal["strength", "tie", "retreat"]
    retreats: bool = False

    def applied(self, state: State) -> State:
        return with_battle(state, victor=self.victor, retreats=self.retreats, step="victory")


class AttacksCompared(PublicFact, frozen=True, tag="attacks_compared"):
    """Step 2: totals, and the fighters that each side loses."""

    attack: dict[str, int]
    shields: dict[str, int]
    wounds: dict[str, int]

    def applied(self, state: State) -> State:
        return with_battle(state, step="wounds")


class BattleStepBegan(PublicFact, frozen=True, tag="battle_step_began"):
    """The battle continues with another step."""

    step: BattleStep

    def applied(self, state: State) -> State:
        return with_battle(state, step=self.step)


class BattleEnded(PublicFact, frozen=True, tag="battle_ended"):
    """The used cards are discarded in this order, the wheels put back."""

    region: str
    cards: tuple[str, ...] = ()

    def applied(self, state: State) -> State:
        return replace(state, battle=None, discard=state.discard + self.cards)
