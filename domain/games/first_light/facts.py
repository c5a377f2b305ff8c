"""What has become true. A `cause` names the place, card or rule that brought it about."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from domain.games.first_light.actions import Cards, DieAt
from domain.kernel import Fact


class Plan(Struct, frozen=True):
    """A seat's assigned dice: values from Garage 1 rightwards, values by Farm."""

    garages: tuple[int, ...]
    farms: dict[str, int]


class StacksRevealed(Fact, frozen=True, tag="stacks_revealed"):
    farm_tops: tuple[str, ...]
    upgrade_tops: tuple[str, ...]


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


class StartPlayerSet(Fact, frozen=True, tag="start_player_set"):
    seat: str


class EventRevealed(Fact, frozen=True, tag="event_revealed"):
    """The next round begins with it, in the Plan phase."""

    event: str


class EffectApplied(Fact, frozen=True, tag="effect_applied"):
    """A `manual` effect was carried out by the table; what it did follows."""

    by_hand: ClassVar[bool] = True

    effect: str


class ResourcesGained(Fact, frozen=True, tag="resources_gained"):
    seat: str
    cause: str
    gains: dict[str, int]


class ResourcesPaid(Fact, frozen=True, tag="resources_paid"):
    """`saved`: what each reduction took off the price, by its source."""

    seat: str
    cause: str
    costs: dict[str, int]
    saved: dict[str, int] = {}


class DiceGained(Fact, frozen=True, tag="dice_gained"):
    """From the dice supply to the reserve; a negative count goes back (manual effects alone)."""

    seat: str
    cause: str
    count: int


class DiceRolled(Fact, frozen=True, tag="dice_rolled"):
    seat: str
    values: tuple[int, ...]


class DiceAssigned(Fact, frozen=True, tag="dice_assigned"):
    seat: str
    garages: tuple[int, ...]
    farms: dict[str, int]


class PlanConfirmed(Fact, frozen=True, tag="plan_confirmed"):
    seat: str


class PlansRevealed(Fact, frozen=True, tag="plans_revealed"):
    plans: dict[str, Plan]


class PhaseBegun(Fact, frozen=True, tag="phase_begun"):
    phase: str
    to_act: str | None = None
    first_slot: int | None = None
    schemes: int = 0


class TurnPassed(Fact, frozen=True, tag="turn_passed"):
    seat: str


class DiePlaced(Fact, frozen=True, tag="die_placed"):
    """A die leaves its slot and shows `value` on the board. `space`: place from 1, also a row."""

    seat: str
    origin: str
    slot: int
    location: str
    space: int
    value: int
    face: int
    clan: str | None = None
    column: int | None = None
    treated_as: int | None = None
    second: bool = False


class DiceSentToCantina(Fact, frozen=True, tag="dice_sent_to_cantina"):
    seat: str
    origin: str
    slots: tuple[int, ...]


class HarvesterMoved(Fact, frozen=True, tag="harvester_moved"):
    seat: str
    cause: str
    space: str
    arrow: bool = False


class TokenTaken(Fact, frozen=True, tag="token_taken"):
    """The planet token on `space` is gone for good; what it gave follows."""

    seat: str
    space: str
    token: str


class TilesRemoved(Fact, frozen=True, tag="tiles_removed"):
    """Tiles leave the game; those to their right shift left, Farm dice with them (FL-705)."""

    seat: str
    cause: str
    kind: str
    slots: tuple[int, ...]


class TileTaken(Fact, frozen=True, tag="tile_taken"):
    """The top tile of a stack comes to the left-most free slot.

    `replaces`: the slot of an own tile that leaves the game for it (FL-R22). The new tile comes into that
    slot, no other moves, and the die of a Farm that leaves waits in the Cantina (FL-705).
    """

    seat: str
    cause: str
    kind: str
    stack: int
    tile: str
    new_top: str | None = None
    replaces: int | None = None


class FollowUpDue(Fact, frozen=True, tag="follow_up_due"):
    kind: str
    seat: str
    clan: str | None = None
    value: int | None = None
    row: str | None = None


class FollowUpDone(Fact, frozen=True, tag="follow_up_done"):
    """The pending choice was made, or declined."""

    declined: bool = False


class AdvancementTaken(Fact, frozen=True, tag="advancement_taken"):
    owner: str
    value: int
    reward: str


class SetbackTaken(Fact, frozen=True, tag="setback_taken"):
    owner: str
    condition: int
    punishment: str
    as_gain: bool = False


class SetbackIgnored(Fact, frozen=True, tag="setback_ignored"):
    seat: str
    clan: str


class DieSet(Fact, frozen=True, tag="die_set"):
    """A die on the own base now shows `to`."""

    seat: str
    at: str
    slot: int
    to: int


class DieLost(Fact, frozen=True, tag="die_lost"):
    """A die goes back to the dice supply; the place it leaves is free."""

    seat: str
    die: DieAt


class Harvested(Fact, frozen=True, tag="harvested"):
    seat: str


class Rested(Fact, frozen=True, tag="rested"):
    """`returned` dice come back to the reserve, `excess` of it go to the dice supply."""

    seat: str
    returned: int
    excess: int = 0


class RoundEnded(Fact, frozen=True, tag="round_ended"):
    start_player: str


class SchemesReshuffled(Fact, frozen=True, tag="schemes_reshuffled"):
    """The Scheme discards are the draw pile now."""


class SchemeRevealed(Fact, frozen=True, tag="scheme_revealed"):
    scheme: str


class SchemeResolved(Fact, frozen=True, tag="scheme_resolved"):
    """`option` from 1; None: no option was possible. `more`: Schemes that come on top."""

    option: int | None = None
    more: int = 0


class AiMoved(Fact, frozen=True, tag="ai_moved"):
    """`cleared`: spaces whose Water went back to the supply; `gem`: whether a Gem was taken there."""

    space: str
    cleared: tuple[str, ...] = ()
    gem: bool = False
    arrow: bool = False


class AiDiePlaced(Fact, frozen=True, tag="ai_die_placed"):
    location: str
    space: int
    value: int
    clan: str | None = None
    column: int | None = None


class AiGained(Fact, frozen=True, tag="ai_gained"):
    cause: str
    gems: int = 0
    dice: int = 0


class AiPaid(Fact, frozen=True, tag="ai_paid"):
    cause: str
    gems: int


class AiProgressed(Fact, frozen=True, tag="ai_progressed"):
    """The next Progress Tile is unlocked."""

    bonus: str


class AiDiceReturned(Fact, frozen=True, tag="ai_dice_returned"):
    """From the Location Boards: so many to its board, the rest to its supply."""

    board: int
    supply: int = 0


class CachesRevealed(Fact, frozen=True, tag="caches_revealed"):
    caches: dict[str, str]


class GameEnded(Fact, frozen=True, tag="game_ended"):
    winners: tuple[str, ...]
    decided_by: str


FACTS: tuple[type[Fact], ...] = (
    StacksRevealed,
    CharactersDealt,
    CharacterChosen,
    CharactersRevealed,
    ItemsDealt,
    ItemDrafted,
    PacketsPassed,
    PacketsBottomed,
    ItemsKept,
    ItemsDrawn,
    DiscardsReshuffled,
    ItemNamed,
    ItemAcquired,
    ItemsDiscarded,
    StartPlayerSet,
    EventRevealed,
    EffectApplied,
    ResourcesGained,
    ResourcesPaid,
    DiceGained,
    DiceRolled,
    DiceAssigned,
    PlanConfirmed,
    PlansRevealed,
    PhaseBegun,
    TurnPassed,
    DiePlaced,
    DiceSentToCantina,
    HarvesterMoved,
    TokenTaken,
    TilesRemoved,
    TileTaken,
    FollowUpDue,
    FollowUpDone,
    AdvancementTaken,
    SetbackTaken,
    SetbackIgnored,
    DieSet,
    DieLost,
    Harvested,
    Rested,
    RoundEnded,
    SchemesReshuffled,
    SchemeRevealed,
    SchemeResolved,
    AiMoved,
    AiDiePlaced,
    AiGained,
    AiPaid,
    AiProgressed,
    AiDiceReturned,
    CachesRevealed,
    GameEnded,
)
