"""The rows of a session, from its tally and its state."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaos_order.rules.income import ROWS
from domain.games.chaos_order.state import Reason, State
from domain.games.chaos_order.statistics.tally import Outcomes, Tally
from domain.kernel import Row, clockwise_from

REASONS: tuple[Reason, ...] = ("all_relics", "fame", "land_regions", "relics_tiebreak", "shared")
TACTICS = ("none", "use", "bluff")


def rows(tally: Tally, state: State) -> Iterator[Row]:
    """Every row of the session as it stands."""
    yield from _session_rows(tally, state)
    winners = () if state.result is None else state.result.winners
    for seat in state.clockwise:
        share = 1 / len(winners) if seat in winners else 0.0
        place = clockwise_from(state.clockwise, state.began or state.flare_gun).index(seat)
        who = {"faction": state.seats[seat].faction, "position": str(place)}
        yield Row("win_share", share, 1, seat, who)
        yield from _battle_rows(tally, state, seat, who)
        yield from _economy_rows(tally, state, seat, who)
        yield from _region_rows(tally, state, seat, who, share)
        for track, column in state.seats[seat].research.items():
            yield from _by_victory("research_column", column, share, seat, {**who, "track": track})
        for (owner, card, way), number in tally.cards.items():
            if owner == seat:
                yield Row("cards", number, 1, seat, {**who, "card": card, "way": way})


def _session_rows(tally: Tally, state: State) -> Iterator[Row]:
    reason = None if state.result is None else state.result.reason
    for name in REASONS:
        yield Row("win_reasons", float(name == reason), 1, None, {"reason": name})
    yield Row("rounds", state.round)
    for (phase, by), (energy, times) in tally.prices.items():
        yield Row("phase_price", energy, times, None, {"phase": phase, "priced_by": by})
    rolls = sum(tally.faces.values())
    if rolls:
        faces = len(state.box.faces)
        for face in range(faces):
            yield Row("die_faces", tally.faces[face], rolls / faces, None, {"face": str(face)})
    if tally.relics_settled:
        yield Row("relics_unclaimed", tally.relics_out, tally.relics_settled)


def _by_victory(measure: str, value: float, share: float, seat: str, keys: dict[str, str]) -> Iterator[Row]:
    """A figure of a seat under `won`: a shared victory counts its share as won and the rest as not."""
    for won, part in (("yes", share), ("no", 1 - share)):
        if part:
            yield Row(measure, value * part, part, seat, {**keys, "won": won})


def _of(outcomes: Outcomes, seat: str) -> Iterator[tuple[tuple[str, ...], int, int]]:
    for key, (happened, times) in outcomes.items():
        if key[0] == seat:
            yield key[1:], happened, times


def _battle_rows(tally: Tally, state: State, seat: str, who: dict[str, str]) -> Iterator[Row]:
    for (role, kind), won, fought in _of(tally.battles, seat):
        yield Row("battle_win_share", won, fought, seat, {**who, "role": role, "strength": kind})
    for (card,), won, fought in _of(tally.battles_with_card, seat):
        yield Row("card_battle_win_share", won, fought, seat, {**who, "card": card})
    plans = tally.plans[seat]
    if plans:
        for section in state.box.sections.values():
            number = tally.sections[seat, section.id]
            yield Row("sections", number, plans, seat, {**who, "section": section.id})
            if section.kind == "retreat":
                yield Row("retreat_rate", number, plans, seat, who)
        for tactics in TACTICS:
            number = tally.tactics[seat, tactics]
            yield Row("plan_cards", number, plans, seat, {**who, "tactics": tactics})
    for measure, wounds in (("wounds_dealt", tally.wounds_dealt), ("wounds_taken", tally.wounds_taken)):
        if wounds[seat]:
            yield Row(measure, wounds[seat], 1, seat, who)


def _economy_rows(tally: Tally, state: State, seat: str, who: dict[str, str]) -> Iterator[Row]:
    for (phase, price, by), acted, turns in _of(tally.acts, seat):
        keys = {**who, "phase": phase, "price": price, "priced_by": by}
        yield Row("act_rate", acted, turns, seat, keys)
    if state.round:
        yield Row("energy_from_prices", tally.earned[seat], state.round, seat, who)


def _region_rows(tally: Tally, state: State, seat: str, who: dict[str, str], share: float) -> Iterator[Row]:
    read = [(number, count, row) for owner, number, count, row in tally.counts_read if owner == seat]
    for number, count, _ in read:
        yield from _by_victory("region_count", count, share, seat, {**who, "round": str(number)})
    for least, _ in ROWS if read else ():
        times = sum(row == least for _, _, row in read)
        yield Row("income_rows", times, len(read), seat, {**who, "row": str(least)})
    for owner, number, count in tally.counts_after_combat:
        if owner == seat:
            keys = {**who, "round": str(number), "count": str(count)}
            yield Row("win_share_by_count", share, 1, seat, keys)
    if tally.combats:
        for place in state.regions:
            times = tally.control[seat, place]
            yield Row("control_share", times, tally.combats, seat, {**who, "region": place})
