"""Forms of what only people can carry out: the primitives of OC-520 and changed dice, as the table stands."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.order_vs_chaos.components.document import FACES
from domain.games.order_vs_chaos.offers.domains import NEXT_CARDS, choice
from domain.games.order_vs_chaos.reading.heroes import seats_of
from domain.games.order_vs_chaos.reading.map import adjacent
from domain.games.order_vs_chaos.state import State
from domain.kernel import Depends, Each, Json, Listed, Open, Optional, Outcome, Range, Written
from domain.kernel.offers import Domain

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
    """Where a text acts, and where it moves figures to: anywhere, or in a battle there and next to it."""
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
