"""The facts of the setup, the turn and the map: cards, tokens, doom and monsters."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from domain.games.order_vs_chaos.state import (
    MOST_STAMINA,
    Place,
    State,
    hero_unit,
    leaves_battle,
    off_the_map,
    seat_of_hero_unit,
    with_hero,
    with_place,
)
from domain.kernel import PublicFact


class MapChosen(PublicFact, frozen=True, tag="map_chosen"):
    """The board's side; a face-down card lies on each `card` location (OC-112)."""

    map: str

    def applied(self, state: State) -> State:
        kinds = state.box.maps[self.map].kinds
        places = {name: Place(face="down" if kind == "card" else "none") for name, kind in kinds.items()}
        return replace(state, map_id=self.map, places=places)


class ArchEnemySet(PublicFact, frozen=True, tag="arch_enemy_set"):
    """Which arch enemy stands on the map."""

    arch_enemy: str
    method: str

    def applied(self, state: State) -> State:
        return replace(state, arch_enemy=state.box.arch_enemies[self.arch_enemy].id)


class HeroChosen(PublicFact, frozen=True, tag="hero_chosen"):
    """A seat's hero, with its starting health and special tokens (OC-111)."""

    seat: str
    hero: str
    health: int
    special_tokens: int = 0
    method: str = "chosen"

    def applied(self, state: State) -> State:
        seats = with_hero(
            state,
            self.seat,
            hero=self.hero,
            health=self.health,
            stamina=MOST_STAMINA,
            special_tokens=self.special_tokens,
        )
        return replace(state, seats=seats)


class MonsterTypeDrawn(PublicFact, frozen=True, tag="monster_type_drawn"):
    """A Chaos seat's monster type."""

    seat: str
    monster: str

    def applied(self, state: State) -> State:
        return replace(
            state, seats=with_hero(state, self.seat, monster_type=state.box.monsters[self.monster].id)
        )


class DisplayFilled(PublicFact, frozen=True, tag="display_filled"):
    """New items lie in the display. `reshuffled`: the item discard became the new deck first (OC-505)."""

    items: tuple[str, ...]
    reshuffled: bool = False

    def applied(self, state: State) -> State:
        deck, discard = state.item_deck, state.item_discard
        if self.reshuffled:
            deck, discard = deck | frozenset(discard), ()
        return replace(
            state,
            display=tuple(dict.fromkeys((*state.display, *self.items))),  # a correction may repeat one
            displayed=True,
            item_deck=deck - frozenset(self.items),
            item_discard=discard,
        )


class FirstPlayerChosen(PublicFact, frozen=True, tag="first_player_chosen"):
    """The first player."""

    seat: str

    def applied(self, state: State) -> State:
        return replace(state, first_player=self.seat)


class HeroPlaced(PublicFact, frozen=True, tag="hero_placed"):
    """A hero stands on its first start."""

    seat: str
    location: str

    def applied(self, state: State) -> State:
        return replace(state, seats=with_hero(state, self.seat, location=self.location))


class TurnBegan(PublicFact, frozen=True, tag="turn_began"):
    """A seat's turn begins."""

    seat: str
    turn: int

    def applied(self, state: State) -> State:
        return replace(
            state,
            phase="turn",
            active=state.seats[self.seat].seat,
            turn=self.turn,
            step="move",
            moves_used=0,
            opened=False,
            acted=False,
            fought=False,
            lost=False,
            passes=(),
        )


class HeroMoved(PublicFact, frozen=True, tag="hero_moved"):
    """A hero went from one location to another: by a `move`, a `retreat` or an `effect`."""

    seat: str
    origin: str | None
    to: str
    how: str = "move"

    def applied(self, state: State) -> State:
        seats = with_hero(state, self.seat, location=self.to)
        if self.how == "move":
            return replace(state, seats=seats, moves_used=state.moves_used + 1)
        return replace(state, seats=seats, battle=leaves_battle(state.battle, hero_unit(self.seat)))


class MovesUsedSet(PublicFact, frozen=True, tag="moves_used_set"):
    """The active hero has used so many moves: only a correction says so."""

    seat: str
    n: int

    def applied(self, state: State) -> State:
        return replace(state, seats=with_hero(state, self.seat), moves_used=self.n)


class EnemiesPassed(PublicFact, frozen=True, tag="enemies_passed"):
    """This turn the active hero may enter that location without a fight."""

    seat: str
    location: str

    def applied(self, state: State) -> State:
        return replace(state, passes=(*state.passes, self.location))


class TurnLost(PublicFact, frozen=True, tag="turn_lost"):
    """Nothing but the end of the turn is left to the active seat (OC-205)."""

    seat: str

    def applied(self, state: State) -> State:
        return replace(state, lost=True)


class CardOpened(PublicFact, frozen=True, tag="card_opened"):
    """A location card was turned up: by `explore`, its `cascade`, or an `effect` (cascades included)."""

    location: str
    card: str
    by: str | None
    how: str = "explore"

    def applied(self, state: State) -> State:
        state = replace(
            state,
            places=with_place(state, self.location, card=self.card, face="up"),
            unopened=state.unopened - {self.card},
        )
        if self.by is None or self.how == "effect":
            return state
        seats = with_hero(state, self.by, opened=state.seats[self.by].opened + 1)
        return replace(state, seats=seats, opened=True, step="encounter")


class LocationCardPut(PublicFact, frozen=True, tag="location_card_put"):
    """The table found a location card elsewhere, or on its other side: only a correction says so.

    face: `up`, where it lies face up here, or `down`, where it was turned face down again. A card that lay
    face up here before lies face down somewhere.
    """

    location: str
    card: str
    face: Literal["up", "down"]

    def applied(self, state: State) -> State:
        before = state.places[self.location].card
        hidden = {card for card in (before, self.card) if card is not None}
        removed = tuple(card for card in state.removed_cards if card != self.card)
        if self.card not in state.box.cards:
            raise LookupError(f"{self.card} is not a location card")
        card = self.card if self.face == "up" else None
        return replace(
            state,
            places=with_place(state, self.location, card=card, face=self.face),
            unopened=(state.unopened | hidden) - {card},
            removed_cards=removed,
        )


class CardsSwapped(PublicFact, frozen=True, tag="cards_swapped"):
    """The cards of two locations changed places, face and all."""

    a: str
    b: str

    def applied(self, state: State) -> State:
        a, b = state.places[self.a], state.places[self.b]
        places = {
            **state.places,
            self.a: replace(a, card=b.card, face=b.face),
            self.b: replace(b, card=a.card, face=a.face),
        }
        return replace(state, places=places)


class CardRemoved(PublicFact, frozen=True, tag="card_removed"):
    """A card left the game: a `closed` rift, a `destroyed` shrine, or by an `effect`."""

    location: str
    card: str
    how: str
    by: str | None = None

    def applied(self, state: State) -> State:
        state = replace(
            state,
            places=with_place(state, self.location, card=None, face="none"),
            removed_cards=(*state.removed_cards, self.card),
        )
        if self.by is None or self.how not in ("closed", "destroyed"):
            return state
        hero = state.seats[self.by]
        if self.how == "closed":
            return replace(state, seats=with_hero(state, self.by, rifts_closed=hero.rifts_closed + 1))
        return replace(state, seats=with_hero(state, self.by, shrines_destroyed=hero.shrines_destroyed + 1))


class LocationActed(PublicFact, frozen=True, tag="location_acted"):
    """The active hero spent its location action."""

    seat: str
    location: str
    action: str

    def applied(self, state: State) -> State:
        return replace(state, acted=True, step="encounter")


class RiftAttacked(PublicFact, frozen=True, tag="rift_attacked"):
    """A roll against a rift or a healing shrine, of that number."""

    seat: str
    location: str
    target: str
    number: int
    dice: tuple[str, ...]
    success: bool

    def applied(self, state: State) -> State:
        return state


class TokensMoved(PublicFact, frozen=True, tag="token_moved"):
    """Tokens went from one place to another: `supply`, `hero:<seat>` or a location."""

    origin: str
    to: str
    n: int
    cause: str

    def applied(self, state: State) -> State:
        for end, n in ((self.origin, -self.n), (self.to, self.n)):
            seat = seat_of_hero_unit(end)
            if end == "supply":
                state = replace(state, token_supply=state.token_supply + n)
            elif seat is not None:
                state = replace(state, seats=with_hero(state, seat, tokens=state.seats[seat].tokens + n))
            else:
                state = replace(state, places=with_place(state, end, tokens=state.places[end].tokens + n))
        seat = seat_of_hero_unit(self.origin)
        if seat is not None and self.cause == "delivery":
            delivered = state.seats[seat].delivered + self.n
            state = replace(state, seats=with_hero(state, seat, delivered=delivered))
        return state


class DoomChanged(PublicFact, frozen=True, tag="doom_changed"):
    """A doom track moved. `seat`: whose deed or death it was."""

    side: str
    before: int
    after: int
    cause: str
    seat: str | None = None

    def applied(self, state: State) -> State:
        moved = self.after - self.before
        totals = state.totals
        if self.side == "order":
            if moved > 0 and self.cause == "effect":
                totals = replace(totals, order_doom_gains=totals.order_doom_gains + moved)
            return replace(state, order=self.after, totals=totals)
        if self.cause == "effect":
            totals = replace(totals, doom_effects=totals.doom_effects + moved)
        return replace(state, chaos=self.after, totals=totals)


class MonsterPlaced(PublicFact, frozen=True, tag="monster_placed"):
    """A monster came onto the map."""

    type: str
    location: str
    by: str | None = None
    timeout: bool = False

    def applied(self, state: State) -> State:
        place = state.places[self.location]
        totals = replace(state.totals, monsters_placed=state.totals.monsters_placed + 1)
        places = with_place(state, self.location, monsters=(*place.monsters, self.type))
        return replace(state, places=places, totals=totals)


class TokenInstead(PublicFact, frozen=True, tag="token_instead"):
    """No figure was left: a token was due instead of a monster (OC-341)."""

    location: str

    def applied(self, state: State) -> State:
        number = state.totals.tokens_instead_of_monsters + 1
        return replace(state, totals=replace(state.totals, tokens_instead_of_monsters=number))


class MonsterMoved(PublicFact, frozen=True, tag="monster_moved"):
    """A monster was shoved or moved."""

    type: str
    origin: str
    to: str

    def applied(self, state: State) -> State:
        state = off_the_map(state, self.type, self.origin)
        place = state.places[self.to]
        return replace(state, places=with_place(state, self.to, monsters=(*place.monsters, self.type)))


class MonsterDiscarded(PublicFact, frozen=True, tag="monster_discarded"):
    """A monster left the map without being killed."""

    type: str
    location: str
    cause: str

    def applied(self, state: State) -> State:
        return off_the_map(state, self.type, self.location)
