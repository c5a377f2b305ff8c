"""Chaosmos: 2 to 4 alien agents search planets for the Ovoid and hide it until the clock runs out."""

from __future__ import annotations

from domain.games.chaosmos.actions import ACTIONS
from domain.games.chaosmos.board import BOARDS
from domain.games.chaosmos.bot import bot, sample_opening
from domain.games.chaosmos.components import demo_sets, faults_of_new, read_box, warnings
from domain.games.chaosmos.components.editing import EDITING
from domain.games.chaosmos.facts import FACTS
from domain.games.chaosmos.invariants import invariants
from domain.games.chaosmos.layouts import LAYOUTS
from domain.games.chaosmos.mending import MENDING
from domain.games.chaosmos.offers import offers
from domain.games.chaosmos.opening_form import opening_form
from domain.games.chaosmos.reading import knowledge
from domain.games.chaosmos.recorders import recorders
from domain.games.chaosmos.rules import decide
from domain.games.chaosmos.rules.setup import SEAT_COUNTS, admit, initial
from domain.games.chaosmos.scoring import SCORING, evolve, standing, unsettled
from domain.games.chaosmos.secrecy import SECRECY
from domain.games.chaosmos.state import Options, SeatSetup, State
from domain.games.chaosmos.statistics import SERIES, STATISTICS
from domain.games.chaosmos.view import view
from domain.games.chaosmos.words import WORDS
from domain.kernel import Game, Moment

RULES_VERSION = 1


def moment(state: State) -> Moment:
    """Turns count every seat's turn; a round is one turn of each. Between turns the next seat is meant."""
    number = state.turns_ended + (state.turn is not None)
    if state.pending is not None:
        active: tuple[str, ...] = (state.pending.seat,)
    elif state.combat is not None and state.combat.to_act is not None:
        active = (state.combat.to_act,)
    elif state.turn is not None:
        active = (state.turn.active,)
    else:
        active = () if state.next is None else (state.next,)
    return Moment(number, -(-number // len(state.clockwise)), state.phase, active)


def is_finished(state: State) -> bool:
    """CM-601."""
    return state.phase == "finished"


def starter(state: State) -> str | None:
    """CM-120."""
    return state.began


GAME: Game[State] = Game(
    key="chaosmos",
    title="Chaosmos",
    home=__name__,
    prefix="CM",
    rules_version=RULES_VERSION,
    seat_counts=SEAT_COUNTS,
    seat_type=SeatSetup,
    options_type=Options,
    actions=ACTIONS,
    facts=FACTS,
    read_box=read_box,
    faults_of_new=faults_of_new,
    warnings=warnings,
    editing=EDITING,
    demo_sets=demo_sets,
    admit=admit,
    initial=initial,
    sample_opening=sample_opening,
    opening_form=opening_form,
    decide=decide,
    evolve=evolve,
    offers=offers,
    view=view,
    secrecy=SECRECY,
    opens_when_finished=False,
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
    words=WORDS,
    boards=BOARDS,
    layouts=LAYOUTS,
    mending=MENDING,
    bot=bot,
    knowledge=knowledge,
)
