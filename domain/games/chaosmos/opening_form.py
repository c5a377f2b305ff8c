"""The questions for opening a table: mode and layout, clock, native weapons (CM-1xx, CM-421)."""

from __future__ import annotations

from domain.games.chaosmos.components import Box
from domain.games.chaosmos.rules.setup import CLOCKS, SEATS
from domain.kernel import (
    Choice,
    ComponentSet,
    OpeningForm,
    Optional,
    ParameterWords,
    Question,
    ValueWords,
    readable,
)

NAMES = ("north", "east", "south", "west")


def opening_form(components: ComponentSet, count: int) -> OpeningForm:
    """The form at so many seats: the modes that they may play on a layout of this set."""
    box: Box = components.box
    layouts = {layout.id: layout for layout in box.layouts.values() if count in SEATS[layout.kind]}
    modes = tuple(mode for mode in SEATS if any(layout.kind == mode for layout in layouts.values()))
    clocks = sorted({clock for mode in modes for clock in CLOCKS[mode]}, reverse=True)
    return OpeningForm(
        options={
            "mode": Question(domain=Choice(modes), words=ParameterWords(asks="Which mode?", values=MODES)),
            "layout": Question(
                domain=Choice(tuple(layouts)),
                words=ParameterWords(
                    asks="Which layout?",
                    values={
                        layout.id: ValueWords(
                            readable(layout.id),
                            "planets at random" if layout.fixed is None else "planets as printed",
                        )
                        for layout in layouts.values()
                    },
                ),
                needs={layout.id: {"mode": (layout.kind,)} for layout in layouts.values()},
            ),
            "clock_start": Question(
                domain=Optional(Choice(tuple(clocks))),
                words=ParameterWords(
                    asks="Where does the clock start?",
                    when="more",
                    values={"null": ValueWords("Mode default", "36 in the first game, otherwise 48")},
                ),
                needs={
                    str(clock): {"mode": tuple(mode for mode in modes if clock in CLOCKS[mode])}
                    for clock in clocks
                },
            ),
            "native_weapons": Question(
                words=ParameterWords(
                    asks="Do native weapons score less?",
                    hint="−1 in combat for a weapon that is native to the opponent.",
                    when="more",
                )
            ),
        },
        names=NAMES[:count],
    )


MODES = {
    "first_game": ValueWords("First game", "the 62 cards without an icon, planets as printed"),
    "standard": ValueWords("Standard", "with the 8 standard cards"),
    "two_player": ValueWords("Two players", "with the 8 standard cards; a pair of aliens stays in the box"),
}
"""CM-101, CM-110, CM-111."""
