"""Cards: characters, the draft, Items drawn, acquired and discarded."""

from __future__ import annotations

from domain.games.first_light.actions import Cards
from domain.kernel import Fact


class CharactersDealt(Fact, frozen=True, tag="characters_dealt"):
    characters: dict[str, tuple[str, ...]]


class CharacterChosen(Fact, frozen=True, tag="character_chosen"):
    """`open`: everybody sees it as it is chosen (FL-R57)."""

    seat: str
    character: str
    open: bool = False


class CharactersRevealed(Fact, frozen=True, tag="characters_revealed"):
    characters: dict[str, str]


class ItemsDealt(Fact, frozen=True, tag="items_dealt"):
    hands: dict[str, Cards]


class ItemDrafted(Fact, frozen=True, tag="item_drafted"):
    seat: str
    item: str | None


class PacketsPassed(Fact, frozen=True, tag="packets_passed"):
    """Every packet goes to the seat on the left."""


class PacketsBottomed(Fact, frozen=True, tag="packets_bottomed"):
    """The last card of each packet goes under the draw pile, in seat order."""

    seats: tuple[str, ...]
    cards: Cards


class ItemsKept(Fact, frozen=True, tag="items_kept"):
    seat: str
    items: Cards


class ItemsDrawn(Fact, frozen=True, tag="items_drawn"):
    seat: str
    cause: str
    items: Cards


class DiscardsReshuffled(Fact, frozen=True, tag="discards_reshuffled"):
    """The Items' discards are the draw pile now."""


class ItemNamed(Fact, frozen=True, tag="item_named"):
    """An unseen card of the hand, or of the packet dealt, is this Item."""

    seat: str
    item: str
    place: str = "hand"


class ItemAcquired(Fact, frozen=True, tag="item_acquired"):
    seat: str
    item: str
    row: str


class ItemsDiscarded(Fact, frozen=True, tag="items_discarded"):
    seat: str
    cause: str
    items: tuple[str, ...]
