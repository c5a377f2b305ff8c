"""Templates of sentences: members by their kind, places as runs, numbers with a visible sign."""

from __future__ import annotations

from domain.kernel import Name, Naming, Run, SeatName, Sentences
from domain.kernel.words import text_of

NAMING = Naming(
    {"north": Name("region", "the North")}, {"red": SeatName("Red", "red"), "blue": SeatName("Blue", "blue")}
)
SENTENCES = Sentences({"region": lambda naming, id: Run(naming.name(id), place=id)})


def test_a_member_is_called_by_its_kind_and_a_number_is_written_as_it_is() -> None:
    words = SENTENCES.fact("{seat} loses {count} in {where:region}.", "chaos")
    told = words({"fact": "lost", "seat": "red", "count": -2, "where": "north"}, NAMING)
    assert text_of(told.says) == "Red loses −2 in the North."
    assert Run("Red", seat="red") in told.says
    assert told.tone == "chaos"


def test_an_action_names_a_member_of_a_fact_and_lists_seats() -> None:
    words = SENTENCES.action("{order.queue:seats} place in {moved.to:region}.")
    facts = [{"fact": "order", "queue": ["red", "blue"]}, {"fact": "moved", "to": "north"}]
    says = words({"type": "place"}, facts, NAMING)
    assert text_of(says) == "Red and Blue place in the North."
    assert Run("the North", place="north") in says
