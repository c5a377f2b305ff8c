"""Offers of one type together: whose they are, and every value that a parameter may take in them."""

from __future__ import annotations

from domain.kernel import Choice, Offer, Optional, Range, acting_seat, offered_values


def test_the_seat_of_the_first_is_that_of_all():
    assert acting_seat((Offer("travel", "red"), Offer("travel", "red"))) == "red"


def test_values_come_in_the_order_of_the_offers_and_each_once():
    offers = (
        Offer("travel", "red", {"city": Choice(("A", "B"))}),
        Offer("travel", "red", {"city": Choice(("B", "C")), "cloak": Choice((True,))}),
    )
    assert offered_values(offers, "city") == ("A", "B", "C")


def test_what_no_offer_asks_has_no_values():
    assert offered_values((Offer("travel", "red"),), "city") == ()


def test_objects_with_the_same_members_are_one_value():
    offers = tuple(Offer("pay", "red", {"with": Choice(({"gems": 1},))}) for _ in range(2))
    assert offered_values(offers, "with") == ({"gems": 1},)


def test_what_may_be_left_out_is_asked_by_its_values():
    assert offered_values((Offer("draw", "red", {"count": Optional(Range(1, 3))}),), "count") == (1, 2, 3)


def test_a_number_and_its_text_are_two_values():
    offers = (Offer("roll", "red", {"face": Range(1, 2)}), Offer("roll", "red", {"face": Choice(("1",))}))
    assert offered_values(offers, "face") == (1, 2, "1")
