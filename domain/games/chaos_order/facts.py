"""What becomes true in Chaos Order.

Where units stand: a region, `base`, `drop_ship`, `supply` (leaders), `aside` (not placed yet), or the number
of a sector of the recruitment track. `cause` says what brought it about, for the record and the statistics.
"""

from __future__ import annotations

from typing import Literal

from domain.games.chaos_order.state import BattleStep, Pending, Plan, Reason, SetupStep, Totals
from domain.kernel import Fact

Spot = str | int


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


class EnergyChanged(Fact, frozen=True, tag="energy_changed"):
    """Energy gained or spent; `other`: the seat that it came from or went to, None = the main supply."""

    seat: str
    delta: int
    cause: str
    other: str | None = None


class GemsChanged(Fact, frozen=True, tag="gems_changed"):
    """Gems gained from or spent to the main supply."""

    seat: str
    delta: int
    cause: str


class FameMoved(Fact, frozen=True, tag="fame_moved"):
    """The fame marker stands on another space."""

    seat: str
    to: int
    cause: str


class CounterSet(Fact, frozen=True, tag="counter_set"):
    """A counter of the faction has another value."""

    seat: str
    counter: str
    value: int


class RegionBonusChanged(Fact, frozen=True, tag="region_bonus_changed"):
    """Regions more for this round's region count (CO-585)."""

    seat: str
    delta: int


class ResearchAdvanced(Fact, frozen=True, tag="research_advanced"):
    """A research marker entered a column."""

    seat: str
    track: str
    column: int


class EffectsAwaited(Fact, frozen=True, tag="effects_awaited"):
    """Effects went on top of the seat's stack, the first of them as its head (CO-722)."""

    seat: str
    effects: tuple[Pending, ...]


class EffectTaken(Fact, frozen=True, tag="effect_taken"):
    """So much of the head was used; it is gone when nothing is left."""

    seat: str
    amount: int = 1


class EffectDropped(Fact, frozen=True, tag="effect_dropped"):
    """The head is gone, with what was left of it."""

    seat: str


class AbilityUsed(Fact, frozen=True, tag="ability_used"):
    """An ability takes effect."""

    seat: str
    ability: str
    trigger: str


class CardsDrawn(Fact, frozen=True, tag="cards_drawn"):
    """Tactics cards came from the deck to the hand; their names are for the seat alone."""

    seat: str
    cards: tuple[str, ...]
    cause: str


class DeckReshuffled(Fact, frozen=True, tag="deck_reshuffled"):
    """The discard pile became the deck (CO-507)."""


class CardPlayed(Fact, frozen=True, tag="card_played"):
    """A card was played to the discard pile; `named`: it had been an unknown card until now."""

    seat: str
    card: str
    phase: str
    named: bool = False


class CardDiscarded(Fact, frozen=True, tag="card_discarded"):
    """A card over the hand limit went to the discard pile."""

    seat: str
    card: str
    named: bool = False


class FoundationConstructed(Fact, frozen=True, tag="foundation_constructed"):
    """A board foundation lies in a region, and its ability is uncovered."""

    seat: str
    foundation: str
    region: str


class BuildingConstructed(Fact, frozen=True, tag="building_constructed"):
    """A building stands on a foundation."""

    seat: str
    building: str
    foundation: str
    region: str


class BuildingRazed(Fact, frozen=True, tag="building_razed"):
    """A building is back on the faction board."""

    seat: str
    building: str
    foundation: str
    region: str


class TokenHarvested(Fact, frozen=True, tag="token_harvested"):
    """A production token gave its yield in this round."""

    seat: str
    token: str
    region: str


class ProductionTokenPlaced(Fact, frozen=True, tag="production_token_placed"):
    """A loose production token lies in a region."""

    seat: str
    token: str
    region: str


class ProductionTokenUpgraded(Fact, frozen=True, tag="production_token_upgraded"):
    """A loose production token shows its upgraded side."""

    seat: str
    token: str
    region: str


class UnitsMoved(Fact, frozen=True, tag="units_moved"):
    """Units of a seat went from one spot to another."""

    seat: str
    origin: Spot
    target: Spot
    fighters: int
    leaders: tuple[str, ...] = ()
    cause: str = "move"


class LeaderUpgraded(Fact, frozen=True, tag="leader_upgraded"):
    """A leader card shows its upgraded side."""

    seat: str
    leader: str


class AttributeUpgraded(Fact, frozen=True, tag="attribute_upgraded"):
    """An attribute card shows its upgraded side."""

    seat: str
    attribute: str


class CombatTurnGiven(Fact, frozen=True, tag="combat_turn_given"):
    """The seat is to select a battle."""

    seat: str


class Declared(Totals, frozen=True):
    """What one side declares before the plans (CO-404)."""

    gems: int = 0
    cards: int = 0


class BattleSelected(Fact, frozen=True, tag="battle_selected"):
    """A battle begins. `declared`: seat → what it has before the plans."""

    region: str
    selector: str
    opponent: str
    declared: dict[str, Declared]


class PlanCommitted(Fact, frozen=True, tag="plan_committed"):
    """A sealed plan; the used card goes to the wheel. `named`: it had been an unknown card until now."""

    seat: str
    section: str
    tactics: Literal["none", "use", "bluff"]
    card: str | None = None
    named: bool = False


class PlansRevealed(Fact, frozen=True, tag="plans_revealed"):
    """Both plans are open."""

    plans: dict[str, Plan]


class DieRolled(Fact, frozen=True, tag="die_rolled"):
    """A combat die shows a face (its position)."""

    seat: str
    face: int


class CombatBonusGained(Fact, frozen=True, tag="combat_bonus_gained"):
    """Effects changed the totals of one side."""

    seat: str
    strength: int = 0
    attack: int = 0
    shields: int = 0


class StrengthCompared(Fact, frozen=True, tag="strength_compared"):
    """Step 1: who won and why; `retreats`: the loser leaves by retreat."""

    strength: dict[str, int]
    victor: str
    reason: Literal["strength", "tie", "retreat"]
    retreats: bool = False


class AttacksCompared(Fact, frozen=True, tag="attacks_compared"):
    """Step 2: totals, and the fighters that each side loses."""

    attack: dict[str, int]
    shields: dict[str, int]
    wounds: dict[str, int]


class BattleStepBegan(Fact, frozen=True, tag="battle_step_began"):
    """The battle goes on with another step."""

    step: BattleStep


class BattleEnded(Fact, frozen=True, tag="battle_ended"):
    """The used cards are discarded in this order, the wheels put back."""

    region: str
    cards: tuple[str, ...] = ()


class RegionIncomeTaken(Fact, frozen=True, tag="region_income_taken"):
    """The region count as it was read, in parts, and the least count of the row that it earned (CO-468)."""

    seat: str
    land: int
    lakes: int
    base: int
    modifiers: int
    row: int


class BuildingIncomeTaken(Fact, frozen=True, tag="building_income_taken"):
    """The income of uncovered building spaces is taken; so many gems as research (CO-520)."""

    seat: str
    gems_as_research: int = 0


class IncomeFinished(Fact, frozen=True, tag="income_finished"):
    """The seat has finished its income."""

    seat: str


class RelicTaken(Fact, frozen=True, tag="relic_taken"):
    """A relic went to a faction board (CO-481)."""

    seat: str
    relic: int
    region: str


class RelicRemoved(Fact, frozen=True, tag="relic_removed"):
    """A relic left the game (CO-484)."""

    relic: int
    region: str


class ManualEffectApplied(Fact, frozen=True, tag="manual_effect_applied"):
    """The table settled an effect by itself (CO-588); the changes follow as facts."""

    seat: str
    text_id: str


class GameEnded(Fact, frozen=True, tag="game_ended"):
    """The result; whatever was pending is dropped (CO-603, CO-611)."""

    winners: tuple[str, ...]
    reason: Reason
    round: int


FACTS: tuple[type[Fact], ...] = (
    LandTilesLaid,
    SetupStepBegan,
    BasePlaced,
    FoundationsLaid,
    FoundationsReturned,
    RelicPlaced,
    MountainsPlaced,
    RoundBegan,
    PhaseBegan,
    TurnEnded,
    PricePlaced,
    TokensMoved,
    PricesCleared,
    NeutralTokenRemoved,
    FlareGunPassed,
    ActChosen,
    PassChosen,
    MainActionBegan,
    MainActionEnded,
    AuxiliaryTaken,
    EnergyChanged,
    GemsChanged,
    FameMoved,
    CounterSet,
    RegionBonusChanged,
    ResearchAdvanced,
    EffectsAwaited,
    EffectTaken,
    EffectDropped,
    AbilityUsed,
    CardsDrawn,
    DeckReshuffled,
    CardPlayed,
    CardDiscarded,
    FoundationConstructed,
    BuildingConstructed,
    BuildingRazed,
    TokenHarvested,
    ProductionTokenPlaced,
    ProductionTokenUpgraded,
    UnitsMoved,
    LeaderUpgraded,
    AttributeUpgraded,
    CombatTurnGiven,
    BattleSelected,
    PlanCommitted,
    PlansRevealed,
    DieRolled,
    CombatBonusGained,
    StrengthCompared,
    AttacksCompared,
    BattleStepBegan,
    BattleEnded,
    RegionIncomeTaken,
    BuildingIncomeTaken,
    IncomeFinished,
    RelicTaken,
    RelicRemoved,
    ManualEffectApplied,
    GameEnded,
)
