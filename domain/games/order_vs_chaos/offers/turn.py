"""Offers of the setup (OC-103 … OC-114) and of the active seat's turn, and their shared domains.

It also holds the forms for changes that people carry out: the primitives of OC-520 and changed dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.order_vs_chaos.components.document import FACES
from domain.games.order_vs_chaos.reading import (
    adjacent,
    enemies_at,
    equipment_slots,
    kept_number,
    knows_chaos,
    nameable,
    seats_of,
    types_left,
)
from domain.games.order_vs_chaos.rules.exploring import is_closed
from domain.games.order_vs_chaos.rules.growth import free_tokens
from domain.games.order_vs_chaos.rules.locations import shove_targets
from domain.games.order_vs_chaos.rules.setup import (
    free_heroes,
    free_monsters,
    free_starts,
    is_laid_out,
    next_to_place,
)
from domain.games.order_vs_chaos.rules.turn import TOKEN
from domain.games.order_vs_chaos.state import MOST_ON_DISPLAY, State
from domain.kernel import (
    Choice,
    Depends,
    Each,
    Gathered,
    Json,
    Listed,
    Offer,
    Open,
    Optional,
    Outcome,
    Range,
    Several,
    Viewer,
    Written,
)
from domain.kernel.offers import Domain

# Domains that several offers share.

NEXT_CARDS = Outcome(Depends())
"""Cards that are drawn one after another, each hanging on those before: a dry run asks for the next."""


def choice(values: Sequence[Json]) -> Choice:
    """One of these."""
    return Choice(tuple(values))


def dice(count: int) -> Outcome:
    """That many dice of this set, in order."""
    return Outcome(Several(FACES * count, count, count, ordered=True))


def unopened(state: State) -> Outcome:
    """A location card that has not been opened: nobody knows more (OC-801)."""
    return Outcome(choice(sorted(state.unopened)))


def refilled(state: State) -> Outcome:
    """Six items of the deck; where the discard has to be shuffled, as the deck and it can give them."""
    if len(state.item_deck) < MOST_ON_DISPLAY:
        return NEXT_CARDS
    return Outcome(Several(tuple(sorted(state.item_deck)), MOST_ON_DISPLAY, MOST_ON_DISPLAY, ordered=True))


# Forms of what only people can carry out: the primitives of OC-520 and changed dice, as the table stands.

MOST_BY_HAND = 20
LONGEST_TEXT = 2_000
MOST_DAMAGE = 999
DELTA = Range(-99, 99)
COUNT = Range(1, 99)
WORDS = Written(LONGEST_TEXT)
FACE_IF_ROLLED = Outcome(Depends())


def effects_by_hand(state: State, seat: str | None) -> Open:
    """The closed list of primitives (OC-520) for a text of that seat (None: of a monster or the arch enemy).

    They name the seats, units, locations and items of the table as it stands; in a battle its own location,
    for a text that is fought with does not reach farther, nor does it open, swap or pass anything there.
    """
    forms = [*_on_doom_and_heroes(state), *_in_battle(state), *_on_items(state, seat)]
    if state.phase == "turn":
        forms += _on_the_map(state)
    forms.append(Each(_keys("note", text=WORDS)))
    return Open("what the text does", Listed(tuple(forms), 0, MOST_BY_HAND))


def _keys(*ops: str, **parameters: Domain) -> dict[str, Domain]:
    return {"op": choice(ops), **{name.rstrip("_"): of for name, of in parameters.items()}}


def _on_doom_and_heroes(state: State) -> Iterator[Each]:
    sides, seats = choice(["order", "chaos"]), choice(list(state.seats))
    yield Each(_keys("doom", side=sides, delta=DELTA))
    yield Each(_keys("health", "stamina", "special_tokens", seat=seats, delta=DELTA))
    yield Each(_keys("xp", seat=Optional(seats), side=Optional(sides), amount=COUNT))
    yield Each(_keys("token_gain", "event_draw", seat=choice(seats_of(state, "chaos")), n=COUNT))


def _in_battle(state: State) -> Iterator[Each]:
    if state.battle is None:
        return
    yield Each(_keys("health", "chits", "track", unit=choice(list(state.battle.units)), delta=DELTA))
    if state.phase == "turn":
        yield Each(_keys("end_battle"))


def _on_items(state: State, seat: str | None) -> Iterator[Each]:
    order = seats_of(state, "order")
    items = [*state.display]
    if seat in order:
        items += [*state.seats[seat].weapons, *state.seats[seat].equipment]
    else:
        items += [item for one in order for item in state.seats[one].equipment]
    if items:
        yield Each(_keys("item_take", "item_discard", seat=choice(order), item=choice(items)))
    if state.display:
        yield Each(_keys("display_discard", item=choice(state.display)))
    yield Each(_keys("display_refill", items=NEXT_CARDS))


def _on_the_map(state: State) -> Iterator[Each]:
    here, near = _reach(state)
    yield Each(_keys("token_place", "token_discard", location=choice(here), n=COUNT))
    yield Each(_keys("monster_place", "monster_discard", "remove_card", location=choice(here)))
    yield Each(_keys("monster_move", from_=choice(here), to=choice(near)), different=("from", "to"))
    yield Each(_keys("hero_move", seat=choice(list(state.seats)), to=choice(near)))
    if state.battle is not None:
        return
    down = [name for name in here if state.places[name].face == "down"]
    if down:
        yield Each(_keys("open", location=choice(down), card=NEXT_CARDS, cascade=NEXT_CARDS))
    if state.active is not None:
        yield Each(_keys("pass_enemies", seat=choice([state.active]), location=choice(here)))
    cards = choice([name for name in here if state.places[name].face != "none"])
    if len(cards.values) > 1:
        yield Each(_keys("swap_cards", a=cards, b=cards, opened=NEXT_CARDS), different=("a", "b"))


def _reach(state: State) -> tuple[list[str], list[str]]:
    """The locations where a text acts, and those that it moves figures to; a battle limits both."""
    if state.battle is None or state.battle.location is None:
        return list(state.places), list(state.places)
    return [state.battle.location], [state.battle.location, *adjacent(state, state.battle.location)]


def dice_by_hand(state: State, unit: str) -> Open:
    """Dice that a text of that unit rerolls, cancels, exchanges for damage or sets (OC-433)."""
    rolled = [one for one in state.battle.attacks if one.dice] if state.battle is not None else []
    most = max((len(one.dice or ()) for one in rolled), default=1) - 1

    def die(units: list[Json], attacks: list[Json], *ops: str, **more: Domain) -> Each:
        which: dict[str, Domain] = {"unit": choice(units), "attack": choice(attacks), "die": Range(0, most)}
        return Each({**which, **_keys(*ops, **more)})

    units = list(dict.fromkeys(one.unit for one in rolled))
    attacks = list(dict.fromkeys(one.attack for one in rolled))
    forms = [
        die(units, attacks, "cancel", "reroll", face=FACE_IF_ROLLED),
        die(units, attacks, "set", face=choice(FACES)),
    ]
    own = list(dict.fromkeys(one.attack for one in rolled if one.unit == unit))
    if own:
        forms.append(die([unit], own, "exchange", damage=Range(0, MOST_DAMAGE)))
    return Open("each die that the text changes", Listed(tuple(forms), 1, MOST_BY_HAND))


def reason() -> Optional:
    """Why, in somebody's own words."""
    return Optional(WORDS)


# Offers of the setup (OC-103 … OC-114).


def setup_offers(state: State, seat: str | None) -> Iterator[Offer]:
    """The offers of the rest of the setup."""
    if seat is None:
        yield from _table(state)
        return
    hero = state.seats[seat]
    if hero.hero is None:
        heroes = choice(free_heroes(state, hero.side))
        yield Offer("choose_hero", seat, {"method": choice(["chosen"]), "hero": heroes})
        yield Offer("choose_hero", seat, {"method": choice(["random"]), "hero": Outcome(heroes)})
    if hero.side == "chaos" and hero.monster_type is None:
        yield Offer("draw_monster_type", seat, {"monster": Outcome(choice(free_monsters(state)))})
    if is_laid_out(state) and next_to_place(state) == seat:
        yield Offer("place_hero", seat, {"location": choice(free_starts(state, hero.side))})


def _table(state: State) -> Iterator[Offer]:
    if state.map_id is None:
        yield Offer("choose_map", None, {"map": choice(list(state.box.maps))})
    if state.arch_enemy is None:
        enemies = choice(list(state.box.arch_enemies))
        yield Offer("set_arch_enemy", None, {"method": choice(["agreed"]), "arch_enemy": enemies})
        yield Offer("set_arch_enemy", None, {"method": choice(["random"]), "arch_enemy": Outcome(enemies)})
    if not state.displayed:
        yield Offer("fill_display", None, {"items": refilled(state)})
    if state.first_player is None:
        yield Offer("choose_first_player", None, {"seat": Outcome(choice(list(state.seats)))})


# Offers of the active seat's turn: moving, opening, location actions.

YES = Choice((True,))


def turn_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """The offers of the active seat while no battle is running and nobody owes a choice."""
    yield Offer("end_turn", seat)
    if state.lost:
        return
    if state.step == "move":
        yield from _moving(state, seat)
    hero = state.seats[seat]
    location = hero.location or ""
    if enemies_at(state, hero.side, location):
        return
    if not state.opened and is_closed(state, location):
        yield Offer("open_location", seat, {"card": unopened(state), "cascade": NEXT_CARDS})
    if not state.acted:
        yield from _actions(state, seat, location, viewer)


def _moving(state: State, seat: str) -> Iterator[Offer]:
    hero = state.seats[seat]
    location = hero.location or ""
    near = [
        place for place in adjacent(state, location) if hero.side == "chaos" or place != state.map.arch_enemy
    ]
    if near and state.moves_used < state.stat(seat, "move"):
        yield Offer("move", seat, {"to": choice(near)})
    if state.moves_used == 0 and enemies_at(state, hero.side, location):
        yield Offer("fight", seat)


def _actions(state: State, seat: str, location: str, viewer: Viewer) -> Iterator[Offer]:
    kind = state.card_kind(location) or state.map.kinds[location]
    if state.seats[seat].side == "order":
        yield from _order_actions(state, seat, location, kind, viewer)
    else:
        yield from _chaos_actions(state, seat, location, kind)


def _order_actions(state: State, seat: str, location: str, kind: str, viewer: Viewer) -> Iterator[Offer]:
    if kind == "quartermaster":
        yield from _visits(state, seat)
    elif kind == "order_shrine":
        yield Offer("use_order_shrine", seat, {"gain": choice(["stamina", "health"])})
    elif kind == "healing_shrine":
        yield Offer("use_healing_shrine", seat, _cancelling(state, viewer))
    elif kind == "rift":
        yield Offer("attack_rift", seat, {"dice": dice(_number(state, location))})


def _number(state: State, location: str) -> int:
    return state.box.cards[state.places[location].card or ""].number or 0


def _visits(state: State, seat: str) -> Iterator[Offer]:
    """OC-330, OC-718: for each number of pieces of equipment exactly the discards that they need."""
    owned, slots = state.seats[seat].equipment, equipment_slots(state, seat)
    weapons = tuple(item for item in state.display if item in state.box.weapons)
    equipment = tuple(item for item in state.display if item not in weapons)
    for taken in range(min(len(equipment), slots) + 1):
        needed = max(0, len(owned) + taken - slots)
        take: Domain = Gathered((Several(weapons, 0, min(1, len(weapons))), Several(equipment, taken, taken)))
        discard: Domain = Several(owned, needed, needed)
        yield Offer(
            "visit_quartermaster",
            seat,
            {
                "take": take if taken else Optional(take),
                "discard": discard if needed else Optional(discard),
                "refill": refilled(state),
            },
        )


def _cancelling(state: State, viewer: Viewer) -> dict[str, Domain]:
    """OC-519: who may cancel with which card, as far as the viewer can tell."""
    kept = {seat: [*state.seats[seat].kept, *nameable(state, seat)] for seat in seats_of(state, "chaos")}
    if not knows_chaos(state, viewer):
        out = set(state.event_discard)
        cards = [card for card in state.box.events if card not in out]
        kept = {seat: cards for seat in kept if kept_number(state.seats[seat])}
    options = [
        {"seat": seat, "card": card}
        for seat, cards in kept.items()
        for card in sorted(cards)
        if state.box.events[card].cancels_healing
    ]
    return {"cancelled_by": Outcome(choice(options), chosen=True)} if options else {}


def _chaos_actions(state: State, seat: str, location: str, kind: str) -> Iterator[Offer]:
    free = free_tokens(state, seat)
    if free and state.places[location].face != "down":
        yield Offer("pick_up_tokens", seat)
    if kind == "quartermaster" and state.display:
        yield Offer("discard_display_item", seat, {"item": choice(state.display)})
    elif kind == "healing_shrine":
        yield Offer("attack_healing_shrine", seat, {"dice": dice(_number(state, location))})
    elif kind == "chaos_rift":
        yield from _chaos_rift(state, seat, location, free)
    elif kind == "wandering_monster":
        yield from _wandering(state, seat, location)
    elif kind == "arch_enemy" and state.seats[seat].tokens > 0:
        yield Offer("deliver_tokens", seat)


def placeable(state: State) -> Choice:
    """A monster type with a figure left, or the token that stands for one (OC-341)."""
    return choice(types_left(state) or [TOKEN])


def _chaos_rift(state: State, seat: str, location: str, free: int) -> Iterator[Offer]:
    if free:
        yield Offer("use_chaos_rift", seat, {"pick_up": YES})
    if not state.places[location].monsters:
        place = placeable(state)
        yield Offer("use_chaos_rift", seat, {"place": place})
        if free:
            yield Offer("use_chaos_rift", seat, {"pick_up": YES, "place": place})


def _wandering(state: State, seat: str, location: str) -> Iterator[Offer]:
    place: dict[str, Domain] = {"place": placeable(state)}
    if not state.places[location].monsters:
        yield Offer("use_wandering_monster", seat, place)
        return
    targets = shove_targets(state, location)
    if targets:
        yield Offer("use_wandering_monster", seat, {"shove_to": choice(targets), **place})
