"""Where the game stands: turn, cost of acting, income, decks, the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.games.chaos_order.board_phases import fame_told, price_of
from domain.games.chaos_order.board_seats import income_row
from domain.games.chaos_order.components.box import ACTION_PHASES
from domain.games.chaos_order.scoring import SCORING
from domain.games.chaos_order.words.effects_told import effect_told
from domain.games.chaos_order.words.names import called, told
from domain.kernel import UNKNOWN, Card, Json, Line, Naming, Zone, counted, listed

STAGES = {"decide": "act or pass", "acting": "acting", "passing": "passing"}
MAIN = {"open": "main action left", "running": "main action in progress", "done": "main action done"}


def awaited(view: Json) -> tuple[str, ...]:
    """The seats that the table waits for."""
    seats, battle = view["seats"], view["battle"]
    waiting = tuple(seat for seat, player in seats.items() if player["pending"])
    match view["phase"]:
        case "finished":
            return ()
        case "gain_income":
            return tuple(seat for seat, player in seats.items() if not player["income"]["finished"])
        case "combat" if not waiting and battle is not None:
            return _in_battle(battle)
        case "combat" if not waiting:
            return () if view["combat_turn"] is None else (view["combat_turn"],)
        case "check_relics":
            return waiting
    return waiting or tuple(view["next_seats"][:1])


def _in_battle(battle: Json) -> tuple[str, ...]:
    sides = (battle["selector"], battle["opponent"])
    if battle["step"] == "plan":
        return tuple(seat for seat in sides if seat not in battle["committed"])
    return tuple(seat for seat in sides if battle["victor"] not in (None, seat))


def now_zone(view: Json, naming: Naming) -> Zone:
    """What the phase is about; the result once there is one."""
    if view["phase"] == "finished":
        return Zone("result", "Result", "list", -20, lines=tuple(_result(view, naming)))
    return Zone("now", "Now", "list", 1, lines=tuple(_lines(view, naming)))


def _lines(view: Json, naming: Naming) -> Iterator[Line]:
    if view["phase"] in ACTION_PHASES and view["next_seats"]:
        yield from _turn(view, naming)
    elif view["phase"] in ("setup", "set_prices") and view["next_seats"]:
        yield Line("Still to act", _seats(view["next_seats"], naming), "users")
    for seat, player in view["seats"].items():
        if player["pending"]:
            pending = [_pending(item, naming) for item in player["pending"]]
            yield Line(f"{naming.seat(seat).text} must resolve", "; then ".join(pending), "list")
    neutral = [called(naming, pair["pair"]) for pair in view["neutral_pairs"]]
    if neutral:
        told_of = [told(naming, pair["pair"]) for pair in view["neutral_pairs"] if pair["showing"] == "top"]
        yield Line("Neutral prices", "; ".join((*neutral, *told_of)))


def _turn(view: Json, naming: Naming) -> Iterator[Line]:
    seat, *to_come = view["next_seats"]
    turn, price = view["turn"], view["prices"].get(view["phase"])
    doing = [naming.seat(seat).text, STAGES[turn["stage"]]]
    if turn["stage"] == "acting":
        doing += [MAIN[turn["main"]], "auxiliary action done" if turn["auxiliary_done"] else ""]
    yield Line("Turn", ", ".join(part for part in doing if part), "user")
    if turn["stage"] == "decide":
        yield Line("Acting costs", _cost(price, seat, naming), "zap")
    yield Line("Still to act", _seats(to_come, naming) or "nobody after this", "users")


def _cost(price: Json | None, seat: str, naming: Naming) -> str:
    """CO-234 … CO-236."""
    if price is None or price["by"] == seat:
        return "nothing"
    to_owner, to_supply = price_of(naming, price["token"])
    owner = "" if price["by"] is None else naming.seat(price["by"]).text
    parts = [f"{to_owner} to {owner}"] if owner and to_owner else []
    parts += [f"{to_supply} to the supply"] if to_supply else []
    whole = to_supply + (to_owner if owner else 0)
    return f"{whole} energy{f': {listed(parts)}' if len(parts) > 1 else f' {parts[0][2:]}' if parts else ''}"


def _pending(item: Json, naming: Naming) -> str:
    return effect_told(item["effect"], lambda id: called(naming, id), item["left"])


def _seats(seats: list[str], naming: Naming) -> str:
    return listed([naming.seat(seat).text for seat in seats])


def income_zones(view: Json, naming: Naming) -> Iterator[Zone]:
    """CO-46x: what each seat has still to take of its income."""
    if view["phase"] == "gain_income":
        lines = [Line(naming.seat(seat).text, _income(player)) for seat, player in view["seats"].items()]
        yield Zone("income", "Income", "list", 0, lines=tuple(lines))


def _income(player: Json) -> str:
    income = player["income"]
    if income["finished"]:
        return "done"
    count = player["region_count"]
    taken = "taken" if income["region_row"] is not None else "to take"
    regions = f"{counted(count, 'region')} ({income_row(count)}) {taken}"
    return f"{regions}; buildings {'taken' if income['buildings'] else 'to take'}"


def decks_zone(view: Json, naming: Naming) -> Zone:
    """The deck, the discard pile, and the production tokens that nobody has laid yet (CO-106).

    Which cards are gone counts where plans are made.
    """
    discarded = Counter(view["discard"])
    names = [
        f"{'unknown' if card == UNKNOWN else called(naming, card)}{f' ×{copies}' if copies > 1 else ''}"
        for card, copies in sorted(discarded.items())
    ]
    return Zone(
        "decks",
        "Cards and tokens",
        "cards",
        60,
        note=f"{counted(view['deck'], 'tactics card')} in the deck, {len(view['discard'])} discarded",
        folded=True,
        lines=(Line("Discarded", listed(names)),) if names and view["phase"] == "combat" else (),
        cards=tuple(
            Card(token, called(naming, token), text=told(naming, token)) for token in view["production_area"]
        ),
    )


def _result(view: Json, naming: Naming) -> Iterator[Line]:
    """CO-605 … CO-609."""
    winners = view["winners"]
    yield Line("Winner" if len(winners) == 1 else "Winners", _seats(winners, naming), "trophy")
    yield Line("Decided by", SCORING.decided.get(view["reason"], "the table"), "scale")
    for standing in sorted(view["standing"]["seats"], key=lambda one: (not one["winner"], one["rank"])):
        seat, parts = standing["seat"], standing["parts"]
        figures = [counted(parts["land_regions"], "land region"), counted(parts["relics"], "relic")]
        figures.append(f"{fame_told(view, seat, naming)} fame")
        yield Line(f"{standing['rank']}. {naming.seat(seat).text}", ", ".join(figures))
