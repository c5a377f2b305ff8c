"""2xx, the send step: chaos leaks into other eras (TC-201 … TC-214)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.time_of_chaos import actions, facts
from domain.games.time_of_chaos.components import name_of
from domain.games.time_of_chaos.state import State, is_blocked, sources_of, target_of
from domain.kernel import Facts, check


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
