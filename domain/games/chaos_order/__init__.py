"""Circadians: Chaos Order: 2 to 5 factions price phases, build, fight, and race for relics and fame."""

from __future__ import annotations

from domain.games.chaos_order.actions import ACTIONS
from domain.games.chaos_order.board import BOARDS
from domain.games.chaos_order.bot import bot, sample_opening
from domain.games.chaos_order.components import demo_sets, faults_of_new, read_box, warnings
from domain.games.chaos_order.components.box import ACTION_PHASES, PHASES
from domain.games.chaos_order.components.editing import EDITING
from domain.games.chaos_order.drawing import LAYOUTS
from domain.games.chaos_order.facts import FACTS
from domain.games.chaos_order.invariants import invariants
from domain.games.chaos_order.mending import MENDING
from domain.games.chaos_order.offers import offers
from domain.games.chaos_order.opening_form import opening_form
from domain.games.chaos_order.recorders import recorders
from domain.games.chaos_order.rules import decide
from domain.games.chaos_order.rules.setup import SEAT_COUNTS, admit, initial
from domain.games.chaos_order.scoring import SCORING, evolve, standing, unsettled
from domain.games.chaos_order.secrecy import SECRECY
from domain.games.chaos_order.state import Options, SeatSetup, State
from domain.games.chaos_order.statistics import SERIES, STATISTICS
from domain.games.chaos_order.view import view
from domain.games.chaos_order.words import WORDS
from domain.kernel import Game, Moment

RULES_VERSION = 1


def moment(state: State) -> Moment:
    """A turn is a phase: nine a round, counted through the game."""
    phases = PHASES.index(state.phase) + 1 if state.phase in PHASES else 0
    turn = 0 if state.round == 0 else (state.round - 1) * len(PHASES) + phases
    phase = state.phase if state.result is None else "finished"
    return Moment(turn, state.round, phase, _active(state))


def _active(state: State) -> tuple[str, ...]:
    waiting = tuple(seat for seat in state.clockwise if state.seats[seat].pending)
    if state.result is not None:
        return ()
    if state.phase == "gain_income":
        return tuple(seat for seat in state.clockwise if not state.seats[seat].income.finished)
    if waiting:
        return waiting
    if state.phase in ("setup", "set_prices", *ACTION_PHASES):
        return state.next_seats[:1]
    battle = state.battle
    if battle is None:
        return () if state.combat_turn is None else (state.combat_turn,)
    if battle.step == "plan":
        return tuple(seat for seat in battle.sides if seat not in battle.plans)
    return () if battle.loser is None else (battle.loser,)


def is_finished(state: State) -> bool:
    """CO-611."""
    return state.result is not None


def starter(state: State) -> str | None:
    """CO-210: the holder of the flare gun prices first in round 1."""
    return state.began


GAME: Game[State] = Game(
    key="chaos_order",
    title="Circadians: Chaos Order",
    home=__name__,
    prefix="CO",
    rules_version=RULES_VERSION,
    seat_counts=SEAT_COUNTS,
    seat_type=SeatSetup,
    options_type=Options,
    actions=ACTIONS,
    facts=FACTS,
    read_box=read_box,
    demo_sets=demo_sets,
    editing=EDITING,
    faults_of_new=faults_of_new,
    warnings=warnings,
    admit=admit,
    initial=initial,
    sample_opening=sample_opening,
    opening_form=opening_form,
    decide=decide,
    evolve=evolve,
    offers=offers,
    view=view,
    secrecy=SECRECY,
    standing=standing,
    moment=moment,
    counts_turns=False,
    is_finished=is_finished,
    starter=starter,
    scoring=SCORING,
    unsettled=unsettled,
    invariants=invariants,
    recorders=recorders,
    statistics=STATISTICS,
    series=SERIES,
    bot=bot,
    words=WORDS,
    boards=BOARDS,
    layouts=LAYOUTS,
    mending=MENDING,
    forced_steps=frozenset({"finish_income", "resolve_relics", "select_battle"}),
)
