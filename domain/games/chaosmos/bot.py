"""x"""

from __future__ import annotations

from random import Random

from domain.kernel import ComponentSet, Json


def sample_opening(
    components: ComponentSet, seats: int, random: Random
) -> tuple[list[Json], dict[str, Json]]:
    """A legal opening."""
    modes = {2: ("first_game", "two_player"), 3: ("first_game", "standard"), 4: ("first_game", "standard")}
    mode = random.choice(modes[seats])
    layouts = [layout.id for layout in components.box.layouts.values() if layout.kind == mode]
    clock = 36 if mode == "first_game" else random.choice((36, 48))
    names = ("north", "east", "south", "west")[:seats]
    return [{"seat": name} for name in names], {
        "mode": mode,
        "layout": random.choice(layouts),
        "clock_start": clock,
        "native_weapons": random.random() < 0.5,
    }


bot = None
