"""The log of Order vs Chaos: what each recorded action reads like, in every way that it may end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import pytest

from domain.games.order_vs_chaos import GAME, facts
from domain.games.order_vs_chaos.state import Duty
from domain.games.order_vs_chaos.words.entries import ACTIONS
from domain.kernel import PUBLIC, TRUTH, UNKNOWN, Fact, Run, Viewer
from domain.kernel.session.rendering import naming
from domain.kernel.ui.words import text_of
from tests.games.order_vs_chaos.table import DEMO, seats
from tests.support.games.reading import recorded_entry

Row: TypeAlias = tuple[dict[str, Any], Sequence[Fact], str]
"""An action, the facts that came of it, and its sentence."""

NAMES = naming(GAME, DEMO, seats(4))
CHAOS = ("black", "white")
PLACEMENT = Duty("place_monster", location="chicago")
DRAW = Duty("draw_event", "black", n=1)
REWARD = Duty("take_reward", candidates=("red",))
OVERFLOW = Duty("overflow_gain", "red", n=1)
ACTED = facts.LocationActed("red", "chicago", "use_order_shrine")
RIFT = facts.LocationActed("black", "chicago", "use_chaos_rift")
LAID = facts.TokensMoved("supply", "chicago", 1, "chaos_rift")
WANDERING = facts.LocationActed("black", "chicago", "use_wandering_monster")
NOTE = {"op": "note", "text": "The moon is full."}
OMEN = {"op": "event_draw", "seat": "black", "n": 1}
HEAL = {"op": "health", "seat": "black", "delta": 4}


def act(kind: str, **parameters: Any) -> dict[str, Any]:
    return {"type": kind, **parameters}


def opened(location: str, card: str, how: str = "explore") -> Fact:
    return facts.CardOpened(location, card, "red", how)


def changed(die: int, op: str, face: str | None = None, damage: int = 0) -> Fact:
    return facts.DieChanged("hero:red", "wakizashi", die, op, "lucky_coin_1", face, damage)


def lines(action: dict[str, Any], happened: Sequence[Fact], viewer: Viewer = TRUTH) -> list[str]:
    """The sentence of the action, and of each fact that it does not say itself."""
    words = recorded_entry(GAME, action, happened, viewer, NAMES)
    return [text_of(words.says), *map(text_of, words.effects)]


SETUP_AND_TURN: list[Row] = [
    (act("choose_map", map="eu"), [facts.MapChosen("eu")], "The game is played in Europe."),
    (
        act("set_arch_enemy", arch_enemy="deceiver", method="random"),
        [facts.ArchEnemySet("deceiver", "random")],
        "Deceiver is drawn as the arch enemy.",
    ),
    (
        act("set_arch_enemy", arch_enemy="deceiver", method="agreed"),
        [facts.ArchEnemySet("deceiver", "agreed")],
        "Deceiver is agreed on as the arch enemy.",
    ),
    (
        act("choose_hero", seat="red", hero="samurai", method="random"),
        [facts.HeroChosen("red", "samurai", 10)],
        "Red draws Samurai, 10 health.",
    ),
    (
        act("choose_hero", seat="red", hero="samurai", method="chosen"),
        [facts.HeroChosen("red", "samurai", 10)],
        "Red chooses Samurai, 10 health.",
    ),
    (
        act("draw_monster_type", seat="black", monster="hellion"),
        [facts.MonsterTypeDrawn("black", "hellion")],
        "Black draws the monster type Hellion.",
    ),
    (
        act("fill_display", items=["uzi_1", "katana_1"]),
        [facts.DisplayFilled(("uzi_1", "katana_1"))],
        "The quartermaster offers Uzi and Katana.",
    ),
    (act("choose_first_player", seat="red"), [facts.FirstPlayerChosen("red")], "Red begins."),
    (
        act("place_hero", seat="red", location="us_order_north"),
        [facts.HeroPlaced("red", "us_order_north")],
        "Red starts on Order North start.",
    ),
    (
        act("assign_xp", seat="red", targets=["health", "slot"]),
        [facts.XpAllotted("red", ("health", "slot"))],
        "Red spends 2 XP on health and an equipment slot.",
    ),
    (
        act("assign_xp", seat="red", targets=["health", "move", "health"]),
        [facts.XpAllotted("red", ("health", "move", "health"))],
        "Red spends 3 XP on health twice and move.",
    ),
    (
        act("assign_xp", seat="red", targets=["armor", "armor", "armor"]),
        [facts.XpAllotted("red", ("armor", "armor", "armor"))],
        "Red spends 3 XP on armor 3 times.",
    ),
    (
        act("assign_xp", seat="red", targets=["attack"] * 4),
        [facts.XpAllotted("red", ("attack",) * 4)],
        "Red spends 4 XP on attack 4 times.",
    ),
    (
        act("move", seat="red", to="cleveland"),
        [facts.HeroMoved("red", "chicago", "cleveland"), facts.BattleCaused("cleveland", "move")],
        "Red moves to Cleveland.",
    ),
    (act("fight", seat="red"), [facts.BattleCaused("chicago", "fight")], "Red stays and fights."),
    (
        act("open_location", seat="red", card="rift_5a"),
        [facts.CardOpened("chicago", "rift_5a", "red")],
        "Red reveals Chicago: Rift 5.",
    ),
    (
        act("open_location", seat="red", card="chaos_rift_a"),
        [opened("chicago", "chaos_rift_a"), opened("cleveland", "wormhole_a", "cascade")],
        "Red reveals Chicago: Chaos rift; it also reveals Wormhole in Cleveland.",
    ),
    (
        act("open_location", seat="red", card="chaos_rift_a"),
        [
            opened("chicago", "chaos_rift_a"),
            opened("cleveland", "wormhole_a", "cascade"),
            opened("detroit", "rift_5a", "cascade"),
        ],
        "Red reveals Chicago: Chaos rift; it also reveals Wormhole in Cleveland and Rift 5 in Detroit.",
    ),
    (
        act("open_location", seat="red", card="chaos_rift_a"),
        [
            opened("chicago", "chaos_rift_a"),
            opened("cleveland", "wormhole_a", "cascade"),
            opened("detroit", "rift_5a", "cascade"),
            opened("new_york", "rift_4a", "cascade"),
        ],
        (
            "Red reveals Chicago: Chaos rift; it also reveals Wormhole in "
            "Cleveland, Rift 5 in Detroit and Rift 4 in New York."
        ),
    ),
    (act("end_turn", seat="red"), [], "Red ends the turn."),
    (
        act("place_monster", location="chicago", monster="hellion", chosen_by="black"),
        [facts.DutyDone(PLACEMENT), facts.MonsterPlaced("hellion", "chicago", "black")],
        "Black places a Hellion in Chicago.",
    ),
    (
        act("place_monster", location="chicago", monster="hellion", chosen_by="black", timeout=True),
        [facts.DutyDone(PLACEMENT), facts.MonsterPlaced("hellion", "chicago", "black", True)],
        "Black places a Hellion in Chicago, because Chaos takes too long.",
    ),
    (
        act("discard_surplus_monster", location="chicago", monster="hellion"),
        [
            facts.DutyDone(Duty("surplus_monster", location="chicago")),
            facts.MonsterDiscarded("hellion", "chicago", "surplus"),
        ],
        "Order discards the Hellion in Chicago.",
    ),
    (
        act("resurrect", seat="red", location="us_order_north"),
        [facts.DutyDone(Duty("resurrect", "red")), facts.HeroResurrected("red", "us_order_north", 10)],
        "Red returns on Order North start with 10 health.",
    ),
]


@pytest.mark.parametrize(("action", "happened", "sentence"), SETUP_AND_TURN)
def test_setup_turns_and_duties_read_so(action: dict[str, Any], happened: Sequence[Fact], sentence: str):
    assert lines(action, happened)[0] == sentence


LOCATIONS: list[Row] = [
    (
        act("visit_quartermaster", seat="red", take=["uzi_1", "lucky_coin_1"]),
        [ACTED],
        "Red takes Uzi and Lucky Coin from the quartermaster.",
    ),
    (
        act(
            "visit_quartermaster",
            seat="red",
            take=["helicopter_1"],
            discard=["holy_water_1", "padded_vest_1"],
        ),
        [
            ACTED,
            facts.ItemDiscarded("red", "padded_vest_1", "room"),
            facts.ItemGained("red", "helicopter_1", "visit"),
        ],
        "Red discards Holy Water and Padded Vest and takes Helicopter from the quartermaster.",
    ),
    (
        act("visit_quartermaster", seat="red"),
        [
            ACTED,
            facts.DisplayItemsDiscarded(("uzi_1",), "refresh", "red"),
            facts.DisplayFilled(("katana_1", "halberd_1")),
        ],
        "Red takes nothing from the quartermaster, which lays out Katana and Halberd.",
    ),
    (
        act("discard_display_item", seat="black", item="uzi_1"),
        [
            facts.LocationActed("black", "chicago", "discard_display_item"),
            facts.DisplayItemsDiscarded(("uzi_1",), "chaos", "black"),
        ],
        "Black discards Uzi of the quartermaster.",
    ),
    (act("use_order_shrine", seat="red", gain="stamina"), [ACTED], "Red uses the Order shrine for stamina."),
    (act("use_order_shrine", seat="red", gain="health"), [ACTED], "Red uses the Order shrine for health."),
    (act("use_healing_shrine", seat="red"), [ACTED], "Red uses the healing shrine."),
    (
        act("use_healing_shrine", seat="red", cancelled_by={"seat": "black", "card": "infection_1"}),
        [ACTED, facts.EventPlayed("black", "infection_1")],
        "Red uses the healing shrine, but Black cancels it with Infection.",
    ),
    (
        act("attack_healing_shrine", seat="black", dice=["1", "yellow"]),
        [
            facts.RiftAttacked("black", "chicago", "healing_shrine", 2, ("1", "yellow"), True),
            facts.CardRemoved("chicago", "healing_shrine_2", "destroyed", "black"),
        ],
        "Black rolls 1 and yellow and destroys the healing shrine in Chicago.",
    ),
    (
        act("attack_healing_shrine", seat="black", dice=["1", "blue"]),
        [facts.RiftAttacked("black", "chicago", "healing_shrine", 2, ("1", "blue"), False)],
        "Black rolls 1 and blue: the shrine in Chicago holds.",
    ),
    (
        act("attack_rift", seat="red", dice=["1", "blue"]),
        [
            facts.RiftAttacked("red", "chicago", "rift", 2, ("1", "blue"), True),
            facts.CardRemoved("chicago", "rift_2a", "closed", "red"),
        ],
        "Red rolls 1 and blue and closes the rift in Chicago.",
    ),
    (
        act("attack_rift", seat="red", dice=["1", "yellow"]),
        [facts.RiftAttacked("red", "chicago", "rift", 2, ("1", "yellow"), False)],
        "Red rolls 1 and yellow: the rift in Chicago holds.",
    ),
    (
        act("pick_up_tokens", seat="black"),
        [facts.TokensMoved("chicago", "hero:black", 1, "pick_up")],
        "Black picks up 1 token in Chicago.",
    ),
    (
        act("pick_up_tokens", seat="black"),
        [facts.TokensMoved("chicago", "hero:black", 2, "pick_up")],
        "Black picks up 2 tokens in Chicago.",
    ),
    (
        act("use_wandering_monster", seat="black", place="hellion"),
        [WANDERING, facts.MonsterPlaced("hellion", "chicago", "black")],
        "Black places a Hellion in Chicago.",
    ),
    (
        act("use_wandering_monster", seat="black", place="token"),
        [WANDERING, LAID],
        "Black places a token in Chicago.",
    ),
    (
        act("use_wandering_monster", seat="black", place="hellion", shove_to="cleveland"),
        [
            WANDERING,
            facts.MonsterMoved("rawhead", "chicago", "cleveland"),
            facts.MonsterPlaced("hellion", "chicago", "black"),
        ],
        "Black pushes the Rawhead to Cleveland and places a Hellion in Chicago.",
    ),
    (
        act("deliver_tokens", seat="black"),
        [facts.TokensMoved("hero:black", "supply", 1, "delivery")],
        "Black delivers 1 token to the arch enemy.",
    ),
    (
        act("deliver_tokens", seat="black"),
        [facts.TokensMoved("hero:black", "supply", 2, "delivery")],
        "Black delivers 2 tokens to the arch enemy.",
    ),
]


@pytest.mark.parametrize(("action", "happened", "sentence"), LOCATIONS)
def test_location_actions_read_so(action: dict[str, Any], happened: Sequence[Fact], sentence: str):
    assert lines(action, happened) == [sentence]


EVENTS: list[Row] = [
    (
        act("draw_event", seat="black", card="ambush_1"),
        [facts.EventDrawn("black", "ambush_1"), facts.DutyDone(DRAW)],
        "Black draws Ambush (Place a monster on a location).",
    ),
    (
        act("draw_event", seat="black", card="ambush_1"),
        [facts.EventDrawn("black", "ambush_1", reshuffled=True)],
        "Black draws Ambush (Place a monster on a location); the discard is shuffled first.",
    ),
    (
        act("draw_event", seat="black", card="panic"),
        [facts.EventDrawn("black", "panic", keep=True, known_to=CHAOS)],
        "Black draws Panic (Keep. A unit of any battle loses 2 health) and keeps it.",
    ),
    (
        act("draw_event", seat="black", card="panic"),
        [facts.EventDrawn("black", "panic", keep=True, reshuffled=True, known_to=CHAOS)],
        (
            "Black draws Panic (Keep. A unit of any battle loses 2 "
            "health) and keeps it; the discard is shuffled first."
        ),
    ),
    (
        act("draw_event", seat="black", card=UNKNOWN),
        [facts.EventDrawn("black", UNKNOWN, keep=True, known_to=CHAOS)],
        "Black draws and keeps an unknown event card.",
    ),
    (
        act("draw_event", seat="black", card=UNKNOWN),
        [facts.EventDrawn("black", UNKNOWN, keep=True, reshuffled=True, known_to=CHAOS)],
        "Black draws and keeps an unknown event card; the discard is shuffled first.",
    ),
    (act("draw_event", seat="black"), [facts.DutyDone(DRAW)], "Black has no event card to draw."),
    (
        act("name_event", seat="black", card="panic"),
        [facts.EventNamed("black", "panic", CHAOS)],
        "Black names an event card in hand: Panic (Keep. A unit of any battle loses 2 health).",
    ),
    (
        act("resolve_event", seat="black", card="ambush_1", effects=[NOTE]),
        [facts.EventResolved("black", "ambush_1"), facts.DutyDone(DRAW)],
        "Black resolves Ambush (Place a monster on a location); noted: The moon is full.",
    ),
    (
        act("resolve_event", seat="black", card="ambush_1"),
        [facts.EventResolved("black", "ambush_1")],
        "Black resolves Ambush (Place a monster on a location), without an effect.",
    ),
    (
        act("resolve_event", seat="black", card="omen_1", effects=[OMEN]),
        [facts.EventResolved("black", "omen_1"), facts.DutyDone(DRAW)],
        "Black resolves Omen (A Chaos hero draws another event card); nothing changes.",
    ),
    (
        act("resolve_event", seat="black", card="omen_1", effects=[OMEN], decided_by="white"),
        [facts.EventResolved("black", "omen_1")],
        "Black resolves Omen (A Chaos hero draws another event card); nothing changes.",
    ),
    (
        act("play_event", seat="black", card="dark_mending_1", effects=[HEAL]),
        [facts.EventPlayed("black", "dark_mending_1")],
        "Black plays Dark Mending (Keep. A hero gains 4 health); nothing changes.",
    ),
    (
        act("play_event", seat="black", card="dark_mending_1", effects=[HEAL]),
        [facts.EventPlayed("black", "dark_mending_1"), facts.HealthChanged("black", 4, "dark_mending_1")],
        "Black plays Dark Mending (Keep. A hero gains 4 health).",
    ),
    (
        act("play_event", seat="black", card="dark_mending_1", effects=[HEAL, NOTE]),
        [facts.EventPlayed("black", "dark_mending_1")],
        "Black plays Dark Mending (Keep. A hero gains 4 health); noted: The moon is full.",
    ),
]


@pytest.mark.parametrize(("action", "happened", "sentence"), EVENTS)
def test_event_cards_read_so(action: dict[str, Any], happened: Sequence[Fact], sentence: str):
    assert lines(action, happened)[0] == sentence


TEXTS: list[Row] = [
    (
        act("use_ability", seat="red", ability="bushido"),
        [facts.StaminaChanged("red", -1, "bushido")],
        "Red uses Bushido (Reroll any of your dice), without an effect.",
    ),
    (
        act("use_ability", unit="arch_enemy", ability="veil", effects=[NOTE]),
        [],
        (
            "The Deceiver uses Veil (In melee or curse: cancel one "
            "die of an opponent); noted: The moon is full."
        ),
    ),
    (
        act("use_equipment", seat="red", item="field_medkit_1", effects=[HEAL]),
        [],
        "Red uses Field Medkit (A hero gains 4 health); nothing changes.",
    ),
    (
        act("use_equipment", seat="red", item="field_medkit_1", effects=[HEAL]),
        [facts.ItemDiscarded("red", "field_medkit_1", "used")],
        "Red uses Field Medkit (A hero gains 4 health); nothing changes.",
    ),
    (
        act("apply_effects", seat="red", source="bushido", effects=[NOTE], reason="As agreed."),
        [],
        "Red resolves the text of Bushido: As agreed; noted: The moon is full.",
    ),
    (
        act("apply_effects", seat="red", source="bushido", effects=[NOTE]),
        [],
        "Red resolves the text of Bushido; noted: The moon is full.",
    ),
    (
        act("apply_effects", seat="white", source="special_tokens", effects=[NOTE]),
        [],
        "White resolves the text of special tokens; noted: The moon is full.",
    ),
    (
        act("apply_effects", seat="white", source="special_tokens", effects=[HEAL]),
        [facts.ManualEffects("special_tokens", "white")],
        "White resolves the text of special tokens; nothing changes.",
    ),
    (
        act("apply_effects", seat="white", source="special_tokens", effects=[HEAL]),
        [facts.ManualEffects("special_tokens", "white"), facts.HealthChanged("black", 4, "special_tokens")],
        "White resolves the text of special tokens.",
    ),
    (
        act("use_ability", unit="monster:chicago", ability="bushido", effects=[NOTE]),
        [],
        "The monster uses Bushido (Reroll any of your dice); noted: The moon is full.",
    ),
]


@pytest.mark.parametrize(("action", "happened", "sentence"), TEXTS)
def test_texts_that_are_carried_out_read_so(action: dict[str, Any], happened: Sequence[Fact], sentence: str):
    assert lines(action, happened)[0] == sentence


GAINS: list[Row] = [
    (
        act("take_reward", seat="red", item="uzi_1"),
        [facts.DutyDone(REWARD), facts.ItemGained("red", "uzi_1", "reward")],
        "Red takes Uzi as a reward.",
    ),
    (
        act("take_reward", seat="red", item="lucky_coin_1", discard="padded_vest_1"),
        [
            facts.DutyDone(REWARD),
            facts.ItemDiscarded("red", "padded_vest_1", "room"),
            facts.ItemGained("red", "lucky_coin_1", "reward"),
        ],
        "Red discards Padded Vest and takes Lucky Coin as a reward.",
    ),
    (act("take_reward", seat="red"), [facts.DutyDone(REWARD)], "Red takes no reward."),
    (
        act("take_reward", seat="red", item="uzi_1"),
        [
            facts.DutyDone(REWARD),
            facts.ItemGained("red", "uzi_1", "reward"),
            facts.DutyDone(REWARD, lapsed=True),
        ],
        "Red takes Uzi as a reward; the quartermaster is empty, so the other reward is lost.",
    ),
    (
        act("take_overflow", seat="red", gain="item", item="uzi_1"),
        [facts.DutyDone(OVERFLOW), facts.ItemGained("red", "uzi_1", "overflow")],
        "Red takes Uzi for full Order doom.",
    ),
    (
        act("take_overflow", seat="red", gain="item", item="lucky_coin_1", discard="padded_vest_1"),
        [
            facts.DutyDone(OVERFLOW),
            facts.ItemDiscarded("red", "padded_vest_1", "room"),
            facts.ItemGained("red", "lucky_coin_1", "overflow"),
        ],
        "Red discards Padded Vest and takes Lucky Coin for full Order doom.",
    ),
    (
        act("take_overflow", seat="red", gain="xp"),
        [facts.DutyDone(OVERFLOW)],
        "Red takes 1 XP for full Order doom.",
    ),
    (
        act("take_overflow", seat="red", gain="health"),
        [facts.DutyDone(OVERFLOW)],
        "Red takes 1 health for full Order doom.",
    ),
    (
        act("take_overflow", seat="red", gain="health", item="uzi_1"),
        [facts.DutyDone(OVERFLOW)],
        "Red takes 1 health for full Order doom.",
    ),
    (
        act("discard_equipment", seat="red", item="lucky_coin_1"),
        [facts.ItemDiscarded("red", "lucky_coin_1", "choice")],
        "Red discards Lucky Coin.",
    ),
]


@pytest.mark.parametrize(("action", "happened", "sentence"), GAINS)
def test_rewards_and_gains_read_so(action: dict[str, Any], happened: Sequence[Fact], sentence: str):
    assert lines(action, happened)[0] == sentence


BATTLE: list[Row] = [
    (act("select_weapons", seat="red"), [facts.WeaponsSelected("red", ())], "Red fights without a weapon."),
    (
        act("select_weapons", seat="red", weapons=["katana_1"]),
        [facts.WeaponsSelected("red", ("katana_1",), "katana_1")],
        "Red fights with Katana.",
    ),
    (
        act("select_weapons", seat="red", weapons=["uzi_1", "makarov_1"], bonus="uzi_1"),
        [facts.WeaponsSelected("red", ("uzi_1", "makarov_1"), "uzi_1")],
        "Red fights with Uzi and Makarov, attack dice on Uzi.",
    ),
    (
        act("select_weapons", seat="black", weapons=["uzi_1", "makarov_1"]),
        [facts.WeaponsSelected("black", ("uzi_1", "makarov_1"))],
        "Black fights with Uzi and Makarov.",
    ),
    (
        act("select_weapons", seat="red", weapons=["uzi_1", "uzi_2"], bonus="uzi_2"),
        [facts.WeaponsSelected("red", ("uzi_1", "uzi_2"), "uzi_2")],
        "Red fights with Uzi ×2, attack dice on Uzi.",
    ),
    (
        act("declare_blocks", units=["hero:red"]),
        [facts.BlocksDeclared({"hero:red": 1})],
        "Red blocks: +1 chit, and gives up its next 1 damage.",
    ),
    (
        act("declare_blocks", units=["monster:chicago", "hero:red", "monster:detroit"]),
        [facts.BlocksDeclared({"monster:chicago": 1, "hero:red": 2, "monster:detroit": 3})],
        (
            "The monster blocks: +1 chit, and gives up its next 1 damage; Red blocks: +2 chits, and gives up "
            "its next 2 damage; the monster blocks: +3 chits, and gives up its next 3 damage."
        ),
    ),
    (act("declare_blocks"), [facts.BlocksDeclared({})], "Nobody blocks."),
    (
        act("declare_targets", unit="monster:chicago", targets={"hellion_claws": "hero:red"}),
        [facts.TargetsDeclared("monster:chicago", {"hellion_claws": "hero:red"})],
        "The Hellion aims Claws at Red.",
    ),
    (
        act("declare_targets", unit="hero:red", targets={"uzi_1": "hero:black", "makarov_1": "hero:white"}),
        [facts.TargetsDeclared("hero:red", {"uzi_1": "hero:black", "makarov_1": "hero:white"})],
        "Red aims Makarov at White and Uzi at Black.",
    ),
    (
        act(
            "declare_targets",
            unit="hero:red",
            targets={"uzi_1": "hero:black", "makarov_1": "hero:white", "katana_1": "hero:black"},
        ),
        [facts.TargetsDeclared("hero:red", {"uzi_1": "hero:black"})],
        "Red aims Katana at Black, Makarov at White and Uzi at Black.",
    ),
    (
        act("roll_attack", unit="hero:red", attack="wakizashi", dice=["3", "2", "blue"]),
        [facts.AttackRolled("hero:red", "wakizashi", ("3", "2", "blue"))],
        "Red rolls Wakizashi: 3, 2 and blue, 5 damage.",
    ),
    (
        act("roll_attack", unit="monster:chicago", attack="hellion_claws", dice=["blue", "blue"]),
        [facts.AttackRolled("monster:chicago", "hellion_claws", ("blue", "blue"))],
        "The Hellion rolls Claws: blue and blue, no damage.",
    ),
    (
        act("roll_attack", unit="monster:chicago", attack="hellion_claws", dice=["yellow", "2"]),
        [facts.AttackRolled("monster:chicago", "hellion_claws", ("yellow", "2"))],
        "The Hellion rolls Claws: yellow and 2, 3 damage.",
    ),
    (
        act("roll_attack", unit="hero:red", attack="gladius_1", dice=["yellow", "1"]),
        [facts.AttackRolled("hero:red", "gladius_1", ("yellow", "1"))],
        "Red rolls Gladius: yellow and 1, 1 damage and +1 chit.",
    ),
    (
        act("roll_attack", unit="hero:red", attack="gladius_1", dice=["blue", "1"]),
        [facts.AttackRolled("hero:red", "gladius_1", ("blue", "1"))],
        "Red rolls Gladius: blue and 1, 1 damage.",
    ),
    (
        act("roll_attack", unit="hero:red", attack="gladius_1", dice=["yellow", "yellow"]),
        [facts.AttackRolled("hero:red", "gladius_1", ("yellow", "yellow"))],
        "Red rolls Gladius: yellow and yellow, no damage and +2 chits.",
    ),
    (
        act("roll_attack", unit="monster:chicago", attack="crawler_bite", dice=["3", "blue"]),
        [facts.AttackRolled("monster:chicago", "crawler_bite", ("3", "blue"))],
        "The Carrion Crawler rolls Bite: 3 and blue, 3 damage and +1 health.",
    ),
    (
        act("roll_attack", unit="monster:chicago", attack="crawler_bite", dice=["3", "yellow"]),
        [facts.AttackRolled("monster:chicago", "crawler_bite", ("3", "yellow"))],
        "The Carrion Crawler rolls Bite: 3 and yellow, 3 damage.",
    ),
    (
        act("roll_attack", unit="hero:red", attack="toledo_rapier_1", dice=["blue", "yellow", "blue"]),
        [facts.AttackRolled("hero:red", "toledo_rapier_1", ("blue", "yellow", "blue"))],
        "Red rolls Toledo rapier: blue, yellow and blue, 2 damage.",
    ),
    (
        act("roll_attack", unit="hero:red", attack="toledo_rapier_1", dice=["blue", "yellow", "1"]),
        [facts.AttackRolled("hero:red", "toledo_rapier_1", ("blue", "yellow", "1"))],
        "Red rolls Toledo rapier: blue, yellow and 1, 1 damage.",
    ),
    (
        act("roll_attack", unit="hero:black", attack="cultist_hex", dice=["yellow", "1"]),
        [facts.AttackRolled("hero:black", "cultist_hex", ("yellow", "1"))],
        "Black rolls Hex: yellow and 1, 1 damage.",
    ),
    (
        act("roll_attack", unit="hero:red", attack="uzi_1", flat=True),
        [facts.AttackRolled("hero:red", "uzi_1", (), True)],
        "Red deals 4 damage with Uzi instead of rolling.",
    ),
    (
        act("change_dice", seat="red", source="lucky_coin_1", changes=[]),
        [
            changed(0, "reroll", "3"),
            changed(2, "set", "blue"),
            changed(3, "exchange", damage=2),
            changed(9, "cancel"),
            changed(10, "cancel"),
        ],
        (
            "Red changes dice with Lucky Coin: the first die of Wakizashi is rerolled to 3, the third "
            "die of Wakizashi is turned to blue, the fourth die of Wakizashi becomes 2 damage, the "
            "tenth die of Wakizashi is cancelled and the 11th die of Wakizashi is cancelled."
        ),
    ),
    (
        act("change_dice", seat="red", source="lucky_coin_1", changes=[]),
        [changed(1, "reroll", "yellow"), facts.ItemDiscarded("red", "lucky_coin_1", "used")],
        "Red changes dice with Lucky Coin: the second die of Wakizashi is rerolled to yellow.",
    ),
    (
        act("change_dice", seat="red", source="ancestral_rites_1", changes=[]),
        [changed(4, "exchange")],
        "Red changes dice with Ancestral Rites: the fifth die of Wakizashi becomes 0 damage.",
    ),
    (
        act("change_dice", unit="arch_enemy", source="veil", changes=[]),
        [facts.DieChanged("hero:red", "wakizashi", 1, "cancel", "veil")],
        "The Deceiver changes dice with Veil: the second die of Wakizashi is cancelled.",
    ),
    (act("change_dice", seat="red", source="bushido", changes=[]), [], "Red changes dice with Bushido."),
    (act("resolve_segment"), [facts.SegmentResolved("melee")], "Melee is resolved: no health lost."),
    (
        act("resolve_segment"),
        [
            facts.SegmentResolved("ranged"),
            facts.DamageDealt("hero:red", "uzi_1", "hero:black", "ranged", 4, 0, 1, 3),
            facts.DamageDealt("hero:blue", "uzi_2", "hero:black", "ranged", 4, 0, 0, 4),
        ],
        "Ranged is resolved: 7 health lost.",
    ),
    (
        act("resolve_segment"),
        [facts.SegmentResolved("curse"), facts.BlockSettled("hero:red", 2, 0, 2)],
        "Curse is resolved: no health lost.",
    ),
    (
        act("attempt_retreat", seat="red", dice=["1", "blue"], to="cleveland"),
        [
            facts.Retreated("red", ("1", "blue"), True, "cleveland"),
            facts.HeroMoved("red", "chicago", "cleveland", "retreat"),
        ],
        "Red rolls 1 and blue and retreats to Cleveland.",
    ),
    (
        act("attempt_retreat", seat="red", dice=["1", "blue"]),
        [facts.Retreated("red", ("1", "blue"), True)],
        "Red rolls 1 and blue and retreats.",
    ),
    (
        act("attempt_retreat", seat="red", dice=["1", "yellow"]),
        [facts.Retreated("red", ("1", "yellow"), False)],
        "Red rolls 1 and yellow and fails.",
    ),
    (act("stay", seat="red"), [facts.Stayed("red")], "Red stays in the battle."),
    (
        act("allot_doom_damage", losses=[{"seat": "black", "hero": 2, "monster": 3}]),
        [facts.DoomDamageTaken("black", 2, 3)],
        "Order divides its doom: Black loses 2 and the monster 3.",
    ),
    (
        act(
            "allot_doom_damage",
            losses=[{"seat": "black", "hero": 2, "monster": 3}, {"seat": "white", "hero": 0, "monster": 5}],
        ),
        [facts.DoomDamageTaken("black", 2, 3)],
        "Order divides its doom: Black loses 2 and the monster 3; White loses 0 and the monster 5.",
    ),
]


@pytest.mark.parametrize(("action", "happened", "sentence"), BATTLE)
def test_what_is_done_in_battle_reads_so(action: dict[str, Any], happened: Sequence[Fact], sentence: str):
    assert lines(action, happened)[0] == sentence


TO_ORDER: list[Row] = [
    (
        act("draw_event", seat="black", card="panic"),
        [facts.EventDrawn("black", "panic", keep=True, known_to=CHAOS)],
        "Black draws and keeps an event card.",
    ),
    (
        act("draw_event", seat="black", card="panic"),
        [facts.EventDrawn("black", "panic", keep=True, reshuffled=True, known_to=CHAOS)],
        "Black draws and keeps an event card; the discard is shuffled first.",
    ),
    (
        act("draw_event", seat="black", card=UNKNOWN),
        [facts.EventDrawn("black", UNKNOWN, keep=True, known_to=CHAOS)],
        "Black draws and keeps an event card.",
    ),
    (
        act("draw_event", seat="black", card=UNKNOWN),
        [facts.EventDrawn("black", UNKNOWN, keep=True, reshuffled=True, known_to=CHAOS)],
        "Black draws and keeps an event card; the discard is shuffled first.",
    ),
    (
        act("name_event", seat="black", card="panic"),
        [facts.EventNamed("black", "panic", CHAOS)],
        "Black names an event card in hand.",
    ),
]


@pytest.mark.parametrize(("action", "happened", "sentence"), TO_ORDER)
@pytest.mark.parametrize("viewer", [PUBLIC, Viewer("red")], ids=["all", "red"])
def test_a_kept_card_is_not_named_to_who_may_not_know_it(
    action: dict[str, Any], happened: Sequence[Fact], sentence: str, viewer: Viewer
):
    assert lines(action, happened, viewer)[0] == sentence


TAKEN = facts.TokensMoved("chicago", "hero:black", 2, "pick_up")
PLACED = facts.MonsterPlaced("hellion", "chicago", "black")
CHAOS_RIFT: list[Row] = [
    (
        act("use_chaos_rift", seat="black", pick_up=True),
        [RIFT, TAKEN],
        "Black picks up 2 tokens at the Chaos rift in Chicago.",
    ),
    (
        act("use_chaos_rift", seat="black", place="token"),
        [RIFT, LAID],
        "Black places a token at the Chaos rift in Chicago.",
    ),
    (
        act("use_chaos_rift", seat="black", place="hellion"),
        [RIFT, PLACED],
        "Black places a Hellion at the Chaos rift in Chicago.",
    ),
    (
        act("use_chaos_rift", seat="black", pick_up=True, place="hellion"),
        [RIFT, TAKEN, PLACED],
        "Black picks up 2 tokens and places a Hellion at the Chaos rift in Chicago.",
    ),
]


@pytest.mark.parametrize(("action", "happened", "sentence"), CHAOS_RIFT)
def test_the_chaos_rift_says_whether_tokens_are_picked_up_and_what_is_placed(
    action: dict[str, Any], happened: Sequence[Fact], sentence: str
):
    assert lines(action, happened) == [sentence]


def test_each_action_is_read_here():
    tables = (SETUP_AND_TURN, LOCATIONS, EVENTS, TEXTS, GAINS, BATTLE, CHAOS_RIFT)
    assert {action["type"] for table in tables for action, _, _ in table} == {*ACTIONS}


def test_who_decides_for_a_side_is_told_where_it_is_not_unanimous():
    resolve = act("resolve_event", seat="black", card="omen_1", effects=[OMEN])
    happened = [facts.EventResolved("black", "omen_1", split=True)]
    unanimous = lines({**resolve, "decided_by": "white"}, happened)[0]
    split = lines({**resolve, "unanimous": False}, happened)[0]
    decided = lines({**resolve, "unanimous": False, "decided_by": "white"}, happened)[0]
    assert unanimous.endswith("; nothing changes.")
    assert split.endswith("; the side does not agree; nothing changes.")
    assert decided.endswith("; the side does not agree, White decides; nothing changes.")
    assert "White" not in unanimous


def test_what_an_action_says_is_not_told_again():
    for action, happened, _ in (*SETUP_AND_TURN, *LOCATIONS, *GAINS):
        assert len(lines(action, happened)) == 1, action


def test_what_follows_from_an_action_is_told_after_it():
    heal = act("play_event", seat="black", card="dark_mending_1", effects=[HEAL])
    healed = facts.HealthChanged("black", 4, "dark_mending_1")
    assert lines(heal, [facts.EventPlayed("black", "dark_mending_1"), healed]) == [
        "Black plays Dark Mending (Keep. A hero gains 4 health).",
        "Black gains 4 health by Dark Mending.",
    ]
    coin = act("change_dice", seat="red", source="lucky_coin_1", changes=[])
    assert lines(coin, [changed(1, "reroll", "3"), facts.ItemDiscarded("red", "lucky_coin_1", "used")]) == [
        "Red changes dice with Lucky Coin: the second die of Wakizashi is rerolled to 3.",
        "Red discards Lucky Coin, used up.",
    ]
    hit = facts.DamageDealt("hero:red", "uzi_1", "hero:black", "ranged", 4, 0, 1, 3)
    assert lines(act("resolve_segment"), [facts.SegmentResolved("ranged"), hit]) == [
        "Ranged is resolved: 3 health lost.",
        "Red deals 4 damage to Black with Uzi: 1 absorbed by chits and 3 health lost.",
    ]


def test_a_fighter_of_an_action_leads_to_where_it_stands():
    rolled = facts.AttackRolled("monster:chicago", "hellion_claws", ("1", "2"))
    roll = act("roll_attack", unit="monster:chicago", attack="hellion_claws", dice=["1", "2"])
    assert recorded_entry(GAME, roll, [rolled], PUBLIC, NAMES).says[0] == Run("The Hellion", place="chicago")
