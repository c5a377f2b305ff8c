"""The opening and setup, CM-1xx."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

from domain.games.chaosmos import actions
from domain.games.chaosmos.components import Box
from domain.games.chaosmos.facts import (
    AlienChosen,
    AlienPairRemoved,
    AliensDealt,
    AliensRevealed,
    BonusCardsSwapped,
    CardsDealt,
    HandPrepared,
    PlanetsArranged,
    StartPlayerChosen,
)
from domain.games.chaosmos.rules.setup_sizes import HOME_SIZES, OTHER_SIZES
from domain.games.chaosmos.state import (
    FIRST_GAME_CLOCK,
    POOL_SIZE,
    SHORT_CLOCK,
    STANDARD_CLOCK,
    Cards,
    Options,
    SeatAtTable,
    State,
    holds,
    less,
)
from domain.kernel import Action, Chance, ComponentSet, Facts, Passage, check

SEATS = {"first_game": (2, 3, 4), "standard": (3, 4), "two_player": (2,)}
"""CM-101."""
SEAT_COUNTS = (2, 3, 4)
CLOCKS = {
    "first_game": (FIRST_GAME_CLOCK,),
    "standard": (STANDARD_CLOCK, SHORT_CLOCK),
    "two_player": (STANDARD_CLOCK, SHORT_CLOCK),
}
"""CM-117."""
DEALT_TO_CHOOSE = 2

Below = Callable[[int], int]
"""`below(n)`: the next draw, an integer from 0 to n - 1."""


def admit(components: ComponentSet, seats: Sequence[SeatAtTable], options: Options) -> None:
    """The opening: CM-101, CM-122, CM-117."""
    box: Box = components.box
    names = {seat.seat for seat in seats}
    counts = SEATS[options.mode]
    check(len(seats) in counts, "CM-101", f"This mode is played by {counts[0]} to {counts[-1]}.", "seats")
    check(len(names) == len(seats), "CM-101", "Seats have different names.", "seats")
    layout = box.layouts.get(options.layout)
    check(
        layout is not None and layout.kind == options.mode,
        "CM-122",
        "There is no such layout for this mode.",
        "options/layout",
    )
    clock = options.clock_start
    allowed = CLOCKS[options.mode]
    check(
        clock is None or clock in allowed,
        "CM-117",
        f"The clock starts at {' or '.join(map(str, allowed))}.",
        "options/clock_start",
    )


def due(state: State) -> tuple[type[Action], ...]:
    """CM-123: the setup commands that may come now."""
    if state.phase != "setup":
        return ()
    if state.options.mode == "two_player" and not state.removed_pair:
        return (actions.RemoveAlienPair,)
    arrange = (actions.ArrangePlanets,) if state.board is None else ()
    players = state.players.values()
    if not all(player.dealt for player in players):
        return (*arrange, actions.DealAliens)
    if not all(player.chosen for player in players):
        return (*arrange, actions.ChooseAlien)
    if state.deck:
        return arrange or (actions.DealCards,)
    if not all(player.prepared for player in players):
        return (actions.PrepareHand,)
    return (actions.SetStartPlayer,)


def check_gate(state: State, action: Action) -> None:
    """CM-123: setup commands come in order, and once."""
    check(type(action) in due(state), "CM-123", "Setup has its order, and every step comes once.")
    if isinstance(action, actions.ChooseAlien | actions.PrepareHand):
        player = state.players.get(action.seat)
        done = player is not None and (
            player.chosen is not None if isinstance(action, actions.ChooseAlien) else player.prepared
        )
        check(not done, "CM-123", "This seat has done so already.", "seat")


def remove_alien_pair(state: State, action: actions.RemoveAlienPair, chance: Chance) -> Facts[State]:
    """CM-104: one alien at random and the other one with its gear."""
    aliens = state.box.aliens
    alien = chance.pick(
        action.alien, tuple(aliens), field="alien", rule="CM-104", message="There is no such alien."
    )
    gear = aliens[alien].gear
    yield AlienPairRemoved(tuple(sorted(name for name, sheet in aliens.items() if sheet.gear == gear)))


def arrange_planets(state: State, action: actions.ArrangePlanets, chance: Chance) -> Facts[State]:
    """CM-108, CM-122: the planets of the game in the slots, each order equally likely."""
    rule = "CM-108" if state.options.mode == "two_player" else "CM-122"
    slots = state.box.layouts[state.options.layout].slots
    planets = planets_of_the_game(state)
    declared = action.planets
    if declared is None:
        arranged = chance.compose(
            "planets", rule, lambda below: dict(zip(slots, _shuffled(planets, below), strict=True))
        )
    else:
        chance.declare("planets")
        fits = set(declared) == set(slots) and sorted(declared.values()) == sorted(planets)
        check(fits, rule, "Every slot takes one of the planets of this game.", "planets")
        arranged = declared
    yield PlanetsArranged(dict(sorted(arranged.items())))


def planets_of_the_game(state: State) -> tuple[str, ...]:
    """CM-104: the homes of the removed pair are out."""
    gone = {state.box.aliens[alien].home for alien in state.removed_pair}
    return tuple(planet for planet in state.box.planets if planet not in gone)


def _shuffled(items: Sequence[str], below: Below) -> list[str]:
    left = list(items)
    return [left.pop(below(len(left))) for _ in items]


def deal_aliens(state: State, action: actions.DealAliens, chance: Chance) -> Facts[State]:
    """CM-102: one each, openly. CM-103: two each, secretly."""
    first_game = state.options.mode == "first_game"
    rule = "CM-102" if first_game else "CM-103"
    pool, each = aliens_to_deal(state)
    if action.aliens is None:
        aliens = chance.compose("aliens", rule, lambda below: _dealt(state.seats, pool, each, below))
    else:
        chance.declare("aliens")
        aliens = action.aliens
        dealt = [alien for names in aliens.values() for alien in names]
        fits = (
            set(aliens) == set(state.seats)
            and all(len(names) == each for names in aliens.values())
            and holds(tuple(pool), dealt)
        )
        check(fits, rule, f"Each seat is dealt {each} of the aliens of this game.", "aliens")
    state = yield AliensDealt({seat: tuple(aliens[seat]) for seat in state.seats}, first_game)
    if first_game:
        yield AliensRevealed({seat: aliens[seat][0] for seat in state.seats})


def aliens_to_deal(state: State) -> tuple[tuple[str, ...], int]:
    """The aliens that are shuffled, and how many each seat is dealt."""
    if state.options.mode == "first_game":
        return state.box.first_game_aliens, 1
    return tuple(alien for alien in state.box.aliens if alien not in state.removed_pair), DEALT_TO_CHOOSE


def _dealt(seats: Sequence[str], pool: Sequence[str], each: int, below: Below) -> dict[str, tuple[str, ...]]:
    left = list(pool)
    return {seat: tuple(left.pop(below(len(left))) for _ in range(each)) for seat in seats}


def choose_alien(state: State, action: actions.ChooseAlien, chance: Chance) -> Facts[State]:
    """CM-103: when all have chosen, all are revealed together."""
    player = state.players.get(action.seat)
    check(player is not None, "CM-103", "There is no such seat.", "seat")
    dealt = () if player is None else player.dealt
    check(action.alien in dealt, "CM-103", "This alien was not dealt to the seat.", "alien")
    state = yield AlienChosen(action.seat, action.alien)
    if all(player.chosen for player in state.players.values()):
        yield AliensRevealed({seat: player.chosen or "" for seat, player in state.players.items()})


def deal_cards(state: State, action: actions.DealCards, chance: Chance) -> Facts[State]:
    """CM-112 … CM-118."""
    state = yield from _swap_bonus_cards(state)
    draws = _pool_draws(state, action, chance)
    put_back = state.box.ovoid in draws
    left = less(state.deck, [card for card in draws if card != state.box.ovoid])
    homes = {seat: state.alien_of(seat).home for seat in state.seats}
    sizes = envelope_sizes(state, homes)
    if action.envelopes is None:
        envelopes: Mapping[str, Sequence[str]] = chance.compose(
            "envelopes", "CM-116", lambda below: _filled(sizes, left, below)
        )
    else:
        chance.declare("envelopes")
        envelopes = action.envelopes
        _check_envelopes(envelopes, sizes, left, homes.values())
    filled = {planet: tuple(sorted(envelopes[planet])) for planet in sorted(envelopes)}
    yield CardsDealt(draws, put_back, filled, homes)


def _swap_bonus_cards(state: State) -> Passage[State]:
    """CM-112, CM-507: useless gear, in the order of the component set, for the bonus cards (CM-R6).

    CM-714: gear is of use to its alien even where no toxic planet of that alien is on the board.
    """
    if state.options.mode == "first_game":
        return state
    useful = {state.alien_of(seat).gear for seat in state.seats}
    useless = [
        card for card in state.box.gears if card not in useful for _ in range(state.box.cards[card].count)
    ]
    swapped = tuple(zip(useless, state.box.bonus, strict=False))
    if not swapped:
        return state
    return (
        yield BonusCardsSwapped(
            tuple(sorted(gear for gear, _ in swapped)), tuple(sorted(bonus for _, bonus in swapped))
        )
    )


def _pool_draws(state: State, action: actions.DealCards, chance: Chance) -> tuple[str, ...]:
    """CM-113: six cards; if the Ovoid is among the first six, a seventh replaces it."""
    ovoid = state.box.ovoid
    if action.pool_draws is None:
        return chance.compose("pool_draws", "CM-113", lambda below: _drawn(state.deck, ovoid, below))
    chance.declare("pool_draws")
    draws = tuple(action.pool_draws)
    fits = holds(state.deck, draws) and len(draws) == POOL_SIZE + (ovoid in draws[:POOL_SIZE])
    no_late_ovoid = ovoid not in draws[POOL_SIZE:]
    check(
        fits and no_late_ovoid,
        "CM-113",
        "Six cards of the deck are drawn, a seventh exactly if the Ovoid came up.",
        "pool_draws",
    )
    return draws


def _drawn(deck: Cards, ovoid: str, below: Below) -> tuple[str, ...]:
    left, draws = list(deck), list[str]()
    while len(draws) - (ovoid in draws) < POOL_SIZE:
        draws.append(left.pop(below(len(left))))
    return tuple(draws)


def envelope_sizes(state: State, homes: Mapping[str, str]) -> dict[str, int]:
    """CM-114, CM-115: how many cards go into each envelope on the board."""
    key = (state.options.mode, len(state.seats))
    own = set(homes.values())
    return {planet: HOME_SIZES[key] if planet in own else OTHER_SIZES[key] for planet in state.planets}


def _filled(sizes: Mapping[str, int], cards: Cards, below: Below) -> dict[str, tuple[str, ...]]:
    left = list(cards)
    return {
        planet: tuple(sorted(left.pop(below(len(left))) for _ in range(size)))
        for planet, size in sizes.items()
    }


def _check_envelopes(
    envelopes: Mapping[str, Sequence[str]], sizes: Mapping[str, int], left: Cards, homes: Collection[str]
) -> None:
    """CM-115, CM-114, CM-115, CM-116, in this order."""
    own = set(homes)
    check(set(envelopes) == set(sizes), "CM-115", "Exactly the planets on the board get cards.", "envelopes")
    for rule, planets in (("CM-114", sizes.keys() & own), ("CM-115", sizes.keys() - own)):
        for planet in sorted(planets):
            check(
                len(envelopes[planet]) == sizes[planet],
                rule,
                f"This envelope takes {sizes[planet]} cards.",
                f"envelopes/{planet}",
            )
    dealt = sorted(card for cards in envelopes.values() for card in cards)
    check(Counter(dealt) == Counter(left), "CM-116", "The deal uses the whole deck exactly.", "envelopes")


def prepare_hand(state: State, action: actions.PrepareHand, chance: Chance) -> Facts[State]:
    """CM-119: up to the hand limit (CM-R8), at least one card stays face-down."""
    check(action.seat in state.players, "CM-119", "There is no such seat.", "seat")
    alien = state.alien_of(action.seat)
    envelope, cards = state.planets[alien.home].face_down, tuple(sorted(action.cards))
    check(holds(envelope, cards), "CM-119", "Not in the home envelope.", "cards")
    fits = len(cards) <= alien.hand_limit and len(cards) < len(envelope)
    check(fits, "CM-119", f"Up to {alien.hand_limit} cards, and one stays behind.", "cards")
    yield HandPrepared(action.seat, alien.home, cards, less(envelope, cards))


def set_start_player(state: State, action: actions.SetStartPlayer, chance: Chance) -> Facts[State]:
    """CM-120; CM-R11: the window is open before the first turn."""
    seat = chance.pick(
        action.start_player,
        state.seats,
        field="start_player",
        rule="CM-120",
        message="There is no such seat.",
    )
    yield StartPlayerChosen(seat)
