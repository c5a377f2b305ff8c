"""A Time of Chaos: 2 to 4 time travellers carry artifacts home while disorder leaks between three eras."""

from __future__ import annotations

from domain.games.time_of_chaos.actions import ACTIONS
from domain.games.time_of_chaos.board import BOARDS
from domain.games.time_of_chaos.bot import bot, sample_opening
from domain.games.time_of_chaos.components import demo_sets, faults_of_new, read_box, warnings
from domain.games.time_of_chaos.components.editing import EDITING
from domain.games.time_of_chaos.facts import FACTS
from domain.games.time_of_chaos.invariants import invariants
from domain.games.time_of_chaos.mending import MENDING
from domain.games.time_of_chaos.offers import offers
from domain.games.time_of_chaos.opening_form import opening_form
from domain.games.time_of_chaos.recorders import recorders
from domain.games.time_of_chaos.rules import decide
from domain.games.time_of_chaos.rules.setup import SEAT_COUNTS, admit, initial
from domain.games.time_of_chaos.scoring import SCORING, evolve, standing, unsettled
from domain.games.time_of_chaos.secrecy import SECRECY
from domain.games.time_of_chaos.state import Options, SeatSetup, State
from domain.games.time_of_chaos.statistics import SERIES, STATISTICS
from domain.games.time_of_chaos.view import view
from domain.games.time_of_chaos.words import WORDS
from domain.kernel import Game, Moment

RULES_VERSION = 1


def moment(state: State) -> Moment:
    """Turns count every player's turn; a round is one turn of each."""
    active = (state.active,) if state.active is not None else state.placement_queue[:1]
    return Moment(state.turn, state.round, state.phase, active)


def is_finished(state: State) -> bool:
    """TC-606."""
    return state.phase == "finished"


def starter(state: State) -> str | None:
    """TC-117, TC-118: the first player takes the first turn."""
    return state.first_player


GAME: Game[State] = Game(
    key="time_of_chaos",
    title="A Time of Chaos",
    home=__name__,
    prefix="TC",
    rules_version=RULES_VERSION,
    seat_counts=SEAT_COUNTS,
    seat_type=SeatSetup,
    options_type=Options,
    actions=ACTIONS,
    facts=FACTS,
    read_box=read_box,
    demo_sets=demo_sets,
    warnings=warnings,
    editing=EDITING,
    faults_of_new=faults_of_new,
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
    is_finished=is_finished,
    starter=starter,
    scoring=SCORING,
    unsettled=unsettled,
    recorders=recorders,
    invariants=invariants,
    statistics=STATISTICS,
    series=SERIES,
    bot=bot,
    words=WORDS,
    boards=BOARDS,
    mending=MENDING,
    shields_seats=True,
)
