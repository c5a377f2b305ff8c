"""The send step (TC-201 … TC-214) and the six actions (TC-303, 3xx) with cubes and cards (4xx, 5xx).

A card drawn face down stays unknown if the recorder has not seen it, and is named later (TC-R39,
TC-R40).
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.time_of_chaos import actions, facts
from domain.games.time_of_chaos.components import ERAS, REFRESHING_POINTS, name_of, tile_id
from domain.games.time_of_chaos.facts import PlacingCause
from domain.games.time_of_chaos.sight import may_be_grabbed, may_be_named
from domain.games.time_of_chaos.state import (
    DELIVERIES_THAT_END,
    HAND_LIMIT,
    State,
    deck_size,
    is_blocked,
    neighbours,
    sources_of,
    target_of,
)
from domain.kernel import PUBLIC, UNKNOWN, Chance, Facts, Passage, SeatAction, Viewer, check, clockwise_from

# Cards drawn face down: unknown where who records has not seen them, and named later (TC-R39, TC-R40).


def drawn_card(state: State, era: str, declared: str | None, chance: Chance) -> str:
    """TC-511, TC-512: each card of the deck alike. TC-R39: what nobody saw who records it is unknown."""
    if declared == UNKNOWN:
        chance.declare("card")
        return UNKNOWN
    return chance.pick(
        declared,
        state.decks[era],
        field="card",
        rule="TC-511",
        message=f"The artifact must come from the {era} deck.",
        hidden=True,
    )


def name_card(state: State, action: actions.NameCard, chance: Chance) -> Facts[State]:
    """TC-R40: an unknown card of the hand is this one. It is not a move, so it is allowed at any time."""
    seat, card = action.seat, action.card
    is_seated = seat in state.seats
    if is_seated and card in may_be_grabbed(state, seat, PUBLIC):
        chance.asks_of(seat)
    check(
        is_seated and card in may_be_named(state, seat, Viewer(seat)),
        "TC-511",
        "No unknown artifact in this hand can be that one.",
        "card",
    )
    check_named(state, card, chance)
    yield facts.CardNamed(seat, card)


def check_named(state: State, card: str, chance: Chance) -> None:
    """TC-511, of a card that its holder cannot rule out: only hands that it does not see can refuse it."""
    check(
        card in state.decks[state.box.cards[card].deck],
        "TC-511",
        "No unknown artifact in this hand can be that one.",
        "card",
        probes=True,
    )
    chance.probed = True  # who tries it without recording it learns from a yes as much as from a no


# 3xx, the six actions of the action step (TC-303), with their cubes and cloaks (4xx) and cards (5xx).


def grab(state: State, action: actions.Grab, chance: Chance) -> Facts[State]:
    """TC-311 … TC-313: the top card of the deck of the pawn's era, seen by the drawing player alone."""
    era = _era(state, action.seat)
    _check_hand(state, action.seat)
    check(deck_size(state, era) > 0, "TC-312", f"The {era} deck is empty.")
    _check_no_cloak(action.cloak)
    card = drawn_card(state, era, action.card, chance)
    yield facts.ActionTaken(action.seat, "grab")
    yield facts.CardTaken(action.seat, card, era, "grab")


def search(state: State, action: actions.Search, chance: Chance) -> Facts[State]:
    """TC-321 … TC-324: a card of the display, the refill (TC-503, TC-504), then the cube.

    TC-323: card and cloak are settled before the refill is known.
    """
    seat, era = action.seat, _era(state, action.seat)
    _check_hand(state, seat)
    display = (state.displays or {})[era]
    check(action.card in display, "TC-322", f"That artifact is not on display in the {era}.", "card")
    _check_cube_or_cloak(state, action, cloak=action.cloak)
    refill = _refill(state, era, action, chance)
    yield facts.ActionTaken(seat, "search")
    if action.cloak:
        yield facts.CloakUsed(seat, "search")
    yield facts.CardTaken(seat, action.card, era, "search")
    state = yield facts.DisplayRefilled(era, display.index(action.card), refill)
    if not action.cloak:
        yield from _place_cube(state, seat, state.pawn(seat), "search")  # TC-324


def _refill(state: State, era: str, action: actions.Search, chance: Chance) -> str | None:
    """TC-511: a refill is declared exactly when the deck is not empty."""
    if not deck_size(state, era):
        check(
            action.refill is None,
            "TC-511",
            f"The {era} deck is empty: the display is not refilled.",
            "refill",
        )
        return None
    return chance.pick(
        action.refill,
        state.decks[era],
        field="refill",
        rule="TC-511",
        message=f"The card that refills the display must come from the {era} deck.",
        hidden=True,
    )


def deliver(state: State, action: actions.Deliver, chance: Chance) -> Facts[State]:
    """TC-331 … TC-335: a card of the hand goes to the tableau, on its destination.

    An unknown card of the hand is named so, TC-R40.
    """
    seat, tile = action.seat, state.pawn(action.seat)
    if action.card in may_be_grabbed(state, seat, PUBLIC):
        chance.asks_of(seat)
    hand = state.seats[seat].hand
    known = next((held for held in hand if held.card == action.card != UNKNOWN), None)
    names_one = known is None and action.card in may_be_named(state, seat, Viewer(seat))
    check(known is not None or names_one, "TC-332", "That artifact is not in your hand.", "card")
    assert known is not None or names_one
    card = state.box.cards[action.card]
    check(
        card.tile == tile,
        "TC-333",
        f"Deliver this artifact to {name_of(state.box, card.tile)}: move your pawn there first.",
        "card",
    )
    _check_cube_or_cloak(state, action, cloak=action.cloak)
    if names_one:
        check_named(state, card.id, chance)
    yield facts.ActionTaken(seat, "deliver")
    if action.cloak:
        yield facts.CloakUsed(seat, "deliver")  # TC-415: committed before the refresh
    if names_one:
        yield facts.CardNamed(seat, card.id)
    state = yield facts.CardDelivered(seat, card.id, card.points, "grab" if known is None else known.via)
    if card.points == REFRESHING_POINTS:  # TC-414, exactly 3: ruling TC-R15; TC-417: nothing else does
        for other in state.clockwise:
            if not state.seats[other].cloak_active:  # TC-416: an active cloak gains nothing
                state = yield facts.CloakRefreshed(other)
    if not action.cloak:
        state = yield from _place_cube(state, seat, tile, "deliver")  # TC-334
    if state.end_trigger is None and len(state.seats[seat].tableau) == DELIVERIES_THAT_END:  # TC-601, TC-604
        yield facts.EndTriggered(seat, state.turn, clockwise_from(state.clockwise, seat)[1:])  # TC-603


def time_travel(state: State, action: actions.TimeTravel, chance: Chance) -> Facts[State]:
    """TC-341 … TC-344: to the same city in another era, with a cube at either end.

    TC-703: where both other tiles of the city are on chaos, no era is left to go to.
    """
    seat, departure = action.seat, state.pawn(action.seat)
    eras = tuple(era for era in ERAS if era != state.box.era_of[departure])
    check(
        action.era in eras, "TC-342", f"From here you can time travel to the {' or the '.join(eras)}.", "era"
    )
    arrival = tile_id(action.era, state.box.city_of[departure])
    check(
        not state.tiles[arrival].chaos,
        "TC-343",
        f"{name_of(state.box, arrival)} is in chaos: you cannot time travel there.",
        "era",
    )
    check(
        (action.cube_on is None) == action.cloak,
        "TC-344",
        "Choose the departure or arrival tile for the cube. When cloaked, place no cube.",
        "cube_on",
    )
    _check_cube_or_cloak(state, action, cloak=action.cloak)
    yield facts.ActionTaken(seat, "time_travel")
    if action.cloak:
        yield facts.CloakUsed(seat, "time_travel")
    state = yield facts.PawnMoved(seat, departure, arrival, "time_travel")
    if not action.cloak:
        place = departure if action.cube_on == "departure" else arrival  # TC-709
        yield from _place_cube(state, seat, place, "time_travel")


def travel(state: State, action: actions.Travel, chance: Chance) -> Facts[State]:
    """TC-351 … TC-353: one step in the grid of the pawn's era, into chaos and among pawns too (TC-701)."""
    origin = state.pawn(action.seat)
    check(
        action.city in adjacent_cities(state, origin),
        "TC-352",
        f"That city is not adjacent to {name_of(state.box, origin)}.",
        "city",
    )
    _check_no_cloak(action.cloak)
    yield facts.ActionTaken(action.seat, "travel")
    yield facts.PawnMoved(action.seat, origin, tile_id(state.box.era_of[origin], action.city), "travel")


def adjacent_cities(state: State, tile: str) -> tuple[str, ...]:
    """Where TRAVEL leads from a tile (TC-352)."""
    assert state.layout is not None
    return neighbours(state.layout, state.box.era_of[tile], state.box.city_of[tile])


def restore(state: State, action: actions.Restore, chance: Chance) -> Facts[State]:
    """TC-361 … TC-365: a chaos tile turns to order and gives all its cubes back (TC-702, TC-708, TC-710).

    TC-364: whose cubes and pawns are on it does not matter.
    """
    check(
        action.tile in tiles_in_reach(state, action.seat),
        "TC-363",
        "You cannot restore that tile from here.",
        "tile",
    )
    cubes = state.tiles[action.tile].cubes
    check(
        state.tiles[action.tile].chaos,
        "TC-362",
        f"{name_of(state.box, action.tile)} is already in order.",
        "tile",
    )
    _check_no_cloak(action.cloak)
    yield facts.ActionTaken(action.seat, "restore")
    for color, count in cubes.items():
        yield facts.CubeReturned(state.seat_of(color), color, action.tile, count, "restore")  # TC-405
    yield facts.TileRestored(action.tile, tuple(cubes), action.seat)


def tiles_in_reach(state: State, seat: str) -> tuple[str, ...]:
    """TC-363: the same city in the other eras, or the pawn's own tile, by the option (ruling TC-R1)."""
    own = state.pawn(seat)
    if state.options.restore_scope == "own_tile":
        return (own,)
    city = state.box.city_of[own]
    return tuple(tile for era in ERAS if (tile := tile_id(era, city)) != own)


def _era(state: State, seat: str) -> str:
    """TC-502: deck and display are those of the era in which the pawn stands."""
    return state.box.era_of[state.pawn(seat)]


def _check_hand(state: State, seat: str) -> None:
    """TC-505; TC-706: three cards that cannot be delivered stay where they are."""
    check(
        len(state.seats[seat].hand) < HAND_LIMIT,
        "TC-505",
        f"Your hand is full: the limit is {HAND_LIMIT} artifacts.",
    )


def _check_no_cloak(cloak: bool) -> None:
    check(not cloak, "TC-413", "You can only use the cloak to search, deliver or time travel.", "cloak")


def _check_cube_or_cloak(state: State, action: SeatAction, *, cloak: bool) -> None:
    """TC-411 for a cloaked action, which places no cube (TC-412); TC-404 for one that needs a cube.

    Grab, travel and restore never come here (TC-406). Ruling TC-R13.
    """
    player = state.seats[action.seat]
    if cloak:
        check(
            player.cloak_active,
            "TC-411",
            "Your cloak is exhausted. A delivery worth 3 refreshes it.",
            "cloak",
        )
    else:
        check(player.supply > 0, "TC-404", "You have no cubes left, and this action needs one.")


def _place_cube(state: State, seat: str, tile: str, cause: PlacingCause) -> Passage[State]:
    """TC-401, TC-403: an own cube, onto a tile that is on order and stays so until the end step (TC-225)."""
    return (yield facts.CubePlaced(seat, state.seats[seat].color, tile, cause))


# 2xx, the send step: chaos leaks into other eras (TC-201 … TC-214).


def send_disorder(state: State, action: actions.SendDisorder) -> Facts[State]:
    """One cube of the active colour from each eligible source onto its target.

    TC-205, TC-211: what is a source and what is blocked is settled before the first cube moves; no
    pawn (TC-214) and no cloak (TC-212) plays a part, and nothing flips here. TC-213: there is no turn
    without this step.
    """
    seat = action.seat
    color, supply = state.seats[seat].color, state.seats[seat].supply
    sources = sources_of(state, seat)
    eligible = tuple(source for source in sources if not is_blocked(state, source))
    sending = eligible[:supply] if action.sources is None else action.sources
    if action.sources is not None:
        _check_named(state, action.sources, sources, eligible)
    _check_number(action.sources, eligible, supply)
    for source in sources:
        if source not in eligible:
            yield facts.SourceBlocked(seat, source, color)  # TC-206
    for source in eligible:
        if source in sending:
            yield facts.CubePlaced(seat, color, target_of(state, source), "send", source)  # TC-205, TC-207
        else:
            yield facts.SourceStarved(seat, source, color)  # TC-209, TC-210
    yield facts.ActionStepBegan(seat)


def _check_named(state: State, named: Sequence[str], sources: Sequence[str], eligible: Sequence[str]) -> None:
    for index, tile in enumerate(named):
        check(
            tile in sources,
            "TC-202",
            f"{name_of(state.box, tile)} sends no disorder: it must be a chaos tile with your cube.",
            f"sources/{index}",
        )
        check(
            tile in eligible,
            "TC-206",
            "The tile it would send a cube to is already in chaos.",
            f"sources/{index}",
        )
    check(len(set(named)) == len(named), "TC-205", "A tile sends disorder once per turn.", "sources")


def _check_number(named: Sequence[str] | None, eligible: Sequence[str], supply: int) -> None:
    if supply == 0:
        check(not named, "TC-209", "You have no cubes left to send.", "sources")
    elif supply < len(eligible):
        check(
            named is not None and len(named) == supply,
            "TC-210",
            f"You have too few cubes: choose exactly {supply} of the eligible tiles.",
            "sources",
        )
    else:
        check(
            named is None or len(named) == len(eligible),
            "TC-208",
            "You have enough cubes: every eligible tile sends one.",
            "sources",
        )
