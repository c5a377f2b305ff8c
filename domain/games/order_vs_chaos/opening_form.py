"""What a table is asked when it opens: the side of each seat (OC-102). The rest is chosen in the setup."""

from __future__ import annotations

from domain.kernel import Choice, ComponentSet, OpeningForm, ParameterWords, Question, ValueWords

NAMES = ("red", "blue", "green", "yellow", "black", "white")


def opening_form(components: ComponentSet, count: int) -> OpeningForm:
    """The form at so many seats: Order has one seat more than Chaos where the number is odd (OC-102)."""
    order = (count + 1) // 2
    side = Question(
        domain=Choice(("order", "chaos")),
        words=ParameterWords(
            asks="Which side?",
            hint="Map, arch enemy and heroes are chosen when the table is open.",
            values={
                "order": ValueWords("Order", f"{order} of {count} seats"),
                "chaos": ValueWords("Chaos", f"{count - order} of {count} seats"),
            },
        ),
        shares={"order": order, "chaos": count - order},
    )
    return OpeningForm(seat={"side": side}, names=NAMES[:count])
