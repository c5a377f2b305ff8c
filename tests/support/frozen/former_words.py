"""What today's views say, said in the words of earlier versions: their hashes were taken of those."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

View = dict[str, Any]


def _first_light(view: View, state: Any) -> View:
    seats = {
        seat: {("colour" if name == "color" else name): value for name, value in shown.items()}
        for seat, shown in view["seats"].items()
    }
    deck = {"size": view["item_deck"], "bottom": view["item_deck_bottom"], "discard": view["item_discard"]}
    rest = {name: value for name, value in view.items() if name != "active"}
    return rest | {
        "seats": seats,
        "phase": _phase(view),
        "to_act": view["active"],
        "item_deck": deck,
    }


def _chaos_order(view: View, state: Any) -> View:
    status = "ended" if view["phase"] == "finished" else "running"
    rest = {name: value for name, value in view.items() if name != "deck"}
    return rest | {"phase": state.phase, "status": status, "deck_size": view["deck"]}


def _chaosmos(view: View, state: Any) -> View:
    return view | {"phase": _phase(view)}


def _order_vs_chaos(view: View, state: Any) -> View:
    rest = {name: value for name, value in view.items() if name not in ("seats", "first_player")}
    return rest | {"heroes": view["seats"], "first_seat": view["first_player"]}


def _time_of_chaos(view: View, state: Any) -> View:
    rest = {name: value for name, value in view.items() if name != "clockwise"}
    return rest | {"seats": view["clockwise"], "players": view["seats"]}


def _phase(view: View) -> str:
    return "ended" if view["phase"] == "finished" else view["phase"]


BEFORE_0_3: Mapping[str, Callable[[View, Any], View]] = {
    "chaos_order": _chaos_order,
    "chaosmos": _chaosmos,
    "first_light": _first_light,
    "order_vs_chaos": _order_vs_chaos,
    "time_of_chaos": _time_of_chaos,
}
"""By game, the view of a state in the words of 0.1.0 and 0.2.0."""


def color_of(version: str) -> str:
    """How this version spelled the color of a First Light seat in openings and in what it stored of them."""
    return "colour" if version in ("0.1.0", "0.2.0") else "color"


def words_of(version: str) -> Mapping[str, Callable[[View, Any], View]]:
    """By game, how this version spelled a view."""
    return BEFORE_0_3 if version in ("0.1.0", "0.2.0") else {}


def standing_of(version: str, game: str, standing: View) -> View:
    """A standing as this version computed it: none of it is stored.

    Up to 0.3 land regions were the score of Chaos Order, and always ranked who had not won.
    """
    if game != "chaos_order" or version not in ("0.1.0", "0.2.0", "0.3.0"):
        return standing
    keys = [
        (seat["winner"], seat["parts"]["land_regions"], seat["parts"]["relics"]) for seat in standing["seats"]
    ]
    seats = [
        seat | {"score": float(key[1]), "rank": 1 + sum(other > key for other in keys)}
        for seat, key in zip(standing["seats"], keys, strict=True)
    ]
    return standing | {"seats": seats}
