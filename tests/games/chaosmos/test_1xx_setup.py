"""CM-1xx: the opening and setup."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.chaosmos import GAME
from domain.games.chaosmos.facts import BonusCardsSwapped
from domain.kernel import TRUTH, Rejected
from domain.kernel.offers import covers
from tests.games.chaosmos.table import (
    ALIENS,
    DEMO,
    EAST,
    NORTH,
    SEATS,
    SOUTH,
    WEST,
    act,
    card_of,
    components,
    opened,
    sound,
)
from tests.support.given import Table

DUEL = {"mode": "two_player", "layout": "duel"}
STANDARD = {"mode": "standard", "layout": "corners"}
RANDOM = {"mode": "standard", "layout": "corners_random"}


def refused(count: int, **options: Any) -> str:
    with pytest.raises(Rejected) as caught:
        opened(count, **options)
    return caught.value.rule


def aliens_dealt(count: int = 2, **options: Any) -> Table:
    begun = opened(count, **options)
    if begun.state.options.mode == "two_player":
        begun.play(act("remove_alien_pair", alien="drusu"))
    if begun.state.board is None:
        begun.when(act("arrange_planets"), drawn=True).then_accepted()
    return begun


def chosen(count: int = 2, **options: Any) -> Table:
    """All aliens are known; with two to choose from each seat takes its first."""
    begun = aliens_dealt(count, **options)
    begun.when(act("deal_aliens"), drawn=True).then_accepted()
    for seat in begun.seats:
        if begun.state.seats[seat].chosen is None:
            begun.play(act("choose_alien", seat, alien=begun.state.seats[seat].dealt[0]))
    return begun


def dealt(count: int = 2, **options: Any) -> Table:
    return sound(chosen(count, **options).when(act("deal_cards"), drawn=True))


def a_deal(begun: Table) -> dict[str, Any]:
    """A legal deal for this table: what the engine would have drawn."""
    state = begun.state
    begun.when(act("deal_cards"), drawn=True).then_accepted()
    begun.state = state
    return {
        "pool_draws": list(begun.chance.drawn["pool_draws"]),  # type: ignore[call-overload]
        "envelopes": {p: list(c) for p, c in begun.chance.drawn["envelopes"].items()},  # type: ignore[attr-defined]
    }


def test_cm_101_the_number_of_seats_fits_the_mode():
    assert refused(1) == "CM-101"
    assert refused(2, **STANDARD) == "CM-101"
    assert refused(3, **DUEL) == "CM-101"
    with pytest.raises(Rejected, match="CM-101"):
        Table(GAME, [{"seat": "a"}, {"seat": "a"}], {"mode": "first_game", "layout": "first"})


def test_cm_122_the_layout_exists_and_is_of_the_mode():
    assert refused(2, layout="nowhere") == "CM-122"
    assert refused(3, mode="standard", layout="first") == "CM-122"
    assert refused(4, mode="standard", layout="duel", clock_start=7) == "CM-122"


def test_cm_117_the_clock_starts_at_36_or_48():
    assert opened(2).state.clock == 36
    assert opened(3, **STANDARD).state.clock == 48
    assert opened(2, **DUEL, clock_start=36).state.clock == 36
    assert refused(2, clock_start=48) == "CM-117"
    assert refused(3, **STANDARD, clock_start=40) == "CM-117"


def test_cm_102_the_first_game_deals_four_aliens_openly():
    begun = opened(3)
    begun.when(act("deal_aliens", aliens={NORTH: ["vroon"], EAST: ["drusu"], SOUTH: ["gazmae"]}))
    assert [begun.state.seats[seat].alien for seat in begun.seats] == ["vroon", "drusu", "gazmae"]
    assert "cindral" in begun.state.planets, "the home of an alien left over is an ordinary planet"


@pytest.mark.parametrize(
    "aliens",
    [
        {NORTH: ["vroon"]},
        {NORTH: ["vroon"], EAST: ["vroon"]},
        {NORTH: ["vroon"], EAST: ["ilthar"]},
        {NORTH: ["vroon", "drusu"], EAST: ["gazmae"]},
        {NORTH: ["vroon"], WEST: ["drusu"]},
    ],
)
def test_cm_102_only_the_four_one_each(aliens: dict[str, list[str]]):
    opened(2).when(act("deal_aliens", aliens=aliens)).then_rejected("CM-102", field="aliens")


def test_cm_103_two_each_of_which_one_is_kept_and_all_revealed_together():
    begun = aliens_dealt(3, **STANDARD)
    two = {NORTH: ["drusu", "ilthar"], EAST: ["gazmae", "ubrik"], SOUTH: ["vroon", "zephane"]}
    begun.when(act("deal_aliens", aliens={**two, SOUTH: ["vroon", "drusu"]})).then_rejected("CM-103")
    begun.play(act("deal_aliens", aliens=two))
    begun.when(act("choose_alien", NORTH, alien="gazmae")).then_rejected("CM-103", field="alien")
    begun.when(act("choose_alien", "stranger", alien="gazmae")).then_rejected("CM-103", field="seat")
    begun.play(act("choose_alien", EAST, alien="ubrik"), act("choose_alien", NORTH, alien="drusu"))
    assert [player.alien for player in begun.state.seats.values()] == [None] * 3
    begun.play(act("choose_alien", SOUTH, alien="zephane"))
    assert [player.alien for player in begun.state.seats.values()] == ["drusu", "ubrik", "zephane"]


def test_cm_104_a_pair_with_one_gear_leaves_with_its_homes():
    begun = opened(2, **DUEL)
    begun.when(act("remove_alien_pair", alien="nobody")).then_rejected("CM-104", field="alien")
    begun.play(act("remove_alien_pair", alien="quessil"))
    assert begun.state.removed_pair == ("drusu", "quessil")
    begun.when(act("deal_aliens", aliens={NORTH: ["drusu", "vroon"], EAST: ["ilthar", "gazmae"]}))
    begun.then_rejected("CM-103")
    begun.when(act("arrange_planets"), drawn=True).then_accepted()
    assert set(begun.state.planets) == set(DEMO.box.planets) - {"ashkel", "ob"}


def test_cm_105_three_hypertokens_each():
    begun = opened(4)
    assert [player.hypertokens for player in begun.state.seats.values()] == [3, 3, 3, 3]
    assert begun.state.supply == 6


def test_cm_106_the_first_board_is_fixed_around_the_clock():
    begun = opened(2)
    assert set(begun.state.planets).isdisjoint({"ob", "vorshei"})
    assert len(begun.state.planets) == 8
    assert begun.state.the_board.space_of["c3"] == "c0"


def test_cm_107_the_standard_board_has_ten_planets_and_no_clock():
    begun = opened(3, **STANDARD)
    assert set(begun.state.planets) == set(DEMO.box.planets)
    assert not DEMO.box.layouts["corners"].map.clock_sides


def test_cm_108_the_two_player_board_takes_the_eight_planets_left():
    begun = opened(2, **DUEL).play(act("remove_alien_pair", alien="drusu"))
    slots = DEMO.box.layouts["duel"].slots
    left = [planet for planet in DEMO.box.planets if planet not in ("ashkel", "ob")]
    planets = dict(zip(slots, left, strict=True))
    begun.when(act("arrange_planets", planets={**planets, "r0": "ashkel"})).then_rejected("CM-108")
    begun.when(act("arrange_planets", planets={**planets, "r9": "tolwick"})).then_rejected("CM-108")
    begun.play(act("arrange_planets", planets=planets))
    assert begun.state.the_board.planet_at_slot == planets


def test_cm_122_a_randomized_board_takes_all_ten():
    begun = opened(3, **RANDOM)
    slots = DEMO.box.layouts["corners_random"].slots
    planets = dict(zip(slots, DEMO.box.planets, strict=True))
    begun.when(act("arrange_planets", planets={**planets, "t1": planets["t2"]})).then_rejected("CM-122")
    begun.play(act("arrange_planets", planets=planets))


def test_cm_109_cm_118_cm_121_figures_control_and_flags_stand_at_home():
    begun = dealt(2)
    for seat in begun.seats:
        home = begun.state.alien_of(seat).home
        assert begun.state.seats[seat].position == home
        assert begun.state.planets[home].controller == begun.state.planets[home].flag == seat
    assert sum(planet.controller is None for planet in begun.state.planets.values()) == 6


def test_cm_110_cm_111_the_decks():
    assert len(opened(2).state.deck) == 62
    assert len(opened(2).state.removed) == 14
    assert len(opened(2, **DUEL).state.deck) == 70
    deck: tuple[str, ...] = opened(3, **STANDARD).state.deck
    assert deck.count("plasma_pike") == 2


def swapped(begun: Table) -> BonusCardsSwapped:
    begun.when(act("deal_cards"), drawn=True).then_accepted()
    return next(fact for fact in begun.facts if isinstance(fact, BonusCardsSwapped))


def test_cm_112_useless_gear_gives_way_to_the_bonus_cards():
    begun = aliens_dealt(3, **STANDARD)
    two = {NORTH: ["drusu", "ilthar"], EAST: ["gazmae", "ubrik"], SOUTH: ["vroon", "zephane"]}
    begun.play(act("deal_aliens", aliens=two))
    for seat, alien in ((NORTH, "drusu"), (EAST, "gazmae"), (SOUTH, "vroon")):
        begun.play(act("choose_alien", seat, alien=alien))
    fact = swapped(begun)
    assert fact == BonusCardsSwapped(("acid_coat", "light_veil"), ("dark_resonator", "replicator_seed"))
    assert sum(len(planet.face_down) for planet in begun.state.planets.values()) == 64
    assert {"acid_coat", "light_veil", "escape_pod"} <= set(begun.state.removed)


def test_cm_112_more_than_three_useless_cards_stay_beyond_the_third():
    begun = aliens_dealt(2, **DUEL)
    begun.play(act("deal_aliens", aliens={NORTH: ["gazmae", "ilthar"], EAST: ["tarnoc", "vroon"]}))
    begun.play(act("choose_alien", NORTH, alien="gazmae"), act("choose_alien", EAST, alien="tarnoc"))
    fact = swapped(begun)
    assert fact.taken_out == ("acid_coat", "ballast_suit", "spore_mask"), "in component-set order"
    assert "light_veil" not in begun.state.removed


def test_cm_112_not_in_the_first_game():
    begun = chosen(2)
    begun.when(act("deal_cards"), drawn=True)
    assert not any(isinstance(fact, BonusCardsSwapped) for fact in begun.facts)


def test_cm_714_gear_of_an_absent_toxic_planet_is_not_useless():
    begun = aliens_dealt(2, **DUEL)
    begun.play(act("deal_aliens", aliens={NORTH: ["ilthar", "gazmae"], EAST: ["vroon", "ubrik"]}))
    begun.play(act("choose_alien", NORTH, alien="ilthar"), act("choose_alien", EAST, alien="vroon"))
    assert begun.state.box.aliens["ilthar"].toxic not in begun.state.planets
    assert "light_veil" not in swapped(begun).taken_out


def test_cm_507_bonus_cards_are_out_of_every_other_deck():
    for begun in (opened(2), opened(2, **DUEL)):
        assert not {"dark_resonator", "replicator_seed", "escape_pod"} & set(begun.state.deck)


def test_cm_113_six_cards_for_the_pool():
    begun = chosen(2)
    deal = a_deal(begun)
    six = [card for card in deal["pool_draws"] if card != "ovoid"][:6]
    for wrong in (six[:5], [*six, "hum_blade"], [*six[:5], "nonsense"], [*six, "ovoid"]):
        begun.when(act("deal_cards", **{**deal, "pool_draws": wrong})).then_rejected(
            "CM-113", field="pool_draws"
        )
    short = act("deal_cards", **{**deal, "pool_draws": [*six[:5], "ovoid"]})
    begun.when(short).then_rejected("CM-113", field="pool_draws/6")


def test_cm_113_an_ovoid_is_replaced_and_shuffled_back():
    begun = chosen(2)
    deck = [card for card in begun.state.deck if card != "ovoid"]
    draws = [deck[0], "ovoid", *deck[1:6]]
    sound(begun.when(act("deal_cards", pool_draws=draws), drawn=True))
    assert "ovoid" not in begun.state.pool
    assert begun.facts[-1].ovoid_put_back  # type: ignore[attr-defined]
    assert any("ovoid" in planet.face_down for planet in begun.state.planets.values())


SIZES = [
    (4, {}, 10, 4),
    (3, {}, 12, 4),
    (2, {}, 10, 6),
    (4, STANDARD, 10, 4),
    (3, STANDARD, 12, 4),
    (2, DUEL, 11, 7),
]


@pytest.mark.parametrize(("count", "options", "home", "other"), SIZES)
def test_cm_114_cm_115_cm_116_the_whole_deck_is_dealt(count: int, options: Any, home: int, other: int):
    begun = dealt(count, **options)
    sizes = {planet.controller is not None: len(planet.face_down) for planet in begun.state.planets.values()}
    assert sizes == {True: home, False: other}
    assert begun.state.deck == ()


def test_cm_114_cm_115_cm_116_a_declared_deal_has_these_sizes_and_cards():
    begun = chosen(2)
    deal = a_deal(begun)
    homes = [begun.state.alien_of(seat).home for seat in begun.seats]
    home, full = homes[0], deal["envelopes"]
    other = next(planet for planet in full if planet not in homes)

    def refused_with(envelopes: dict[str, list[str]], rule: str, field: str) -> None:
        begun.when(act("deal_cards", **{**deal, "envelopes": envelopes})).then_rejected(rule, field=field)

    refused_with({**full, "ob": []}, "CM-115", "envelopes")
    short = {**full, home: full[home][1:], other: [*full[other], full[home][0]]}
    refused_with(short, "CM-114", f"envelopes/{home}")
    refused_with({**full, other: [*full[other], "hum_blade"]}, "CM-115", f"envelopes/{other}")
    refused_with({**full, home: [*full[home][1:], "relic_shard"]}, "CM-116", "envelopes")
    sound(begun.when(act("deal_cards", **deal)))


def test_cm_119_hands_are_prepared_from_home_and_one_card_stays():
    begun = dealt(2)
    home = begun.state.planets[begun.state.alien_of(NORTH).home]
    begun.when(act("prepare_hand", NORTH, cards=home.face_down[:8])).then_rejected("CM-119", field="cards")
    begun.when(act("prepare_hand", NORTH, cards=["nonsense"])).then_rejected("CM-119", field="cards")
    begun.when(act("prepare_hand", "stranger", cards=[])).then_rejected("CM-119", field="seat")
    sound(begun.when(act("prepare_hand", NORTH, cards=home.face_down[:7])))
    assert begun.state.seats[NORTH].hand == home.face_down[:7]
    sound(begun.when(act("prepare_hand", EAST, cards=[])))


def test_cm_119_another_hand_limit_replaces_seven():
    def small_hands(tree: dict[str, Any]) -> None:
        for alien in tree["aliens"]:
            alien["hand_limit"] = 5

    begun = dealt(2, box=components(small_hands))
    home = begun.state.planets[begun.state.alien_of(NORTH).home]
    begun.when(act("prepare_hand", NORTH, cards=home.face_down[:6])).then_rejected("CM-119")
    sound(begun.when(act("prepare_hand", NORTH, cards=home.face_down[:5])))


def test_cm_119_one_card_stays_and_is_offered_to_where_the_hand_has_room_for_all():
    def large_hands(tree: dict[str, Any]) -> None:
        for alien in tree["aliens"]:
            alien["hand_limit"] = 76

    begun = dealt(2, box=components(large_hands))
    inside = begun.state.planets[begun.state.alien_of(NORTH).home].face_down
    [offer] = [one for one in GAME.offers(begun.state, NORTH, TRUTH) if one.type == "prepare_hand"]
    for cards, may in ((inside, False), (inside[1:], True), ((), True)):
        assert covers(offer, {"type": "prepare_hand", "seat": NORTH, "cards": list(cards)}) is may
    begun.when(act("prepare_hand", NORTH, cards=inside)).then_rejected("CM-119", field="cards")
    sound(begun.when(act("prepare_hand", NORTH, cards=inside[1:])))


def test_cm_120_the_start_player_is_an_outcome():
    begun = dealt(2).play(act("prepare_hand", NORTH, cards=[]), act("prepare_hand", EAST, cards=[]))
    begun.when(act("set_start_player")).then_rejected("CM-120")
    begun.when(act("set_start_player", start_player="stranger")).then_rejected("CM-120", field="start_player")
    begun.play(act("set_start_player", start_player=EAST))
    assert (begun.state.phase, begun.state.next) == ("between_turns", EAST)


def test_cm_123_setup_has_one_order():
    begun = opened(2, **DUEL)
    begun.when(act("deal_aliens"), drawn=True).then_rejected("CM-123")
    begun.when(act("arrange_planets"), drawn=True).then_rejected("CM-123")
    begun.when(act("begin_turn", NORTH)).then_rejected("CM-123")
    begun.when(act("remove_alien_pair"), drawn=True).then_accepted()
    begun.when(act("remove_alien_pair"), drawn=True).then_rejected("CM-123")
    begun.when(act("deal_aliens"), drawn=True).then_accepted()
    first = begun.state.seats[NORTH].dealt[0]
    begun.play(act("choose_alien", NORTH, alien=first))
    begun.when(act("choose_alien", NORTH, alien=first)).then_rejected("CM-123", field="seat")
    begun.play(act("choose_alien", EAST, alien=begun.state.seats[EAST].dealt[1]))
    begun.when(act("deal_cards"), drawn=True).then_rejected("CM-123")
    begun.when(act("arrange_planets"), drawn=True).then_accepted()
    begun.when(act("arrange_planets"), drawn=True).then_rejected("CM-123")
    begun.when(act("deal_cards"), drawn=True).then_accepted()
    begun.when(act("set_start_player"), drawn=True).then_rejected("CM-123")
    begun.play(act("prepare_hand", EAST, cards=[]))
    begun.when(act("prepare_hand", EAST, cards=[])).then_rejected("CM-123", field="seat")
    begun.play(act("prepare_hand", NORTH, cards=[]))
    begun.when(act("set_start_player"), drawn=True).then_accepted()
    begun.when(act("set_start_player"), drawn=True).then_rejected("CM-123")


def test_cm_123_a_fixed_board_is_not_arranged():
    opened(2).when(act("arrange_planets"), drawn=True).then_rejected("CM-123")


def test_the_aliens_of_these_tests_are_those_of_the_demo_set():
    assert {seat: DEMO.box.aliens[alien].home for seat, alien in ALIENS.items()} == dict(
        zip(SEATS, ("ashkel", "brontide", "cindral", "eddova"), strict=True)
    )
    assert card_of(dict(DEMO.document), "ovoid")["count"] == 1
