"""Order vs Chaos in words: what stands on buttons and in the log, in the game's own terms."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.order_vs_chaos import GAME, actions, facts
from domain.games.order_vs_chaos.components import demo_sets
from domain.games.order_vs_chaos.components.effects import CascadeCard
from domain.games.order_vs_chaos.reading import called
from domain.games.order_vs_chaos.rules.battle import result_of
from domain.games.order_vs_chaos.state import Attack
from domain.games.order_vs_chaos.words.effects import BATTLE_FACTS
from domain.games.order_vs_chaos.words.table import chance, mean_damage, result
from domain.kernel import (
    PUBLIC,
    TRUTH,
    UNKNOWN,
    Chance,
    ComponentSet,
    Domain,
    Offer,
    OfferWords,
    Rejected,
    Viewer,
    offer_key,
    value_key,
    values_of,
)
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.playing import play
from domain.kernel.game import decide
from domain.kernel.offers import sample
from domain.kernel.selfcheck.wording import RenderedMoment, telling_of
from domain.kernel.session.opening import load_components
from domain.kernel.session.rendering import entry_in_words, naming, offers_in_words
from domain.kernel.ui.labels import chosen_words
from domain.kernel.ui.words import EntryWords, text_of
from tests.games.order_vs_chaos.table import CHAOS, OrderTable, final_battle
from tests.games.order_vs_chaos.test_4xx_battle import HOUND
from tests.games.order_vs_chaos.test_asked_outcomes import without_outcomes
from tests.support.asked import filled, next_asked
from tests.support.games.order_vs_chaos.playthrough import TEXT, told
from tests.support.games.reading import MARK, must_hold_no_code, recorded_entry
from tests.support.recorded import STAMP, library, opened
from tests.support.two_worlds import source_of


def names_of(table: OrderTable) -> Any:
    seats = [{"seat": seat, "side": hero.side} for seat, hero in table.state.seats.items()]
    return naming(GAME, table.components, seats)


def telling(table: OrderTable, viewer: Viewer = TRUTH) -> RenderedMoment:
    return telling_of(GAME, table.state, viewer, names_of(table), table.seats)


def button(table: OrderTable, key: str, viewer: Viewer = TRUTH) -> OfferWords:
    return telling(table, viewer).words[key]


def asked(table: OrderTable) -> dict[str, str]:
    return {seat: text_of(says) for seat, says in telling(table).asks.items()}


def entry(table: OrderTable, action: dict[str, Any], viewer: Viewer = PUBLIC) -> EntryWords:
    """What an action reads like that has just been recorded, with its facts."""
    return recorded_entry(GAME, action, table.facts, viewer, names_of(table))


def done(table: OrderTable, kind: str, viewer: Viewer = PUBLIC, **parameters: Any) -> list[str]:
    """The line of an action and of what follows from it."""
    action = {"type": kind, **parameters}
    assert table.when(action).rejection is None, table.rejection
    words = entry(table, action, viewer)
    return [text_of(words.says), *map(text_of, words.effects)]


def test_a_recorded_game_reads_as_it_was_read_last():
    """`python -m tests.support.games.order_vs_chaos.playthrough` writes the text anew."""
    assert told() == TEXT.read_text("utf-8")


def marked_set() -> ComponentSet:
    """The demo set with other ids, which can be told from every word."""
    document: Any = copy.deepcopy(dict(demo_sets()["demo"]))
    renamed: dict[str, str] = {}

    def mark(value: Any) -> None:
        if isinstance(value, dict):
            if "id" in value and value["id"] not in ("us", "eu"):
                renamed[value["id"]] = f"{MARK}{value['id']}"[:40]
                value["id"] = renamed[value["id"]]
            for part in value.values():
                mark(part)
        elif isinstance(value, list):
            for part in value:
                mark(part)

    mark(document)
    for side in document["maps"]:
        side["edges"] = [[renamed[one], renamed[other]] for one, other in side["edges"]]
    for monster in document["monsters"]:
        monster["based_on"] = monster["based_on"] and renamed[monster["based_on"]]
    return load_components(GAME, document)


@pytest.mark.parametrize("count", [2, 5])
def test_no_id_and_no_none_is_ever_read(count: int):
    table = OrderTable(count, components=marked_set(), set_up=False)
    called, seats = names_of(table), table.seats
    for step in play(GAME, table.state, seats, Random(count), most_actions=500):
        for viewer in (PUBLIC, *map(Viewer, seats)):
            at = telling_of(GAME, step.after, viewer, called, seats)
            read = recorded_entry(GAME, step.action, step.facts, viewer, called)
            must_hold_no_code(at.words, at.asks, at.board, read)


def test_labels_of_one_question_differ():
    table = OrderTable(6).hero("red", equipment=("lucky_coin_1",)).hero("blue", weapons=("uzi_1", "uzi_2"))
    table.fighting()
    seen = 0
    for words in telling(table).words.values():
        for parameter in words.parameters.values():
            labels = [value.label for value in parameter.values.values()]
            assert len(set(labels)) == len(labels), labels
            seen += len(labels)
    assert seen


def test_a_step_says_what_awaits_there():
    table = OrderTable(4).at(red="chicago", blue="cleveland", black="us_chaos_lakes").monster("detroit")
    table.card("cleveland", "rift_5a").tokens("cleveland", 2)
    move = button(table, "move/red")
    assert (move.label, move.hint) == ("Move", "one step; 3 of 3 left")
    to = move.parameters["to"].values
    assert to["cleveland"].place == "cleveland"
    rift, foe = to["cleveland"], to["detroit"]
    assert (rift.hint, rift.details) == ("Rift 5; 2 tokens; Blue", "87 % to close it")
    assert (foe.hint, foe.details) == (
        "face down; battle with the Hellion",
        "the Hellion: 9 health, armor 0",
    )
    assert to["minneapolis"].hint == "face down"


def test_a_location_action_says_cost_chance_and_gain():
    table = OrderTable(2).at(red="chicago").card("chicago", "rift_3a").tokens("chicago", 1)
    assert button(table, "attack_rift/red").hint == (
        "70 % to close it with 3 dice; Order doom 0 → 1 of 13, each Order hero 1 XP, removes 1 token"
    )
    table = OrderTable(2).at(black="chicago").card("chicago", "healing_shrine_2").turn_of("black").doom(0, 11)
    assert button(table, "attack_healing_shrine/black").hint == (
        "31 % to destroy it with 2 dice; Chaos doom 11 → 13 of 13; the final battle begins"
    )
    table = OrderTable(2).hero("black", tokens=2, location="us_breach").turn_of("black")
    assert button(table, "deliver_tokens/black").hint == (
        "2 tokens: Chaos doom 0 → 2 of 13; you draw 2 event cards"
    )


def test_strength_stands_before_a_battle_and_in_it():
    table = OrderTable(2).hero("red", location="huntington", weapons=("katana_1",)).monster("huntington")
    assert button(table, "fight/red").hint == (
        "the Hellion: 9 health, armor 0; you: 10 health, armor 2, attack 2; ends your move"
    )
    table.play({"type": "fight", "seat": "red"})
    select = button(table, "select_weapons/red")
    assert select.hint == "against Hellion (9 health, 0 chits)"
    assert select.parameters["weapons"].values["katana_1"].hint == (
        "melee, 3 dice, 2 hands; each blue: +1 damage"
    )
    assert select.parameters["bonus"].asks == "Which weapon gets your 2 attack dice?"
    assert select.parameters["bonus"].values["katana_1"].hint == "5 dice, about 6.7 damage"
    assert asked(table) == {"": "Battle in Huntington, round 1: weapons", "red": "selects weapons"}


def test_the_next_roll_names_dice_and_aim():
    table = OrderTable(2).fighting()
    table.do("select_weapons", seat="red", weapons=["wakizashi"])
    assert asked(table)["red"] == "rolls Wakizashi at Hellion"
    roll = button(table, "roll_attack/")
    assert roll.hint == "melee, 2 attacks to roll: Hellion and Red"
    assert roll.parameters["unit"].values["monster:huntington"].hint == (
        "Claws: 2 dice, about 2.3 damage at Red (10 health, 2 chits)"
    )
    assert roll.parameters["attack"].values["wakizashi"].hint == (
        "5 dice, about 5.0 damage at Hellion (9 health, 0 chits)"
    )
    table.do("roll_attack", unit="monster:huntington", attack="hellion_claws", dice=["3", "yellow"])
    assert button(table, "roll_attack/").hint == (
        "melee, Wakizashi of Red: 5 dice, about 5.0 damage at Hellion (9 health, 0 chits)"
    )


def test_nobody_acts_alone_while_the_table_rolls():
    """The page shows the verbs of who acts; a roll is the table's."""
    table = OrderTable(2).hero("red", equipment=("lucky_coin_1",)).fighting()

    def acting() -> list[str]:
        return [panel.seat for panel in telling(table).board.seats if panel.active]

    assert acting() == ["red"]
    table.do("select_weapons", seat="red", weapons=["wakizashi"])
    assert acting() == []
    for attack in table.state.battle.attacks if table.state.battle else ():
        table.do("roll_attack", unit=attack.unit, attack=attack.attack, dice=["1"] * len_of(table, attack))
    table.do("resolve_segment")
    assert acting() == ["red"]


def len_of(table: OrderTable, attack: Attack) -> int:
    """How many dice it rolls."""
    return 5 if attack.unit == "hero:red" else table.state.box.attacks[attack.attack].dice


def test_a_reroll_counts_dice_as_people_do_and_says_its_price():
    table = OrderTable(2).fighting()
    table.do("select_weapons", seat="red", weapons=["wakizashi"])
    table.do("roll_attack", unit="hero:red", attack="wakizashi", dice=["yellow", "1", "blue", "2", "yellow"])
    own = [words for key, words in telling(table).words.items() if key == "change_dice/red"]
    changes = chosen_words(own[0], {"source": "wakizashi"}).parameters["changes"]
    assert (changes.members["die"]["0"].label, changes.members["die"]["4"].label) == (
        "The first die, yellow",
        "The fifth die, yellow",
    )
    by_hand = chosen_words(own[0], {"source": "bushido"}).parameters["changes"]
    assert by_hand.members["die"]["0"].label == "The first die", "of any attack"
    for words in (changes, by_hand):
        assert [words.members["face"][face].label for face in ("1", "2", "blue")] == ["1", "2", "blue"]
    assert own[0].parameters["source"].values["wakizashi"].hint.startswith("free; ")
    assert own[0].parameters["source"].values["bushido"].hint == "1 of 2 stamina"


def test_results_say_what_lands_before_it_does():
    table = OrderTable(2).fighting()
    table.do("select_weapons", seat="red", weapons=["wakizashi"])
    table.do("roll_attack", unit="hero:red", attack="wakizashi", dice=["3", "3", "blue", "2", "1"])
    table.do("roll_attack", unit="monster:huntington", attack="hellion_claws", dice=["3", "yellow"])
    assert button(table, "resolve_segment/").hint == (
        "Hellion takes 9 and dies; Red takes 4 (2 by chits) and keeps 8 health"
    )
    lines = done(table, "resolve_segment")
    assert lines[:4] == [
        "Melee is resolved: 11 health lost.",
        "Red deals 9 damage to the monster with Wakizashi: 9 health lost.",
        "The Hellion deals 4 damage to Red with Claws: 2 absorbed by chits and 2 health lost.",
        "The Hellion in Huntington is killed by Red.",
    ]


@pytest.mark.parametrize("attack", ["katana_1", "toledo_rapier_1", "gladius_1", "spirit_drum_1", "uzi_1"])
def test_dice_come_to_what_the_rules_make_of_them(attack: str):
    table, random = OrderTable(2), Random(3)
    card = table.state.box.attacks[attack]
    for _ in range(40):
        dice = tuple(random.choices(table.state.box.die_faces, k=4))
        made = Attack("hero:red", attack, dice=dice, exchanged=random.randrange(3), cancelled=(1,))
        told = result(card, msgspec.to_builtins(made))
        rules = result_of(table.state, made)
        assert told == {"damage": rules.damage} | {
            gain: getattr(rules, gain) for special in card.specials for gain in getattr(special, "gain", {})
        }


def test_chances_and_means_are_those_of_the_dice():
    faces = OrderTable(2).state.box.die_faces
    rapier = OrderTable(2).state.box.attacks["toledo_rapier_1"]
    assert (chance(faces, "blue", 1), chance(faces, "blue", 0)) == ("33 %", "0 %")
    every = [(one, other) for one in faces for other in faces]
    wins = sum(pair.count("blue") > pair.count("yellow") for pair in every) / len(every)
    assert mean_damage(faces, rapier, 2) == f"{2 + 2 * wins:.1f}"


def test_a_retreat_says_its_chance_and_where_it_leads():
    table = OrderTable(2).fighting().card("cleveland", "wormhole_a")
    table.do("select_weapons", seat="red")
    for attack in table.state.battle.attacks if table.state.battle else ():
        table.do("roll_attack", unit=attack.unit, attack=attack.attack, dice=["1", "1"])
    table.do("resolve_segment")
    assert asked(table)["red"] == "retreats or stays"
    retreat = button(table, "attempt_retreat/red")
    assert retreat.hint == "70 % to escape with 3 dice; the battle ends for everyone"
    assert retreat.parameters["to"].values["cleveland"].hint == "Wormhole"
    assert done(table, "attempt_retreat", seat="red", dice=["1", "blue", "2"], to="cleveland")[0] == (
        "Red rolls 1, blue and 2 and retreats to Cleveland."
    )


def test_a_roll_of_a_monster_begins_its_sentence():
    rolled = {"unit": HOUND, "attack": "hellion_claws", "dice": ["3", "1"]}
    says = BATTLE_FACTS["attack_rolled"](rolled, names_of(OrderTable(2).fighting())).says
    assert text_of(says).startswith("The Hellion rolls Claws: ")


@pytest.mark.parametrize(
    "part",
    ["order_heroes", "chaos_heroes", "monsters", "arch_enemies", "weapons", "equipment", "event_cards"],
)
def test_what_a_set_invents_is_told_as_invented_and_nothing_else(part: str):
    document: Any = copy.deepcopy(dict(demo_sets()["demo"]))
    document["invented"] = [part]
    called = names_of(OrderTable(2, components=load_components(GAME, document))).components
    assert {id for id, name in called.items() if name.invented} == {one["id"] for one in document[part]}


def drawn_event(card: str) -> OrderTable:
    """Black has delivered a token and drawn that card."""
    table = OrderTable(4).hero("black", tokens=1, location="us_breach").turn_of("black")
    table.do("deliver_tokens", seat="black")
    return table.do("draw_event", seat="black", card=card)


def test_an_instant_is_read_aloud_and_an_effect_that_is_left_out_is_named():
    table = drawn_event("looters_1")
    resolve = button(table, "resolve_event/black")
    assert (resolve.label, resolve.hint) == ("Resolve Looters", "Discard an item from the quartermaster")
    assert resolve.variants == {
        "card,decided_by,effects,unanimous": "Discard an item from the quartermaster",
        "card,decided_by,unanimous": "no effect: skip “Discard an item from the quartermaster”",
    }
    assert asked(table)["black"] == "resolves Looters"
    assert done(table, "resolve_event", seat="black", card="looters_1")[0] == (
        "Black resolves Looters (Discard an item from the quartermaster), without an effect."
    )


def test_effects_are_told_in_order():
    table = drawn_event("rift_surge_1").at(red="chicago").card("chicago", "rift_3a")
    effect = {"op": "token_place", "location": "chicago", "n": 1}
    values = button(table, "resolve_event/black").parameters["effects"].values
    assert (values["chicago"].label, values["chicago"].hint) == ("Chicago", "Rift 3; Red")
    assert done(table, "resolve_event", seat="black", card="rift_surge_1", effects=[effect]) == [
        "Black resolves Rift Surge (Place a Chaos token on a location).",
        "1 token comes to Chicago.",
    ]


def test_a_kept_card_is_told_to_chaos_only():
    table = OrderTable(4).hero("black", tokens=1, location="us_breach").turn_of("black")
    table.do("deliver_tokens", seat="black")
    action = {"type": "draw_event", "seat": "black", "card": "panic"}
    table.when(action)
    for viewer in (PUBLIC, Viewer("red")):
        assert text_of(entry(table, action, viewer).says) == "Black draws and keeps an event card."
        assert "play_event/black" not in telling(table, viewer).words
    assert text_of(entry(table, action, Viewer("white")).says) == (
        "Black draws Panic (Keep. A unit of any battle loses 2 health) and keeps it."
    )


def test_a_card_that_nobody_saw_is_named_by_a_button():
    table = OrderTable(4).hero("black", tokens=1, location="us_breach").turn_of("black")
    table.do("deliver_tokens", seat="black")
    drawn = button(table, "draw_event/black")
    assert drawn.hint == "1 due; 42 in the deck"
    assert drawn.parameters["card"].values[UNKNOWN].hint == ("a kept card: it stays face down; name it later")
    lines = done(table, "draw_event", Viewer("black"), seat="black", card=UNKNOWN)
    assert lines == ["Black draws and keeps an unknown event card."]
    name = button(table, "name_event/black")
    assert (name.label, name.hint) == (
        "Name an event card",
        "name one you keep face down; 1 card unnamed",
    )
    assert "name_event/black" not in telling(table, Viewer("red")).words
    assert done(table, "name_event", seat="black", card="panic") == ["Black names an event card in hand."]


def test_a_block_says_what_it_gives_and_what_it_costs():
    table = OrderTable(2).fighting("charhound")
    table.do("select_weapons", seat="red", weapons=["wakizashi"])
    table.do("roll_attack", unit="monster:huntington", attack="charhound_breath", dice=["1"] * 5)
    table.do("resolve_segment").do("roll_attack", unit="hero:red", attack="wakizashi", dice=["1"] * 5)
    table.do("resolve_segment").do("stay", seat="red").do("select_weapons", seat="red", weapons=["wakizashi"])
    block = button(table, "declare_blocks/").parameters["units"].values
    assert block["hero:red"].hint == "+2 chits, up to 2; gives up its next 2 damage"
    assert done(table, "declare_blocks", units=["hero:red"])[0] == (
        "Red blocks: +2 chits, and gives up its next 2 damage."
    )


def test_who_owes_something_is_asked_and_the_others_wait():
    table = OrderTable(4).at(red="chicago")
    table.do("open_location", seat="red", card="order_shrine", cascade=[])
    assert asked(table) == {"red": "spends 1 XP", "blue": "spends 1 XP"}
    spend = button(table, "assign_xp/blue").parameters["targets"].values
    assert (spend["health"].hint, spend["move"].hint, spend["slot"].hint) == (
        "11 → 12",
        "stays at 3; 4 with 2 XP",
        "1 → 2",
    )
    table.do("assign_xp", seat="red", targets=["health"])
    assert asked(table) == {"blue": "spends 1 XP", "red": "waits for Blue"}


def test_a_cascade_is_told_card_by_card():
    table = OrderTable(2).at(red="huntington")
    near = [one for one in table.state.map.neighbours["huntington"] if table.state.places[one].face == "down"]
    cards = ("wormhole_a", "wormhole_b", "wormhole_c", "quartermaster_a", "quartermaster_b")
    cascade = [
        {"location": place, "card": card}
        for place, card in zip(
            sorted(near, key=list(table.state.places).index), cards[: len(near)], strict=True
        )
    ]
    lines = done(table, "open_location", seat="red", card="chaos_rift_a", cascade=cascade)
    assert lines[0].startswith("Red reveals Huntington: Chaos rift; it also reveals Wormhole in ")
    assert "A monster must be placed in Huntington." in lines


def test_the_final_battle_names_monsters_by_their_owner():
    table = final_battle(count=4)
    names = {words.label for words in _fighters(table)}
    assert {"Black’s Hellion", "White’s Charhound"} <= names
    assert asked(table)[""].startswith("Battle, round 1: ")


def _fighters(table: OrderTable) -> Iterator[Any]:
    for words in telling(table).words.values():
        for parameter in words.parameters.values():
            for key, value in parameter.values.items():
                if key.startswith(("hero:", "monster:")):
                    yield value


def outcomes_of(state: Any, begun: dict[str, Any]) -> Iterator[tuple[str, Domain]]:
    """What is asked for one after another, with any answers; until these make it another action."""
    with suppress(Rejected):
        while (asked := next_asked(GAME, state, begun)) is not None:
            yield asked
            begun = filled(begun, asked[0], sample(asked[1], Random(1), declare=True))


@pytest.mark.parametrize("recorded", library("order_vs_chaos"), ids=lambda path: path.stem)
def test_what_the_dice_and_decks_are_asked_for_is_told(recorded: Path):
    """The service asks for an outcome by an offer that has nothing but that parameter."""
    opening, *actions = map(json.loads, recorded.read_text("utf-8").splitlines())
    session, draft = opened(GAME, opening)
    called = naming(GAME, session.components, session.opened.seats)
    asked_for = set()
    for action in actions:
        state = draft.position.state
        view = msgspec.json.decode(msgspec.json.encode(GAME.view(state, TRUTH)))
        for path, domain in outcomes_of(state, without_outcomes(action)):
            name = path.partition("/")[0]
            offer = Offer(action["type"], action.get("seat"), {name: domain})
            words = offers_in_words(GAME, view, [offer], called, strict=True)[offer_key(offer)]
            told = words.parameters[name].values
            assert all(told[value_key(value)].label for value in values_of(domain))
            assert not any("_" in value.label for value in told.values())
            asked_for.add(f"{action['type']}/{path.rpartition('/')[2]}")
        draft.record(action, STAMP, None)
    assert {"open_location/card", "roll_attack/dice"} <= asked_for


def test_the_cards_of_a_cascade_are_told_with_their_place():
    table = OrderTable().at(red="huntington")
    begun = {"type": "open_location", "seat": "red", "card": "chaos_rift_a"}
    missing = next_asked(GAME, table.state, begun)
    assert missing is not None
    path, domain = missing
    assert path == "cascade/0"
    view = msgspec.json.decode(msgspec.json.encode(GAME.view(table.state, TRUTH)))
    offer = Offer("open_location", "red", {"cascade": domain})
    words = offers_in_words(GAME, view, [offer], names_of(table), strict=True)["open_location/red"]
    told = words.parameters["cascade"].values
    assert (told["card"].label, told["wormhole_b"].label) == ("Which new card?", "Wormhole (2)")
    assert {"Cleveland", "Washington D.C.", "Memphis", "St Louis"} & {words.label for words in told.values()}


def test_a_correction_tells_what_an_action_would_have_said():
    happened = (
        facts.HeroMoved("red", "chicago", "cleveland", "effect"),
        facts.DoomChanged("chaos", 3, 4, "death", "red"),
        facts.TokensMoved("hero:black", "supply", 2, "delivery"),
    )
    shown = {
        "kind": "corrected",
        "facts": [GAME.fact_view(fact, PUBLIC) for fact in happened],
        "reason": "so",
    }
    told = entry_in_words(GAME, shown, names_of(OrderTable()), strict=True)
    assert [text_of(effect) for effect in told.effects] == [
        "Red is moved to Cleveland.",
        "Chaos doom rises to 4 of 13 for a death of Order.",
        "2 tokens of Black go to the supply.",
    ]


def test_seats_are_called_by_their_names():
    called = naming(GAME, OrderTable().components, [{"seat": "red", "side": "order"}])
    assert called.seat("red").text == "Red"
    assert called.seats["red"].color == "red"
    assert set(CHAOS) == {"black", "white", "grey"}


def test_refusals_speak_without_ids():
    """Whatever is played at a moment when it may not be."""
    source, random, codec = source_of(GAME, 4), Random(4), codec_of(GAME)
    ids = {id for id in source.naming.components if "_" in id}
    refused = set()
    for _ in range(4000):
        state, played = random.choice(source.moments).after, random.choice(source.played)
        try:
            decide(GAME, state, codec.action(played.action), Chance())
        except Rejected as rejection:
            message = rejection.message
            assert "_" not in message
            assert not [id for id in ids if id in message]
            refused.add(rejection.rule)
    assert len(refused) > 20


def test_refusals_name_things_as_they_are_printed():
    table = OrderTable(4, red="samurai", blue="teutonic_knight").fighting()
    names = {
        "chicago": "Chicago",
        "uzi_1": "Uzi",
        "bushido": "Bushido",
        "hero:red": "Samurai",
        "no_such": "This",
    }
    assert {id: called(table.state, id, "This") for id in names} == names


def test_a_refusal_says_which_card_is_opened_next():
    table = OrderTable(4).at(red="chicago")
    rift = next(one.id for one in table.state.box.cards.values() if one.kind == "chaos_rift")
    first = called(table.state, table.state.map.neighbours["chicago"][0], "")
    with pytest.raises(Rejected, match=f"{first} is revealed next"):
        decide(
            GAME,
            table.turn_of("red").state,
            actions.OpenLocation(seat="red", card=rift, cascade=(CascadeCard("chicago", rift),)),
            Chance(),
        )
