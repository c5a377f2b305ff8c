"""Order vs Chaos (working title): two teams, a map explored card by card, two doom tracks, a final battle."""

from __future__ import annotations

from domain.games.order_vs_chaos.actions import ACTIONS, actor
from domain.games.order_vs_chaos.board import BOARDS
from domain.games.order_vs_chaos.bot import bot, sample_opening
from domain.games.order_vs_chaos.components import demo_sets, faults_of_new, read_box, warnings
from domain.games.order_vs_chaos.components.editing import EDITING
from domain.games.order_vs_chaos.drawing import LAYOUTS
from domain.games.order_vs_chaos.facts import FACTS
from domain.games.order_vs_chaos.invariants import invariants
from domain.games.order_vs_chaos.mending import MENDING
from domain.games.order_vs_chaos.offers import offers
from domain.games.order_vs_chaos.opening_form import opening_form
from domain.games.order_vs_chaos.recorders import recorders
from domain.games.order_vs_chaos.rules import decide
from domain.games.order_vs_chaos.rules.setup import SEAT_COUNTS, admit, initial
from domain.games.order_vs_chaos.scoring import SCORING, evolve, standing, unsettled
from domain.games.order_vs_chaos.secrecy import SECRECY
from domain.games.order_vs_chaos.state import Options, SeatSetup, State
from domain.games.order_vs_chaos.statistics import SERIES, STATISTICS
from domain.games.order_vs_chaos.upcasts import UPCASTS
from domain.games.order_vs_chaos.view import view
from domain.games.order_vs_chaos.words import WORDS
from domain.kernel import Game, Moment

RULES_VERSION = 3


def moment(state: State) -> Moment:
    """Turns count every seat's turn (OC-201); a round is one turn of each seat."""
    seats = len(state.seats)
    active = (state.active,) if state.active is not None else ()
    return Moment(state.turn, -(-state.turn // seats), state.phase, active)


def is_finished(state: State) -> bool:
    """OC-602, OC-603."""
    return state.phase == "finished"


def starter(state: State) -> str | None:
    """OC-113, OC-115."""
    return state.first_player


GAME: Game[State] = Game(
    key="order_vs_chaos",
    title="Order vs Chaos",
    home=__name__,
    prefix="OC",
    rules_version=RULES_VERSION,
    seat_counts=SEAT_COUNTS,
    seat_type=SeatSetup,
    team="side",
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
    words=WORDS,
    boards=BOARDS,
    layouts=LAYOUTS,
    mending=MENDING,
    standing=standing,
    moment=moment,
    is_finished=is_finished,
    starter=starter,
    scoring=SCORING,
    unsettled=unsettled,
    invariants=invariants,
    statistics=STATISTICS,
    series=SERIES,
    actor=actor,
    recorders=recorders,
    bot=bot,
    upcasts=UPCASTS,
    forced_steps=frozenset({"assign_xp", "place_hero"}),
)
