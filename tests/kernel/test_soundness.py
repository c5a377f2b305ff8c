"""A mistake in putting a game together is told in one sentence that names it.

Each is planted, as somebody would make it, in a copy of the template game.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from domain.game_template import GAME as TEMPLATE
from domain.games import REGISTRY
from domain.kernel import Game
from domain.kernel.selfcheck.declarations import Unsound, check_game, structural_faults
from tests.support.reef import REEF

pytestmark = pytest.mark.integration
ROOT = Path(__file__).parents[2]
CHECK = """
from domain.game_template import GAME
from domain.kernel.selfcheck.declarations import Unsound, check_game
try:
    check_game(GAME)
except Unsound as unsound:
    print(*unsound.faults, sep="\\n")
"""


@pytest.mark.parametrize("game", [TEMPLATE, REEF, *REGISTRY.values()], ids=lambda game: game.key)
def test_every_game_is_sound(game: Game[object]):
    assert list(structural_faults(game)) == []
    check_game(game)


def test_a_game_that_was_tried_is_not_tried_again(monkeypatch: pytest.MonkeyPatch):
    check_game(TEMPLATE)
    monkeypatch.setattr(
        "domain.kernel.selfcheck.declarations.trial_fault", lambda game: "It was tried again."
    )
    check_game(TEMPLATE)
    with pytest.raises(Unsound, match="tried again"):
        check_game(replace(TEMPLATE))


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kernel and the template game, to be spoilt."""
    folder = tmp_path_factory.mktemp("copy")
    for part in ("kernel", "game_template"):
        shutil.copytree(
            ROOT / "domain" / part, folder / "domain" / part, ignore=shutil.ignore_patterns("__pycache__")
        )
    shutil.copy(ROOT / "domain" / "__init__.py", folder / "domain")
    return folder


Mistake = tuple[str, str, str, str]
MISTAKES: dict[str, Mistake] = {
    "an action missing in its table": (
        "actions.py",
        "DrawCard, PlayCards)",
        "DrawCard)",
        "PlayCards is missing in the table `actions`.",
    ),
    "a member that nobody stated who may know": (
        "secrecy.py",
        'said("seat", card=told_to("seat"))',
        'said("seat")',
        "CardDrawn.card has no statement in `secrecy`: who may know it?",
    ),
    "a fact that nobody stated who may know": (
        "secrecy.py",
        '    facts.CardScored: said("seat", "bet", card=SHOWN),\n',
        "",
        "Derive CardScored from PublicFact if it hides nothing; "
        "else state in `secrecy` who may know each of its members.",
    ),
    "a statement on a public fact": (
        "secrecy.py",
        "    facts.CardScored:",
        '    facts.TurnBegan: said("seat", turn=known_to("seat")),\n    facts.CardScored:',
        "TurnBegan is public, and has a statement in `secrecy`: only one of the two can hold.",
    ),
    "a statement on what is no member": (
        "secrecy.py",
        'said("seat", card=told_to("seat"))',
        'said("seat", card=told_to("owner"))',
        "The statement on CardDrawn names owner, which is not one of its members.",
    ),
    "an action that no rule is for": (
        "rules/__init__.py",
        "    actions.PlayCards: playing.play_cards,\n",
        "",
        "decide knows no rule for PlayCards.",
    ),
    "an action without a tag": (
        "actions.py",
        ', tag="play_cards"',
        "",
        'PlayCards has no tag: write the name that it is stored under, tag="play_cards".',
    ),
    "a tag given twice": (
        "actions.py",
        'tag="play_cards"',
        'tag="draw_card"',
        "PlayCards and DrawCard have the same tag, draw_card.",
    ),
    "a fact missing in its table": (
        "facts.py",
        "FACTS = facts_in(sys.modules[__name__])",
        "FACTS = tuple(fact for fact in facts_in(sys.modules[__name__]) if fact is not DieRolled)",
        "DieRolled is missing in the table `facts`.",
    ),
    "a fact without a tag": (
        "facts.py",
        ', tag="die_rolled"',
        "",
        'DieRolled has no tag: write the name that it is stored under, tag="die_rolled".',
    ),
    "a fact that changes nothing": (
        "facts.py",
        "    def applied(self, state: State) -> State:\n        must_exist(state.seats, self.seat)\n"
        "        return replace(state, last_roll=self.roll)\n",
        "",
        "DieRolled does not say what it changes: write its `applied`.",
    ),
    "a team that no member of a seat names": (
        "__init__.py",
        "    seat_type=SeatSetup,",
        '    seat_type=SeatSetup,\n    team="side",',
        "SeatSetup has no member `side`, which `team` names.",
    ),
    "a measure at the end that there is not": (
        "statistics/__init__.py",
        "rows=rows)",
        'rows=rows, at_the_end=("luck",))',
        "The end of a game shows luck, which is not a declared measure of seats.",
    ),
    "an undeclared measure": (
        "statistics/rows.py",
        'Row("score"',
        'Row("points"',
        "The statistics give rows of points, which is not a declared measure.",
    ),
    "an undeclared dimension": (
        "statistics/measures.py",
        '(POSITION, "bet")',
        "(POSITION,)",
        "Rows of the measure scored_share have a dimension bet that it does not declare.",
    ),
    "an offer without its outcome": (
        "offers.py",
        '                "roll": Outcome(Choice(FACES)),\n',
        "",
        "play_cards draws roll, and its offer does not hold roll as an Outcome.",
    ),
    "an outcome offered as a choice": (
        "offers.py",
        "Outcome(Choice(state.clockwise))",
        "Optional(Choice(state.clockwise))",
        "choose_first_player draws first_player, and its offer does not hold first_player as an Outcome.",
    ),
    "an offer of what is no action": (
        "offers.py",
        '"draw_card"',
        '"take_card"',
        "take_card is offered but is not a tag in the table `actions`.",
    ),
    "an offer of a parameter that is none": (
        "offers.py",
        '"bet": Choice(BETS)',
        '"stake": Choice(BETS)',
        "An offer of play_cards names stake, which that action does not have.",
    ),
    "an offer that the rules refuse": (
        "offers.py",
        "if state.deck and len(hand) < state.hand_limit:",
        "if state.deck:",
        "draw_card is offered and then refused: GT-302: The hand is full.",
    ),
    "a state changed in place by a fact": (
        "facts.py",
        "        return replace(state, last_roll=self.roll)",
        "        state.seats.clear()\n        return replace(state, last_roll=self.roll)",
        "DieRolled changes the state in place.",
    ),
    "a state changed in place by a rule": (
        "rules/playing.py",
        "    state = yield facts.DieRolled(action.seat, roll)",
        "    state = yield facts.DieRolled(action.seat, roll)\n    state.seats.popitem()",
        "decide changes the state in place when it gets play_cards.",
    ),
    "a state changed in place by a view": (
        "view.py",
        "    player = state.seats[seat]\n",
        "    player = state.seats[seat]\n"
        "    state.seats[seat] = type(player)(player.color, player.hand * 2, player.scored)\n",
        "Code that may only read the state changes it in place: a view, offers, scoring …",
    ),
    "a rule whose facts nobody hands over": (
        "rules/__init__.py",
        "    yield from RULES",
        "    RULES",
        "decide is not a generator: it must yield the facts.",
    ),
    "an option that the opening form does not have": (
        "opening_form.py",
        '"hand_limit": limit',
        '"hand_limit": None',
        "A sample_opening for 2 seats does not match its opening form: "
        "The form does not ask for the option hand_limit.",
    ),
    "a member of the opening that nobody asks for": (
        "opening_form.py",
        'seat={"color": colors}, options={"hand_limit": limit}, called_by="color"',
        'options={"hand_limit": limit}',
        "Its opening form is not whole: "
        "color has no domain in the opening form, and its type lists no values.",
    ),
    "an opening form that lets two seats take one thing": (
        "opening_form.py",
        "        differ=True,\n",
        "",
        "What its opening form takes by itself for 2 seats is refused: "
        "GT-101: Two to four different seats play.",
    ),
    "an action without words": (
        "words.py",
        '    "play_cards": said("{seat} plays {cards} and bets {bet}."),\n',
        "",
        "play_cards has no words: add it to `actions` of its `words`. "
        "Start with this template (`Sentences`):"
        '\n\n    "play_cards": said("{seat}: play cards: cards {cards}, bet {bet}, roll {roll}."),',
    ),
    "a fact without words": (
        "words.py",
        '    "die_rolled": told("The die shows {roll}."),\n',
        "",
        "die_rolled has no words: add it to `facts` of its `words`. Start with this template (`Sentences`):"
        '\n\n    "die_rolled": told("{seat}: die rolled: roll {roll}."),',
    ),
    "a disguise without words": (
        "secrecy.py",
        'said("seat", card=told_to("seat"))',
        'said("seat", card=told_to("seat")).disguised("card_gone")',
        "card_gone has no words: add it to `facts` of its `words`.",
    ),
    "words of what is no fact": (
        "words.py",
        '"draw_card": ("card_drawn",)',
        '"draw_card": ("card_taken",)',
        "Its words name card_taken in `said`, which is neither an action nor a fact.",
    ),
    "a parameter without words": (
        "words.py",
        '            "bet": ParameterWords',
        '            "stake": ParameterWords',
        "The parameter bet of play_cards/red has no words.",
    ),
    "a value without words": (
        "words.py",
        "for bet in BETS}",
        "for bet in BETS[1:]}",
        "The value low of bet of play_cards/red has no words.",
    ),
    "a card twice on the board": (
        "board.py",
        'for card in view["discard"]))',
        'for card in view["discard"] * 2))',
        "The piece moon-3 is 2 times on the board.",
    ),
    "a standing without a seat": (
        "scoring.py",
        "for seat, points in scores.items())\n",
        "for seat, points in scores.items() if points)\n",
        "The standing does not list every seat once.",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_in_one_sentence(copied: Path, mistake: str):
    name, right, wrong, message = MISTAKES[mistake]
    module = copied / "domain" / "game_template" / name
    before = module.read_text()
    assert right in before, "the template has changed: plant the mistake anew"
    changed = before.replace(right, wrong)
    if "Optional(" in wrong:
        changed = changed.replace("import Choice, Offer,", "import Choice, Offer, Optional,")
    module.write_text(changed)
    try:
        checked = subprocess.run(
            [sys.executable, "-B", "-c", CHECK],
            cwd=copied,
            env={"PYTHONPATH": str(copied)},
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        module.write_text(before)
    assert checked.stderr == ""
    assert checked.stdout == f"{message}\n"
