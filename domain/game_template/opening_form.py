"""The questions to a table that opens: colours (GT-102) and how many cards a hand holds (GT-302)."""

from __future__ import annotations

from domain.kernel import Choice, ComponentSet, OpeningForm, ParameterWords, Question


def opening_form(components: ComponentSet, count: int) -> OpeningForm:
    """The form at so many seats; the values of `hand_limit` follow from its type."""
    colors = Question(
        domain=Choice(tuple(components.box.colors)),
        words=ParameterWords(asks="Which colour?"),
        differ=True,
    )
    limit = Question(words=ParameterWords(asks="How many cards may a hand hold?"))
    return OpeningForm(seat={"color": colors}, options={"hand_limit": limit}, called_by="color")
