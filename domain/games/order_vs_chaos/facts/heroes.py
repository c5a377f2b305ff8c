"""The facts of heroes: growth, health, items, event cards and duties."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar, Literal

from msgspec.structs import replace

from domain.games.order_vs_chaos.components.document import SLOT
from domain.games.order_vs_chaos.state import (
    MOST_STAMINA,
    Duty,
    State,
    hero_unit,
    hurt,
    leaves_battle,
    with_hero,
    without,
)
from domain.kernel import UNKNOWN, Fact, PublicFact


class XpGained(PublicFact, frozen=True, tag="xp_gained"):
    """A hero has that much XP to allot."""

    seat: str
    n: int
    cause: str

    def applied(self, state: State) -> State:
        hero = state.seats[self.seat]
        return replace(
            state,
            seats=with_hero(
                state, self.seat, xp_pending=hero.xp_pending + self.n, xp_gained=hero.xp_gained + self.n
            ),
        )


class XpLost(PublicFact, frozen=True, tag="xp_lost"):
    """XP that no track could take: lost, or made a token for a Chaos hero (OC-354)."""

    seat: str
    n: int
    converted: bool = False

    def applied(self, state: State) -> State:
        return state


class XpAllotted(PublicFact, frozen=True, tag="xp_allotted"):
    """A hero's XP stands on these tracks, or on locked slots."""

    seat: str
    targets: tuple[str, ...]

    def applied(self, state: State) -> State:  # OC-355: a higher maximum does not heal
        hero = state.seats[self.seat]
        if len(self.targets) > hero.xp_pending:
            raise LookupError(f"{self.seat} has {hero.xp_pending} XP to allot")
        placed = Counter(self.targets)
        slots = placed.pop(SLOT, 0)
        xp = dict(hero.xp)
        for track, n in placed.items():
            xp[track] = xp.get(track, 0) + n
        return replace(
            state,
            seats=with_hero(
                state,
                self.seat,
                xp=xp,
                slots_unlocked=hero.slots_unlocked + slots,
                xp_pending=hero.xp_pending - len(self.targets),
            ),
        )


class XpSet(PublicFact, frozen=True, tag="xp_set"):
    """A hero has that much XP to allot and on its tracks and slots: only a correction says so."""

    seat: str
    pending: int
    xp: dict[str, int]
    slots: int = 0

    def applied(self, state: State) -> State:
        tracks = state.sheet(self.seat).tracks
        for track, number in self.xp.items():
            _ = tracks[track][number]
        gained = self.pending + sum(self.xp.values()) + self.slots
        seats = with_hero(
            state,
            self.seat,
            xp_pending=self.pending,
            xp=self.xp,
            slots_unlocked=self.slots,
            xp_gained=gained,
        )
        return replace(state, seats=seats)


Deed = Literal["opened", "rifts_closed", "delivered", "shrines_destroyed"]


class DeedsSet(PublicFact, frozen=True, tag="deeds_set"):
    """A hero has done something that many times: only a correction says so."""

    seat: str
    deed: Deed
    n: int

    def applied(self, state: State) -> State:
        return replace(state, seats=with_hero(state, self.seat, **{self.deed: self.n}))


class HealthChanged(PublicFact, frozen=True, tag="health_changed"):
    """A hero's health, outside the damage of attacks."""

    seat: str
    delta: int
    cause: str

    def applied(self, state: State) -> State:
        return hurt(state, hero_unit(self.seat), -self.delta)


class StaminaChanged(PublicFact, frozen=True, tag="stamina_changed"):
    """A hero's stamina; `cause` is the ability paid for, or what gave it back."""

    seat: str
    delta: int
    cause: str

    def applied(self, state: State) -> State:
        stamina = state.seats[self.seat].stamina + self.delta
        return replace(state, seats=with_hero(state, self.seat, stamina=stamina))


class SpecialTokensChanged(PublicFact, frozen=True, tag="special_tokens_changed"):
    """A hero's special tokens."""

    seat: str
    delta: int

    def applied(self, state: State) -> State:
        number = state.seats[self.seat].special_tokens + self.delta
        return replace(state, seats=with_hero(state, self.seat, special_tokens=number))


class HeroDied(PublicFact, frozen=True, tag="hero_died"):
    """A hero is at 0 health. With `returns` it will be resurrected (OC-370)."""

    seat: str
    location: str | None
    returns: bool

    def applied(self, state: State) -> State:
        hero = state.seats[self.seat]
        seats = with_hero(
            state, self.seat, health=0, location=None, alive=self.returns, deaths=hero.deaths + 1
        )
        state = replace(state, seats=seats, battle=leaves_battle(state.battle, hero_unit(self.seat)))
        if not self.returns:
            return state
        return replace(state, pending=(*state.pending, Duty("resurrect", seat=self.seat)))


class HeroResurrected(PublicFact, frozen=True, tag="hero_resurrected"):
    """A hero is back with full health and stamina; without a location before the arch enemy (OC-604)."""

    seat: str
    location: str | None
    health: int

    def applied(self, state: State) -> State:
        seats = with_hero(
            state, self.seat, health=self.health, location=self.location, stamina=MOST_STAMINA, alive=True
        )
        battle = state.battle
        if battle is not None and self.location is not None and battle.location == self.location:
            battle = replace(battle, outside=(*battle.outside, self.seat))
        pending = without(state.pending, Duty("resurrect", seat=self.seat))
        return replace(state, seats=seats, battle=battle, pending=pending)


class ItemGained(PublicFact, frozen=True, tag="item_gained"):
    """An item of the display became a hero's: by `reward`, `visit`, `overflow` or `effect`."""

    seat: str
    item: str
    via: str

    def applied(self, state: State) -> State:
        hero = state.seats[self.seat]
        totals = state.totals
        if self.via == "reward":
            totals = replace(totals, reward_items=totals.reward_items + 1)
        if self.item in state.box.weapons:
            seats = with_hero(state, self.seat, weapons=(*hero.weapons, self.item))
        else:
            seats = with_hero(state, self.seat, equipment=(*hero.equipment, self.item))
        return replace(state, seats=seats, display=without(state.display, self.item), totals=totals)


class ItemDiscarded(PublicFact, frozen=True, tag="item_discarded"):
    """A hero's item went to the discard: `used`, for `room`, `thrown`, by an `effect` or by `choice`."""

    seat: str
    item: str
    cause: str

    def applied(self, state: State) -> State:
        hero = state.seats[self.seat]
        seats = with_hero(
            state,
            self.seat,
            weapons=without(hero.weapons, self.item),
            equipment=without(hero.equipment, self.item),
        )
        return replace(state, seats=seats, item_discard=(*state.item_discard, self.item))


class DisplayItemsDiscarded(PublicFact, frozen=True, tag="display_items_discarded"):
    """Items of the display went to the discard."""

    items: tuple[str, ...]
    cause: str
    seat: str | None = None

    def applied(self, state: State) -> State:
        return replace(
            state,
            display=without(state.display, *self.items),
            item_discard=state.item_discard + self.items,
        )


ItemPlace = Literal["deck", "display", "discard", "hero"]


class ItemMoved(PublicFact, frozen=True, tag="item_moved"):
    """The table found an item elsewhere than recorded, and put it there: only a correction says so.

    giver, taker: the seat whose hero had it or has it now.
    """

    item: str
    out_of: ItemPlace
    into: ItemPlace
    giver: str | None = None
    taker: str | None = None

    def applied(self, state: State) -> State:
        item, is_weapon = self.item, self.item in state.box.weapons
        if item not in state.box.items:
            raise LookupError(f"{item} is not an item")
        if self.giver is not None:
            hero = state.seats[self.giver]
            weapons, equipment = without(hero.weapons, item), without(hero.equipment, item)
            state = replace(state, seats=with_hero(state, self.giver, weapons=weapons, equipment=equipment))
        state = replace(
            state,
            display=without(state.display, item),
            item_deck=state.item_deck - {item},
            item_discard=without(state.item_discard, item),
        )
        if self.taker is not None:
            hero = state.seats[self.taker]
            member = "weapons" if is_weapon else "equipment"
            carried = (*getattr(hero, member), item)
            return replace(state, seats=with_hero(state, self.taker, **{member: carried}))
        match self.into:
            case "display":
                return replace(state, display=(*state.display, item))
            case "deck":
                return replace(state, item_deck=state.item_deck | {item})
        return replace(state, item_discard=(*state.item_discard, item))


class EventDrawn(Fact, frozen=True, tag="event_drawn"):
    """An event card was drawn. A kept one (`keep`) is known to the seats `known_to` only.

    card: "unknown" where the record does not hold its name (OC-R85).
    """

    seat: str
    card: str
    keep: bool = False
    reshuffled: bool = False
    known_to: tuple[str, ...] = ()

    def applied(self, state: State) -> State:
        deck, discard = state.event_deck, state.event_discard
        if self.reshuffled:
            state = _unknown_set_aside(state)
            deck, discard = state.event_deck | frozenset(discard), ()
        pending, seats = _drawn_one(state.pending, self.seat), state.seats
        if self.card == UNKNOWN:
            if not self.keep:
                raise LookupError("an instant is read aloud")
            seats = with_hero(state, self.seat, unknown=seats[self.seat].unknown + 1)
        elif self.keep:
            seats = with_hero(state, self.seat, kept=(*seats[self.seat].kept, self.card))
        else:
            pending = (*pending, Duty("resolve_event", seat=self.seat, card=self.card))
        return replace(
            state, event_deck=deck - {self.card}, event_discard=discard, pending=pending, seats=seats
        )


class EventNamed(Fact, frozen=True, tag="event_named"):
    """An unknown card that the seat keeps is this one; the seats `known_to` see it (OC-R86)."""

    seat: str
    card: str
    known_to: tuple[str, ...] = ()

    def applied(self, state: State) -> State:
        hero = state.seats[self.seat]
        newer, older = hero.unknown, hero.unknown_older
        if newer and self.card not in state.older_events:
            newer -= 1
        elif older:
            older -= 1
        return replace(
            state,
            seats=with_hero(
                state, self.seat, kept=(*hero.kept, self.card), unknown=newer, unknown_older=older
            ),
            event_deck=state.event_deck - {self.card},
            older_events=state.older_events - {self.card},
        )


class EventResolved(PublicFact, frozen=True, tag="event_resolved"):
    """A drawn instant went to the discard. `split`: its side did not decide it unanimously (OC-213)."""

    seat: str
    card: str
    split: bool = False

    def applied(self, state: State) -> State:
        return replace(
            state,
            pending=without(state.pending, Duty("resolve_event", seat=self.seat, card=self.card)),
            event_discard=(*state.event_discard, self.card),
        )


class EventPlayed(Fact, frozen=True, tag="event_played"):
    """A kept card was played and discarded."""

    seat: str
    card: str
    split: bool = False

    def applied(self, state: State) -> State:
        kept = without(state.seats[self.seat].kept, self.card)
        return replace(
            state,
            seats=with_hero(state, self.seat, kept=kept),
            event_discard=(*state.event_discard, self.card),
        )


class ManualEffects(PublicFact, frozen=True, tag="manual_effects"):
    """A text was carried out by hand: the audit flags it."""

    by_hand: ClassVar[bool] = True

    source: str
    seat: str | None = None

    def applied(self, state: State) -> State:
        return state


class DutyRaised(PublicFact, frozen=True, tag="duty_raised"):
    """Somebody owes a choice."""

    duty: Duty

    def applied(self, state: State) -> State:
        _must_be_of_this_table(state, self.duty)
        return replace(state, pending=(*state.pending, self.duty))


class DutyDone(PublicFact, frozen=True, tag="duty_done"):
    """A duty is discharged, or lapses."""

    duty: Duty
    lapsed: bool = False

    def applied(self, state: State) -> State:
        return replace(state, pending=without(state.pending, self.duty))


def _drawn_one(pending: tuple[Duty, ...], seat: str) -> tuple[Duty, ...]:
    for index, duty in enumerate(pending):
        if duty.kind == "draw_event" and duty.seat == seat:
            left = (replace(duty, n=duty.n - 1),) if duty.n > 1 else ()
            return (*pending[:index], *left, *pending[index + 1 :])
    return pending


def _unknown_set_aside(state: State) -> State:
    """The deck has run out, so that what was left of it is in hands, unnamed (OC-R87)."""
    if not any(hero.unknown for hero in state.seats.values()):
        return state
    seats = {
        seat: replace(hero, unknown=0, unknown_older=hero.unknown_older + hero.unknown)
        for seat, hero in state.seats.items()
    }
    older = state.older_events | state.event_deck
    return replace(state, seats=seats, older_events=older, event_deck=frozenset())


def _must_be_of_this_table(state: State, duty: Duty) -> None:
    """Raises `LookupError` for a duty that names nothing on this table: a correction can hold one."""
    if duty.kind in ("draw_event", "resolve_event", "resurrect", "overflow_gain"):
        state.seats[duty.seat or ""]
    if duty.kind in ("place_monster", "surplus_monster"):
        state.places[duty.location or ""]
    if duty.kind == "resolve_event":
        state.box.events[duty.card or ""]
    for kind in duty.types:
        state.box.monsters[kind]
    for seat in duty.candidates:
        state.seats[seat]
