"""Facts of boards, tiles, tokens and resources, of cards, and of rounds and phases."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from domain.games.first_light.actions import Cards
from domain.games.first_light.state import (
    FARMS,
    FIRST_TILE_SLOT,
    PRINTED_FARMS,
    Acquired,
    Deck,
    FollowUp,
    Stack,
    State,
    at,
    tokens_without,
    with_ai,
    with_seat,
    without,
)
from domain.kernel import Fact, PublicFact

# Boards: tiles, tokens, Harvesters, and the resources that they bring.


class StacksRevealed(PublicFact, frozen=True, tag="stacks_revealed"):
    farm_tops: tuple[str, ...]
    upgrade_tops: tuple[str, ...]

    def applied(self, state: State) -> State:
        return replace(
            state,
            farm_stacks=tuple(
                Stack(top, stack.size) for top, stack in zip(self.farm_tops, state.farm_stacks, strict=False)
            ),
            upgrade_stacks=tuple(
                Stack(top, stack.size)
                for top, stack in zip(self.upgrade_tops, state.upgrade_stacks, strict=False)
            ),
        )


class ResourcesGained(PublicFact, frozen=True, tag="resources_gained"):
    seat: str
    cause: str
    gains: dict[str, int]

    def applied(self, state: State) -> State:
        resources = dict(state.seats[self.seat].resources)
        for resource, amount in self.gains.items():
            resources[resource] += amount
        return with_seat(state, self.seat, resources=resources)


class ResourcesPaid(PublicFact, frozen=True, tag="resources_paid"):
    """`saved`: what each reduction took off the price, by its source."""

    seat: str
    cause: str
    costs: dict[str, int]
    saved: dict[str, int] = {}

    def applied(self, state: State) -> State:
        resources = dict(state.seats[self.seat].resources)
        for resource, amount in self.costs.items():
            resources[resource] -= amount
        return with_seat(state, self.seat, resources=resources)


class HarvesterMoved(PublicFact, frozen=True, tag="harvester_moved"):
    seat: str
    cause: str
    space: str
    arrow: bool = False

    def applied(self, state: State) -> State:
        return with_seat(state, self.seat, harvester=self.space)


class TokenTaken(PublicFact, frozen=True, tag="token_taken"):
    """The planet token on `space` is gone for good; what it gave follows."""

    seat: str
    space: str
    token: str

    def applied(self, state: State) -> State:
        return replace(state, tokens=tokens_without(state, (self.space,)))


class TilesRemoved(PublicFact, frozen=True, tag="tiles_removed"):
    """Tiles leave the game; those to their right shift left, Farm dice with them (FL-705)."""

    seat: str
    cause: str
    kind: str
    slots: tuple[int, ...]

    def applied(self, state: State) -> State:
        base, first = state.seats[self.seat], FIRST_TILE_SLOT[self.kind]
        tiles = base.farm_tiles if self.kind == "farm" else base.upgrades
        kept = [index for index in range(len(tiles)) if index + first not in self.slots]
        left = tuple(tiles[index] for index in kept)
        gone = tuple(tile for index, tile in enumerate(tiles) if index not in kept)
        if self.kind == "upgrade":
            shifted = with_seat(state, self.seat, upgrades=left)
            return replace(shifted, removed_upgrades=(*state.removed_upgrades, *gone))
        dice = tuple(base.farms[index + PRINTED_FARMS] for index in kept)
        farms = base.farms[:PRINTED_FARMS] + dice
        farms += (None,) * (FARMS - len(farms))
        waiting = sum(die is not None for die in base.farms) - sum(die is not None for die in farms)
        shifted = with_seat(state, self.seat, farm_tiles=left, farms=farms, cantina=base.cantina + waiting)
        return replace(shifted, removed_farms=(*state.removed_farms, *gone))


class TileTaken(PublicFact, frozen=True, tag="tile_taken"):
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

    def applied(self, state: State) -> State:
        base, stacks = state.seats[self.seat], state.stacks(self.kind)
        uncovered = at(stacks, self.stack, Stack(self.new_top, stacks[self.stack].size - 1))
        tiles = base.farm_tiles if self.kind == "farm" else base.upgrades
        place = _place_of(self, len(tiles))
        gone, tiles = tiles[place : place + 1], at(tiles, place, self.tile)
        if self.kind == "upgrade":
            taken = with_seat(state, self.seat, upgrades=tiles)
            return replace(taken, upgrade_stacks=uncovered, removed_upgrades=(*state.removed_upgrades, *gone))
        farms, cantina = base.farms, base.cantina
        if gone and farms[PRINTED_FARMS + place] is not None:
            farms, cantina = at(farms, PRINTED_FARMS + place, None), cantina + 1
        taken = with_seat(state, self.seat, farm_tiles=tiles, farms=farms, cantina=cantina)
        return replace(taken, farm_stacks=uncovered, removed_farms=(*state.removed_farms, *gone))


class AdvancementTaken(PublicFact, frozen=True, tag="advancement_taken"):
    owner: str
    value: int
    reward: str

    def applied(self, state: State) -> State:
        return replace(
            state,
            left_values=tuple(value for value in state.left_values if value != self.value),
            free_rewards=tuple(reward for reward in state.free_rewards if reward != self.reward),
        )


class SetbackTaken(PublicFact, frozen=True, tag="setback_taken"):
    owner: str
    condition: int
    punishment: str
    as_gain: bool = False

    def applied(self, state: State) -> State:
        return replace(
            state,
            left_conditions=tuple(c for c in state.left_conditions if c != self.condition),
            free_punishments=tuple(p for p in state.free_punishments if p != self.punishment),
        )


class SetbackIgnored(PublicFact, frozen=True, tag="setback_ignored"):
    seat: str
    clan: str

    def applied(self, state: State) -> State:
        return state


class CachesRevealed(Fact, frozen=True, tag="caches_revealed"):
    caches: dict[str, str]

    def applied(self, state: State) -> State:
        return replace(state, caches=self.caches)


def _place_of(fact: TileTaken, held: int) -> int:
    """The index of the new tile in the row of `held` tiles: that of the replaced one, else after the last."""
    place = held if fact.replaces is None else fact.replaces - FIRST_TILE_SLOT[fact.kind]
    return place if 0 <= place < held else held


# Cards: characters, the draft, Items drawn, acquired and discarded.


class CharactersDealt(Fact, frozen=True, tag="characters_dealt"):
    characters: dict[str, tuple[str, ...]]

    def applied(self, state: State) -> State:
        dealt = {seat: replace(state.seats[seat], dealt=cards) for seat, cards in self.characters.items()}
        return replace(state, seats={**state.seats, **dealt})


class CharacterChosen(Fact, frozen=True, tag="character_chosen"):
    """`open`: everybody sees it as it is chosen (FL-R57)."""

    seat: str
    character: str
    open: bool = False

    def applied(self, state: State) -> State:
        return with_seat(state, self.seat, character=self.character, dealt=())


class CharactersRevealed(Fact, frozen=True, tag="characters_revealed"):
    characters: dict[str, str]

    def applied(self, state: State) -> State:
        return replace(state, characters_open=True)


class ItemsDealt(Fact, frozen=True, tag="items_dealt"):
    hands: dict[str, Cards]

    def applied(self, state: State) -> State:
        dealt = {seat: replace(state.seats[seat], packet=cards) for seat, cards in self.hands.items()}
        count = sum(map(len, self.hands.values()))
        return replace(
            state, seats={**state.seats, **dealt}, deck=replace(state.deck, size=state.deck.size - count)
        )


class ItemDrafted(Fact, frozen=True, tag="item_drafted"):
    seat: str
    item: str | None

    def applied(self, state: State) -> State:
        base = state.seats[self.seat]
        return with_seat(
            state, self.seat, packet=without(base.packet, (self.item,)), hand=(*base.hand, self.item)
        )


class PacketsPassed(Fact, frozen=True, tag="packets_passed"):
    """Every packet goes to the seat on the left."""

    def applied(self, state: State) -> State:
        order = tuple(state.seats)
        packets = {
            left: state.seats[seat].packet for seat, left in zip(order, order[1:] + order[:1], strict=True)
        }
        return replace(
            state, seats={seat: replace(base, packet=packets[seat]) for seat, base in state.seats.items()}
        )


class PacketsBottomed(Fact, frozen=True, tag="packets_bottomed"):
    """The last card of each packet goes under the draw pile, in seat order."""

    seats: tuple[str, ...]
    cards: Cards

    def applied(self, state: State) -> State:
        deck = state.deck
        return replace(
            state,
            seats={seat: replace(base, packet=()) for seat, base in state.seats.items()},
            deck=Deck(deck.size + len(self.cards), (*deck.bottom, *self.cards), deck.discard),
        )


class ItemsKept(Fact, frozen=True, tag="items_kept"):
    seat: str
    items: Cards

    def applied(self, state: State) -> State:
        base = state.seats[self.seat]
        rest = without(base.packet, self.items)
        deck = state.deck
        discard = (*deck.discard, *(card for card in rest if card is not None))
        return replace(
            with_seat(state, self.seat, packet=(), hand=self.items), deck=replace(deck, discard=discard)
        )


class ItemsDrawn(Fact, frozen=True, tag="items_drawn"):
    seat: str
    cause: str
    items: Cards

    def applied(self, state: State) -> State:
        base, deck = state.seats[self.seat], state.deck
        size = deck.size - len(self.items)
        bottom = deck.bottom[-size:] if size > 0 else ()
        return replace(
            with_seat(state, self.seat, hand=(*base.hand, *self.items)), deck=Deck(size, bottom, deck.discard)
        )


class DiscardsReshuffled(PublicFact, frozen=True, tag="discards_reshuffled"):
    """The Items' discards are the draw pile now."""

    def applied(self, state: State) -> State:
        deck = state.deck
        return replace(state, deck=Deck(deck.size + len(deck.discard), deck.bottom, ()))


class ItemNamed(Fact, frozen=True, tag="item_named"):
    """An unseen card of the hand, or of the packet dealt, is this Item."""

    seat: str
    item: str
    place: str = "hand"

    def applied(self, state: State) -> State:
        base = state.seats[self.seat]
        if self.place == "packet":
            return with_seat(state, self.seat, packet=at(base.packet, base.packet.index(None), self.item))
        return with_seat(state, self.seat, hand=at(base.hand, base.hand.index(None), self.item))


class ItemAcquired(Fact, frozen=True, tag="item_acquired"):
    seat: str
    item: str
    row: str

    def applied(self, state: State) -> State:
        base = state.seats[self.seat]
        return with_seat(
            state,
            self.seat,
            hand=without(base.hand, (self.item,)),
            acquired=(*base.acquired, Acquired(self.item, state.round, self.row)),
        )


class ItemsDiscarded(Fact, frozen=True, tag="items_discarded"):
    seat: str
    cause: str
    items: tuple[str, ...]

    def applied(self, state: State) -> State:
        deck = state.deck
        return replace(
            with_seat(state, self.seat, hand=without(state.seats[self.seat].hand, self.items)),
            deck=replace(deck, discard=(*deck.discard, *self.items)),
        )


# Rounds and phases, and whose choice is due.


class StartPlayerSet(PublicFact, frozen=True, tag="start_player_set"):
    seat: str

    def applied(self, state: State) -> State:
        """FL-121. A later marker does not change which seat began."""
        began = self.seat if state.round <= 1 else state.began
        return replace(state, start_player=self.seat, began=began)


class EventRevealed(PublicFact, frozen=True, tag="event_revealed"):
    """The next round begins with it, in the Plan phase."""

    event: str

    def applied(self, state: State) -> State:
        events = (*state.events, self.event)
        return replace(state, round=state.round + 1, events=events, phase="plan", done=())


class EffectApplied(PublicFact, frozen=True, tag="effect_applied"):
    """A `manual` effect was carried out by the table; what it did follows."""

    by_hand: ClassVar[bool] = True

    effect: str

    def applied(self, state: State) -> State:
        return state


class PhaseBegun(PublicFact, frozen=True, tag="phase_begun"):
    phase: str
    to_act: str | None = None
    first_slot: int | None = None
    schemes: int = 0

    def applied(self, state: State) -> State:
        begun = replace(state, phase=self.phase, to_act=self.to_act, first_slot=self.first_slot, done=())
        if self.schemes:
            return with_ai(begun, schemes_left=self.schemes, moved=False)
        return begun


class TurnPassed(PublicFact, frozen=True, tag="turn_passed"):
    seat: str

    def applied(self, state: State) -> State:
        return replace(state, to_act=self.seat)


class FollowUpDue(PublicFact, frozen=True, tag="follow_up_due"):
    kind: str
    seat: str
    clan: str | None = None
    value: int | None = None
    row: str | None = None

    def applied(self, state: State) -> State:
        return replace(state, pending=FollowUp(self.kind, self.seat, self.clan, self.value, self.row))


class FollowUpDone(PublicFact, frozen=True, tag="follow_up_done"):
    """The pending choice was made, or declined."""

    declined: bool = False

    def applied(self, state: State) -> State:
        return replace(state, pending=None)


class RoundEnded(PublicFact, frozen=True, tag="round_ended"):
    start_player: str

    def applied(self, state: State) -> State:
        ended = replace(state, start_player=self.start_player)
        if ended.ai is None:
            return ended
        return with_ai(ended, discarded=(*ended.ai.discarded, *ended.ai.revealed), revealed=())


class GameEnded(PublicFact, frozen=True, tag="game_ended"):
    winners: tuple[str, ...]
    decided_by: str

    def applied(self, state: State) -> State:
        return replace(state, phase="finished", winners=self.winners, decided_by=self.decided_by)
