"""Game Template: cards are drawn unseen, and a die decides which of them score."""

from __future__ import annotations

from domain.game_template.actions import ACTIONS
from domain.game_template.board import BOARDS
from domain.game_template.bot import bot, sample_opening
from domain.game_template.components import demo_sets, read_box
from domain.game_template.facts import FACTS
from domain.game_template.invariants import invariants
from domain.game_template.offers import offers
from domain.game_template.opening_form import opening_form
from domain.game_template.rules import decide
from domain.game_template.rules.setup import SEAT_COUNTS, Options, SeatSetup, admit, initial
from domain.game_template.scoring import SCORING, evolve, standing, unsettled
from domain.game_template.secrecy import SECRECY
from domain.game_template.state import State
from domain.game_template.statistics import SERIES, STATISTICS
from domain.game_template.view import view
from domain.game_template.words import WORDS
from domain.kernel import Game, Moment

RULES_VERSION = 1


def moment(state: State) -> Moment:
    """Turns count every seat's turn; a round is one turn of each."""
    round_ = -(-state.turn // len(state.clockwise))
    return Moment(state.turn, round_, state.phase, (state.active,) if state.active is not None else ())


def is_finished(state: State) -> bool:
    """GT-601."""
    return state.winners is not None


def starter(state: State) -> str | None:
    """GT-103."""
    return state.first_player


GAME: Game[State] = Game(
    key="game_template",
    title="Game Template",
    home=__name__,
    prefix="GT",
    rules_version=RULES_VERSION,
    seat_counts=SEAT_COUNTS,
    seat_type=SeatSetup,
    options_type=Options,
    actions=ACTIONS,
    facts=FACTS,
    read_box=read_box,
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
    standing=standing,
    moment=moment,
    is_finished=is_finished,
    starter=starter,
    scoring=SCORING,
    unsettled=unsettled,
    invariants=invariants,
    statistics=STATISTICS,
    series=SERIES,
    bot=bot,
    words=WORDS,
    boards=BOARDS,
)
