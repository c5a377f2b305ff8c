"""The questions for opening a table: colours (TC-109) and the reach of restore (TC-102, TC-363)."""

from __future__ import annotations

from domain.kernel import (
    Choice,
    ComponentSet,
    OpeningForm,
    ParameterWords,
    Question,
    ValueWords,
)


def opening_form(components: ComponentSet, count: int) -> OpeningForm:
    """The form at so many seats."""
    colors = Question(
        domain=Choice(components.box.colors), words=ParameterWords(asks="Which colour?"), differ=True
    )
    return OpeningForm(seat={"color": colors}, options={"restore_scope": RESTORE}, called_by="color")


RESTORE = Question(
    words=ParameterWords(
        asks="Which tile can Restore flip?",
        hint="The rulebook and the player aids disagree.",
        when="more",
        values={
            "other_era": ValueWords(
                "The same city in another era",
                "As in the rulebook: not your pawn's own tile.",
            ),
            "own_tile": ValueWords("Your pawn's tile", "As in the player aids."),
        },
    )
)
"""TC-R1."""
