"""The commands of Chaosmos, as its rules file names them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from domain.kernel import Action, PublicAction, PublicSeatAction, Seat, SeatAction


class Delta(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="delta"
):
    """CM-530: one change that a card's or ability's own text makes."""


class MoveCard(Delta, frozen=True, kw_only=True, tag="move_card"):
    """A card from one zone to another; `seen_by`: the seats that learn which card it is.

    Zones: `hand:SEAT`, `envelope:PLANET`, `face_up:PLANET`, `pool`, `void`, `removed`.
    """

    card: str
    from_: str = field(name="from")
    to: str
    seen_by: tuple[Seat, ...] = ()


class SetPosition(Delta, frozen=True, kw_only=True, tag="set_position"):
    """A seat stands somewhere else; a planet left is no longer controlled."""

    seat: Seat
    space: str


class Banish(Delta, frozen=True, kw_only=True, tag="banish"):
    """CM-460: a seat is put on a planet, its control ends, its turn too if it is the active one."""

    seat: Seat
    planet: str


class AddHypertokens(Delta, frozen=True, kw_only=True, tag="add_hypertokens"):
    """From the supply (or back to it, n < 0)."""

    seat: Seat
    n: int


class ReduceClock(Delta, frozen=True, kw_only=True, tag="reduce_clock"):
    """The clock goes down by n, to 0 at the least."""

    n: int


class LoseRestOfTurn(Delta, frozen=True, kw_only=True, tag="lose_rest_of_turn"):
    """CM-208, for the active seat."""


class LiftNoTake(Delta, frozen=True, kw_only=True, tag="lift_no_take"):
    """CM-514: a Vault is opened for good in this control."""

    planet: str


class RevealHand(Delta, frozen=True, kw_only=True, tag="reveal_hand"):
    """The hand of a seat is shown to these seats."""

    of: Seat
    to: tuple[Seat, ...]


class RevealEnvelope(Delta, frozen=True, kw_only=True, tag="reveal_envelope"):
    """An envelope is shown to these seats."""

    planet: str
    to: tuple[Seat, ...]


Deltas = tuple[
    Annotated[
        MoveCard
        | SetPosition
        | Banish
        | AddHypertokens
        | ReduceClock
        | LoseRestOfTurn
        | LiftNoTake
        | RevealHand
        | RevealEnvelope,
        Meta(title="Delta", description="A change that a card or an ability makes (CM-530)."),
    ],
    ...,
]

Faces = dict[str, tuple[int | str, ...]]


class RemoveAlienPair(PublicAction, frozen=True, tag="remove_alien_pair"):
    """CM-104. `alien`: an outcome; the other alien with the same gear leaves with it."""

    alien: str | None = None


class ArrangePlanets(PublicAction, frozen=True, tag="arrange_planets"):
    """CM-108, CM-122. `planets`: slot → planet, an outcome."""

    planets: dict[str, str] | None = None


class DealAliens(Action, frozen=True, tag="deal_aliens"):
    """CM-102, CM-103. `aliens`: seat → one or two aliens, an outcome that each seat sees its own part of."""

    aliens: dict[str, tuple[str, ...]] | None = None


class ChooseAlien(SeatAction, frozen=True, tag="choose_alien"):
    """CM-103: the one of the two dealt that the seat plays."""

    alien: str


class DealCards(Action, frozen=True, tag="deal_cards"):
    """CM-113 … CM-116, both parameters outcomes.

    `pool_draws`: in the order drawn, an Ovoid that was set aside included; `envelopes`: planet → cards, which
    may be unknown (CM-R31).
    """

    pool_draws: tuple[str, ...] | None = None
    envelopes: dict[str, tuple[str, ...]] | None = None


class PrepareHand(SeatAction, frozen=True, tag="prepare_hand"):
    """CM-119: the cards of the home envelope that the seat takes into hand."""

    cards: tuple[str, ...]


class NameCards(SeatAction, frozen=True, tag="name_cards"):
    """CM-R31: names of some unnamed cards in the seat's hand, or in the envelope it controls."""

    place: Literal["hand", "envelope"]
    cards: tuple[str, ...]


class SetStartPlayer(PublicAction, frozen=True, tag="set_start_player"):
    """CM-120. `start_player` may be left to chance."""

    start_player: Seat | None = None


class BeginTurn(PublicSeatAction, frozen=True, tag="begin_turn"):
    """CM-205, CM-206."""


class Move(PublicSeatAction, frozen=True, tag="move"):
    """CM-310. `to`: a planet, star or wormhole; any member names a merged space."""

    to: str


class Hyperspace(PublicSeatAction, frozen=True, tag="hyperspace"):
    """CM-320."""

    to: str


class ControlPlanet(PublicSeatAction, frozen=True, tag="control_planet"):
    """CM-330. `gear`: the seat's Enviro Gear, exactly if the planet is toxic (CM-331)."""

    gear: str | None = None


class TransferCards(SeatAction, frozen=True, tag="transfer_cards"):
    """CM-341: between the hand and the face-down cards of the controlled envelope."""

    to_hand: tuple[str, ...] = ()
    to_envelope: tuple[str, ...] = ()


class ActivateFlip(SeatAction, frozen=True, tag="activate_flip"):
    """CM-510."""

    card: str
    from_: Literal["hand", "envelope"] = field(name="from")


class DeactivateFlip(SeatAction, frozen=True, tag="deactivate_flip"):
    """CM-511."""

    to: Literal["hand", "face_down"]


class ReturnEnvelope(PublicSeatAction, frozen=True, tag="return_envelope"):
    """CM-346."""


class Attack(PublicSeatAction, frozen=True, tag="attack"):
    """CM-350. `dice`: each combatant's seat → two faces, an outcome; `gear` exactly if toxic (CM-352)."""

    target: Seat
    gear: str | None = None
    dice: Faces | None = None


class PlayCombatCard(PublicSeatAction, frozen=True, tag="play_combat_card"):
    """CM-411."""

    card: str


class PassCombat(PublicSeatAction, frozen=True, tag="pass_combat"):
    """CM-413."""


class ChooseResolution(PublicSeatAction, frozen=True, tag="choose_resolution"):
    """CM-450. `planet`: where the loser is banished to, exactly with `banish`."""

    choice: Literal["spoils", "banish"]
    planet: str | None = None


class TakeSpoils(SeatAction, frozen=True, tag="take_spoils"):
    """CM-451: one card of the loser's hand."""

    card: str


class GiveBack(SeatAction, frozen=True, tag="give_back"):
    """CM-452: one card from the seat's hand."""

    card: str


class TakeEnvelope(PublicSeatAction, frozen=True, tag="take_envelope"):
    """CM-470. `gear` exactly if the seat accepts on its own toxic planet."""

    accept: bool
    gear: str | None = None


class ResolveOwnTrap(PublicSeatAction, frozen=True, tag="resolve_own_trap"):
    """CM-513: the opener set the Trap; it may send it to the Void and gain control."""

    choice: Literal["suffer", "void"]


class PlayCard(SeatAction, frozen=True, tag="play_card"):
    """CM-360, with what the card's effect asks for.

    `amount` (CM-523), `target` (CM-524), `planet` (CM-525), `planet` and `sent_card` (CM-526), `deltas`
    (CM-530).
    """

    card: str
    amount: int | None = None
    target: Seat | None = None
    planet: str | None = None
    sent_card: str | None = None
    deltas: Deltas | None = None


class UseAbility(SeatAction, frozen=True, tag="use_ability"):
    """CM-531. `ability`: the text on the alien sheet; `cost`: 0 or 1 action."""

    ability: str
    cost: int
    deltas: Deltas = ()


class TradeCosmicPool(PublicSeatAction, frozen=True, tag="trade_cosmic_pool"):
    """CM-370: a hand card for a card of the Pool."""

    give: str
    take: str


class EndTurn(PublicSeatAction, frozen=True, tag="end_turn"):
    """CM-380."""


class ShowOvoid(PublicAction, frozen=True, tag="show_ovoid"):
    """CM-R31: at clock 0 the `holder` shows the Ovoid, a card that nobody has named (CM-602); or nobody."""

    holder: Seat | None = None


ACTIONS = (
    RemoveAlienPair,
    ArrangePlanets,
    DealAliens,
    ChooseAlien,
    DealCards,
    PrepareHand,
    NameCards,
    SetStartPlayer,
    BeginTurn,
    Move,
    Hyperspace,
    ControlPlanet,
    TransferCards,
    ActivateFlip,
    DeactivateFlip,
    ReturnEnvelope,
    Attack,
    PlayCombatCard,
    PassCombat,
    ChooseResolution,
    TakeSpoils,
    GiveBack,
    TakeEnvelope,
    ResolveOwnTrap,
    PlayCard,
    UseAbility,
    TradeCosmicPool,
    EndTurn,
    ShowOvoid,
)
