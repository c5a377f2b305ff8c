"""A long list of values is told once, and read wherever it belongs."""

from __future__ import annotations

from domain.kernel.ui.labels import told_once, whole
from domain.kernel.ui.words import OfferWords, ParameterWords, ValueWords

CARDS = {
    card: ValueWords(card.capitalize(), "a card")
    for card in ("ace", "bow", "cup", "dog", "egg", "fan", "gum")
}
LEFT_OUT = {"null": ValueWords("No card")}


def words(**lists: dict[str, ValueWords]) -> dict[str, OfferWords]:
    """An offer of each seat that asks for a card."""
    return {
        f"play/{seat}": OfferWords("Play", parameters={"card": ParameterWords("Which?", values=values)})
        for seat, values in lists.items()
    }


def test_the_first_tells_a_list_and_others_what_is_theirs_alone() -> None:
    own = {**CARDS, "ace": ValueWords("My ace"), "hat": ValueWords("Hat")}
    told = told_once(words(red=CARDS, blue=CARDS, green=own))
    lists = {key: one.parameters["card"] for key, one in told.items()}
    assert lists["play/red"].like is None
    assert lists["play/red"].values == CARDS
    assert lists["play/blue"] == ParameterWords("Which?", values={}, like="play/red card")
    assert lists["play/green"].values == {"ace": ValueWords("My ace"), "hat": ValueWords("Hat")}


def test_what_is_told_once_is_whole_again() -> None:
    told = words(red=CARDS | LEFT_OUT, blue=CARDS, green={**CARDS, "ace": ValueWords("My ace")})
    assert whole(told_once(told)) == told


def test_a_short_list_stays_where_it_is() -> None:
    few = dict(list(CARDS.items())[:1])
    told = words(red=few, blue=few)
    assert told_once(told) == told


def test_what_leaving_it_out_is_called_is_never_lent() -> None:
    told = words(red=CARDS | LEFT_OUT, blue=CARDS)
    assert "null" not in whole(told_once(told))["play/blue"].parameters["card"].values


def test_a_list_whose_lender_is_gone_stays_short() -> None:
    told = told_once(words(red=CARDS, blue=CARDS))
    del told["play/red"]
    assert whole(told)["play/blue"].parameters["card"].values == {}
