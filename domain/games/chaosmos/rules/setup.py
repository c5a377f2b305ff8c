"""The setup (CM-1xx): the opening, aliens, planets, Cosmic Pool, envelopes, hands, start player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

from domain.games.chaosmos import actions
from domain.games.chaosmos.components import Box, Mode
from domain.games.chaosmos.components.document import board
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
from domain.games.chaosmos.reading import envelope_of, named
from domain.games.chaosmos.rules.turns import check_moved, let_go
from domain.games.chaosmos.state import (
    HYPERTOKENS,
    POOL_SIZE,
    STARTING_HYPERTOKENS,
    Cards,
    Options,
    Planet,
    Player,
    SeatSetup,
    State,
    holds,
    less,
)
from domain.kernel import (
    UNKNOWN,
    Action,
    Chance,
    Choice,
    ComponentSet,
    Domain,
    Facts,
    Passage,
    Several,
    Undeclared,
    Viewer,
    check,
)

# The opening, the order of setup, the planets and the start player, CM-1xx.

SEATS = {"first_game": (2, 3, 4), "standard": (3, 4), "two_player": (2,)}
"""CM-101."""
SEAT_COUNTS = (2, 3, 4)
FIRST_GAME_CLOCK = SHORT_CLOCK = 36
STANDARD_CLOCK = 48
CLOCKS = {
    "first_game": (FIRST_GAME_CLOCK,),
    "standard": (STANDARD_CLOCK, SHORT_CLOCK),
    "two_player": (STANDARD_CLOCK, SHORT_CLOCK),
}
"""CM-117."""


def admit(components: ComponentSet, seats: Sequence[SeatSetup], options: Options) -> None:
    """The opening: CM-101, CM-122, CM-117."""
    box: Box = components.box
    names = {seat.seat for seat in seats}
    counts = SEATS[options.mode]
    check(len(seats) in counts, "CM-101", f"This mode needs {counts[0]} to {counts[-1]} players.", "seats")
    check(len(names) == len(seats), "CM-101", "Each seat needs its own name.", "seats")
    layout = box.layouts.get(options.layout)
    check(
        layout is not None and layout.kind == options.mode,
        "CM-122",
        "This mode has no such layout.",
        "options/layout",
    )
    clock = options.clock_start
    allowed = CLOCKS[options.mode]
    check(
        clock is None or clock in allowed,
        "CM-117",
        f"The clock must start at {' or '.join(map(str, allowed))}.",
        "options/clock_start",
    )


def initial(components: ComponentSet, seats: Sequence[SeatSetup], options: Options) -> State:
    """The table at the opening: tokens handed out (CM-105), the cards of the mode apart (CM-110, CM-111)."""
    box: Box = components.box
    deck = box.basic_deck if options.mode == "first_game" else box.standard_deck
    layout = box.layouts[options.layout]
    fixed = layout.fixed
    clock = options.clock_start or default_clock(options.mode)
    names = tuple(seat.seat for seat in seats)
    return State(
        box=box,
        options=options,
        clockwise=names,
        clock_start=clock,
        clock=clock,
        deck=deck,
        removed=less(box.every_card, deck),
        seats={seat: Player() for seat in names},
        known={seat: {} for seat in names},
        supply=HYPERTOKENS - STARTING_HYPERTOKENS * len(names),
        board=None if fixed is None else board(layout.map, fixed),
        planets={} if fixed is None else {planet: Planet() for planet in sorted(fixed.values())},
    )


def default_clock(mode: Mode) -> int:
    """CM-117."""
    return FIRST_GAME_CLOCK if mode == "first_game" else STANDARD_CLOCK


def due(state: State) -> tuple[type[Action], ...]:
    """CM-123: the setup commands that may come now."""
    if state.phase != "setup":
        return ()
    if state.options.mode == "two_player" and not state.removed_pair:
        return (actions.RemoveAlienPair,)
    arrange = (actions.ArrangePlanets,) if state.board is None else ()
    players = state.seats.values()
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
    check(type(action) in due(state), "CM-123", "Do each setup step once, in order.")
    if isinstance(action, actions.ChooseAlien | actions.PrepareHand):
        player = state.seats.get(action.seat)
        done = player is not None and (
            player.chosen is not None if isinstance(action, actions.ChooseAlien) else player.prepared
        )
        check(not done, "CM-123", "You have already done this.", "seat")


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
        check(fits, rule, "Each slot needs one of this game's planets.", "planets")
        arranged = declared
    yield PlanetsArranged(dict(sorted(arranged.items())))


def planets_of_the_game(state: State) -> tuple[str, ...]:
    """CM-104: the homes of the removed pair are out."""
    gone = {state.box.aliens[alien].home for alien in state.removed_pair}
    return tuple(planet for planet in state.box.planets if planet not in gone)


def _shuffled(items: Sequence[str], below: Callable[[int], int]) -> list[str]:
    left = list(items)
    return [left.pop(below(len(left))) for _ in items]


def set_start_player(state: State, action: actions.SetStartPlayer, chance: Chance) -> Facts[State]:
    """CM-120; CM-R11: the window is open before the first turn."""
    seat = chance.pick(
        action.start_player,
        state.clockwise,
        field="start_player",
        rule="CM-120",
        message="Unknown seat.",
    )
    yield StartPlayerChosen(seat)


# The aliens of the seats, CM-102 … CM-104.

DEALT_TO_CHOOSE = 2


def remove_alien_pair(state: State, action: actions.RemoveAlienPair, chance: Chance) -> Facts[State]:
    """CM-104: one alien at random and the other one with its gear."""
    aliens = state.box.aliens
    alien = chance.pick(action.alien, tuple(aliens), field="alien", rule="CM-104", message="Unknown alien.")
    gear = aliens[alien].gear
    yield AlienPairRemoved(tuple(sorted(name for name, sheet in aliens.items() if sheet.gear == gear)))


def deal_aliens(state: State, action: actions.DealAliens, chance: Chance) -> Facts[State]:
    """CM-102: one each, openly. CM-103: two each, secretly, so that they may be unknown (CM-R31)."""
    first_game = state.options.mode == "first_game"
    rule = "CM-102" if first_game else "CM-103"
    pool, each = aliens_to_deal(state)
    if action.aliens is None:
        aliens = chance.compose("aliens", rule, lambda below: _dealt(state.clockwise, pool, each, below))
    else:
        chance.declare("aliens")
        aliens = action.aliens
        dealt = [alien for names in aliens.values() for alien in names]
        if not first_game:
            dealt = [alien for alien in dealt if alien != UNKNOWN]
        fits = (
            set(aliens) == set(state.clockwise)
            and all(len(names) == each for names in aliens.values())
            and holds(tuple(pool), dealt)
        )
        check(fits, rule, f"Deal each seat {each} of this game's aliens.", "aliens")
    state = yield AliensDealt({seat: tuple(aliens[seat]) for seat in state.clockwise}, first_game)
    if first_game:
        yield AliensRevealed({seat: aliens[seat][0] for seat in state.clockwise})


def aliens_to_deal(state: State) -> tuple[tuple[str, ...], int]:
    """The aliens that are shuffled, and how many each seat is dealt."""
    if state.options.mode == "first_game":
        return state.box.first_game_aliens, 1
    return tuple(alien for alien in state.box.aliens if alien not in state.removed_pair), DEALT_TO_CHOOSE


def aliens_left(state: State, *seats: str) -> tuple[str, ...]:
    """The possible values of an unknown alien: those in play, not named for these seats (none given: all)."""
    named = {alien for seat in seats or state.clockwise for alien in state.seats[seat].dealt}
    return tuple(alien for alien in aliens_to_deal(state)[0] if alien not in named)


def _dealt(
    seats: Sequence[str], pool: Sequence[str], each: int, below: Callable[[int], int]
) -> dict[str, tuple[str, ...]]:
    left = list(pool)
    return {seat: tuple(left.pop(below(len(left))) for _ in range(each)) for seat in seats}


def choose_alien(state: State, action: actions.ChooseAlien, chance: Chance) -> Facts[State]:
    """CM-103: when all have chosen, all are revealed together. An unknown alien is named so (CM-R31)."""
    player = state.seats.get(action.seat)
    check(player is not None, "CM-103", "Unknown seat.", "seat")
    dealt, message = () if player is None else player.dealt, "This alien was not dealt to you."
    in_play = action.alien in aliens_to_deal(state)[0]
    may_be = in_play and (action.alien in dealt or UNKNOWN in dealt)
    check(may_be, "CM-103", message, "alien")
    if may_be and action.alien not in dealt:
        check(action.alien in aliens_left(state), "CM-103", message, "alien", probes=True)
        chance.probed = True
    state = yield AlienChosen(action.seat, action.alien)
    if all(player.chosen for player in state.seats.values()):
        yield AliensRevealed({seat: player.chosen or "" for seat, player in state.seats.items()})


# The Cosmic Pool and the envelopes, CM-112 … CM-118.

Asks = Callable[[Viewer], Domain]

HOME_SIZES = {
    ("first_game", 4): 10,
    ("first_game", 3): 12,
    ("first_game", 2): 10,
    ("standard", 4): 10,
    ("standard", 3): 12,
    ("two_player", 2): 11,
}
"""CM-114: how many cards the envelope of a home is dealt, by mode and number of seats."""
OTHER_SIZES = {
    ("first_game", 4): 4,
    ("first_game", 3): 4,
    ("first_game", 2): 6,
    ("standard", 4): 4,
    ("standard", 3): 4,
    ("two_player", 2): 7,
}
"""CM-115: and that of any other planet."""


def deal_cards(state: State, action: actions.DealCards, chance: Chance) -> Facts[State]:
    """CM-112 … CM-118."""
    state = yield from _swap_bonus_cards(state)
    draws = _pool_draws(state, action, chance)
    put_back = state.box.ovoid in draws
    left = less(state.deck, [card for card in draws if card != state.box.ovoid])
    homes = {seat: state.alien_of(seat).home for seat in state.clockwise}
    sizes = envelope_sizes(state, homes)
    if action.envelopes is None and chance.draws:
        envelopes: Mapping[str, Sequence[str]] = chance.compose(
            "envelopes", "CM-116", lambda below: _filled(sizes, left, below)
        )
    else:
        chance.declare("envelopes")
        envelopes = action.envelopes or {}
        rule = "CM-116" if action.envelopes is None else "CM-115"
        _ask_for_the_next(envelopes, sizes, left, homes, rule)
        _check_envelopes(envelopes, sizes, left, homes.values())
    filled = {planet: tuple(sorted(envelopes[planet])) for planet in sorted(envelopes)}
    yield CardsDealt(draws, put_back, filled, homes)


def _swap_bonus_cards(state: State) -> Passage[State]:
    """CM-112, CM-507: useless gear, in the order of the component set, for the bonus cards (CM-R6).

    CM-714: gear is of use to its alien even where no toxic planet of that alien is on the board.
    """
    if state.options.mode == "first_game":
        return state
    useful = {state.alien_of(seat).gear for seat in state.clockwise}
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
        return chance.compose(
            "pool_draws",
            "CM-113",
            lambda below: _drawn(state.deck, ovoid, below),
            lambda viewer: Several(state.deck, POOL_SIZE, POOL_SIZE, ordered=True),
        )
    chance.declare("pool_draws")
    draws = tuple(action.pool_draws)
    if len(draws) == POOL_SIZE and ovoid in draws and holds(state.deck, draws):
        left = less(state.deck, draws)
        seventh = Choice(tuple(sorted(set(left))))
        raise _undeclared("CM-113", f"pool_draws/{POOL_SIZE}", lambda viewer: seventh)
    fits = holds(state.deck, draws) and len(draws) == POOL_SIZE + (ovoid in draws[:POOL_SIZE])
    no_late_ovoid = ovoid not in draws[POOL_SIZE:]
    check(
        fits and no_late_ovoid,
        "CM-113",
        "Draw six cards, and a seventh only if the Ovoid came up.",
        "pool_draws",
    )
    return draws


def _drawn(deck: Cards, ovoid: str, below: Callable[[int], int]) -> tuple[str, ...]:
    left, draws = list(deck), list[str]()
    while len(draws) - (ovoid in draws) < POOL_SIZE:
        draws.append(left.pop(below(len(left))))
    return tuple(draws)


def envelope_sizes(state: State, homes: Mapping[str, str]) -> dict[str, int]:
    """CM-114, CM-115: how many cards go into each envelope on the board."""
    key = (state.options.mode, len(state.clockwise))
    own = set(homes.values())
    return {planet: HOME_SIZES[key] if planet in own else OTHER_SIZES[key] for planet in state.planets}


def _filled(
    sizes: Mapping[str, int], cards: Cards, below: Callable[[int], int]
) -> dict[str, tuple[str, ...]]:
    left = list(cards)
    return {
        planet: tuple(sorted(left.pop(below(len(left))) for _ in range(size)))
        for planet, size in sizes.items()
    }


def _ask_for_the_next(
    envelopes: Mapping[str, Sequence[str]],
    sizes: Mapping[str, int],
    left: Cards,
    homes: Mapping[str, str],
    rule: str,
) -> None:
    """CM-114 … CM-116: the deal is declared one envelope after another, each out of what is left.

    Raises `Undeclared` where what is declared so far fits and an envelope is missing.
    """
    dealt = named(tuple(card for cards in envelopes.values() for card in cards))
    fits = all(len(cards) == sizes.get(planet) for planet, cards in envelopes.items())
    missing = [planet for planet in sorted(sizes) if planet not in envelopes]
    if missing and fits and holds(left, dealt):
        planet, size = missing[0], sizes[missing[0]]
        rest, unseen = less(left, dealt), (UNKNOWN,) * size

        def asks(viewer: Viewer) -> Domain:
            """CM-813: a seat sees its home envelope; all others lie face down for it."""
            sees = viewer.seat is None or homes.get(viewer.seat) == planet
            return Several((*rest, *unseen) if sees else unseen, size, size)

        raise _undeclared(rule, f"envelopes/{planet}", asks)


def _undeclared(rule: str, field: str, asks: Asks) -> Undeclared:
    """The next choice of a partly declared deal. It depends on public knowledge and the declared part."""
    message = "The deal is not complete."
    return Undeclared(rule, field, asks, message, tries_nothing=True)


def _check_envelopes(
    envelopes: Mapping[str, Sequence[str]], sizes: Mapping[str, int], left: Cards, homes: Collection[str]
) -> None:
    """CM-115, CM-114, CM-115, CM-116, in this order."""
    own = set(homes)
    check(
        set(envelopes) == set(sizes), "CM-115", "Deal cards to exactly the planets on the board.", "envelopes"
    )
    for rule, planets in (("CM-114", sizes.keys() & own), ("CM-115", sizes.keys() - own)):
        for planet in sorted(planets):
            check(
                len(envelopes[planet]) == sizes[planet],
                rule,
                f"This envelope needs {sizes[planet]} cards.",
                f"envelopes/{planet}",
            )
    dealt = tuple(card for cards in envelopes.values() for card in cards)
    fits = len(dealt) == len(left) and Counter(named(dealt)) <= Counter(left)
    check(fits, "CM-116", "The deal must use the whole deck.", "envelopes")


# The first hands, CM-119.


def prepare_hand(state: State, action: actions.PrepareHand, chance: Chance) -> Facts[State]:
    """CM-119: up to the hand limit (CM-R8), at least one card stays face-down."""
    check(action.seat in state.seats, "CM-119", "Unknown seat.", "seat")
    alien = state.alien_of(action.seat)
    envelope, cards = state.planets[alien.home].face_down, tuple(sorted(action.cards))
    zone = envelope_of(alien.home)
    check_moved(state, zone, cards, chance, "CM-119", "That card is not in your home envelope.", "cards")
    fits = len(cards) <= alien.hand_limit and len(cards) < len(envelope)
    check(fits, "CM-119", f"Take up to {alien.hand_limit} cards and leave at least one.", "cards")
    state = yield from let_go(state, zone, cards)
    left = less(state.planets[alien.home].face_down, cards)
    yield HandPrepared(action.seat, alien.home, cards, left)
