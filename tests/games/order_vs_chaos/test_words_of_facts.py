"""The log of Order vs Chaos: what each fact reads like by itself, in every way that it may be."""

from __future__ import annotations

import msgspec
import pytest

from domain.games.order_vs_chaos import GAME, facts
from domain.games.order_vs_chaos.state import Attack, Duty, Unit
from domain.kernel import PUBLIC, TRUTH, UNKNOWN, Fact, Run, Told, Viewer
from domain.kernel.session.rendering import fact_in_words, naming
from domain.kernel.ui.words import text_of
from tests.games.order_vs_chaos.table import DEMO, seats

NAMES = naming(GAME, DEMO, seats(4))
CHAOS = ("black", "white")

RED = Unit("hero:red", "order", "red", "samurai", chits=2)
BLUE = Unit("hero:blue", "order", "blue", "teutonic_knight", chits=1)
BLACK = Unit("hero:black", "chaos", "black", "goatman", chits=2)
WHITE = Unit("hero:white", "chaos", "white", "ghoul", chits=1)
HELLION = Unit("monster:chicago", "chaos", None, "hellion", 9)
OF_BLACK = Unit("monster:black", "chaos", "black", "hellion", 9)


def told(fact: Fact, viewer: Viewer = TRUTH) -> Told:
    """The fact as it is served to the viewer, in words."""
    return fact_in_words(GAME, msgspec.to_builtins(GAME.fact_view(fact, viewer)), NAMES, strict=True)


SETUP_AND_MAP: list[tuple[Fact, str]] = [
    (facts.MapChosen("eu"), "The map is Europe."),
    (facts.ArchEnemySet("old_one", "agreed"), "The arch enemy is Old One."),
    (facts.HeroChosen("red", "samurai", 10), "Red plays Samurai, 10 health."),
    (facts.MonsterTypeDrawn("black", "hellion"), "Black rolls for every Hellion."),
    (
        facts.DisplayFilled(("uzi_1",), reshuffled=True),
        "The quartermaster offers Uzi, from the reshuffled discard.",
    ),
    (facts.DisplayFilled(()), "The quartermaster offers nothing."),
    (facts.CardRemoved("chicago", "rift_5a", "closed", "red"), "Rift 5 in Chicago is closed."),
    (
        facts.CardRemoved("chicago", "healing_shrine_2", "destroyed", "black"),
        "Healing shrine 2 in Chicago is destroyed.",
    ),
    (facts.CardRemoved("chicago", "wormhole_a", "effect"), "Wormhole in Chicago leaves the game."),
    (facts.LocationActed("red", "chicago", "attack_rift"), "Red uses the location action in Chicago."),
    (
        facts.RiftAttacked("red", "chicago", "rift", 3, ("1", "blue", "3"), True),
        "Red rolls 1, blue and 3 in Chicago and succeeds.",
    ),
    (
        facts.RiftAttacked("black", "chicago", "healing_shrine", 2, ("1", "blue"), False),
        "Black rolls 1 and blue in Chicago and fails.",
    ),
]


@pytest.mark.parametrize(("fact", "sentence"), SETUP_AND_MAP)
def test_setup_and_map_read_so(fact: Fact, sentence: str):
    assert text_of(told(fact).says) == sentence


TOKENS: list[tuple[Fact, str]] = [
    (facts.TokensMoved("supply", "hero:black", 2, "effect"), "Black gains 2 tokens."),
    (facts.TokensMoved("chicago", "hero:black", 1, "pick_up"), "Black takes 1 token in Chicago."),
    (facts.TokensMoved("hero:white", "hero:black", 2, "effect"), "Black takes 2 tokens of White."),
    (facts.TokensMoved("hero:black", "supply", 1, "delivery"), "1 token of Black goes to the supply."),
    (facts.TokensMoved("hero:black", "supply", 2, "delivery"), "2 tokens of Black go to the supply."),
    (facts.TokensMoved("supply", "chicago", 2, "effect"), "2 tokens come to Chicago."),
    (facts.TokensMoved("chicago", "cleveland", 1, "effect"), "1 token in Chicago goes to Cleveland."),
    (facts.TokensMoved("chicago", "cleveland", 2, "effect"), "2 tokens in Chicago go to Cleveland."),
    (facts.TokensMoved("hero:black", "chicago", 1, "effect"), "1 token of Black goes to Chicago."),
    (facts.TokensMoved("hero:black", "chicago", 2, "effect"), "2 tokens of Black go to Chicago."),
]


@pytest.mark.parametrize(("fact", "sentence"), TOKENS)
def test_tokens_come_and_go_from_somewhere_to_somewhere(fact: Fact, sentence: str):
    assert text_of(told(fact).says) == sentence


DOOM_AND_MONSTERS: list[tuple[Fact, str]] = [
    (facts.DoomChanged("order", 2, 1, "effect"), "Order doom falls to 1 of 13."),
    (facts.DoomChanged("chaos", 13, 12, "effect"), "Chaos doom falls to 12 of 13."),
    (facts.DoomChanged("chaos", 0, 1, "effect"), "Chaos doom rises to 1 of 13."),
    (facts.MonsterPlaced("hellion", "chicago", "black"), "A Hellion appears in Chicago."),
]


@pytest.mark.parametrize(("fact", "sentence"), DOOM_AND_MONSTERS)
def test_doom_and_monsters_read_so(fact: Fact, sentence: str):
    assert text_of(told(fact).says) == sentence


HEROES: list[tuple[Fact, str]] = [
    (facts.XpGained("red", 2, "rift"), "Red gains 2 XP."),
    (
        facts.XpLost("black", 2, converted=True),
        "Black loses 2 XP for which there is no box: tokens come for it.",
    ),
    (
        facts.XpAllotted("red", ("health", "move", "slot")),
        "Red spends 3 XP on health, move and an equipment slot.",
    ),
    (facts.HeroMoved("red", "chicago", "cleveland"), "Red moves to Cleveland."),
    (facts.HeroMoved("red", "chicago", "cleveland", "retreat"), "Red retreats to Cleveland."),
    (facts.HealthChanged("red", -1, "doom"), "Red loses 1 health."),
    (facts.HealthChanged("red", 0, "healing_shrine"), "Red gains 0 health."),
    (facts.StaminaChanged("red", -1, "special_tokens"), "Red loses 1 stamina."),
    (facts.StaminaChanged("red", 0, "bushido"), "Red gains 0 stamina by Bushido."),
    (facts.SpecialTokensChanged("white", -2), "White spends 2 special tokens."),
    (facts.SpecialTokensChanged("white", 1), "White gets back 1 special token."),
    (facts.SpecialTokensChanged("white", 0), "White gets back 0 special tokens."),
    (facts.HeroResurrected("black", None, 7), "Black returns before the arch enemy with 7 health."),
]
PUT_RIGHT: list[tuple[Fact, str]] = [
    (
        facts.XpSet("red", 1, {"move": 2, "health": 1}, 1),
        "Red has 1 XP to spend and 2 on move, 1 on health and 1 on equipment slots.",
    ),
    (facts.XpSet("red", 0, {}), "Red has 0 XP to spend and none on any track."),
    (facts.DeedsSet("red", "opened", 2), "Red has revealed 2 cards."),
    (facts.DeedsSet("red", "rifts_closed", 0), "Red has closed no rift."),
    (facts.DeedsSet("black", "delivered", 1), "Black has delivered 1 token."),
    (facts.DeedsSet("black", "shrines_destroyed", 1), "Black has destroyed 1 shrine."),
    (facts.MovesUsedSet("red", 1), "Red has used 1 move this turn."),
    (facts.ItemMoved("uzi_1", "hero", "hero", "red", "blue"), "Uzi goes from Red to Blue."),
    (facts.ItemMoved("uzi_1", "discard", "display"), "Uzi goes from the discard to the quartermaster."),
    (facts.LocationCardPut("chicago", "rift_5a", "up"), "Rift 5 lies face up in Chicago."),
    (facts.LocationCardPut("chicago", "rift_5a", "down"), "Rift 5 in Chicago is turned face down again."),
]


@pytest.mark.parametrize(("fact", "sentence"), PUT_RIGHT)
def test_what_was_put_right_reads_so(fact: Fact, sentence: str):
    assert text_of(told(fact).says) == sentence


@pytest.mark.parametrize(("fact", "sentence"), HEROES)
def test_what_happens_to_heroes_reads_so(fact: Fact, sentence: str):
    assert text_of(told(fact).says) == sentence


CARDS: list[tuple[Fact, str]] = [
    (facts.ItemGained("red", "uzi_1", "visit"), "Red takes Uzi from the quartermaster."),
    (facts.ItemDiscarded("red", "uzi_1", "room"), "Red discards Uzi to make room."),
    (facts.DisplayItemsDiscarded((), "refresh", "red"), "The quartermaster discards nothing."),
    (
        facts.EventDrawn("black", "ambush_1", reshuffled=True),
        "Black draws Ambush (Place a monster on a location) from the reshuffled discard.",
    ),
    (
        facts.EventDrawn("black", "panic", keep=True, reshuffled=True, known_to=CHAOS),
        (
            "Black draws Panic (Keep. A unit of any battle loses 2 "
            "health) from the reshuffled discard and keeps it."
        ),
    ),
    (
        facts.EventDrawn("black", UNKNOWN, keep=True, known_to=CHAOS),
        "Black draws an event card and keeps it.",
    ),
    (
        facts.EventNamed("black", "panic", known_to=CHAOS),
        "Black names an event card in hand: Panic (Keep. A unit of any battle loses 2 health).",
    ),
    (facts.EventResolved("black", "ambush_1"), "Ambush is discarded."),
    (facts.EventResolved("black", "ambush_1", split=True), "Ambush is discarded; its side did not agree."),
    (facts.EventPlayed("black", "panic"), "Black plays Panic."),
]


@pytest.mark.parametrize(("fact", "sentence"), CARDS)
def test_items_and_event_cards_read_so(fact: Fact, sentence: str):
    assert text_of(told(fact).says) == sentence


DUTIES: list[tuple[Fact, str]] = [
    (
        facts.DutyRaised(Duty("surplus_monster", location="chicago")),
        "Two monsters are in Chicago; Order discards one.",
    ),
    (facts.DutyRaised(Duty("resolve_event", "black", card="ambush_1")), "Black resolves Ambush."),
    (facts.DutyRaised(Duty("resolve_event", "black")), "Black resolves an event card."),
    (facts.DutyRaised(Duty("take_reward")), "Nobody may take an item for the kill."),
    (facts.DutyRaised(Duty("resurrect", "red")), "Red chooses a start space to return on."),
    (facts.DutyRaised(Duty("overflow_gain", "red", n=2)), "Red may take 2 gains for full Order doom."),
    (facts.DutyRaised(Duty("overflow_gain", "red")), "Red may take 0 gains for full Order doom."),
    (facts.DutyRaised(Duty("draw_event", "black")), "Black must draw 0 event cards."),
    (
        facts.DutyDone(Duty("place_monster", location="chicago")),
        "Done: a monster must be placed in Chicago.",
    ),
    (
        facts.DutyDone(Duty("place_monster", location="chicago"), lapsed=True),
        "No effect: a monster must be placed in Chicago.",
    ),
    (
        facts.DutyDone(Duty("take_reward", candidates=("red",)), lapsed=True),
        "No effect: Red may take an item for the kill.",
    ),
    (facts.DutyDone(Duty("resurrect", "red")), "Done: Red chooses a start space to return on."),
    (facts.DutyDone(Duty("draw_event", "black", n=1)), "Done: Black must draw 1 event card."),
]


@pytest.mark.parametrize(("fact", "sentence"), DUTIES)
def test_what_is_owed_reads_so(fact: Fact, sentence: str):
    assert text_of(told(fact).says) == sentence


BATTLE_BEGINS: list[tuple[Fact, str]] = [
    (facts.BattleDropped("chicago"), "The pending battle in Chicago is dropped."),
    (
        facts.BattleStarted("chicago", "field", (RED, HELLION), "fight"),
        "A battle begins in Chicago: Red (2 chits) against the Hellion (0 chits).",
    ),
    (
        facts.BattleStarted("chicago", "field", (BLUE, RED, BLACK, WHITE, HELLION), "fight"),
        (
            "A battle begins in Chicago: Blue (1 chit) and Red (2 chits) against "
            "Black (2 chits), White (1 chit) and the Hellion (0 chits)."
        ),
    ),
    (
        facts.BattleStarted(None, "screen", (RED, OF_BLACK), "final"),
        "The final battle begins: Red (2 chits) against Black’s Hellion (0 chits).",
    ),
    (
        facts.BattleStarted("chicago", "field", (RED,), "fight"),
        "A battle begins in Chicago: Red (2 chits) against nobody.",
    ),
    (
        facts.BattleStarted("chicago", "field", (HELLION,), "fight"),
        "A battle begins in Chicago: nobody against the Hellion (0 chits).",
    ),
]


@pytest.mark.parametrize(("fact", "sentence"), BATTLE_BEGINS)
def test_a_battle_begins_with_who_fights_whom(fact: Fact, sentence: str):
    assert text_of(told(fact).says) == sentence


BATTLE: list[tuple[Fact, str]] = [
    (facts.WeaponsSelected("red", ("uzi_1", "uzi_2"), "uzi_1"), "Red fights with Uzi ×2."),
    (facts.WeaponsSelected("red", ()), "Red fights with nothing."),
    (
        facts.BlocksDeclared({"hero:red": 2, "monster:chicago": 1}),
        "Blocks are declared by Red and the monster.",
    ),
    (facts.BlocksDeclared({}), "Blocks are declared by nobody."),
    (facts.SegmentBegan("curse", ()), "Curse: no attack."),
    (facts.TargetsDeclared("hero:red", {"uzi_1": "hero:black"}), "Red aims at Black."),
    (
        facts.TargetsDeclared(
            "hero:red", {"uzi_1": "hero:black", "uzi_2": "hero:white", "tomahawk_1": "hero:black"}
        ),
        "Red aims at Black and White.",
    ),
    (facts.TargetsDeclared("monster:chicago", {"hellion_claws": "hero:red"}), "The Hellion aims at Red."),
    (
        facts.AttackRolled("hero:red", "wakizashi", ("3", "blue", "yellow")),
        "Red rolls Wakizashi: 3, blue and yellow.",
    ),
    (facts.AttackRolled("monster:chicago", "hellion_claws", ("1", "2")), "The Hellion rolls Claws: 1 and 2."),
    (
        facts.AttackRolled("monster:black", "hellion_claws", ("1", "2")),
        "Black’s Hellion rolls Claws: 1 and 2.",
    ),
    (
        facts.AttackRolled("arch_enemy", "old_one_gaze", ("1", "2", "3")),
        "The Old One rolls Gaze: 1, 2 and 3.",
    ),
    (facts.AttackRolled("hero:red", "wakizashi", ()), "Red rolls Wakizashi: no dice."),
    (
        facts.DieChanged("hero:red", "wakizashi", 0, "reroll", "lucky_coin_1", "3"),
        "Red: the first die of Wakizashi is rerolled to 3.",
    ),
    (
        facts.DieChanged("monster:chicago", "hellion_claws", 1, "cancel", "lucky_coin_1"),
        "The Hellion: the second die of Claws is cancelled.",
    ),
    (
        facts.AttackRolled("hero:red", "uzi_1", (), True),
        "Red deals the printed damage of Uzi without a roll.",
    ),
    (
        facts.GainsTaken("hero:black", "cultist_hex", 2, 3, 2),
        "Black gains 2 chits, 3 health and 2 steps on the battle track with Hex.",
    ),
    (
        facts.DamageDealt("hero:red", "wakizashi", "monster:chicago", "melee", 1, 0, 0, 1),
        "Red deals 1 damage to the monster with Wakizashi: 1 health lost.",
    ),
    (
        facts.DamageDealt("hero:red", "wakizashi", "hero:black", "melee", 9, 1, 2, 5),
        (
            "Red deals 9 damage to Black with Wakizashi: 1 given up for the block, 2 "
            "absorbed by chits, 5 health lost and 1 excess."
        ),
    ),
    (
        facts.DamageDealt("monster:chicago", "hellion_claws", "hero:red", "melee", 4, 0, 2, 0),
        "The Hellion deals 4 damage to Red with Claws: 2 absorbed by chits and 2 excess.",
    ),
    (facts.SegmentResolved("ranged"), "Ranged is resolved."),
    (facts.SegmentResolved("melee"), "Melee is resolved."),
    (facts.SegmentResolved("curse"), "Curse is resolved."),
    (
        facts.UnitKilled("monster:chicago", ("hero:red", "hero:blue"), "chicago", "hellion"),
        "The Hellion in Chicago is killed by Red and Blue.",
    ),
    (facts.UnitKilled("monster:chicago", (), "chicago"), "The monster in Chicago is killed."),
    (
        facts.UnitKilled("hero:red", ("monster:chicago",), "chicago"),
        "Red in Chicago is killed by the monster.",
    ),
    (facts.UnitKilled("monster:black", ("hero:red",)), "Black’s monster is killed by Red."),
    (facts.UnitKilled("arch_enemy", ("hero:red",), None, "old_one"), "The Old One is killed by Red."),
    (facts.UnitKilled("arch_enemy"), "The arch enemy is killed."),
    (facts.UnitChanged("hero:red", 1, cause="padded_vest_1"), "Red gains 1 chit by Padded Vest."),
    (facts.UnitChanged("hero:red", -1, cause="padded_vest_1"), "Red loses 1 chit by Padded Vest."),
    (facts.UnitChanged("monster:chicago", 0, 1), "The monster gains 1 health."),
    (
        facts.UnitChanged("hero:black", track=2, cause="cultist_hex"),
        "Black gains 2 on the battle track by Hex.",
    ),
    (
        facts.UnitChanged("hero:black", 2, 3, -1),
        "Black gains 2 chits, gains 3 health and loses 1 on the battle track.",
    ),
    (facts.UnitChanged("hero:black"), "Black is the same."),
    (
        facts.BlockSettled("hero:red", 3, 1, 2),
        "Red still owes 3 for its block and loses 1 chit and 2 health.",
    ),
    (
        facts.BlockSettled("monster:chicago", 2, 2, 0),
        "The monster still owes 2 for its block and loses 2 chits.",
    ),
    (facts.BlockSettled("hero:red", 1, 0, 0), "Red still owes 1 for its block and loses nothing."),
]


@pytest.mark.parametrize(("fact", "sentence"), BATTLE)
def test_what_happens_in_a_battle_reads_so(fact: Fact, sentence: str):
    assert text_of(told(fact).says) == sentence


BATTLE_ENDS: list[tuple[Fact, str]] = [
    (facts.RetreatBegan(()), "Nobody may retreat."),
    (
        facts.Retreated("red", ("1", "blue"), True, "cleveland"),
        "Red rolls 1 and blue and escapes to Cleveland.",
    ),
    (facts.Retreated("red", ("1", "blue"), True), "Red rolls 1 and blue and escapes."),
    (facts.Retreated("red", ("1", "2"), False), "Red rolls 1 and 2 and fails."),
    (facts.Retreated("red", ("1", "2"), False, "cleveland"), "Red rolls 1 and 2 and fails."),
    (facts.RoundBegan(3, (HELLION, BLUE)), "Round 3 of the battle begins; now with the monster and Blue."),
    (
        facts.BattleEnded("chicago", 2, "won", ("hero:red", "hero:blue")),
        "The battle in Chicago is over after 2 rounds; Red and Blue are left.",
    ),
    (
        facts.BattleEnded("chicago", 2, "won", (), ("hero:black", "monster:chicago")),
        "The battle in Chicago is over after 2 rounds; Black and the monster are left.",
    ),
    (
        facts.BattleEnded("chicago", 2, "retreat", (), ("monster:chicago",)),
        "The battle in Chicago is over after 2 rounds because its hero retreats; the monster is left.",
    ),
    (
        facts.BattleEnded("chicago", 1, "dropped"),
        "The battle in Chicago is over after 1 round because it is dropped; nobody is left.",
    ),
    (
        facts.BattleEnded("chicago", 1, "final", ("hero:red",), ("hero:black",)),
        "The battle in Chicago is over after 1 round for the final battle; Red and Black are left.",
    ),
]


@pytest.mark.parametrize(("fact", "sentence"), BATTLE_ENDS)
def test_retreats_rounds_and_ends_of_battles_read_so(fact: Fact, sentence: str):
    assert text_of(told(fact).says) == sentence


FINAL: list[tuple[Fact, str]] = [
    (facts.DoomDamageTaken("black", 0, 3), "Black’s monster loses 3 health to Order’s doom."),
    (facts.GameWon("chaos", "screen", "order_dead"), "Chaos wins: every Order hero is dead."),
    (facts.GameWon("order", "arch", "agreed"), "Order wins: the game is over."),
]


@pytest.mark.parametrize(("fact", "sentence"), FINAL)
def test_the_final_battle_and_the_end_read_so(fact: Fact, sentence: str):
    assert text_of(told(fact).says) == sentence


TO_ORDER: list[tuple[Fact, str]] = [
    (facts.EventDrawn("black", "ambush_1"), "Black draws Ambush (Place a monster on a location)."),
    (
        facts.EventDrawn("black", "panic", keep=True, known_to=CHAOS),
        "Black draws an event card and keeps it.",
    ),
    (
        facts.EventDrawn("black", "panic", keep=True, reshuffled=True, known_to=CHAOS),
        "Black draws an event card from the reshuffled discard and keeps it.",
    ),
    (
        facts.EventDrawn("black", UNKNOWN, keep=True, known_to=CHAOS),
        "Black draws an event card and keeps it.",
    ),
    (facts.EventPlayed("black", "panic"), "Black plays Panic."),
]


@pytest.mark.parametrize(("fact", "sentence"), TO_ORDER)
@pytest.mark.parametrize("viewer", [PUBLIC, Viewer("red")], ids=["all", "red"])
def test_a_kept_card_is_not_named_to_who_may_not_know_it(fact: Fact, sentence: str, viewer: Viewer):
    assert text_of(told(fact, viewer).says) == sentence


def test_the_naming_of_a_kept_card_is_told_to_its_side_alone():
    named = facts.EventNamed("black", "panic", known_to=CHAOS)
    assert text_of(told(named, Viewer("white")).says) == text_of(told(named).says)
    assert GAME.fact_view(named, PUBLIC) is GAME.fact_view(named, Viewer("red")) is None


TONES: list[tuple[Fact, str]] = [
    (facts.CardRemoved("chicago", "rift_5a", "closed", "red"), "score"),
    (facts.CardRemoved("chicago", "healing_shrine_2", "destroyed", "black"), "chaos"),
    (facts.DoomChanged("chaos", 3, 4, "death", "red"), "chaos"),
    (facts.DoomChanged("chaos", 4, 3, "effect"), "score"),
    (facts.DoomChanged("order", 0, 1, "rift", "red"), "score"),
    (facts.DoomChanged("order", 1, 0, "effect"), "chaos"),
    (facts.HeroDied("red", "chicago", returns=True), "chaos"),
    (facts.ManualEffects("bushido", "red"), "flag"),
    (facts.BattleStarted("chicago", "field", (RED, HELLION), "fight"), "chaos"),
    (facts.UnitKilled("hero:red", ("monster:chicago",), "chicago"), "chaos"),
    (facts.UnitKilled("monster:chicago", ("hero:red",), "chicago", "hellion"), "score"),
    (facts.UnitKilled("arch_enemy", ("hero:red",), None, "old_one"), "score"),
    (facts.FinalBegan(), "chaos"),
    (facts.GameWon("order", "arch", "arch_enemy_dead"), "score"),
    (facts.Stayed("red"), "plain"),
]


@pytest.mark.parametrize(("fact", "tone"), TONES)
def test_what_turns_a_game_has_a_tone(fact: Fact, tone: str):
    assert told(fact).tone == tone


def test_a_fighter_leads_to_where_it_stands():
    settled = facts.BlockSettled("monster:chicago", 2, 2, 0)
    assert told(settled).says[0] == Run("The monster", place="chicago")
    assert told(facts.BlockSettled("monster:black", 2, 2, 0)).says[0] == Run("Black’s monster", seat="black")
    assert told(facts.BlockSettled("arch_enemy", 2, 2, 0)).says[0] == Run("The arch enemy")
    assert told(facts.BlockSettled("hero:red", 2, 2, 0)).says[0] == NAMES.seat("red")


def test_an_attack_of_a_segment_leads_to_who_makes_it():
    attacks = (Attack("hero:red", "wakizashi"), Attack("monster:chicago", "hellion_claws"))
    assert told(facts.SegmentBegan("melee", attacks)).says[1::2] == (
        Run("Wakizashi of Red", seat="red"),
        Run("Claws of the Hellion", place="chicago"),
    )


def test_a_duty_that_begins_with_a_seat_still_leads_to_it():
    assert told(facts.DutyRaised(Duty("resurrect", "red"))).says[0] == NAMES.seat("red")
