"""What has become true. Facts are mechanical: `evolve` needs no rule to apply them.

A fact about chance, damage or a card says enough for the projections to count it without the rules.
"""

from __future__ import annotations

from domain.games.order_vs_chaos.state import Attack, Duty, Unit
from domain.kernel import Fact


class MapChosen(Fact, frozen=True, tag="map_chosen"):
    """The board's side; a face-down card lies on each `card` location (OC-112)."""

    map: str


class ArchEnemySet(Fact, frozen=True, tag="arch_enemy_set"):
    """Which arch enemy stands on the map."""

    arch_enemy: str
    method: str


class HeroChosen(Fact, frozen=True, tag="hero_chosen"):
    """A seat's hero, with its starting health and special tokens (OC-111)."""

    seat: str
    hero: str
    health: int
    special_tokens: int = 0
    method: str = "chosen"


class MonsterTypeDrawn(Fact, frozen=True, tag="monster_type_drawn"):
    """A Chaos seat's monster type."""

    seat: str
    monster: str


class DisplayFilled(Fact, frozen=True, tag="display_filled"):
    """New items lie in the display. `reshuffled`: the item discard became the new deck first (OC-505)."""

    items: tuple[str, ...]
    reshuffled: bool = False


class FirstPlayerChosen(Fact, frozen=True, tag="first_player_chosen"):
    """Who begins."""

    seat: str


class HeroPlaced(Fact, frozen=True, tag="hero_placed"):
    """A hero stands on its first start."""

    seat: str
    location: str


class TurnBegan(Fact, frozen=True, tag="turn_began"):
    """A seat's turn begins."""

    seat: str
    turn: int


class XpGained(Fact, frozen=True, tag="xp_gained"):
    """A hero has that much XP to allot."""

    seat: str
    n: int
    cause: str


class XpLost(Fact, frozen=True, tag="xp_lost"):
    """XP that no track could take: lost, or made a token for a Chaos hero (OC-354)."""

    seat: str
    n: int
    converted: bool = False


class XpAllotted(Fact, frozen=True, tag="xp_allotted"):
    """A hero's XP stands on these tracks, or on locked slots."""

    seat: str
    targets: tuple[str, ...]


class HeroMoved(Fact, frozen=True, tag="hero_moved"):
    """A hero went from one location to another: by a `move`, a `retreat` or an `effect`."""

    seat: str
    origin: str | None
    to: str
    how: str = "move"


class EnemiesPassed(Fact, frozen=True, tag="enemies_passed"):
    """This turn the active hero may enter that location without a fight."""

    seat: str
    location: str


class TurnLost(Fact, frozen=True, tag="turn_lost"):
    """Nothing but the end of the turn is left to the active seat (OC-205)."""

    seat: str


class CardOpened(Fact, frozen=True, tag="card_opened"):
    """A location card was turned up: by `explore`, its `cascade`, or an `effect` (cascades included)."""

    location: str
    card: str
    by: str | None
    how: str = "explore"


class CardsSwapped(Fact, frozen=True, tag="cards_swapped"):
    """The cards of two locations changed places, face and all."""

    a: str
    b: str


class CardRemoved(Fact, frozen=True, tag="card_removed"):
    """A card left the game: a `closed` rift, a `destroyed` shrine, or by an `effect`."""

    location: str
    card: str
    how: str
    by: str | None = None


class LocationActed(Fact, frozen=True, tag="location_acted"):
    """The active hero spent its location action."""

    seat: str
    location: str
    action: str


class RiftAttacked(Fact, frozen=True, tag="rift_attacked"):
    """A roll against a rift or a healing shrine, of that number."""

    seat: str
    location: str
    target: str
    number: int
    dice: tuple[str, ...]
    success: bool


class TokensMoved(Fact, frozen=True, tag="token_moved"):
    """Tokens went from one place to another: `supply`, `hero:<seat>` or a location."""

    origin: str
    to: str
    n: int
    cause: str


class DoomChanged(Fact, frozen=True, tag="doom_changed"):
    """A doom track moved. `seat`: whose deed or death it was."""

    side: str
    before: int
    after: int
    cause: str
    seat: str | None = None


class MonsterPlaced(Fact, frozen=True, tag="monster_placed"):
    """A monster came onto the map."""

    type: str
    location: str
    by: str | None = None
    timeout: bool = False


class TokenInstead(Fact, frozen=True, tag="token_instead"):
    """No figure was left: a token was due instead of a monster (OC-341)."""

    location: str


class MonsterMoved(Fact, frozen=True, tag="monster_moved"):
    """A monster was shoved or moved."""

    type: str
    origin: str
    to: str


class MonsterDiscarded(Fact, frozen=True, tag="monster_discarded"):
    """A monster left the map without being killed."""

    type: str
    location: str
    cause: str


class HealthChanged(Fact, frozen=True, tag="health_changed"):
    """A hero's health, outside the damage of attacks."""

    seat: str
    delta: int
    cause: str


class StaminaChanged(Fact, frozen=True, tag="stamina_changed"):
    """A hero's stamina; `cause` is the ability paid for, or what gave it back."""

    seat: str
    delta: int
    cause: str


class SpecialTokensChanged(Fact, frozen=True, tag="special_tokens_changed"):
    """A hero's special tokens."""

    seat: str
    delta: int


class HeroDied(Fact, frozen=True, tag="hero_died"):
    """A hero is at 0 health. With `returns` it will be resurrected (OC-370)."""

    seat: str
    location: str | None
    returns: bool


class HeroResurrected(Fact, frozen=True, tag="hero_resurrected"):
    """A hero is back with full health and stamina; without a location before the arch enemy (OC-604)."""

    seat: str
    location: str | None
    health: int


class ItemGained(Fact, frozen=True, tag="item_gained"):
    """An item of the display became a hero's: by `reward`, `visit`, `overflow` or `effect`."""

    seat: str
    item: str
    via: str


class ItemDiscarded(Fact, frozen=True, tag="item_discarded"):
    """A hero's item went to the discard: `used`, for `room`, `thrown`, by an `effect` or by `choice`."""

    seat: str
    item: str
    cause: str


class DisplayItemsDiscarded(Fact, frozen=True, tag="display_items_discarded"):
    """Items of the display went to the discard."""

    items: tuple[str, ...]
    cause: str
    seat: str | None = None


class EventDrawn(Fact, frozen=True, tag="event_drawn"):
    """An event card was drawn. A kept one (`keep`) is known to the seats `known_to` only."""

    seat: str
    card: str
    keep: bool = False
    reshuffled: bool = False
    known_to: tuple[str, ...] = ()


class EventResolved(Fact, frozen=True, tag="event_resolved"):
    """A drawn instant went to the discard. `split`: its side did not decide it unanimously (OC-213)."""

    seat: str
    card: str
    split: bool = False


class EventPlayed(Fact, frozen=True, tag="event_played"):
    """A kept card was played and discarded."""

    seat: str
    card: str
    split: bool = False


class ManualEffects(Fact, frozen=True, tag="manual_effects"):
    """A text was carried out by hand: the audit flags it."""

    source: str
    seat: str | None = None


class DutyRaised(Fact, frozen=True, tag="duty_raised"):
    """Somebody owes a choice."""

    duty: Duty


class DutyDone(Fact, frozen=True, tag="duty_done"):
    """A duty is discharged, or lapses."""

    duty: Duty
    lapsed: bool = False


class BattleCaused(Fact, frozen=True, tag="battle_caused"):
    """A battle waits for its time at that location (OC-345)."""

    location: str
    cause: str


class BattleDropped(Fact, frozen=True, tag="battle_dropped"):
    """A waiting battle has become idle (OC-215), or its enemies joined the running one (OC-712)."""

    location: str


class BattleStarted(Fact, frozen=True, tag="battle_started"):
    """A battle begins; the units have been dealt their chits (OC-404)."""

    location: str | None
    kind: str
    units: tuple[Unit, ...]
    cause: str
    phasing: bool = False


class WeaponsSelected(Fact, frozen=True, tag="weapons_selected"):
    """A hero's weapons of the round."""

    seat: str
    weapons: tuple[str, ...]
    bonus: str | None = None


class BlockStepBegan(Fact, frozen=True, tag="block_step_began"):
    """Somebody may block."""


class BlocksDeclared(Fact, frozen=True, tag="blocks_declared"):
    """These units block; each gains as many chits as it takes debt."""

    debts: dict[str, int]


class SegmentBegan(Fact, frozen=True, tag="segment_began"):
    """The attacks of a segment; targets without a choice are filled in."""

    segment: str
    attacks: tuple[Attack, ...]


class TargetsDeclared(Fact, frozen=True, tag="targets_declared"):
    """Whom a unit's attacks are aimed at."""

    unit: str
    targets: dict[str, str]


class AttackRolled(Fact, frozen=True, tag="attack_rolled"):
    """An attack's dice, or its flat damage."""

    unit: str
    attack: str
    dice: tuple[str, ...] = ()
    flat: bool = False
    seat: str | None = None


class DieChanged(Fact, frozen=True, tag="die_changed"):
    """One die was changed; `face` is what it shows now, `damage` what an exchange adds."""

    unit: str
    attack: str
    die: int
    op: str
    source: str
    face: str | None = None
    damage: int = 0


class GainsTaken(Fact, frozen=True, tag="gains_taken"):
    """What an attack's dice gave its owner (OC-434)."""

    unit: str
    attack: str
    chits: int = 0
    health: int = 0
    track: int = 0


class DamageDealt(Fact, frozen=True, tag="damage_dealt"):
    """One attack's result: rolled, forgone for a block, absorbed by chits, taken from health.

    What is left of `rolled` is overkill. The segment's damage lands at the same time.
    """

    unit: str
    attack: str
    target: str
    segment: str
    rolled: int
    forgone: int
    absorbed: int
    health: int


class SegmentResolved(Fact, frozen=True, tag="segment_resolved"):
    """The segment is over."""

    segment: str


class UnitKilled(Fact, frozen=True, tag="unit_killed"):
    """A unit of a battle is dead. `by`: who damaged it in that segment; a monster's `location` on the map."""

    unit: str
    by: tuple[str, ...] = ()
    location: str | None = None
    type: str | None = None


class UnitLeft(Fact, frozen=True, tag="unit_left"):
    """A unit was taken out of the battle alive; its attacks and those aimed at it are lost (OC-490)."""

    unit: str


class UnitChanged(Fact, frozen=True, tag="unit_changed"):
    """An effect changed a unit's chits, health or battle track."""

    unit: str
    chits: int = 0
    health: int = 0
    track: int = 0
    cause: str = ""


class BattleStopped(Fact, frozen=True, tag="battle_stopped"):
    """An effect ends the battle once this is settled (OC-491)."""


class BlockSettled(Fact, frozen=True, tag="block_settled"):
    """A blocker's remaining debt was paid with chits, and with health for what was missing (OC-423)."""

    unit: str
    debt: int
    chits: int
    health: int


class RetreatBegan(Fact, frozen=True, tag="retreat_began"):
    """Who may try to retreat, in order (OC-470)."""

    queue: tuple[str, ...]


class Stayed(Fact, frozen=True, tag="stayed"):
    """A hero did not try to retreat."""

    seat: str


class Retreated(Fact, frozen=True, tag="retreated"):
    """A hero tried to retreat."""

    seat: str
    dice: tuple[str, ...]
    ok: bool
    to: str | None = None


class RoundBegan(Fact, frozen=True, tag="round_began"):
    """The next round; `joined` came into the battle by effects (OC-712)."""

    round: int
    joined: tuple[Unit, ...] = ()


class BattleEnded(Fact, frozen=True, tag="battle_ended"):
    """The battle is over after so many rounds. `cause`: won, retreat, effect, dropped, final."""

    location: str | None
    rounds: int
    cause: str
    order_left: tuple[str, ...] = ()
    chaos_left: tuple[str, ...] = ()


class FinalBegan(Fact, frozen=True, tag="final_began"):
    """Turns are over; all heroes stand before the arch enemy."""


class FinalPrepared(Fact, frozen=True, tag="final_prepared"):
    """Health at the start of the final battle (OC-611, OC-612, OC-614)."""

    heroes: dict[str, int]
    monsters: dict[str, int]
    arch_health: int


class DoomDamageTaken(Fact, frozen=True, tag="doom_damage_taken"):
    """What a pair lost to Order's doom; at 0 health a hero is dead, which counts as no death in a battle."""

    seat: str
    hero: int
    monster: int


class StageBegan(Fact, frozen=True, tag="stage_began"):
    """The next stage of the final battle."""

    stage: str


class GameWon(Fact, frozen=True, tag="game_won"):
    """The end."""

    side: str
    stage: str
    reason: str


FACTS: tuple[type[Fact], ...] = tuple(
    kind
    for kind in list(globals().values())
    if isinstance(kind, type) and issubclass(kind, Fact) and kind is not Fact
)
