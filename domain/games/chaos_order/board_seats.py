"""What lies before each seat: figures and the hand in its panel, its faction board in zones of its own."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaos_order.board_phases import fame_length, price_of
from domain.games.chaos_order.components.box import BUILDING_TYPES
from domain.games.chaos_order.places import hand_card, leader_card
from domain.games.chaos_order.words.names import called, told, value_of
from domain.games.chaos_order.words.phrases import PHASE_NAMES, amount
from domain.kernel import UNKNOWN, Card, Json, Line, Naming, SeatPanel, Zone, counted, listed

NEAR_THE_END = 2
"""Steps of fame that are left when it should be seen at once."""
MOST_WITH_FAME = 3
"""Seats at most that have room for their fame beside their signs, however far away its end is."""


REGION_ROWS = (
    (8, "two attributes or gems"),
    (6, "an attribute or a gem"),
    (3, "a redeployment"),
    (0, "3 energy and a card"),
)
"""CO-464 … CO-467: the least region count of a row, and what it gives as income."""


def income_row(count: int) -> str:
    """What so many regions give as income."""
    return next((gives for least, gives in REGION_ROWS if count >= least), REGION_ROWS[-1][1])


def panels(view: Json, naming: Naming, awaited: tuple[str, ...]) -> tuple[SeatPanel, ...]:
    """The seats clockwise. There is no score.

    Who sees every hand is told the names of the cards alone.
    """
    open_hands = sum("hand" in player for player in view["seats"].values())
    return tuple(
        SeatPanel(
            seat,
            naming.seat(seat).text,
            naming.seats[seat].color if seat in naming.seats else None,
            score=None,
            lines=tuple(_lines(view, seat, naming)),
            cards=tuple(_hand(seat, player, naming, texts=open_hands == 1)),
            active=seat in awaited,
            winner=seat in view["winners"],
            role=naming.seat(seat).text,
        )
        for seat, player in view["seats"].items()
    )


def _lines(view: Json, seat: str, naming: Naming) -> Iterator[Line]:
    player, length = view["seats"][seat], fame_length(view, seat, naming)
    near = 0 < length <= player["fame"] + NEAR_THE_END
    yield Line("Energy", str(player["energy"]), "zap", short=True)
    yield Line("Gems", str(player["gems"]), "gem", short=True)
    fame = f"{player['fame']}/{length}" if length else str(player["fame"])
    yield Line("Fame", fame, "sparkles", alarm=near, short=near or len(view["seats"]) <= MOST_WITH_FAME)
    yield Line("Cards in hand", f"{player['hand_size']} of {player['hand_limit']}")
    yield Line("Land regions", str(player["land_regions_controlled"]))
    yield Line("Regions", f"{player['region_count']}: {income_row(player['region_count'])}")
    if player["relics"]:
        yield Line("Relics", listed([str(relic) for relic in player["relics"]]))
    for counter, number in player["counters"].items():
        yield Line(called(naming, counter), str(number))


def _hand(seat: str, player: Json, naming: Naming, *, texts: bool) -> Iterator[Card]:
    """CO-508: only who may know the hand sees its cards."""
    for card, copies in player.get("hand", {}).items():
        if card == UNKNOWN:
            yield Card(None, f"{counted(copies, 'card')} unknown", back=True)
            continue
        notes = [f"{copies} copies"] if copies > 1 else []
        notes += ["drawn this phase"] if player["fresh"].get(card) else []
        notes += [told(naming, card)] if texts else []
        text = ". ".join(notes)
        yield Card(hand_card(seat, card), called(naming, card), value_of(naming, card), text)


def seat_zones(view: Json, naming: Naming) -> Iterator[Zone]:
    """The faction boards; the pricing tokens of who sets a price now."""
    for seat in view["seats"]:
        if view["phase"] == "set_prices" and seat in view["next_seats"][:1]:
            yield _tokens(view, seat, naming)
        yield _faction_board(view, seat, naming)


def _tokens(view: Json, seat: str, naming: Naming) -> Zone:
    """CO-212: tokens to price with."""
    return Zone(
        f"tokens:{seat}",
        "Pricing tokens",
        "cards",
        40,
        note=_tokens_at(view["seats"][seat], "vault", naming),
        of=seat,
        cards=tuple(
            Card(token, value_of(naming, token), str(sum(price_of(naming, token))))
            for token, at in view["seats"][seat]["tokens"].items()
            if at == "supply"
        ),
    )


def _tokens_at(player: Json, where: str, naming: Naming) -> str:
    """`vault 1+1, 3+2`: the tokens that lie in one place (CO-218)."""
    there = [value_of(naming, token) for token, at in player["tokens"].items() if at == where]
    return f"{where} {', '.join(there)}" if there else ""


def _faction_board(view: Json, seat: str, naming: Naming) -> Zone:
    """Fighters, buildings and fame as lines; leaders, attributes and foundations as cards."""
    player = view["seats"][seat]
    return Zone(
        f"board:{seat}",
        "Faction board",
        "mat",
        41,
        of=seat,
        folded=view["phase"] not in ("recruit", "build"),
        lines=(_fighters(player), _buildings(player, naming), *_planned(view, seat, naming)),
        cards=(*_leaders(player, naming), *_attributes(player, naming), *_foundations(player, naming)),
    )


def _fighters(player: Json) -> Line:
    """CO-346: those in each sector of the recruitment track, and those who wait at its end."""
    parts = [f"sectors {' › '.join(map(str, player['recruitment']))}", f"base {player['base_fighters']}"]
    parts += [f"drop ship {player['drop_ship_fighters']}"] if player["drop_ship_fighters"] else []
    parts += [f"not placed yet {player['aside']}"] if player["aside"] else []
    return Line("Fighters", ", ".join(parts))


def _planned(view: Json, seat: str, naming: Naming) -> Iterator[Line]:
    """Tokens while prices are set (CO-212), the columns of research while no track shows them."""
    player = view["seats"][seat]
    if view["phase"] == "set_prices":
        places = [_tokens_at(player, where, naming) for where in ("supply", "vault")]
        yield Line("Pricing tokens", "; ".join(part for part in places if part) or "none")
    elif view["phase"] != "discover":
        columns = [
            f"{PHASE_NAMES.get(track, track)} {column}" for track, column in player["research"].items()
        ]
        yield Line("Research", ", ".join(columns))


def _buildings(player: Json, naming: Naming) -> Line:
    """CO-317, CO-323: what is left of each type, and the income that the next one uncovers."""
    parts = []
    for kind in BUILDING_TYPES:
        left, key = player["buildings_on_board"].get(kind, 0), f"{player['faction']}:{kind}"
        spaces = 0
        while f"{key}:{spaces}" in naming.components:
            spaces += 1
        following = f"{key}:{spaces - left}"
        lock = ", gem lock" if left and value_of(naming, following) == "lock" else ""
        gives = f" ({told(naming, following)}{lock})" if left and told(naming, following) else ""
        parts.append(f"{left} {amount(left, kind).partition(' ')[2]}{gives}")
    return Line("Buildings left", "; ".join(parts))


def _leaders(player: Json, naming: Naming) -> Iterator[Card]:
    """CO-535: with the strength of the side that is up, where the leader is, and what else the side gives."""
    for leader, standing in player["leaders"].items():
        key = f"{leader}:{standing['side']}"
        _, strength, *_ = *value_of(naming, key).split("/"), "", ""
        upgraded = standing["side"] == "upgraded"
        where = f"{called(naming, standing['at'])}{', upgraded' if upgraded else ''}"
        does = told(naming, key).removeprefix(f"{strength} strength").lstrip(",; ")
        text = "; ".join(part for part in (where, does) if part)
        yield Card(leader_card(leader), called(naming, leader), strength, text)


def _attributes(player: Json, naming: Naming) -> Iterator[Card]:
    """CO-536."""
    for attribute, side in player["attributes"].items():
        does = told(naming, f"{attribute}:{side}")
        parts = ("upgraded" if side == "upgraded" else "", does)
        yield Card(attribute, called(naming, attribute), text="; ".join(part for part in parts if part))


def _foundations(player: Json, naming: Naming) -> Iterator[Card]:
    """CO-313: those that are not laid yet."""
    for foundation in player["board_foundations_left"]:
        locked = value_of(naming, foundation) == "lock"
        name = called(naming, f"{foundation}:ability")
        yield Card(foundation, name, text="gem lock" if locked else "")
