"""The actions of Chaos Order: the commands of the rules file.

Every action may carry `draws`: all tactics cards drawn by it and by what follows from it, in order; an
outcome (CO-509). `pay_lock` says how a gem lock is paid, where one is passed (CO-724).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from domain.kernel import Action, PublicAction, PublicSeatAction, Seat, SeatAction

Count = Annotated[int, Meta(ge=0, le=999)]
Some = Annotated[int, Meta(ge=1, le=999)]
Position = Annotated[int, Meta(ge=0, le=999)]
PayLock = Literal["gem", "energy"]
Draws = tuple[str, ...]


class PrepareTable(Action, frozen=True, kw_only=True, tag="prepare_table"):
    """The opening's outcomes where it did not declare them: CO-103, CO-114."""

    land_tiles: dict[str, str] | None = None
    draws: Draws | None = None


class PlaceBase(PublicSeatAction, frozen=True, kw_only=True, tag="place_base"):
    """CO-116 … CO-120. `starting_foundations`: region → foundation, an outcome."""

    location: str
    mountains: tuple[str, ...] = ()
    starting_foundations: dict[str, str] | None = None


class LayNeutralFoundations(PublicAction, frozen=True, kw_only=True, tag="lay_neutral_foundations"):
    """CO-122 … CO-124. Both are outcomes: those back in the box, and region → foundation."""

    returned: tuple[str, ...] | None = None
    layout: dict[str, str] | None = None


class DeployStartingLeader(PublicSeatAction, frozen=True, kw_only=True, tag="deploy_starting_leader"):
    """CO-126."""

    leader: str
    region: str


class PlaceStartingFighters(PublicSeatAction, frozen=True, kw_only=True, tag="place_starting_fighters"):
    """CO-127. `fighters`: region → how many."""

    fighters: dict[str, Count]


class SetPrice(SeatAction, frozen=True, kw_only=True, tag="set_price"):
    """CO-210 … CO-218. `spot` for `move` only."""

    phase: str
    token: str
    spot: Literal["first", "last"] | None = None
    draws: Draws | None = None


class Act(SeatAction, frozen=True, kw_only=True, tag="act"):
    """CO-233 … CO-237."""

    draws: Draws | None = None


class Pass(SeatAction, frozen=True, kw_only=True, tag="pass"):
    """CO-233, CO-238."""

    draws: Draws | None = None


class BeginMainAction(SeatAction, frozen=True, kw_only=True, tag="begin_main_action"):
    """CO-239."""

    draws: Draws | None = None


class AdvanceResearch(SeatAction, frozen=True, kw_only=True, tag="advance_research"):
    """CO-250 … CO-254."""

    track: str
    pay_lock: PayLock | None = None
    draws: Draws | None = None


class ConstructFoundation(SeatAction, frozen=True, kw_only=True, tag="construct_foundation"):
    """CO-313 … CO-316."""

    foundation: str
    region: str
    pay_lock: PayLock | None = None
    draws: Draws | None = None


class ConstructBuilding(SeatAction, frozen=True, kw_only=True, tag="construct_building"):
    """CO-317 … CO-321. `foundation`: where it is built."""

    building: str
    foundation: str
    pay_lock: PayLock | None = None
    draws: Draws | None = None


class HarvestRegion(SeatAction, frozen=True, kw_only=True, tag="harvest_region"):
    """CO-332 … CO-335. A base is named by its base location."""

    region: str
    draws: Draws | None = None


class PlaceProductionToken(SeatAction, frozen=True, kw_only=True, tag="place_production_token"):
    """CO-336, CO-577."""

    token: str
    region: str
    draws: Draws | None = None


class UpgradeProductionToken(SeatAction, frozen=True, kw_only=True, tag="upgrade_production_token"):
    """CO-337."""

    token: str
    draws: Draws | None = None


class AdvanceFighter(SeatAction, frozen=True, kw_only=True, tag="advance_fighter"):
    """CO-346. `sector` counts from 1."""

    sector: Position
    count: Some = 1
    draws: Draws | None = None


class FastTrackFighter(SeatAction, frozen=True, kw_only=True, tag="fast_track_fighter"):
    """CO-347."""

    count: Some = 1
    draws: Draws | None = None


class ExchangeRecruitmentPoints(SeatAction, frozen=True, kw_only=True, tag="exchange_recruitment_points"):
    """CO-348."""

    option: Position
    draws: Draws | None = None


class MoveUnits(SeatAction, frozen=True, kw_only=True, tag="move_units"):
    """CO-364 … CO-368, CO-390."""

    origin: str = field(name="from")
    to: str
    fighters: Count = 0
    leaders: tuple[str, ...] = ()
    draws: Draws | None = None


class RedeployUnits(SeatAction, frozen=True, kw_only=True, tag="redeploy_units"):
    """CO-380 … CO-384."""

    origin: str = field(name="from")
    to: str
    fighters: Count = 0
    leaders: tuple[str, ...] = ()
    draws: Draws | None = None


class DeployLeader(SeatAction, frozen=True, kw_only=True, tag="deploy_leader"):
    """CO-349."""

    leader: str
    draws: Draws | None = None


class UpgradeLeader(SeatAction, frozen=True, kw_only=True, tag="upgrade_leader"):
    """CO-370."""

    leader: str
    draws: Draws | None = None


class UpgradeAttribute(SeatAction, frozen=True, kw_only=True, tag="upgrade_attribute"):
    """CO-470."""

    attribute: str
    draws: Draws | None = None


class ChooseBranch(SeatAction, frozen=True, kw_only=True, tag="choose_branch"):
    """CO-586."""

    index: Position
    draws: Draws | None = None


class LandFighters(SeatAction, frozen=True, kw_only=True, tag="land_fighters"):
    """CO-595."""

    region: str
    count: Some
    draws: Draws | None = None


class DeclineEffect(SeatAction, frozen=True, kw_only=True, tag="decline_effect"):
    """CO-589."""

    draws: Draws | None = None


class EndMainAction(SeatAction, frozen=True, kw_only=True, tag="end_main_action"):
    """CO-239, CO-243."""

    draws: Draws | None = None


class AuxiliaryAction(SeatAction, frozen=True, kw_only=True, tag="auxiliary_action"):
    """CO-241, CO-242."""

    option: Position
    draws: Draws | None = None


class PlayTacticsCard(SeatAction, frozen=True, kw_only=True, tag="play_tactics_card"):
    """CO-502 … CO-505. `play`: position in the card's plays."""

    card: str
    play: Position
    pay_lock: PayLock | None = None
    draws: Draws | None = None


class DiscardTacticsCard(SeatAction, frozen=True, kw_only=True, tag="discard_tactics_card"):
    """CO-506."""

    card: str
    draws: Draws | None = None


class UseAbility(SeatAction, frozen=True, kw_only=True, tag="use_ability"):
    """CO-594, CO-596."""

    ability: str
    draws: Draws | None = None


class EndTurn(SeatAction, frozen=True, kw_only=True, tag="end_turn"):
    """CO-233: ends the turn, and a running main action with it."""

    draws: Draws | None = None


class SelectBattle(PublicSeatAction, frozen=True, kw_only=True, tag="select_battle"):
    """CO-402, CO-403."""

    region: str
    opponent: Seat


class CommitPlan(SeatAction, frozen=True, kw_only=True, tag="commit_plan"):
    """CO-410 … CO-418. `card` with `use` only; a bluffed card is never named."""

    section: str
    tactics: Literal["none", "use", "bluff"] = "none"
    card: str | None = None


class RevealPlans(Action, frozen=True, kw_only=True, tag="reveal_plans"):
    """CO-420. `dice`: seat → position of the face, for each seat in a `die` section; an outcome."""

    dice: dict[str, Position] | None = None
    draws: Draws | None = None


class RetreatTo(SeatAction, frozen=True, kw_only=True, tag="retreat_to"):
    """CO-445."""

    region: str
    draws: Draws | None = None


class RazeBuilding(SeatAction, frozen=True, kw_only=True, tag="raze_building"):
    """CO-451. `foundation`: on which it stands."""

    foundation: str
    draws: Draws | None = None


class TakeRegionIncome(SeatAction, frozen=True, kw_only=True, tag="take_region_income"):
    """CO-463 … CO-468."""

    draws: Draws | None = None


class ChooseRegionReward(SeatAction, frozen=True, kw_only=True, tag="choose_region_reward"):
    """CO-466, CO-467. `reward`: `gem` or an attribute."""

    reward: str
    draws: Draws | None = None


class TakeBuildingIncome(SeatAction, frozen=True, kw_only=True, tag="take_building_income"):
    """CO-462, CO-520."""

    gems_as_research: Count = 0
    draws: Draws | None = None


class TakeAbilityIncome(SeatAction, frozen=True, kw_only=True, tag="take_ability_income"):
    """CO-590, CO-596."""

    ability: str
    draws: Draws | None = None


class FinishIncome(SeatAction, frozen=True, kw_only=True, tag="finish_income"):
    """CO-472, CO-604."""

    draws: Draws | None = None


class ResolveRelics(Action, frozen=True, kw_only=True, tag="resolve_relics"):
    """CO-480 … CO-490."""

    draws: Draws | None = None


class ApplyManualEffect(SeatAction, frozen=True, kw_only=True, tag="apply_manual_effect"):
    """CO-588. `adjustments`: what the table did, from the closed set of the rules file."""

    text_id: str
    adjustments: tuple[dict[str, Any], ...] = ()
    draws: Draws | None = None


ACTIONS: tuple[type[Action], ...] = (
    PrepareTable,
    PlaceBase,
    LayNeutralFoundations,
    DeployStartingLeader,
    PlaceStartingFighters,
    SetPrice,
    Act,
    Pass,
    BeginMainAction,
    AdvanceResearch,
    ConstructFoundation,
    ConstructBuilding,
    HarvestRegion,
    PlaceProductionToken,
    UpgradeProductionToken,
    AdvanceFighter,
    FastTrackFighter,
    ExchangeRecruitmentPoints,
    MoveUnits,
    RedeployUnits,
    DeployLeader,
    UpgradeLeader,
    UpgradeAttribute,
    ChooseBranch,
    LandFighters,
    DeclineEffect,
    EndMainAction,
    AuxiliaryAction,
    PlayTacticsCard,
    DiscardTacticsCard,
    UseAbility,
    EndTurn,
    SelectBattle,
    CommitPlan,
    RevealPlans,
    RetreatTo,
    RazeBuilding,
    TakeRegionIncome,
    ChooseRegionReward,
    TakeBuildingIncome,
    TakeAbilityIncome,
    FinishIncome,
    ResolveRelics,
    ApplyManualEffect,
)
