"""Circadians: First Light: dice placed by one to four teams over eight rounds, and their AI rival."""

from __future__ import annotations

from domain.games.first_light.actions import ACTIONS
from domain.games.first_light.board import BOARDS
from domain.games.first_light.bot import bot, sample_opening
from domain.games.first_light.components import demo_sets, faults_of_new, read_box, warnings
from domain.games.first_light.drawing import LAYOUTS
from domain.games.first_light.editing import EDITING
from domain.games.first_light.facts import FACTS
from domain.games.first_light.invariants import invariants
from domain.games.first_light.mending import MENDING
from domain.games.first_light.offers import offers
from domain.games.first_light.opening_form import opening_form
from domain.games.first_light.recorders import recorders
from domain.games.first_light.rules import decide
from domain.games.first_light.rules.setup import SEAT_COUNTS, admit, initial
from domain.games.first_light.scoring import SCORING, evolve, standing, unsettled
from domain.games.first_light.secrecy import SECRECY
from domain.games.first_light.state import Options, SeatSetup, State
from domain.games.first_light.statistics import SERIES, STATISTICS
from domain.games.first_light.upcasts import UPCASTS
from domain.games.first_light.view import view
from domain.games.first_light.words import WORDS
from domain.kernel import Game, Moment

RULES_VERSION = 3


def moment(state: State) -> Moment:
    """A turn is a round here: within it, `active` names who is awaited."""
    if state.pending is not None:
        return Moment(state.round, state.round, state.phase, (state.pending.seat,))
    if state.to_act is not None:
        return Moment(state.round, state.round, state.phase, (state.to_act,))
    if state.phase == "plan":
        waiting = tuple(seat for seat, base in state.seats.items() if not base.ready)
    elif state.phase in ("harvest", "rest"):
        waiting = tuple(seat for seat in state.seats if seat not in state.done)
    else:
        waiting = ()
    return Moment(state.round, state.round, state.phase, waiting)


def is_finished(state: State) -> bool:
    """FL-601."""
    return state.phase == "finished"


def starter(state: State) -> str | None:
    """FL-121: the seat that had the start player marker in the first round, even if another acted first."""
    return state.began


GAME: Game[State] = Game(
    key="first_light",
    title="Circadians: First Light",
    home=__name__,
    prefix="FL",
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
    statistics=STATISTICS,
    series=SERIES,
    bot=bot,
    recorders=recorders,
    upcasts=UPCASTS,
    boards=BOARDS,
    layouts=LAYOUTS,
    mending=MENDING,
    words=WORDS,
    forced_steps=frozenset({"rest", "send_to_cantina"}),
)
