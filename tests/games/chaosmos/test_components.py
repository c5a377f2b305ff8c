"""Every constraint on a component set: a document that breaks it is refused under its name."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from domain.games.chaosmos import GAME
from domain.games.chaosmos.components import demo_sets, read_box
from domain.games.chaosmos.components.constraints import CHECKS, WARNINGS
from domain.kernel import InvalidComponents
from domain.kernel.engine.playing import play
from domain.kernel.session.opening import load_components
from tests.games.chaosmos.table import card_of, components, document
from tests.support.given import Table

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

GEAR = {"is_enviro_gear": True}
TRAP = {"effect": "on_open_banish_home"}


def layout(index: int, change: Change) -> Change:
    return lambda tree: change(tree["layouts"][index])


BROKEN: list[tuple[str, str, Change]] = [
    ("document-shape", "", lambda tree: tree.pop("cards")),
    ("document-shape", "", lambda tree: tree.update(extra=1)),
    ("document-shape", "", on_card("ovoid", count=0)),
    ("document-shape", "", on_card("ovoid", cost="gold")),
    ("document-shape", "", lambda tree: tree.update(combat_die=[-1, "mirror", "infinity"])),
    ("document-shape", "", on_card("hum_blade", effects=[{"effect": "explode"}])),
    ("document-shape", "", on_card("temporal_displacer", effects=[{"effect": "reduce_clock", "max": 0}])),
    ("reserved-id", "/cards/18/id", on_card("hum_blade", id="unknown")),
    ("reserved-id", "/aliens/0/id", on_alien(0, id="unknown")),
    ("card-ids", "/cards/22/id", on_card("coal_fist", id="hum_blade")),
    ("card-totals", "/cards", on_card("hum_blade", count=3)),
    ("card-totals", "/cards", on_card("relic_shard", set_icon="standard")),
    ("one-ovoid", "/cards", on_card("ovoid", is_ovoid=False)),
    ("one-ovoid", "/cards/0/count", both(on_card("ovoid", count=2), on_card("mind_lens", count=2))),
    ("one-ovoid", "/cards/0/set_icon", on_card("ovoid", set_icon="other")),
    ("one-ovoid", "/cards/0/effects", on_card("ovoid", effects=[{"effect": "manual"}])),
    ("one-ovoid", "/cards/22/is_ovoid", on_card("coal_fist", is_ovoid=True)),
    ("bonus-cards", "/cards/40/bonus_rank", on_card("escape_pod", bonus_rank=2)),
    ("native-weapons", "/cards/18/native_of", on_card("hum_blade", native_of="nobody")),
    ("native-weapons", "/cards/8/native_of", on_card("hypertube", native_of="vroon")),
    ("combat-cost", "/cards/31/effects/0/effect", on_card("guard_drone", cost="free")),
    (
        "combat-cost",
        "/cards/31/effects/1/effect",
        on_card("guard_drone", effects=[SCORE, {"effect": "manual"}]),
    ),
    ("combat-cost", "/cards/31/effects", on_card("guard_drone", effects=[])),
    ("flip-cards", "/cards/12/effects/0/effect", on_card("snare_trap", flip=False)),
    ("flip-cards", "/cards/14/effects/0/effect", on_card("iron_vault", effects=[{"effect": "manual"}])),
    ("flip-cards", "/cards/31/cost", on_card("guard_drone", flip=True)),
    ("one-effect", "/cards/14/effects/1", on_card("iron_vault", effects=[TRAP, TRAP])),
    ("one-effect", "/cards/10/effects/1", on_card("mind_lens", effects=[{"effect": "scry_hand"}] * 2)),
    ("bonus-icon", "/cards/40/set_icon", on_card("escape_pod", set_icon="other")),
    ("bonus-icon", "/cards/40/bonus_rank", on_card("escape_pod", bonus_rank=None)),
    ("gear-cards", "/aliens/4/gear", on_card("light_veil", is_enviro_gear=False)),
    ("gear-cards", "/aliens/0/gear", on_alien(0, gear="nothing")),
    ("gear-cards", "/cards/41", on_card("relic_shard", **GEAR)),
    ("gear-cards", "/cards/1/set_icon", on_card("spore_mask", set_icon="other")),
    ("gear-cards", "/cards/1/effects", on_card("spore_mask", effects=[{"effect": "manual"}])),
    ("effect-members", "/cards/31/effects/0/n", on_card("guard_drone", effects=[{"effect": "score"}])),
    ("effect-members", "/cards/31/effects/0/max", on_card("guard_drone", effects=[{**SCORE, "max": 1}])),
    ("effect-members", "/cards/31/effects/0", on_card("guard_drone", effects=[{"effect": "cancel"}])),
    (
        "effect-members",
        "/cards/31/effects/0/cards/0",
        on_card("guard_drone", effects=[{"effect": "cancel", "cards": ["nothing"]}]),
    ),
    (
        "effect-members",
        "/cards/31/effects/0/n",
        on_card("guard_drone", effects=[{"effect": "opponent_score", "n": 1}]),
    ),
    (
        "effect-members",
        "/cards/10/effects/0/n",
        on_card("mind_lens", effects=[{"effect": "scry_hand", "n": 1}]),
    ),
    ("combat-die", "/combat_die", lambda tree: tree.update(combat_die=[1, 2, "mirror"])),
    ("combat-die", "/combat_die", lambda tree: tree.update(combat_die=["infinity", "mirror"])),
    ("aliens", "/aliens/1/color", on_alien(0, color="blue")),
    ("aliens", "/aliens", lambda tree: tree["aliens"].pop()),
    ("homes-and-toxic-planets", "/aliens/1/home", on_alien(0, home="brontide")),
    ("homes-and-toxic-planets", "/planets/0", on_alien(0, home="brontide")),
    ("homes-and-toxic-planets", "/aliens/0/toxic", on_alien(0, toxic="ashkel")),
    ("homes-and-toxic-planets", "/aliens/0/toxic", on_alien(0, toxic="nowhere")),
    ("gear-pairs", "/aliens/7/gear", on_alien(0, gear="frost_shell")),
    ("gear-pairs", "/aliens/6/gear", on_alien(0, gear="frost_shell")),
    ("planets", "/planets/1/name", lambda tree: tree["planets"][0].update(name="Brontide")),
    ("planets", "/planets", lambda tree: tree["planets"].pop(0)),
    ("first-game-aliens", "/aliens", on_alien(0, id="drus", name="Drus")),
    ("first-game-aliens", "/aliens", on_alien(0, first_game=True)),
    ("layout-ids", "/layouts", lambda tree: tree.update(layouts=[])),
    ("layout-ids", "/layouts/1/id", on_layout(1, id="first")),
    ("layout-references", "/layouts/0/stars/0/id", star(0, 0, id="ashkel")),
    ("layout-references", "/layouts/0/stars/0/slots/0", star(0, 0, slots=["nowhere"])),
    (
        "layout-references",
        "/layouts/0/wormholes/0/stars/0",
        layout(0, lambda board: board["wormholes"][0].update(stars=["x9"])),
    ),
    (
        "layout-references",
        "/layouts/0/clock_pairs/0/1",
        on_layout(0, clock_pairs=[["c0", "x9"], ["c1", "c4"], ["c2", "c5"]]),
    ),
    (
        "layout-references",
        "/layouts/0/asteroids/0/blocks/0",
        on_layout(0, asteroids=[{"blocks": [["r0", "u4"]]}]),
    ),
    ("layout-planets", "/layouts/0/fixed", on_layout(0, fixed=FIXED)),
    ("layout-planets", "/layouts/0/fixed/r1", on_layout(0, fixed={**OB_INSTEAD, "r0": "fennmire"})),
    ("layout-planets", "/layouts/0/fixed/r0", on_layout(0, fixed={**OB_INSTEAD, "r0": "nowhere"})),
    ("layout-planets", "/layouts/0/fixed/r9", on_layout(0, fixed={**OB_INSTEAD, "r9": "ashkel"})),
    ("exits", "/layouts/0/slots/6", on_layout(0, asteroids=SHUT)),
    (
        "star-letters",
        "/layouts/2/wormholes/1/stars/0",
        layout(2, lambda board: board["wormholes"][1].update(stars=["f1"])),
    ),
    (
        "clock-pairs",
        "/layouts/0/clock_pairs/1/0",
        on_layout(0, clock_pairs=[["c0", "c3"], ["c0", "c4"], ["c2", "c5"]]),
    ),
    ("layout-kind", "/layouts/0/fixed", on_layout(0, fixed=OB_INSTEAD)),
    ("layout-kind", "/layouts/1/slots", on_layout(1, kind="standard")),
    ("layout-kind", "/layouts/0/fixed", on_layout(0, fixed=None)),
    ("layout-kind", "/layouts/1/fixed", on_layout(1, fixed=OB_INSTEAD)),
]


@pytest.mark.parametrize(
    ("constraint", "at", "change"), BROKEN, ids=[f"{i}-{c}" for i, (c, *_) in enumerate(BROKEN)]
)
def test_a_broken_constraint_is_named_at_the_value(constraint: str, at: str, change: Change):
    with pytest.raises(InvalidComponents) as caught:
        read_box(document(change))
    assert (constraint, at) in [(fault.constraint, fault.pointer) for fault in caught.value.faults]


def test_every_constraint_is_tried():
    assert {constraint for constraint, *_ in BROKEN} == {"document-shape", *CHECKS}


def another_weapon(tree: dict[str, Any]) -> None:
    """Two different weapons instead of two copies of one."""
    card_of(tree, "plasma_pike")["count"] = 1
    tree["cards"].append({**card_of(tree, "plasma_pike"), "id": "plasma_lance", "name": ""})


DIFFERENT: list[tuple[str, str, Change]] = [
    ("", "", another_weapon),
    ("", "", on_layout(0, fixed={**OB_INSTEAD, "r0": "fennmire", "r1": "ashkel"})),
    ("card-counts", "/cards", on_card("relic_shard", count=5)),
    ("card-names", "/cards/18/name", on_card("hum_blade", name="Ovoid")),
    (
        "cancelled-names",
        "/cards/30/effects/0/names/0",
        on_card("null_field", effects=[{"effect": "cancel", "names": ["Ion Canon"]}]),
    ),
    ("bonus-counts", "/cards", on_card("escape_pod", bonus_rank=None, set_icon="other")),
    ("bonus-counts", "/cards/40/count", on_card("escape_pod", count=2)),
    ("native-counts", "/aliens/3", on_card("hum_blade", native_of=None)),
    ("native-counts", "/aliens/0", on_card("hum_blade", native_of="drusu")),
    ("first-game-counts", "/aliens", both(*(on_alien(index, first_game=True) for index in (0, 1, 2, 3, 8)))),
    ("planet-names", "/planets", lambda tree: tree["planets"][5].update(id="guri", name="Guri")),
    ("layout-contents", "/layouts/0/asteroids", on_layout(0, asteroids=[])),
    ("layout-contents", "/layouts/0/clock_pairs", on_layout(0, clock_pairs=[["c0", "c3"]])),
    ("layout-contents", "/layouts/0/wormholes", on_layout(0, wormholes=[])),
    (
        "layout-contents",
        "/layouts/0/fixed/r1",
        on_layout(0, fixed={**OB_INSTEAD, "r0": "ashkel", "r1": "ob"}),
    ),
]


def renamed(tree: Any, old: str, new: str) -> Any:
    """The document with an id changed wherever it stands."""
    if isinstance(tree, dict):
        return {key: renamed(value, old, new) for key, value in tree.items()}
    if isinstance(tree, list):
        return [renamed(value, old, new) for value in tree]
    return new if tree == old else tree


@pytest.mark.parametrize(
    ("warning", "at", "change"), DIFFERENT, ids=[f"{i}-{c}" for i, (c, *_) in enumerate(DIFFERENT)]
)
def test_a_box_may_differ_where_no_rule_depends_on_it(warning: str, at: str, change: Change):
    tree = renamed(document(change), "guriwan", "guri") if warning == "planet-names" else document(change)
    told = [(fault.constraint, fault.pointer) for fault in load_components(GAME, tree, new=True).warnings]
    assert (warning, at) in told if warning else told == []


@pytest.mark.parametrize(
    ("at", "change"),
    [
        ("/cards/41/id", on_card("relic_shard", id="ashkel")),
        ("/layouts/3/id", on_layout(3, id="drusu")),
        ("/layouts/1/stars/9/id", star(1, 9, id="ovoid")),
    ],
)
def test_a_new_box_has_an_id_for_each_thing_and_an_old_one_still_loads(at: str, change: Change):
    with pytest.raises(InvalidComponents) as caught:
        load_components(GAME, document(change), new=True)
    assert [(fault.constraint, fault.pointer) for fault in caught.value.faults] == [("shared-ids", at)]
    assert load_components(GAME, document(change)).warnings == ()


def test_every_warning_is_tried():
    assert {warning for warning, *_ in DIFFERENT if warning} == {*WARNINGS}


@pytest.mark.parametrize("board", [0, 1, 3], ids=["first game", "two players", "standard"])
def test_a_box_of_its_own_is_played_to_the_end(board: int):
    def own(tree: dict[str, Any]) -> None:
        another_weapon(tree)
        tree["layouts"] = [{**tree["layouts"][board], "clock_pairs": [], "asteroids": []}]
        card_of(tree, "hum_blade").update(native_of="drusu", name="Hum")
        for card in ("replicator_seed", "escape_pod"):
            card_of(tree, card).update(bonus_rank=None, set_icon="other", count=3)

    box = components(own)
    seats, options = GAME.sample_opening(box, 3 if board == 3 else 2, Random(1))
    table = Table(GAME, seats, options, components=box)
    played = list(play(GAME, table.state, table.seats, Random(1), most_actions=2_000))
    assert GAME.is_finished(played[-1].after)
    assert [GAME.invariants(action.after) for action in played if GAME.invariants(action.after)] == []


def test_a_message_says_what_is_asked_and_what_is_there():
    tree = document(both(on_card("hum_blade", count=3), on_alien(0, gear="frost_shell")))
    with pytest.raises(InvalidComponents) as caught:
        read_box(tree)
    assert [fault.message for fault in caught.value.faults] == [
        "The first game deals exactly 62 cards to the Cosmic Pool and the envelopes: "
        "those without a set icon. Here are 63.",
        "The standard and the two-player game deal exactly 70 cards: those without a set icon and "
        "those with the standard icon. Here are 63 and 8.",
        "Frost Shell is the gear of Drusu, Gazmae and Tarnoc; each gear belongs to two aliens.",
        "Spore Mask is the gear of Quessil; each gear belongs to two aliens.",
    ]


def test_a_box_for_the_standard_game_alone_needs_no_first_game_and_other_icons():
    def only_standard(tree: dict[str, Any]) -> None:
        tree["layouts"] = tree["layouts"][2:]
        card_of(tree, "guard_drone")["set_icon"] = "standard"
        for alien in tree["aliens"]:
            alien["name"] = f"{alien['name']}o"

    tree = document(only_standard)
    for id in ("drusu", "vroon"):
        tree = renamed(tree, id, f"{id}o")
    assert len(load_components(GAME, tree, new=True).box.standard_deck) == 70


def test_a_card_is_cancelled_by_its_id_whatever_it_is_called():
    effects = [{"effect": "cancel", "cards": ["ion_cannon"], "types": ["tool"]}]
    changed = components(
        both(on_card("null_field", effects=effects), on_card("ion_cannon", name="Ionenkanone"))
    )
    assert changed.box.cards["null_field"].cancels >= {"ion_cannon", "hypertube"}
    assert GAME.words.names(changed)["null_field"].text.endswith("cancels every tool and Ionenkanone")


def test_aliens_of_the_first_game_can_be_marked():
    marked = components(both(*(on_alien(index, first_game=True) for index in (0, 1, 2, 8))))
    assert marked.box.first_game_aliens == ("drusu", "gazmae", "haghouhen", "ubrik")


def test_a_card_that_nobody_has_entered_yet_goes_by_its_id():
    assert GAME.editing is not None

    def unknown_card(tree: dict[str, Any]) -> None:
        card_of(tree, "pulse_blaster")["count"] -= 1
        tree["cards"].append({"id": "card_40", **GAME.editing.blanks["cards"]})  # type: ignore[union-attr]

    changed = load_components(GAME, document(unknown_card), new=True)
    assert GAME.words.names(changed)["card_40"].name == "Card 40"
    assert changed.box.cards["card_40"].effect == "manual"


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


def test_a_card_that_was_compared_with_the_box_is_no_longer_said_to_be_invented():
    def compared(tree: dict[str, Any]) -> None:
        tree["invented"] = ["cards/hum_blade", "planets", "aliens/vroon"]

    names = GAME.words.names(components(compared))
    assert {id for id, name in names.items() if name.invented} == {
        "hum_blade",
        "vroon",
        *(planet["id"] for planet in demo_sets()["demo"]["planets"]),
    }


def test_the_demo_set_is_valid_and_says_what_is_invented():
    components = load_components(GAME, demo_sets()["demo"])
    assert any(part.startswith("cards:") for part in components.invented)
    assert len(components.box.every_card) == 76


@pytest.mark.parametrize("document", [{}, {"game": "chaosmos"}, {"cards": 1}, {"game": "other"}])
def test_anything_else_is_refused(document: dict[str, Any]):
    with pytest.raises(InvalidComponents):
        read_box(document)
