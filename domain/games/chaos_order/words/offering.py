"""Shared parts of the labels of offers: values of parameters, and short texts about the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias

from domain.games.chaos_order.words.names import called, called_by, told, value_of
from domain.games.chaos_order.words.phrases import (
    GAINS,
    LOSSES,
    POINTS,
    amount,
    battle_values,
    effect_told,
    effects_told,
    possessive,
)
from domain.kernel import (
    UNKNOWN,
    Json,
    Naming,
    Offer,
    ParameterWords,
    ValueWords,
    counted,
    listed,
    offered_values,
    variant_key,
)

# The table in a few words: what a player looks at before a choice.

POINTS_OF = {
    "build": "build_points",
    "harvest": "harvest_points",
    "recruit": "recruitment_points",
    "move": "movement_points",
}
"""The points that the main action of a phase gives."""

Costs = tuple[int, int]
"""Energy to the pricer, energy to the supply."""


def head_of(view: Json, seat: str) -> Json:
    """The effect that the seat must settle next; None where nothing is pending."""
    pending = view["seats"][seat]["pending"]
    return pending[0] if pending else None


def pending_told(view: Json, seat: str, naming: Naming) -> str:
    """What is left of it in words: `2 build points`."""
    head = head_of(view, seat)
    if head is None:
        return ""
    return effect_told(head["effect"], called_by(naming, seat), left=head["left"])


def left_told(view: Json, seat: str, naming: Naming) -> str:
    """`2 build points left`; `at no cost` for what needs no points."""
    head = head_of(view, seat)
    points = head is not None and head["effect"]["do"] in POINTS
    return f"{pending_told(view, seat, naming)} left" if points else "free"


def branches_told(view: Json, effect: Mapping[str, Json], seat: str, naming: Naming) -> list[str]:
    """The effects of each branch of a choice now, or of the only one that is taken or left."""
    match effect["do"]:
        case "choice":
            effects = effect["branches"]
            return [effects_told(_losing(view, one, seat), called_by(naming, seat)) for one in effects]
        case "optional":
            effect = {**effect, "effects": _losing(view, effect.get("effects", ()), seat)}
            return [effect_told(effect, called_by(naming, seat))]
    return [pending_told(view, seat, naming)]


def _losing(view: Json, effects: Sequence[Json], seat: str) -> list[Json]:
    """CO-581: nobody loses more than there is."""
    stock = {"energy": view["seats"][seat]["energy"], "gem": view["seats"][seat]["gems"]}
    made = []
    for effect in effects:
        lost, gained = LOSSES.get(effect["do"]), GAINS.get(effect["do"])
        number = effect.get("n", 1)
        if lost is not None:
            number = min(number, stock[lost])
            stock[lost] -= number
        elif gained in stock:
            stock[gained] += number
        if number or lost is None:
            made.append({**effect, "n": number} if lost is not None else effect)
    return made


def figures(naming: Naming, key: str) -> list[int]:
    """The numbers that a name's value holds: `2/1`, `2+1`."""
    text = value_of(naming, key).replace("+", "/")
    return [int(part) for part in text.split("/") if part.lstrip("-").isdigit()]


def token_costs(naming: Naming, token: str) -> Costs:
    """The cost of a pricing token for a seat that acts."""
    to_owner, to_supply = figures(naming, token)
    return to_owner, to_supply


def act_costs(view: Json, seat: str, naming: Naming) -> Costs:
    """The cost for the seat to act in this phase (CO-234 … CO-236)."""
    price = view["prices"].get(view["phase"])
    return (0, 0) if price is None or price["by"] == seat else token_costs(naming, price["token"])


def costs_told(costs: Costs, pricer: str | None, naming: Naming) -> str:
    """`2 energy to Zcharo and 1 to the supply`."""
    to_owner, to_supply = costs
    parts = [f"{to_owner} to {naming.seat(pricer).text}"] if to_owner and pricer else []
    parts += [f"{to_supply} to the supply"] if to_supply else []
    return listed(parts)


def column_key(view: Json, seat: str, track: str, further: int = 0) -> str:
    """The column that the seat's marker stands in, or one further on."""
    return f"{track}:{view['seats'][seat]['research'][track] + further}"


def auxiliary_options(key: str, naming: Naming) -> list[str]:
    """The keys of the options of a column’s bottom row."""
    found: list[str] = []
    while (option := f"{key}:auxiliary:{len(found)}") in naming.components:
        found.append(option)
    return found


def may_pay_auxiliary(view: Json, seat: str, naming: Naming) -> bool:
    """Whether the seat could pay an option of its auxiliary action (CO-241)."""
    player, key = view["seats"][seat], column_key(view, seat, view["phase"])
    costs = [figures(naming, f"{option}:cost") for option in auxiliary_options(key, naming)]
    return any(player["energy"] >= energy and player["gems"] >= gems for energy, gems in costs)


def present(region: Json) -> list[str]:
    """The seats with units or buildings in a region."""
    owners = [one["building"]["seat"] for one in region["foundations"] if one["building"]]
    return list(dict.fromkeys((*region["fighters"], *region["leaders"], *owners)))


def unit_count(region: Json, seat: str) -> int:
    """How many units, which are what pins (CO-390)."""
    return int(region["fighters"].get(seat, 0)) + len(region["leaders"].get(seat, ()))


def strength_told(region: Json, seat: str) -> str:
    """The battle values of the seat's pieces alone; empty where they are not shown."""
    values = region.get("values", {}).get(seat)
    return "" if values is None else battle_values(values["strength"], values["attack"], values["shields"])


def region_told(view: Json, place: str, seat: str, naming: Naming) -> str:
    """The strength of each seat in a region, and the relic there: `Leyrien 5, you 2 strength, relic 1`."""
    region = view["regions"].get(place)
    if region is None:
        return "your base" if view["bases"].get(place) == seat else ""
    parts = []
    for other in present(region):
        who = "you" if other == seat else naming.seat(other).text
        parts.append(f"{who} {region['values'][other]['strength']}")
    parts[-1:] = [f"{parts[-1]} strength"] if parts else []
    parts += [f"relic {region['relic']}"] if region["relic"] is not None else []
    return ", ".join(parts) or "nobody there"


def foundation_place(view: Json, foundation: str) -> str | None:
    """The region that a foundation lies in."""
    for place, region in view["regions"].items():
        if any(one["id"] == foundation for one in region["foundations"]):
            return str(place)
    return None


def place_called(view: Json, place: str, seat: str, naming: Naming) -> str:
    """`Ember Fen`, `your base`."""
    owner = view["bases"].get(place)
    if owner is None:
        return called(naming, place)
    return "Your base" if owner == seat else f"{possessive(naming.seat(owner).text)} base"


def yield_told(view: Json, place: str, naming: Naming) -> str:
    """The yield of a harvest there: of the loose token that covers the printed one, else of that (CO-335)."""
    loose = view["loose_tokens"].get(place)
    if loose is not None:
        return told(naming, f"{loose['id']}:{'upgraded' if loose['upgraded'] else 'basic'}")
    if place in view["bases"]:
        return told(naming, f"{view['seats'][view['bases'][place]]['faction']}:base")
    return told(naming, view["tiles"].get(place, place))


def uncovered(view: Json, seat: str, naming: Naming) -> Iterator[str]:
    """The text of each space from which a building is gone (CO-462)."""
    player = view["seats"][seat]
    for kind, left in player["buildings_on_board"].items():
        own = spaces(naming, player["faction"], kind)
        yield from (told(naming, key) for key in own[: len(own) - left])


def next_space(view: Json, seat: str, kind: str, naming: Naming) -> str | None:
    """The key of the left-most space that still has its building (CO-318)."""
    player = view["seats"][seat]
    own, left = spaces(naming, player["faction"], kind), player["buildings_on_board"][kind]
    return own[len(own) - left] if left else None


def spaces(naming: Naming, faction: str, kind: str) -> list[str]:
    """The keys of a faction's spaces for buildings of the type, from left to right."""
    found: list[str] = []
    while (key := f"{faction}:{kind}:{len(found)}") in naming.components:
        found.append(key)
    return found


def fame_told(view: Json, seat: str, naming: Naming) -> str:
    """`4 of 12 fame`."""
    player = view["seats"][seat]
    return f"{player['fame']} of {value_of(naming, player['faction'])} fame"


def research_told(view: Json, seat: str, track: str, naming: Naming) -> str:
    """The effects of the next column of a track."""
    return in_its_phase(track, told(naming, column_key(view, seat, track, further=1)))


def research_at_once(view: Json, seat: str, track: str, naming: Naming) -> str:
    """The immediate effects of entering the next column, in few words; empty for none."""
    at_once = told(naming, f"{column_key(view, seat, track, further=1)}:enter")
    for long, short in SHORTER.items():
        at_once = at_once.replace(long, short)
    return f"now {at_once}" if at_once else ""


SHORTER = {
    "; or ": " or ",
    "construct ": "",
    "place a production token on land or your base": "a production token",
    "place a production token": "a production token",
}
"""What a column brings at once, as short as a button: a card says it in full."""


def in_its_phase(phase: str, does: str) -> str:
    """`3 points` of `3 movement points`, below the name of the phase that gives them; the rest as it is."""
    kind = POINTS.get(POINTS_OF.get(phase, ""), "")
    first, *others = does.split("; ")
    for thing in (f"{kind}s", kind) if kind else ():
        first = first.replace(thing, thing.rpartition(" ")[2])
    return "; ".join((first, *others))


def purse(view: Json, seat: str) -> str:
    """`6 energy, 1 gem`."""
    player = view["seats"][seat]
    return f"{amount(player['energy'], 'energy')}, {counted(player['gems'], 'gem')}"


# Words that offers share: the values of a parameter, regions among them, locks, cards drawn.

Values: TypeAlias = Mapping[str, ValueWords]
"""Words by the key of the value."""


LOCKS = {"gem": ValueWords("Pay 1 gem"), "energy": ValueWords("Pay 2 energy")}


def regions(
    view: Json, places: Iterable[str], seat: str, naming: Naming, hint: Callable[[str], str] | None = None
) -> Values:
    """Regions on the map, each with the strength of the seats there or with another hint."""
    return {
        place: ValueWords(
            place_called(view, place, seat, naming),
            hint(place) if hint else region_told(view, place, seat, naming),
            place=place,
        )
        for place in places
    }


def cards(ids: Iterable[str], naming: Naming) -> Values:
    """Tactics cards with what stands on them; the last may be one that nobody has seen."""
    return {
        card: ValueWords("Not seen", "name it later")
        if card == UNKNOWN
        else ValueWords(called(naming, card), told(naming, card))
        for card in ids
    }


@cache
def amounts(least: int, most: int, thing: str) -> Values:
    """`1 fighter`, `2 fighters` …"""
    return {str(number): ValueWords(amount(number, thing)) for number in range(least, most + 1)}


def counts(offers: Sequence[Offer], parameter: str, thing: str) -> Values:
    """The numbers that the parameter may take."""
    found = offered_values(offers, parameter)
    return amounts(min(found), max(found), thing) if found else {}


def variants(offers: Sequence[Offer], tell: Callable[[frozenset[str]], str]) -> Mapping[str, str]:
    """The labels that distinguish offers with different parameters."""
    return {variant_key(offer): tell(frozenset(offer.parameters)) for offer in offers}


def unlocked(names: frozenset[str]) -> str:
    """The label that distinguishes an offer past a gem lock from others."""
    lock = "past a gem lock" if "pay_lock" in names else "no gem lock"
    return f"{lock}; draws a card" if "draws" in names else lock


def shared(offers: Sequence[Offer], naming: Naming) -> dict[str, ParameterWords]:
    """The parameters that many actions share: how a lock is paid, which cards are drawn."""
    found = {}
    if any("pay_lock" in offer.parameters for offer in offers):
        found["pay_lock"] = ParameterWords("How do you pay the gem lock?", values=LOCKS)
    if any("draws" in offer.parameters for offer in offers):
        drawn = cards(offered_values(offers, "draws"), naming)
        found["draws"] = ParameterWords("Which card did you draw?", values=drawn)
    return found
