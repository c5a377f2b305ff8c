"""The commands of First Light, with the names and parameters of the rules file."""

from __future__ import annotations

from msgspec import Struct, field

from domain.kernel import Action, PublicAction, PublicSeatAction, Seat, SeatAction

Cards = tuple[str | None, ...]
"""Items in order; `null` is one that the recorder has not seen (FL-718)."""


class DieAt(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a die is (FL-366): `at` names the place, the other members the spot in it."""

    at: str
    slot: int | None = None
    space: int | None = None
    column: int | None = None
    clan: str | None = None
    row: int | str | None = None


class Changes(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The changes of a manual effect to a seat: amounts gained or (negative) lost, Items, a move."""

    water: int = 0
    algae: int = 0
    power: int = 0
    gems: int = 0
    dice: int = 0
    items: Cards = ()
    discard: tuple[str, ...] = ()
    move_to: str | None = None


class Trade(Struct, frozen=True, forbid_unknown_fields=True):
    """One lot given for one lot received (FL-343)."""

    give: str
    receive: str


class RevealStacks(PublicAction, frozen=True, kw_only=True, tag="reveal_stacks"):
    farm_tops: tuple[str, ...] | None = None
    upgrade_tops: tuple[str, ...] | None = None


class DealCharacters(Action, frozen=True, kw_only=True, tag="deal_characters"):
    characters: dict[str, tuple[str, ...]] | None = None


class ChooseCharacter(SeatAction, frozen=True, kw_only=True, tag="choose_character"):
    character: str


class DealItems(Action, frozen=True, kw_only=True, tag="deal_items"):
    hands: dict[str, Cards] | None = None


class DraftItem(SeatAction, frozen=True, kw_only=True, tag="draft_item"):
    """`keep` left out keeps a card that the recorder has not seen."""

    keep: str | None = None
    bottom: str | None = None


class KeepItems(SeatAction, frozen=True, kw_only=True, tag="keep_items"):
    items: Cards


class SetStartPlayer(PublicAction, frozen=True, kw_only=True, tag="set_start_player"):
    start_player: Seat | None = None


class RevealEvent(PublicAction, frozen=True, kw_only=True, tag="reveal_event"):
    event: str | None = None


class ApplyEffect(Action, frozen=True, kw_only=True, tag="apply_effect"):
    """`effect` is the id of the Event, character, Item or clan whose effect is `manual`."""

    effect: str
    changes: dict[str, Changes]


class TakeDie(PublicSeatAction, frozen=True, kw_only=True, tag="take_die"):
    pass


class RollDice(SeatAction, frozen=True, kw_only=True, tag="roll_dice"):
    values: tuple[int, ...] | None = None


class AssignDice(SeatAction, frozen=True, kw_only=True, tag="assign_dice"):
    garages: tuple[int, ...] = ()
    farms: dict[str, int] = {}


class ConfirmPlan(PublicSeatAction, frozen=True, kw_only=True, tag="confirm_plan"):
    pass


class Placement(SeatAction, frozen=True, kw_only=True):
    """Placing the die to act. `value`: as altered, else its own; `drawn`: the Items drawn by it."""

    value: int | None = None
    drawn: Cards | None = None


class BoardPlacement(Placement, frozen=True, kw_only=True):
    """`treated_as`: the value that the die counts as there (FL-541)."""

    treated_as: int | None = None


class PlaceHeadquarters(Placement, frozen=True, kw_only=True, tag="place_headquarters"):
    gain: str


class PlaceNegotiation(Placement, frozen=True, kw_only=True, tag="place_negotiation"):
    clan: str
    row: int


class PlaceDepository(BoardPlacement, frozen=True, kw_only=True, tag="place_depository"):
    row: str
    item: str
    move_to: str | None = None


class PlaceMiningCamp(BoardPlacement, frozen=True, kw_only=True, tag="place_mining_camp"):
    space: int


class PlaceLaboratory(BoardPlacement, frozen=True, kw_only=True, tag="place_laboratory"):
    space: int
    pay: str
    stack: int
    second_value: int | None = None
    second_treated_as: int | None = None
    remove: tuple[int, ...] = ()
    new_top: str | None = None


class PlaceFoundry(BoardPlacement, frozen=True, kw_only=True, tag="place_foundry"):
    space: int
    pay: str
    remove: tuple[int, ...] = ()
    new_top: str | None = None


class PlaceControlRoom(BoardPlacement, frozen=True, kw_only=True, tag="place_control_room"):
    space: int
    pay: str


class PlaceMarket(BoardPlacement, frozen=True, kw_only=True, tag="place_market"):
    space: int
    trades: tuple[Trade, ...] = ()


class PlaceAcademy(BoardPlacement, frozen=True, kw_only=True, tag="place_academy"):
    space: int
    dice: int


class SendToCantina(PublicSeatAction, frozen=True, kw_only=True, tag="send_to_cantina"):
    pass


class UseClanAbility(SeatAction, frozen=True, kw_only=True, tag="use_clan_ability"):
    decline: bool = False
    garage: int | None = None
    farm: int | None = None
    to: int | None = None
    move_to: str | None = None
    drawn: Cards | None = None


class TakeAdvancement(SeatAction, frozen=True, kw_only=True, tag="take_advancement"):
    reward: str
    stack: int | None = None
    remove: tuple[int, ...] = ()
    move_to: str | None = None
    drawn: Cards | None = None
    new_top: str | None = None


class TakeSetback(SeatAction, frozen=True, kw_only=True, tag="take_setback"):
    condition: int
    punishment: str
    as_gain: bool = False
    tile: int | None = None
    die: DieAt | None = None
    items: tuple[str, ...] | None = None
    move_to: str | None = None
    stack: int | None = None
    remove: tuple[int, ...] = ()
    drawn: Cards | None = None
    new_top: str | None = None


class IgnoreSetback(PublicSeatAction, frozen=True, kw_only=True, tag="ignore_setback"):
    pass


class TakeExtraReward(SeatAction, frozen=True, kw_only=True, tag="take_extra_reward"):
    row: str | None = None
    move_to: str | None = None
    decline: bool = False
    drawn: Cards | None = None


class TakeFreeUpgrade(PublicSeatAction, frozen=True, kw_only=True, tag="take_free_upgrade"):
    stack: int | None = None
    remove: tuple[int, ...] = ()
    decline: bool = False
    new_top: str | None = None


class RevealScheme(PublicAction, frozen=True, kw_only=True, tag="reveal_scheme"):
    scheme: str | None = None


class Harvest(PublicSeatAction, frozen=True, kw_only=True, tag="harvest"):
    """`raise`: how far a Farm die is raised, 0 for not at all; one that is left out is raised by three."""

    choices: dict[str, str] = {}
    raised: dict[str, int] | None = field(default=None, name="raise")
    move_to: str | None = None


class Rest(PublicSeatAction, frozen=True, kw_only=True, tag="rest"):
    discard: tuple[str, ...] = ()


class RevealGemCaches(PublicAction, frozen=True, kw_only=True, tag="reveal_gem_caches"):
    caches: dict[str, str] | None = None


class NameItem(SeatAction, frozen=True, kw_only=True, tag="name_item"):
    item: str


PLACEMENTS: tuple[type[Placement], ...] = (
    PlaceHeadquarters,
    PlaceNegotiation,
    PlaceDepository,
    PlaceMiningCamp,
    PlaceLaboratory,
    PlaceFoundry,
    PlaceControlRoom,
    PlaceMarket,
    PlaceAcademy,
)

ACTIONS: tuple[type[Action], ...] = (
    RevealStacks,
    DealCharacters,
    ChooseCharacter,
    DealItems,
    DraftItem,
    KeepItems,
    SetStartPlayer,
    RevealEvent,
    ApplyEffect,
    TakeDie,
    RollDice,
    AssignDice,
    ConfirmPlan,
    *PLACEMENTS,
    SendToCantina,
    UseClanAbility,
    TakeAdvancement,
    TakeSetback,
    IgnoreSetback,
    TakeExtraReward,
    TakeFreeUpgrade,
    RevealScheme,
    Harvest,
    Rest,
    RevealGemCaches,
    NameItem,
)
