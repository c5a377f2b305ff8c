"""Every constraint on a component set: a document that breaks it is refused under its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.games.chaosmos import GAME
from domain.games.chaosmos.components import demo_sets, read_box
from domain.games.chaosmos.components.constraints import CHECKS, LAYOUT_CHECKS
from domain.kernel import InvalidComponents
from domain.kernel.session.opening import load_components
from tests.games.chaosmos.table import card_of, document

Change = Callable[[dict[str, Any]], None]


def on_card(card: str, /, **members: Any) -> Change:
    return lambda tree: card_of(tree, card).update(members)


def on_alien(index: int, **members: Any) -> Change:
    return lambda tree: tree["aliens"][index].update(members)


def on_layout(index: int, **members: Any) -> Change:
    return lambda tree: tree["layouts"][index].update(members)


def both(*changes: Change) -> Change:
    def change(tree: dict[str, Any]) -> None:
        for one in changes:
            one(tree)

    return change


def star(layout: int, index: int, **members: Any) -> Change:
    return lambda tree: tree["layouts"][layout]["stars"][index].update(members)


FIXED = {"r0": "ashkel", "r1": "fennmire"}
OB_INSTEAD = {
    "r0": "ob",
    "r1": "fennmire",
    "r2": "guriwan",
    "r3": "cindral",
    "r4": "tolwick",
    "r5": "jagladak",
    "o1": "brontide",
    "o2": "eddova",
}
SHUT = [{"blocks": [["o1", "v1"], ["o1", "u2"]]}, {"blocks": [["o2", "v2"]]}]
SCORE = {"effect": "score", "n": 1}

BROKEN: list[tuple[str, Change]] = [
    ("document-shape", lambda tree: tree.pop("cards")),
    ("document-shape", lambda tree: tree.update(extra=1)),
    ("document-shape", on_card("ovoid", count=0)),
    ("document-shape", on_card("ovoid", cost="gold")),
    ("document-shape", lambda tree: tree.update(combat_die=[-1, "mirror", "infinity"])),
    ("document-shape", on_card("hum_blade", effects=[{"effect": "explode"}])),
    ("reserved-id", on_card("hum_blade", id="unknown")),
    ("reserved-id", on_alien(0, id="unknown")),
    ("document-shape", on_card("temporal_displacer", effects=[{"effect": "reduce_clock", "max": 0}])),
    ("card-names", on_card("ovoid", name="Hum Blade")),
    ("card-names", on_card("coal_fist", id="hum_blade")),
    ("card-totals", on_card("hum_blade", count=3)),
    ("card-totals", on_card("relic_shard", set_icon="standard")),
    ("one-ovoid", on_card("ovoid", is_ovoid=False)),
    ("one-ovoid", both(on_card("ovoid", count=2), on_card("mind_lens", count=2))),
    ("one-ovoid", on_card("coal_fist", is_ovoid=True)),
    ("bonus-cards", on_card("escape_pod", bonus_rank=2)),
    ("bonus-cards", on_card("escape_pod", bonus_rank=None, set_icon="other")),
    ("native-weapons", on_card("hum_blade", native_of=None)),
    ("native-weapons", on_card("hum_blade", native_of="drusu")),
    ("native-weapons", on_card("hum_blade", types=[])),
    ("combat-cost", on_card("guard_drone", cost="free")),
    ("combat-cost", on_card("guard_drone", effects=[SCORE, {"effect": "manual"}])),
    ("combat-cost", on_card("guard_drone", effects=[])),
    ("flip-cards", on_card("snare_trap", flip=False)),
    ("flip-cards", on_card("iron_vault", effects=[{"effect": "manual"}])),
    ("flip-cards", on_card("iron_vault", effects=[{"effect": "on_open_no_take"}] * 2)),
    ("one-effect", on_card("mind_lens", effects=[{"effect": "scry_hand"}, {"effect": "manual"}])),
    ("bonus-icon", on_card("escape_pod", set_icon="other")),
    ("gear-cards", on_card("light_veil", is_enviro_gear=False)),
    ("gear-cards", on_card("coal_fist", is_enviro_gear=True)),
    ("effect-members", on_card("guard_drone", effects=[{"effect": "score"}])),
    ("effect-members", on_card("guard_drone", effects=[{**SCORE, "max": 1}])),
    ("effect-members", on_card("guard_drone", effects=[{"effect": "cancel"}])),
    ("effect-members", on_card("guard_drone", effects=[{"effect": "opponent_score", "n": 1}])),
    ("effect-members", on_card("mind_lens", effects=[{"effect": "scry_hand", "n": 1}])),
    ("combat-die", lambda tree: tree.update(combat_die=[1, 2, "mirror"])),
    ("combat-die", lambda tree: tree.update(combat_die=["infinity", "mirror"])),
    ("aliens", on_alien(0, color="blue")),
    ("aliens", lambda tree: tree["aliens"].pop()),
    ("homes-and-toxic-planets", on_alien(0, home="brontide")),
    ("homes-and-toxic-planets", on_alien(0, toxic="ashkel")),
    ("homes-and-toxic-planets", on_alien(0, toxic="nowhere")),
    ("gear-pairs", on_alien(0, gear="frost_shell")),
    ("planets", lambda tree: tree["planets"][0].update(name="Brontide")),
    ("planets", lambda tree: tree["planets"][8].update(name="Ob")),
    ("first-game-aliens", both(on_alien(0, name="Drus"), on_alien(1, name="Drusu"))),
    ("first-game-aliens", both(on_alien(0, home="ob"), on_alien(6, home="ashkel", toxic="ob"))),
    ("layout-ids", lambda tree: tree.update(layouts=[])),
    ("layout-ids", on_layout(1, id="first")),
    ("layout-references", star(0, 0, id="ashkel")),
    ("layout-references", star(0, 0, slots=["nowhere"])),
    ("layout-references", lambda tree: tree["layouts"][0]["wormholes"][0].update(stars=["x9"])),
    ("layout-references", on_layout(0, clock_pairs=[["c0", "x9"], ["c1", "c4"], ["c2", "c5"]])),
    ("layout-references", on_layout(0, asteroids=[{"blocks": [["r0", "u4"]]}])),
    ("layout-references", on_layout(0, fixed=FIXED)),
    ("layout-references", on_layout(0, fixed={**OB_INSTEAD, "r0": "fennmire"})),
    ("exits", on_layout(0, asteroids=SHUT)),
    ("star-letters", lambda tree: tree["layouts"][2]["wormholes"][1].update(stars=["f1"])),
    ("layout-counts", on_layout(0, clock_pairs=[["c0", "c3"]])),
    ("layout-counts", on_layout(0, clock_pairs=[["c0", "c3"], ["c0", "c4"], ["c2", "c5"]])),
    ("layout-counts", on_layout(0, asteroids=[{"blocks": []}] * 5)),
    ("layout-kind", on_layout(0, asteroids=[])),
    ("layout-kind", on_layout(0, fixed=OB_INSTEAD)),
    ("layout-kind", on_layout(1, kind="standard")),
    ("layout-kind", on_layout(0, fixed=None)),
]


@pytest.mark.parametrize(
    ("constraint", "change"), BROKEN, ids=[f"{i}-{c}" for i, (c, _) in enumerate(BROKEN)]
)
def test_a_broken_constraint_is_named(constraint: str, change: Change):
    with pytest.raises(InvalidComponents) as caught:
        read_box(document(change))
    assert constraint in [fault.constraint for fault in caught.value.faults], caught.value.faults


def test_every_constraint_is_tried():
    tried = {constraint for constraint, _ in BROKEN}
    asked = {"document-shape", *(name for name, _, _ in CHECKS), *(name for name, _ in LAYOUT_CHECKS)}
    assert tried == asked


def test_a_box_in_another_language_is_known_by_its_ids():
    def translate(tree: Any) -> None:
        for key in ("aliens", "planets", "cards"):
            for thing in tree[key]:
                thing["name"] = f"{thing['name']} auf Deutsch"
        for effect in (effect for card in tree["cards"] for effect in card["effects"]):
            if "names" in effect:
                effect["names"] = [f"{name} auf Deutsch" for name in effect["names"]]

    translated, packaged = read_box(document(translate)), read_box(demo_sets()["demo"])
    assert translated.first_game_aliens == packaged.first_game_aliens
    assert translated.cards.keys() == packaged.cards.keys()


def test_the_demo_set_is_valid_and_says_what_is_invented():
    components = load_components(GAME, demo_sets()["demo"])
    assert any(part.startswith("cards:") for part in components.invented)
    assert len(components.box.every_card) == 76


@pytest.mark.parametrize("document", [{}, {"game": "chaosmos"}, {"cards": 1}, {"game": "other"}])
def test_anything_else_is_refused(document: dict[str, Any]):
    with pytest.raises(InvalidComponents):
        read_box(document)
