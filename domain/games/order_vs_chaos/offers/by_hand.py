"""Forms of what only people can carry out: the primitives of OC-520 and changed dice, as the table stands."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.order_vs_chaos.components.document import FACES
from domain.games.order_vs_chaos.offers.domains import NEXT_CARDS, choice
from domain.games.order_vs_chaos.reading.fighters import battle_boxes
from domain.games.order_vs_chaos.reading.heroes import seats_of
from domain.games.order_vs_chaos.state import State
from domain.kernel import Each, Json, Listed, Open, Optional, Outcome, Range, Written
from domain.kernel.offers import Domain

MOST_BY_HAND = 20
LONGEST_TEXT = 2_000
MOST_DAMAGE = 999
DELTA = Range(-99, 99)
COUNT = Range(1, 99)
WORDS = Written(LONGEST_TEXT)


def effects_by_hand(state: State) -> Open:
    """The closed list of primitives (OC-520), with the seats, units, locations and items of the table."""
    forms = [*_on_doom_and_heroes(state), *_in_battle(state), *_on_items(state)]
    if state.phase == "turn":
        forms += [*_on_places(state), *_on_figures(state)]
    forms.append(Each(_keys("note", text=WORDS)))
    return Open("what the text does, one primitive after another", Listed(tuple(forms), 0, MOST_BY_HAND))


def _keys(*ops: str, **parameters: Domain) -> dict[str, Domain]:
    return {"op": choice(ops), **{name.rstrip("_"): of for name, of in parameters.items()}}


def _on_doom_and_heroes(state: State) -> Iterator[Each]:
    sides, seats = choice(["order", "chaos"]), choice(list(state.seats))
    chaos = choice(seats_of(state, "chaos"))
    yield Each(_keys("doom", side=sides, delta=DELTA))
    yield Each(_keys("health", "stamina", seat=seats, delta=DELTA))
    yield Each(_keys("xp", seat=seats, amount=COUNT))
    yield Each(_keys("xp", side=sides, amount=COUNT))
    yield Each(_keys("token_gain", "event_draw", seat=chaos, n=COUNT))
    special = [seat for seat in state.seats if state.sheet(seat).special_tokens]
    if special:
        most = max(state.sheet(seat).special_tokens or 0 for seat in special)
        yield Each(_keys("special_tokens", seat=choice(special), delta=Range(-most, most)))


def _in_battle(state: State) -> Iterator[Each]:
    if state.battle is None:
        return
    units = state.battle.units
    yield Each(_keys("health", "chits", unit=choice(list(units)), delta=DELTA))
    tracked = [name for name, unit in units.items() if battle_boxes(state, unit) is not None]
    if tracked:
        yield Each(_keys("track", unit=choice(tracked), delta=DELTA))
    if state.phase == "turn":
        yield Each(_keys("end_battle"))


def _on_items(state: State) -> Iterator[Each]:
    order = choice(seats_of(state, "order"))
    if state.display:
        shown = choice(state.display)
        yield Each(_keys("item_take", seat=order, item=shown))
        yield Each(_keys("display_discard", item=shown))
    owned = [item for hero in state.seats.values() for item in (*hero.weapons, *hero.equipment)]
    if owned:
        yield Each(_keys("item_discard", seat=order, item=choice(owned)))
    yield Each(_keys("display_refill", items=NEXT_CARDS))


def _on_places(state: State) -> Iterator[Each]:
    places = choice(list(state.places))
    yield Each(_keys("token_place", location=places, n=COUNT))
    yield Each(_keys("monster_place", location=places))
    with_tokens = [name for name, place in state.places.items() if place.tokens]
    if with_tokens:
        yield Each(_keys("token_discard", location=choice(with_tokens), n=COUNT))
    down = [name for name, place in state.places.items() if place.face == "down"]
    if down:
        yield Each(_keys("open", location=choice(down), card=NEXT_CARDS, cascade=NEXT_CARDS))
    up = [name for name, place in state.places.items() if place.face == "up"]
    if up:
        yield Each(_keys("remove_card", location=choice(up)))
    cards = choice([*down, *up])
    if len(cards.values) > 1:
        swapped = _keys("swap_cards", a=cards, b=cards, opened=NEXT_CARDS)
        yield Each(swapped, different=("a", "b"))


def _on_figures(state: State) -> Iterator[Each]:
    places = choice(list(state.places))
    held = [name for name, place in state.places.items() if place.monsters]
    if held:
        yield Each(_keys("monster_move", from_=choice(held), to=places), different=("from", "to"))
        yield Each(_keys("monster_discard", location=choice(held)))
    yield Each(_keys("hero_move", seat=choice(list(state.seats)), to=places))
    if state.active is not None:
        yield Each(_keys("pass_enemies", seat=choice([state.active]), location=places))


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
        die(units, attacks, "cancel"),
        die(units, attacks, "reroll", face=Outcome(choice(FACES))),
        die(units, attacks, "set", face=choice(FACES)),
    ]
    own = list(dict.fromkeys(one.attack for one in rolled if one.unit == unit))
    if own:
        forms.append(die([unit], own, "exchange", damage=Range(0, MOST_DAMAGE)))
    return Open("each die that the text changes", Listed(tuple(forms), 1, MOST_BY_HAND))


def reason() -> Optional:
    """Why, in somebody's own words."""
    return Optional(WORDS)
