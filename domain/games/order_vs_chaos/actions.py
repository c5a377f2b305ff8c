"""The actions of Order vs Chaos: the table of the rules. Outcome parameters are None when they are drawn."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from domain.games.order_vs_chaos.components.effects import CascadeCard, Effect, Id
from domain.kernel import Action, PublicAction, PublicSeatAction, Seat, SeatAction

Amount = Annotated[int, Meta(ge=0, le=999)]
Index = Annotated[int, Meta(ge=0, le=99)]
Effects: TypeAlias = tuple[
    Annotated[Effect, Meta(title="Effect", description="An effect of a card or an ability (OC-520).")], ...
]


class ChooseMap(PublicAction, frozen=True, kw_only=True, tag="choose_map"):
    """The table chooses a map (OC-103)."""

    map: Id


class SetArchEnemy(PublicAction, frozen=True, kw_only=True, tag="set_arch_enemy"):
    """The arch enemy is drawn, or agreed upon (OC-104)."""

    arch_enemy: Id | None = None
    method: Literal["random", "agreed"]


class ChooseHero(PublicSeatAction, frozen=True, kw_only=True, tag="choose_hero"):
    """A seat gets a hero of its side, drawn or chosen (OC-107)."""

    hero: Id | None = None
    method: Literal["random", "chosen"]


class DrawMonsterType(PublicSeatAction, frozen=True, kw_only=True, tag="draw_monster_type"):
    """A Chaos seat draws its monster type (OC-108)."""

    monster: Id | None = None


class FillDisplay(PublicAction, frozen=True, kw_only=True, tag="fill_display"):
    """Six items are laid out in the quartermaster (OC-109)."""

    items: tuple[Id, ...] | None = None


class ChooseFirstPlayer(PublicAction, frozen=True, kw_only=True, tag="choose_first_player"):
    """The table settles who begins (OC-113)."""

    seat: Seat | None = None


class PlaceHero(PublicSeatAction, frozen=True, kw_only=True, tag="place_hero"):
    """A seat puts its hero on a free start of its side (OC-114)."""

    location: Id


class AssignXp(PublicSeatAction, frozen=True, kw_only=True, tag="assign_xp"):
    """A hero's XP is put on tracks, or on a locked slot (OC-350 … OC-352)."""

    targets: tuple[Id, ...]


class Move(PublicSeatAction, frozen=True, kw_only=True, tag="move"):
    """One step onto an adjacent location (OC-301 … OC-306)."""

    to: Id


class Fight(PublicSeatAction, frozen=True, kw_only=True, tag="fight"):
    """A hero that has not moved attacks the enemy at its location (OC-208)."""


class OpenLocation(PublicSeatAction, frozen=True, kw_only=True, tag="open_location"):
    """The active hero opens its location (OC-320 … OC-325)."""

    card: Id | None = None
    cascade: tuple[CascadeCard, ...] | None = None


class VisitQuartermaster(PublicSeatAction, frozen=True, kw_only=True, tag="visit_quartermaster"):
    """An Order hero takes items and refreshes the display (OC-330)."""

    take: tuple[Id, ...] = ()
    discard: tuple[Id, ...] = ()
    refill: tuple[Id, ...] | None = None


class DiscardDisplayItem(PublicSeatAction, frozen=True, kw_only=True, tag="discard_display_item"):
    """A Chaos hero discards an item of the display (OC-331)."""

    item: Id


class UseOrderShrine(PublicSeatAction, frozen=True, kw_only=True, tag="use_order_shrine"):
    """An Order hero gains stamina or health (OC-333)."""

    gain: Literal["stamina", "health"]


class CancelledBy(Struct, frozen=True, forbid_unknown_fields=True):
    """The kept card that cancels a healing (OC-519)."""

    seat: Seat
    card: Id


class UseHealingShrine(PublicSeatAction, frozen=True, kw_only=True, tag="use_healing_shrine"):
    """An Order hero is healed, unless a kept card cancels it (OC-334, OC-519)."""

    cancelled_by: CancelledBy | None = None


class AttackHealingShrine(PublicSeatAction, frozen=True, kw_only=True, tag="attack_healing_shrine"):
    """A Chaos hero tries to destroy the shrine (OC-334)."""

    dice: tuple[Id, ...] | None = None


class AttackRift(PublicSeatAction, frozen=True, kw_only=True, tag="attack_rift"):
    """An Order hero tries to close the rift (OC-336)."""

    dice: tuple[Id, ...] | None = None


class PickUpTokens(PublicSeatAction, frozen=True, kw_only=True, tag="pick_up_tokens"):
    """A Chaos hero takes the tokens that lie here and fit (OC-361)."""


class UseChaosRift(PublicSeatAction, frozen=True, kw_only=True, tag="use_chaos_rift"):
    """A Chaos hero picks up tokens, places a monster, or both (OC-332)."""

    pick_up: bool = False
    place: Id | None = None


class UseWanderingMonster(PublicSeatAction, frozen=True, kw_only=True, tag="use_wandering_monster"):
    """A Chaos hero places a monster and shoves away the one in that location (OC-335)."""

    shove_to: Id | None = None
    place: Id


class DeliverTokens(PublicSeatAction, frozen=True, kw_only=True, tag="deliver_tokens"):
    """A Chaos hero delivers all its tokens to the arch enemy (OC-338)."""


class EndTurn(PublicSeatAction, frozen=True, kw_only=True, tag="end_turn"):
    """The turn passes clockwise (OC-209)."""


class PlaceMonster(PublicAction, frozen=True, kw_only=True, tag="place_monster"):
    """The first open placement gets its monster (OC-340)."""

    location: Id
    monster: Id
    chosen_by: Seat
    timeout: bool = False


class DiscardSurplusMonster(PublicAction, frozen=True, kw_only=True, tag="discard_surplus_monster"):
    """Order discards one of two monsters (OC-342)."""

    location: Id
    monster: Id


class DrawEvent(SeatAction, frozen=True, kw_only=True, tag="draw_event"):
    """A Chaos hero draws an event card that it is due (OC-507).

    card: "unknown" for one that is kept and that the recorder has not seen (OC-R85).
    """

    card: Id | None = None


class NameEvent(SeatAction, frozen=True, kw_only=True, tag="name_event"):
    """A Chaos seat says which card an unknown one is that it keeps (OC-R86)."""

    card: Id


class ResolveEvent(PublicSeatAction, frozen=True, kw_only=True, tag="resolve_event"):
    """A drawn instant is applied and discarded (OC-507, OC-213)."""

    card: Id
    effects: Effects = ()
    unanimous: bool = True
    decided_by: Seat | None = None


class PlayEvent(PublicSeatAction, frozen=True, kw_only=True, tag="play_event"):
    """A kept card is played when its text allows (OC-507)."""

    card: Id
    effects: Effects = ()
    unanimous: bool = True
    decided_by: Seat | None = None


class UseAbility(PublicAction, frozen=True, kw_only=True, tag="use_ability"):
    """A hero (`seat`), or a monster or the arch enemy in its battle (`unit`), uses an ability (OC-506)."""

    seat: Seat | None = None
    unit: Id | None = None
    ability: Id
    effects: Effects = ()


class UseEquipment(PublicSeatAction, frozen=True, kw_only=True, tag="use_equipment"):
    """An Order hero uses a piece of equipment, which is discarded (OC-503)."""

    item: Id
    effects: Effects = ()


class ApplyEffects(PublicSeatAction, frozen=True, kw_only=True, tag="apply_effects"):
    """The effects of a text special or of special tokens, listed by hand; always flagged manual (OC-520)."""

    source: Id
    effects: Effects = ()
    reason: str = ""


class DiscardEquipment(PublicSeatAction, frozen=True, kw_only=True, tag="discard_equipment"):
    """An Order hero discards its own equipment (OC-503)."""

    item: Id


class TakeReward(PublicSeatAction, frozen=True, kw_only=True, tag="take_reward"):
    """The killer of a monster takes an item of the display, or none (OC-480)."""

    item: Id | None = None
    discard: Id | None = None


class Resurrect(PublicSeatAction, frozen=True, kw_only=True, tag="resurrect"):
    """A dead hero comes back on a start of its side (OC-370)."""

    location: Id


class TakeOverflow(PublicSeatAction, frozen=True, kw_only=True, tag="take_overflow"):
    """An Order hero's gain for a point of doom beyond 13 (OC-606)."""

    gain: Literal["health", "item", "xp"]
    item: Id | None = None
    discard: Id | None = None


class SelectWeapons(PublicSeatAction, frozen=True, kw_only=True, tag="select_weapons"):
    """A hero selects its weapons of the round, and the one that gets its attack (OC-410 … OC-412)."""

    weapons: tuple[Id, ...] = ()
    bonus: Id | None = None


class DeclareBlocks(PublicAction, frozen=True, kw_only=True, tag="declare_blocks"):
    """The units that block this round (OC-420)."""

    units: tuple[Id, ...] = ()


class DeclareTargets(PublicAction, frozen=True, kw_only=True, tag="declare_targets"):
    """A unit's targets of the segment, one for each attack (OC-431)."""

    unit: Id
    targets: dict[Id, Id]


class RollAttack(PublicAction, frozen=True, kw_only=True, tag="roll_attack"):
    """An attack is rolled, or deals its flat damage (OC-432)."""

    unit: Id
    attack: Id
    dice: tuple[Id, ...] | None = None
    flat: bool = False


class DieChange(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One die of a rolled attack is rerolled, cancelled, exchanged for damage, or set (OC-433)."""

    unit: Id
    attack: Id
    die: Index
    op: Literal["reroll", "cancel", "exchange", "set"]
    face: Id | None = None
    damage: Amount | None = None


class ChangeDice(PublicAction, frozen=True, kw_only=True, tag="change_dice"):
    """A special, ability, item or card changes dice (OC-433, OC-522)."""

    seat: Seat | None = None
    unit: Id | None = None
    source: Id
    changes: tuple[DieChange, ...]


class ResolveSegment(PublicAction, frozen=True, kw_only=True, tag="resolve_segment"):
    """The segment's results take place (OC-434 … OC-439)."""

    absorb: dict[Id, Amount] | None = None
    order: dict[Id, tuple[Id, ...]] | None = None


class AttemptRetreat(PublicSeatAction, frozen=True, kw_only=True, tag="attempt_retreat"):
    """A hero tries to leave the battle; `to` is where it would go (OC-470 … OC-475)."""

    dice: tuple[Id, ...] | None = None
    to: Id | None = None


class Stay(PublicSeatAction, frozen=True, kw_only=True, tag="stay"):
    """A hero does not try to retreat (OC-470)."""


class PairLoss(Struct, frozen=True, forbid_unknown_fields=True):
    """The health that a Chaos hero and its monster lose to Order's doom (OC-613)."""

    seat: Seat
    hero: Amount
    monster: Amount


class AllotDoomDamage(PublicAction, frozen=True, kw_only=True, tag="allot_doom_damage"):
    """Order divides its doom within each pair that has a choice (OC-613)."""

    losses: tuple[PairLoss, ...]


SETUP: tuple[type[Action], ...] = (
    ChooseMap,
    SetArchEnemy,
    ChooseHero,
    DrawMonsterType,
    FillDisplay,
    ChooseFirstPlayer,
    PlaceHero,
)
DUTIES: tuple[type[Action], ...] = (
    AssignXp,
    PlaceMonster,
    DiscardSurplusMonster,
    DrawEvent,
    ResolveEvent,
    TakeReward,
    Resurrect,
    TakeOverflow,
    AllotDoomDamage,
)
LOCATION: tuple[type[Action], ...] = (
    VisitQuartermaster,
    DiscardDisplayItem,
    UseOrderShrine,
    UseHealingShrine,
    AttackHealingShrine,
    AttackRift,
    PickUpTokens,
    UseChaosRift,
    UseWanderingMonster,
    DeliverTokens,
)
MAP: tuple[type[Action], ...] = (Move, Fight, OpenLocation, *LOCATION, EndTurn)
BATTLE: tuple[type[Action], ...] = (
    SelectWeapons,
    DeclareBlocks,
    DeclareTargets,
    RollAttack,
    ChangeDice,
    ResolveSegment,
    AttemptRetreat,
    Stay,
)
CARDS: tuple[type[Action], ...] = (PlayEvent, UseAbility, UseEquipment, ApplyEffects, DiscardEquipment)
ANY_TIME: tuple[type[Action], ...] = (NameEvent,)

ACTIONS = SETUP + DUTIES + MAP + BATTLE + CARDS + ANY_TIME


def actor(action: Action) -> str | None:
    """Whose action it is; None: the table's own, or that of a monster's or the arch enemy's players."""
    match action:
        case ChooseFirstPlayer():
            return None
        case PlaceMonster(chosen_by=seat):
            return seat
        case DeclareTargets(unit=unit) | RollAttack(unit=unit):
            return unit.removeprefix("hero:") if unit.startswith("hero:") else None
        case _:
            return getattr(action, "seat", None)
