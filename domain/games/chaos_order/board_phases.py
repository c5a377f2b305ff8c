"""The five action phases with the tokens that price them, the research tracks, fame."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaos_order.components.box import ACTION_PHASES, PHASES
from domain.games.chaos_order.places import phase_place
from domain.games.chaos_order.words.names import called, told, value_of
from domain.games.chaos_order.words.phrases import PHASE_NAMES
from domain.kernel import Box, Json, Mark, Naming, Piece, Place, Track, Zone

WIDE, HIGH = 72, 40
SPOTS = {"first": "the first spot", "last": "the last spot"}


def phases_zone(view: Json, naming: Naming) -> Zone:
    """CO-202, CO-212: what acting costs in each phase, and who is paid."""
    holder = f"{naming.seat(view['flare_gun']).text} has the flare gun"
    return Zone(
        "phases",
        "Prices",
        "grid",
        5 if view["phase"] == "set_prices" else 15,
        note=holder,
        size=(WIDE * len(ACTION_PHASES), HIGH),
        places=tuple(_phase(view, at, phase, naming) for at, phase in enumerate(ACTION_PHASES)),
    )


def _phase(view: Json, at: int, phase: str, naming: Naming) -> Place:
    price, now = view["prices"].get(phase), view["phase"]
    over = now in PHASES and PHASES.index(phase) < PHASES.index(now)
    told = (_priced(price), "now" if phase == now else "over" if over else "")
    return Place(
        phase_place(phase),
        PHASE_NAMES[phase],
        Box(at * WIDE, 0, WIDE, HIGH),
        tone="goal" if phase == now else "closed" if over else "neutral",
        pieces=() if price is None else (token_piece(price["token"], price["by"], naming),),
        note=", ".join(filter(None, told)),
    )


def price_of(naming: Naming, token: str) -> tuple[int, int]:
    """What a token costs: to its owner, to the main supply."""
    owner, _, supply = value_of(naming, token).partition("+")
    return (int(owner), int(supply)) if owner.isdigit() and supply.isdigit() else (0, 0)


def token_piece(token: str, by: str | None, naming: Naming) -> Piece:
    """A pricing token with the whole price on it."""
    return Piece(
        token,
        "token",
        told(naming, token) or called(naming, token),
        by,
        face=str(sum(price_of(naming, token))),
    )


def _priced(price: Json | None) -> str:
    if price is None:
        return "not priced"
    return SPOTS.get(price["spot"] or "", "")


def tracks_zones(view: Json, naming: Naming) -> Iterator[Zone]:
    """CO-250: where each seat's research stands; under a column what acting gives there.

    All tracks where somebody may advance on them or sets a price, otherwise that of the phase.
    """
    standing = {phase: _who(view, phase) for phase in ACTION_PHASES}
    if any(standing.values()):
        tracks = (_track(view, phase, seats, naming) for phase, seats in standing.items() if seats)
        yield Zone("research", "Research", "track", 30, folded=True, tracks=tuple(tracks))


def _who(view: Json, phase: str) -> tuple[str, ...]:
    """Whose columns of a track count now: everybody's, or those of who has research to spend."""
    if view["phase"] in (phase, "set_prices", "discover"):
        return tuple(view["seats"])
    return tuple(
        seat
        for seat, player in view["seats"].items()
        if any(item["effect"]["do"] == "gain_research" for item in player["pending"])
    )


def _track(view: Json, phase: str, seats: tuple[str, ...], naming: Naming) -> Track:
    columns = 1
    while f"{phase}:{columns + 1}" in naming.components:
        columns += 1
    marks = [Mark(_column(view, seat, phase), naming.seat(seat).text, seat) for seat in seats]
    names = {column: _column_name(phase, column, naming) for column in range(1, columns + 1)}
    return Track(
        f"research:{phase}",
        PHASE_NAMES[phase],
        1,
        max(columns, *(mark.at for mark in marks)),
        tuple(marks),
        {str(column): name for column, name in names.items() if name != str(column)},
    )


def _column(view: Json, seat: str, phase: str) -> int:
    return int(view["seats"][seat]["research"].get(phase, 1))


def _column_name(phase: str, column: int, naming: Naming) -> str:
    """`3 +1 lock`: figures of the main action; a lock where one stands before the column."""
    key = f"{phase}:{column}"
    figures = [word.strip("+") for word in told(naming, key).split() if word.strip("+").isdigit()]
    lock = " lock" if value_of(naming, key) == "lock" else ""
    return f"{'+'.join(figures) or column}{lock}"


def fame_length(view: Json, seat: str, naming: Naming) -> int:
    """How much fame the seat's faction needs; 0 if the set does not say."""
    length = value_of(naming, view["seats"][seat]["faction"])
    return int(length) if length.isdigit() else 0


def fame_told(view: Json, seat: str, naming: Naming) -> str:
    """`4 of 12`."""
    length = fame_length(view, seat, naming)
    return f"{view['seats'][seat]['fame']} of {length}" if length else str(view["seats"][seat]["fame"])
