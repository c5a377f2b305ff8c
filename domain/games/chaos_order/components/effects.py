"""The closed vocabulary of effects (CO-570 … CO-595), as a document holds them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal, TypeAlias, Union, get_args

from msgspec import Meta, Struct

from domain.games.chaos_order.components.box import ActionPhase, BuildingType
from domain.kernel import ComponentFault, Json

MOST_NESTED = 8
MOST_SHOWN = 60
"""How much of a wrong word a message repeats."""
MOST_AMOUNT = 99

Amount = Annotated[int, Meta(ge=0, le=MOST_AMOUNT)]
Signed = Annotated[int, Meta(ge=-MOST_AMOUNT, le=MOST_AMOUNT)]


Multiplier = Literal["controlled_regions", "controlled_land", "fighters_here", "relics"]
OF_A_COUNTER = "counter:"
"""What stands before the id of a counter that is counted (CO-587)."""


class Strict(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a document: other members than its own are refused."""


class _Effect(Strict, frozen=True, tag_field="do"):
    pass


class _Counted(_Effect, frozen=True):
    n: Amount = 1


class _Single(_Effect, frozen=True):
    n: Literal[1] = 1


class GainEnergy(_Counted, frozen=True, tag="gain_energy"):
    """CO-570."""


class GainGems(_Counted, frozen=True, tag="gain_gems"):
    """CO-570."""


class GainFame(_Counted, frozen=True, tag="gain_fame"):
    """CO-571."""


class DrawTactics(_Counted, frozen=True, tag="draw_tactics"):
    """CO-572."""


class GainResearch(_Counted, frozen=True, tag="gain_research"):
    """CO-573. tracks: the tracks that may be chosen; None: any."""

    tracks: Annotated[list[ActionPhase], Meta(min_length=1)] | None = None


class BuildPoints(_Counted, frozen=True, tag="build_points"):
    """CO-574."""


class HarvestPoints(_Counted, frozen=True, tag="harvest_points"):
    """CO-574."""


class RecruitmentPoints(_Counted, frozen=True, tag="recruitment_points"):
    """CO-574."""


class MovementPoints(_Counted, frozen=True, tag="movement_points"):
    """CO-574."""


class Redeploy(_Counted, frozen=True, tag="redeploy"):
    """CO-575."""


class ConstructFree(_Counted, frozen=True, tag="construct_foundation"):
    """CO-576: foundations without build points."""


class ConstructBuildings(_Counted, frozen=True, tag="construct_building"):
    """CO-576. types: the types that may be chosen; None: any."""

    types: Annotated[list[BuildingType], Meta(min_length=1)] | None = None


class ConstructEither(_Counted, frozen=True, tag="construct_either"):
    """CO-576."""


class PlaceProductionTokens(_Effect, frozen=True, tag="place_production_token"):
    """CO-577. on: land and base, or lakes alone."""

    on: list[Literal["land", "base", "lake"]]


class UpgradeProductionTokens(_Counted, frozen=True, tag="upgrade_production_token"):
    """CO-578."""


class UpgradeAttributes(_Counted, frozen=True, tag="upgrade_attribute"):
    """CO-579."""


class DeployLeaders(_Single, frozen=True, tag="deploy_leader"):
    """CO-579."""


class UpgradeLeaders(_Single, frozen=True, tag="upgrade_leader"):
    """CO-579."""


class CollectPricingTokens(_Single, frozen=True, tag="collect_pricing_tokens"):
    """CO-580."""


class RemoveToken(_Single, frozen=True, tag="remove_token"):
    """CO-580: on a pricing token only."""


class LoseEnergy(_Counted, frozen=True, tag="lose_energy"):
    """CO-581."""


class LoseGems(_Counted, frozen=True, tag="lose_gems"):
    """CO-581."""


class ChangeCounter(_Effect, frozen=True, tag="counter"):
    """CO-582: a counter of the faction goes up or down."""

    id: str
    delta: Signed


class SetCounter(_Effect, frozen=True, tag="set_counter"):
    """CO-582."""

    id: str
    value: Signed


class CombatValues(_Effect, frozen=True, tag="combat"):
    """CO-583: own totals in battle; may be negative."""

    strength: Signed = 0
    attack: Signed = 0
    shields: Signed = 0


class Wound(_Effect, frozen=True, tag="wound"):
    """CO-584."""

    side: Literal["own", "opponent"]
    n: Amount


class RegionCount(_Counted, frozen=True, tag="region_count"):
    """CO-585."""


class LandFighters(_Counted, frozen=True, tag="land_fighters"):
    """CO-595."""


class ByHand(_Effect, frozen=True, tag="manual"):
    """CO-588: the table carries out the text."""

    text_id: str


class Alternatives(_Effect, frozen=True, tag="choice"):
    """CO-586: exactly one branch."""

    of: Annotated[list[list[PrintedEffect]], Meta(min_length=1)]


class MayHave(_Effect, frozen=True, tag="optional"):
    """CO-586."""

    effects: list[PrintedEffect]


class EnergyAndGems(Strict, frozen=True):
    """A cost."""

    energy: Amount = 0
    gems: Amount = 0


class MayPay(_Effect, frozen=True, tag="pay"):
    """CO-586: nothing without the whole payment."""

    cost: EnergyAndGems
    then: list[PrintedEffect]


class ForEach(_Effect, frozen=True, tag="per"):
    """CO-587. of: what is counted, once; `counter:` with the id of a counter of the faction."""

    of: Multiplier | str
    effects: list[PrintedEffect]


PrintedEffect: TypeAlias = Union[  # noqa: UP007 (its own parts name it, so that it must be a value here)
    GainEnergy,
    GainGems,
    GainFame,
    DrawTactics,
    GainResearch,
    BuildPoints,
    HarvestPoints,
    RecruitmentPoints,
    MovementPoints,
    Redeploy,
    ConstructFree,
    ConstructBuildings,
    ConstructEither,
    PlaceProductionTokens,
    UpgradeProductionTokens,
    UpgradeAttributes,
    DeployLeaders,
    UpgradeLeaders,
    CollectPricingTokens,
    RemoveToken,
    LoseEnergy,
    LoseGems,
    ChangeCounter,
    SetCounter,
    CombatValues,
    Wound,
    RegionCount,
    LandFighters,
    ByHand,
    Alternatives,
    MayHave,
    MayPay,
    ForEach,
]
"""An effect as a document holds it."""

Printed = list[PrintedEffect]


# What the types cannot say of a list of effects.

AMOUNTS = frozenset(
    kind.__struct_config__.tag for kind in get_args(PrintedEffect) if issubclass(kind, _Counted)
)
"""The effects with an amount that is 1 where it is left out."""
SINGLE = frozenset(
    kind.__struct_config__.tag for kind in get_args(PrintedEffect) if issubclass(kind, _Single)
)
EFFECT_NAMES = {
    "gain_energy": "Energy",
    "gain_gems": "Gems",
    "gain_fame": "Fame",
    "draw_tactics": "Tactics cards",
    "gain_research": "Research",
    "build_points": "Build points",
    "harvest_points": "Harvest points",
    "recruitment_points": "Recruitment points",
    "movement_points": "Movement points",
    "redeploy": "Redeployments",
    "construct_foundation": "Foundations for no build point",
    "construct_building": "Buildings for no build point",
    "construct_either": "Foundations or buildings for no build point",
    "place_production_token": "A production token to place",
    "upgrade_production_token": "Production tokens to upgrade",
    "upgrade_attribute": "Attributes to upgrade",
    "deploy_leader": "A leader to deploy",
    "upgrade_leader": "A leader to upgrade",
    "collect_pricing_tokens": "Own pricing tokens back from the vault",
    "remove_token": "The token leaves the game after use",
    "lose_energy": "Energy lost",
    "lose_gems": "Gems lost",
    "counter": "A counter goes up or down",
    "set_counter": "A counter is set",
    "combat": "Values in battle",
    "wound": "Fighters wounded",
    "region_count": "Regions more in this round’s count",
    "land_fighters": "Fighters landed from the drop ship",
    "manual": "A text that the table carries out",
    "choice": "One of several",
    "optional": "May be declined",
    "pay": "For a payment",
    "per": "For each of something",
}
"""What people call each effect."""
ON_PLACES = (["land", "base"], ["lake"])


def effect_faults(
    effects: Sequence[Json], pointer: str, depth: int = 0, *, repeated: bool = False
) -> Iterator[ComponentFault]:
    """The faults of a list of effects that its types let through.

    repeated: the effects are those of a `per`, which must not hold another (CO-587)."""
    for number, effect in enumerate(effects):
        at, do = f"{pointer}/{number}", effect["do"]
        if depth > MOST_NESTED:
            yield ComponentFault("shape", "Effects are nested too deeply: at most 8 in one another.", at)
            return
        if do == "per" and repeated:
            message = "A repeated effect must not repeat others: nobody could count them at a table."
            yield ComponentFault("shape", message, at)
        if do == "per" and not (
            effect["of"] in get_args(Multiplier) or effect["of"].startswith(OF_A_COUNTER)
        ):
            message = f"A counter is named as {OF_A_COUNTER}ID; this is “{effect['of'][:MOST_SHOWN]}”."
            yield ComponentFault("shape", message, f"{at}/of")
        if do == "place_production_token" and effect["on"] not in ON_PLACES:
            yield ComponentFault(
                "shape", "A production token is placed on land and base, or on lakes alone.", f"{at}/on"
            )
        for key, inner in _inner_lists(effect):
            yield from effect_faults(inner, f"{at}/{key}", depth + 1, repeated=repeated or do == "per")


def _inner_lists(effect: Mapping[str, Json]) -> Iterator[tuple[str, Sequence[Json]]]:
    if effect["do"] == "choice":
        yield from ((f"of/{number}", branch) for number, branch in enumerate(effect["of"]))
    for key in ("effects", "then"):
        yield key, effect.get(key, ())
