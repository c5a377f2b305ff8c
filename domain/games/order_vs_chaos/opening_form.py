"""The form that opens a table: the side of each seat (OC-102) and how OC-R25 is read."""

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
            hint="Choose map, arch enemy and heroes at the table.",
            values={
                "order": ValueWords("Order", f"{order} of {count} seats"),
                "chaos": ValueWords("Chaos", f"{count - order} of {count} seats"),
            },
        ),
        shares={"order": order, "chaos": count - order},
    )
    return OpeningForm(
        seat={"side": side}, options={"final_battle_losses": FINAL_BATTLE_LOSSES}, names=NAMES[:count]
    )


FINAL_BATTLE_LOSSES = Question(
    words=ParameterWords(
        asks="What does Order doom take before the final battle?",
        hint="Steps 4 and 5 A of the rulebook can be read in two ways.",
        when="more",
        values={
            "printed": ValueWords(
                "From each Chaos hero, then from each pair", "Steps 4 and 5 A, both as printed."
            ),
            "pairs": ValueWords(
                "From each pair of hero and monster alone", "Step 5 A instead of the loss in step 4."
            ),
        },
    )
)
"""OC-R25."""
