"""What has become true in the setup, the turn and on the map: cards, tokens, doom and monsters."""

from __future__ import annotations

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
