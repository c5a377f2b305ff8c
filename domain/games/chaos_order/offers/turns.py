"""Offers of the setup (CO-1xx), of turns without pending effects, and of effects settled by hand.

Effects that the table settles by itself follow CO-588.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, combinations

from domain.games.chaos_order.components.box import ACTION_PHASES, BUILDING_TYPES, Effect
from domain.games.chaos_order.offers.moves import (
    draws_by_itself,
    may_draw,
    nameable,
    offer,
    one_of,
    unless_idle,
    up_to,
)
from domain.games.chaos_order.reading import (
    anybody_pending,
    has_ability,
    joined_leaders,
    may_come_to_something,
    possible_cards,
    region_count,
    shown_hand_size,
    stronghold_gems,
    uncovered_income,
)
from domain.games.chaos_order.rules.cards import may_play_now, playable, usable_abilities
from domain.games.chaos_order.rules.effects import triggers, ways_to_pay
from domain.games.chaos_order.rules.income import ROWS, income_abilities, row_of
from domain.games.chaos_order.rules.manual import LARGEST
from domain.games.chaos_order.rules.setup import (
    MOST_RETURNED,
    STARTING_REGIONS,
    base_neighbours,
    free_regions,
    has_starting_leader,
    neutral_foundations,
    returnable,
    starting_regions,
    taken_regions,
    tiles_of,
    touching,
    used_locations,
)
from domain.games.chaos_order.rules.turns import act_cost, column_of
from domain.games.chaos_order.state import State
from domain.kernel import (
    UNKNOWN,
    Assign,
    Depends,
    Each,
    Json,
    Listed,
    Offer,
    Open,
    Outcome,
    Range,
    Several,
    Split,
    Viewer,
)
from domain.kernel.offers import Domain

# Offers of effects that the table settles by itself, and the form of what it did (CO-588).

MOST_ADJUSTMENTS = 20
HINT = "what the table did: none or more of the adjustments of CO-588, one after another"


def manual_offer(state: State, seat: str, texts: Iterable[Json], viewer: Viewer) -> Offer:
    """One of the texts, with what the table did because of it."""
    form = Listed(tuple(_adjustments(state, viewer)), 0, MOST_ADJUSTMENTS)
    return offer(
        "apply_manual_effect", seat, draws=True, text_id=one_of(texts), adjustments=Open(HINT, form=form)
    )


def _adjustments(state: State, viewer: Viewer) -> Iterator[Each]:
    """The closed set, with what the table holds; what fits together is the rules' to judge."""
    boards = state.seats
    for seat in boards:
        for name, change in _changes(state, seat):
            yield _of((seat,), name, change)
    yield _of(boards, "draw_tactics", Range(0, state.deck + len(state.discard)))
    largest = max(shown_hand_size(state, seat) for seat in boards)
    yield _of(boards, "discard_tactics", Listed((one_of(_in_hands(state, viewer)),), 0, largest))
    yield _of(boards, "fighters", _fighters(state))
    leaders = one_of(leader for board in boards.values() for leader in board.leaders)
    yield Each({"seat": one_of(boards), "leader": leaders, "to": one_of(("supply", "base", *state.regions))})
    tiles = one_of(tile for region in state.regions.values() for tile in region.foundations)
    yield _of(boards, "building", Each({"type": one_of(BUILDING_TYPES), "to": tiles}))
    yield _of(boards, "research", one_of(ACTION_PHASES))
    if state.battle is not None:
        for name in ("strength", "attack", "shields"):
            yield _of(state.battle.sides, name, Range(-LARGEST, LARGEST))


def _changes(state: State, seat: str) -> Iterator[tuple[str, Range]]:
    """Amounts of the seat, from all it has to what there can be; energy and gems have no end (CO-205)."""
    board, faction = state.seats[seat], state.faction(seat)
    yield "energy", Range(-min(board.energy, LARGEST), LARGEST)
    yield "gems", Range(-min(board.gems, LARGEST), LARGEST)
    yield "fame", Range(-board.fame, faction.fame_length - board.fame)
    for name, has in board.counters.items():
        bounds = faction.counters[name]
        most = LARGEST if bounds.most is None else bounds.most - has
        yield name, Range(max(bounds.least - has, -LARGEST), min(most, LARGEST))


def _of(seats: Iterable[str], name: str, domain: Domain) -> Each:
    """One adjustment of one of the seats."""
    return Each({"seat": one_of(seats), name: domain})


def _fighters(state: State) -> Each:
    sectors = max(len(board.recruitment) for board in state.seats.values())
    spots = one_of(("base", "drop_ship", *range(1, sectors + 1), *state.regions))
    most = max(state.faction(seat).fighters for seat in state.seats)
    return Each({"from": spots, "to": spots, "n": Range(1, most)})


def _in_hands(state: State, viewer: Viewer) -> list[str]:
    """Cards that somebody may hold, or draw by this, as far as the viewer can tell (CO-508)."""
    cards = {card for card, number in possible_cards(state, viewer).items() if number > 0}
    for seat, board in state.seats.items():
        if viewer.knows(seat):
            cards |= board.hand.keys() - {UNKNOWN}
    return sorted(cards)


# Offers of a turn without anything pending: prices, act or pass, cards, income.


def price_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """CO-210 … CO-215."""
    if state.next_seats[:1] != (seat,):
        return
    supply = [token for token, at in state.seats[seat].tokens.items() if at == "supply"]
    draws = may_draw(state, seat, (effect for token in supply for effect in state.box.tokens[token].on_place))
    tokens = one_of(supply)
    phases = [phase for phase in ACTION_PHASES if phase not in state.prices and phase != "move"]
    if phases:
        yield offer("set_price", seat, draws=draws, phase=one_of(phases), token=tokens)
    if "move" not in state.prices:
        yield offer(
            "set_price",
            seat,
            draws=True,
            phase=one_of(("move",)),
            token=tokens,
            spot=one_of(("first", "last")),
        )
    yield from card_offers(state, seat, viewer)


def turn_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """CO-233 … CO-243."""
    board = state.seats[seat]
    if state.stage == "decide":
        to_owner, to_supply, _ = act_cost(state, seat)
        if board.energy >= to_owner + to_supply:
            yield offer("act", seat, draws=_draws_at(state, seat, f"act:{state.phase}"))
        yield offer("pass", seat, draws=_draws_at(state, seat, f"pass:{state.phase}"))
        return
    if state.stage == "acting":
        if state.main == "open":
            yield offer("begin_main_action", seat, draws=may_draw(state, seat, column_of(state, seat).main))
        elif state.main == "running" and not joined_leaders(state, seat):
            yield offer("end_main_action", seat, draws=may_draw(state, seat))
        elif state.main == "done" and not state.auxiliary_done:
            options = {
                number: option.effects
                for number, option in enumerate(column_of(state, seat).auxiliary)
                if board.energy >= option.energy and board.gems >= option.gems
            }
            if options:
                draws = may_draw(state, seat, chain(*options.values()))
                yield offer("auxiliary_action", seat, draws=draws, option=one_of(options))
    if not joined_leaders(state, seat):
        yield offer("end_turn", seat, draws=may_draw(state, seat))
    yield from card_offers(state, seat, viewer)


def _draws_at(state: State, seat: str, trigger: str) -> bool:
    """Whether the seat may draw by what a trigger sets off (CO-590)."""
    return may_draw(state, seat, (item.effect for item in triggers(state, seat, trigger)))


def _effects_of(state: State, seat: str, abilities: Iterable[str]) -> Iterator[Effect]:
    """The effects of these abilities of the seat."""
    for ability in abilities:
        yield from state.faction(seat).abilities[ability].ability.effects


def card_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """CO-502 … CO-505, CO-594."""
    moment = may_play_now(state, seat)
    if moment is None:
        return
    board = state.seats[seat]
    cards = [card for card in board.hand if card != UNKNOWN and playable(board, card)]
    if playable(board, UNKNOWN):
        cards += [card for card in nameable(state, seat, viewer) if card not in cards]
    grouped: dict[tuple[int, bool, bool], list[str]] = {}
    for card in cards:
        for number, play in enumerate(state.box.cards[card].plays):
            if play.phase == state.phase and ("either" in (moment, play.when) or moment == play.when):
                alike = number, play.gem_lock, may_draw(state, seat, play.effects)
                grouped.setdefault(alike, []).append(card)
    for (number, locked, draws), alike_cards in grouped.items():
        yield from locked_offer(
            state,
            "play_tactics_card",
            seat,
            locked,
            draws=draws,
            card=one_of(alike_cards),
            play=one_of((number,)),
        )
    yield from _ability_offers(state, seat, viewer)


def _ability_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """CO-594; those apart that may be used though nothing can come of them (CO-586, CO-589)."""
    known = state.faction(seat).abilities
    abilities = {ability: known[ability].ability.effects for ability in usable_abilities(state, seat)}
    for useful in (True, False):
        named = [
            ability
            for ability, effects in abilities.items()
            if may_come_to_something(state, seat, effects) is useful
        ]
        if named:
            draws = may_draw(state, seat, _effects_of(state, seat, named))
            yield unless_idle(offer("use_ability", seat, draws=draws, ability=one_of(named)), useful=useful)
    texts = [effect.name for effect in chain(*abilities.values()) if effect.do == "manual"]
    if texts:
        yield manual_offer(state, seat, texts, viewer)


def locked_offer(
    state: State, kind: str, seat: str, locked: bool, *, draws: bool, **parameters: Domain
) -> Iterator[Offer]:
    """The offer, with the ways to pay where a lock stands; none where it cannot be paid (CO-724)."""
    if not locked:
        yield offer(kind, seat, draws=draws, **parameters)
    elif ways := ways_to_pay(state, seat):
        yield offer(kind, seat, draws=draws, **parameters, pay_lock=one_of(ways))


def income_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """CO-460 … CO-472."""
    income = state.seats[seat].income
    if income.finished:
        return
    if income.region_row is None:
        row = dict(ROWS)[row_of(region_count(state, seat))]
        yield offer("take_region_income", seat, draws=may_draw(state, seat, row))
    if not income.buildings:
        draws = may_draw(state, seat, (e for _, income in uncovered_income(state, seat) for e in income))
        gems = stronghold_gems(state, seat)
        if gems and has_ability(state, seat, "stronghold_gems_as_research"):
            kept = up_to(gems, default=0)
            yield offer("take_building_income", seat, draws=draws, gems_as_research=kept)
        else:
            yield offer("take_building_income", seat, draws=draws)
    left = income_abilities(state, seat)
    if left:
        draws = may_draw(state, seat, _effects_of(state, seat, left))
        yield offer("take_ability_income", seat, draws=draws, ability=one_of(left))
    if all(optional for optional, _ in left.values()):
        yield offer("finish_income", seat)
    yield from card_offers(state, seat, viewer)


# Offers of setup, CO-1xx.


def table_setup_offers(state: State) -> Iterator[Offer]:
    """Outcomes of the table: land tiles, neutral foundations."""
    if state.setup == "prepare":
        draws = any(
            draws_by_itself(state, seat, (item.effect for item in board.pending))
            for seat, board in state.seats.items()
        )
        used = used_locations(state.box, len(state.clockwise))
        if used and not state.tiles:
            yield offer("prepare_table", draws=draws, land_tiles=Outcome(_land_tiles(state, used)))
        else:
            yield offer("prepare_table", draws=draws)
    elif state.setup == "foundations" and not anybody_pending(state):
        yield from _foundation_offers(state)


def _land_tiles(state: State, used: Mapping[str, tuple[str, ...]]) -> Domain:
    """CO-114. With several sets the rules ask for the tile of one location after another."""
    if len(used) > 1:
        return Depends()
    ((name, places),) = used.items()
    return Assign(places, tiles_of(state.box, name), len(places), len(places))


def _foundation_offers(state: State) -> Iterator[Offer]:
    """CO-122, CO-123: for each set of foundations that may go back, the others on the free regions."""
    plain, free = returnable(state), tuple(free_regions(state))
    for returned in combinations(plain, MOST_RETURNED - len(state.clockwise)):
        kept = tuple(tile for tile in neutral_foundations(state) if tile not in returned)
        yield offer(
            "lay_neutral_foundations",
            returned=Outcome(Several(returned, len(returned), len(returned))),
            layout=Outcome(Assign(free, kept, len(free), len(free))),
        )


def seat_setup_offers(state: State, seat: str) -> Iterator[Offer]:
    """Bases and starting units, on the seat's turn."""
    if state.next_seats[:1] != (seat,) or anybody_pending(state):
        return
    if state.setup == "bases":
        yield from _base_offers(state, seat)
    elif state.setup == "units":
        regions = starting_regions(state, seat)
        board = state.seats[seat]
        if has_starting_leader(state, seat):
            least = board.aside
            yield offer(
                "place_starting_fighters",
                seat,
                fighters=Split(dict.fromkeys(regions, least - 1), least, least),
            )
        else:
            leaders = [
                leader
                for leader, sides in state.faction(seat).leaders.items()
                if sides["basic"].gem_cost <= board.gems
            ]
            yield offer("deploy_starting_leader", seat, leader=one_of(leaders), region=one_of(regions))


def _base_offers(state: State, seat: str) -> Iterator[Offer]:
    taken, one, other = taken_regions(state), *state.faction(seat).starting_foundations
    for place in state.box.places.values():
        if (
            place.kind != "base_location"
            or len(state.clockwise) not in place.factions
            or place.id in state.bases
        ):
            continue
        beside = base_neighbours(state, place.id)
        for kept in combinations(beside, STARTING_REGIONS):
            if taken & set(kept) or not touching(state, *kept):
                continue
            closed = tuple(border for region, border in beside.items() if region not in kept)
            foundations = Outcome(
                one_of(
                    ({kept[0]: one, kept[1]: other}, {kept[0]: other, kept[1]: one}),
                )
            )
            location = one_of((place.id,))
            if closed:
                mountains = Several(closed, len(closed), len(closed))
                yield offer(
                    "place_base",
                    seat,
                    location=location,
                    mountains=mountains,
                    starting_foundations=foundations,
                )
            else:
                yield offer("place_base", seat, location=location, starting_foundations=foundations)
