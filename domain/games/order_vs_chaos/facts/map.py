"""What has become true in the setup, on the map, to heroes and in the decks."""

from __future__ import annotations

from typing import ClassVar

from domain.games.order_vs_chaos.state import Duty
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

    by_hand: ClassVar[bool] = True

    source: str
    seat: str | None = None


class DutyRaised(Fact, frozen=True, tag="duty_raised"):
    """Somebody owes a choice."""

    duty: Duty


class DutyDone(Fact, frozen=True, tag="duty_done"):
    """A duty is discharged, or lapses."""

    duty: Duty
    lapsed: bool = False
