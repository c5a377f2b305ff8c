"""The board without its map: phases and prices, tracks, battles, and what each seat holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from domain.games.chaos_order.board_map import map_zone
from domain.games.chaos_order.components.box import ACTION_PHASES, BUILDING_TYPES, PHASES
from domain.games.chaos_order.drawing import drawings, read_drawing
from domain.games.chaos_order.drawing_faults import faults
from domain.games.chaos_order.places import hand_card, leader_card, phase_place, seat_line
from domain.games.chaos_order.scoring import SCORING
from domain.games.chaos_order.words.names import box_of, called, told, value_of
from domain.games.chaos_order.words.phrases import PHASE_NAMES, amount, battle_values, effect_told, possessive
from domain.kernel import (
    UNKNOWN,
    Board,
    Boards,
    Box,
    Card,
    Json,
    Line,
    Mark,
    Naming,
    Piece,
    Place,
    SeatPanel,
    Track,
    TrackColumn,
    Zone,
    counted,
    figure,
    listed,
)

# The battle that is fought, with what each side is worth and what is next; the battles that are due.

FIRST = -10
"""Before all maps."""
COMPARED = ("plan", "reveal", "effects", "victory")
"""The steps at which the values of both sides still count."""


def battle_zones(view: Json, naming: Naming) -> Iterator[Zone]:
    """CO-401 … CO-453."""
    battle = view["battle"]
    due = [place for place, region in view["regions"].items() if region["contested"]]
    if battle is not None:
        due = [place for place in due if place != battle["region"]]
        title = f"Battle for {called(naming, battle['region'])}"
        yield Zone(
            "battle",
            title,
            "mat",
            FIRST,
            note=_next(battle, naming),
            takes_screen=title,
            parties=(battle["selector"], battle["opponent"]),
            lines=tuple(_sides(view, battle, naming)),
        )
    if due:
        chooses = view["combat_turn"] if battle is None and view["phase"] == "combat" else None
        yield Zone(
            "battles",
            "Battles left" if view["phase"] == "combat" else "Contested regions",
            "list",
            20,
            note=f"{naming.seat(chooses).text} chooses one"
            if chooses
            else listed([called(naming, p) for p in due]),
            folded=view["phase"] != "combat",
            lines=tuple(_due(view, place, naming) for place in due),
        )


def _due(view: Json, place: str, naming: Naming) -> Line:
    values = view["regions"][place]["values"]
    sides = [f"{naming.seat(seat).text} {figure(one['strength'])}" for seat, one in values.items()]
    return Line(called(naming, place), f"{' against '.join(sides)} strength")


def _next(battle: Json, naming: Naming) -> str:
    selector, opponent = (naming.seat(battle[side]).text for side in ("selector", "opponent"))
    victor = battle["victor"]
    loser = opponent if victor == battle["selector"] else selector
    match battle["step"]:
        case "plan":
            to_come = [
                battle[side] for side in ("selector", "opponent") if battle[side] not in battle["committed"]
            ]
            return f"{_names(to_come, naming)} {'plan' if len(to_come) > 1 else 'plans'}"
        case "reveal":
            return "revealed next"
        case "retreat":
            return f"{loser} chooses where to retreat"
        case "rout":
            return f"{loser} loses the region"
    return f"{naming.seat(victor).text} wins" if victor else "plans take effect"


def _names(seats: Sequence[str], naming: Naming) -> str:
    return listed([naming.seat(seat).text for seat in seats])


def _sides(view: Json, battle: Json, naming: Naming) -> Iterator[Line]:
    """For each side what it is worth and has there, and what is known of its plan."""
    for side in ("selector", "opponent"):
        seat = battle[side]
        name, values = naming.seat(seat).text, battle["values"].get(seat)
        parts = [_units(view, battle["region"], seat, naming)]
        if values is not None and battle["step"] in COMPARED:
            parts.insert(0, _figures(values))
        yield Line(name, "; ".join(parts), "users")
        yield Line(f"{possessive(name)} plan", _plan(view, battle, seat, naming))


def _figures(values: Json) -> str:
    """`5 strength, 1 attack`: the strength always, what else there is after it."""
    strength, attack, shields = values["strength"], values["attack"], max(0, values["shields"])
    return ", ".join(
        part for part in (f"{figure(strength)} strength", battle_values(0, attack, shields)) if part
    )


def _units(view: Json, place: str, seat: str, naming: Naming) -> str:
    region = view["regions"].get(place, {})
    fighters = region.get("fighters", {}).get(seat, 0)
    parts = [counted(fighters, "fighter")] if fighters else []
    parts += [called(naming, leader) for leader in region.get("leaders", {}).get(seat, ())]
    parts += [
        called(naming, foundation["building"]["type"])
        for foundation in region.get("foundations", ())
        if foundation["building"] is not None and foundation["building"]["seat"] == seat
    ]
    return listed(parts) or "nothing"


def _plan(view: Json, battle: Json, seat: str, naming: Naming) -> str:
    """The known parts of a plan, or what its seat can plan with before it is made."""
    plan, player = battle["plans"].get(seat), view["seats"][seat]
    if plan is None and battle["step"] == "plan" and seat not in battle["committed"]:
        return f"{counted(player['gems'], 'gem')} and {counted(player['hand_size'], 'card')} to plan with"
    if plan is None:
        return "sealed"
    parts = [called(naming, f"section:{plan['section']}")]
    parts += {"bluff": ["a bluff"], "none": ["no card"]}.get(plan["tactics"], [])
    if plan["card"] is not None:
        parts.append("an unknown card" if plan["card"] == UNKNOWN else called(naming, plan["card"]))
    if seat in battle["dice"]:
        face = f"die:{battle['dice'][seat]}"
        parts.append(f"rolled {called(naming, face)}")
    return ", ".join(parts)


# The five action phases with the tokens that price them, the research tracks, fame.

WIDE, HIGH = 72, 40
SPOTS = {"first": "the first spot", "last": "the last spot"}


def phases_zone(view: Json, naming: Naming) -> Zone:
    """CO-202, CO-212: what acting costs in each phase, and who is paid."""
    holder = f"{naming.seat(view['flare_gun']).text} has the flare gun"
    return Zone(
        "phases",
        "Prices",
        "grid",
        5,
        note=holder,
        size=(WIDE * len(ACTION_PHASES), HIGH),
        places=tuple(_phase(view, at, phase, naming) for at, phase in enumerate(ACTION_PHASES)),
    )


def _phase(view: Json, at: int, phase: str, naming: Naming) -> Place:
    price, now = view["prices"].get(phase), view["phase"]
    over = now in PHASES and PHASES.index(phase) < PHASES.index(now)
    told = (_priced(price), "now" if phase == now else "over" if over else "")
    return Place(
        phase_place(phase),
        PHASE_NAMES[phase],
        Box(at * WIDE, 0, WIDE, HIGH),
        tone="goal" if phase == now else "closed" if over else "neutral",
        pieces=() if price is None else (token_piece(price["token"], price["by"], naming),),
        note=", ".join(filter(None, told)),
    )


def price_of(naming: Naming, token: str) -> tuple[int, int]:
    """The cost of a pricing token: to its owner, and to the main supply."""
    owner, _, supply = value_of(naming, token).partition("+")
    return (int(owner), int(supply)) if owner.isdigit() and supply.isdigit() else (0, 0)


def token_piece(token: str, by: str | None, naming: Naming) -> Piece:
    """A pricing token with the whole price on it."""
    return Piece(
        token,
        "token",
        told(naming, token) or called(naming, token),
        by,
        face=str(sum(price_of(naming, token))),
    )


def _priced(price: Json | None) -> str:
    if price is None:
        return "not priced"
    return SPOTS.get(price["spot"] or "", "")


def tracks_zones(view: Json, naming: Naming) -> Iterator[Zone]:
    """CO-250: where each seat's research stands; under a column what acting gives there.

    All tracks where somebody may advance on them or sets a price, otherwise that of the phase.
    """
    standing = {phase: _who(view, phase) for phase in ACTION_PHASES}
    if any(standing.values()):
        tracks = (_track(view, phase, seats, naming) for phase, seats in standing.items() if seats)
        yield Zone("research", "Research", "track", 30, folded=True, tracks=tuple(tracks))


def _who(view: Json, phase: str) -> tuple[str, ...]:
    """The seats whose columns of a track count now: all, or those that have research to spend."""
    if view["phase"] in (phase, "set_prices", "discover"):
        return tuple(view["seats"])
    return tuple(
        seat
        for seat, player in view["seats"].items()
        if any(item["effect"]["do"] == "gain_research" for item in player["pending"])
    )


def _track(view: Json, phase: str, seats: tuple[str, ...], naming: Naming) -> Track:
    columns = 1
    while f"{phase}:{columns + 1}" in naming.components:
        columns += 1
    marks = [Mark(_column(view, seat, phase), naming.seat(seat).text, seat) for seat in seats]
    names = {column: _column_name(phase, column, naming) for column in range(1, columns + 1)}
    return Track(
        f"research:{phase}",
        PHASE_NAMES[phase],
        1,
        max(columns, *(mark.at for mark in marks)),
        tuple(marks),
        {str(column): name for column, name in names.items() if name != str(column)},
        columns=tuple(
            TrackColumn(
                _figures_of(phase, column, naming),
                lock=value_of(naming, f"{phase}:{column}") == "lock",
            )
            for column in names
        ),
    )


def _column(view: Json, seat: str, phase: str) -> int:
    return int(view["seats"][seat]["research"].get(phase, 1))


def _column_name(phase: str, column: int, naming: Naming) -> str:
    """`3+1 lock`: figures of the main action; a lock where one stands before the column."""
    lock = " lock" if value_of(naming, f"{phase}:{column}") == "lock" else ""
    return f"{_figures_of(phase, column, naming)}{lock}"


def _figures_of(phase: str, column: int, naming: Naming) -> str:
    words = (word.strip("+") for word in told(naming, f"{phase}:{column}").split())
    return "+".join(word for word in words if word.isdigit()) or str(column)


def fame_length(view: Json, seat: str, naming: Naming) -> int:
    """How much fame the seat's faction needs; 0 if the set does not say."""
    length = value_of(naming, view["seats"][seat]["faction"])
    return int(length) if length.isdigit() else 0


def fame_told(view: Json, seat: str, naming: Naming) -> str:
    """`4 of 12`."""
    length = fame_length(view, seat, naming)
    return f"{view['seats'][seat]['fame']} of {length}" if length else str(view["seats"][seat]["fame"])


# The things in front of each seat: figures and the hand in its panel, its faction board in its own zones.

NEAR_THE_END = 2
"""Steps of fame that are left when it should be seen at once."""
MOST_WITH_FAME = 3
"""With up to this many seats a short panel always has room for fame; with more, only near its end."""


REGION_ROWS = (
    (8, "two attributes or gems"),
    (6, "an attribute or a gem"),
    (3, "a redeployment"),
    (0, "3 energy and a card"),
)
"""CO-464 … CO-467: the least region count of a row, and what it gives as income."""


def income_row(count: int) -> str:
    """The income for this many regions."""
    return next((gives for least, gives in REGION_ROWS if count >= least), REGION_ROWS[-1][1])


def panels(view: Json, naming: Naming, awaited: tuple[str, ...]) -> tuple[SeatPanel, ...]:
    """The seats clockwise. There is no score.

    A viewer of all hands sees only the names of the cards.
    """
    open_hands = sum("hand" in player for player in view["seats"].values())
    return tuple(
        SeatPanel(
            seat,
            naming.seat(seat).text,
            naming.seats[seat].color if seat in naming.seats else None,
            score=None,
            lines=tuple(_lines_of_seat(view, seat, naming)),
            cards=tuple(_hand(seat, player, naming, texts=open_hands == 1)),
            active=seat in awaited,
            winner=seat in view["winners"],
            role=naming.seat(seat).text,
        )
        for seat, player in view["seats"].items()
    )


def _lines_of_seat(view: Json, seat: str, naming: Naming) -> Iterator[Line]:
    player, length = view["seats"][seat], fame_length(view, seat, naming)
    near = 0 < length <= player["fame"] + NEAR_THE_END
    energy, gems, land = player["energy"], player["gems"], player["land_regions_controlled"]
    yield Line(
        "Energy", str(energy), "zap", short=True, number=energy, unit="energy", id=seat_line("energy", seat)
    )
    yield Line("Gems", str(gems), "gem", short=True, number=gems, unit="gems", id=seat_line("gems", seat))
    fame = f"{player['fame']}/{length}" if length else str(player["fame"])
    yield Line(
        "Fame",
        fame,
        "sparkles",
        alarm=near,
        short=near or len(view["seats"]) <= MOST_WITH_FAME,
        number=player["fame"],
        unit="fame",
        id=seat_line("fame", seat),
    )
    yield Line(
        "Cards in hand",
        f"{player['hand_size']} of {player['hand_limit']}",
        number=player["hand_size"],
        unit="cards",
    )
    yield Line("Land regions", str(land), number=land, unit="land regions")
    yield Line(
        "Regions",
        f"{player['region_count']}: {income_row(player['region_count'])}",
        number=player["region_count"],
        unit="regions",
    )
    if player["relics"]:
        told = listed([str(relic) for relic in player["relics"]])
        yield Line("Relics", told, number=len(player["relics"]), unit="relics")
    for counter, number in player["counters"].items():
        yield Line(
            called(naming, counter), str(number), number=number, id=seat_line("counter", seat, counter)
        )


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
    """The faction boards, and the pricing tokens of the seat that sets a price now."""
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
    at_base = player["base_fighters"]
    unit, one = "fighters at the base", "fighter at the base"
    return Line("Fighters", ", ".join(parts), number=at_base, unit=unit, one=one)


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


# Where the game stands: turn, cost of acting, income, decks, the result.

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
    """The zone of the current phase, or of the result once there is one."""
    if view["phase"] == "finished":
        return Zone("result", "Result", "list", -20, lines=tuple(_result(view, naming)))
    return Zone("now", "Now", "list", 1, lines=tuple(_lines_now(view, naming)))


def _lines_now(view: Json, naming: Naming) -> Iterator[Line]:
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


# The table as a picture: the map, the prices of the phases, tracks, the battle, what the seats hold.


def board(view: Json, drawing: Json | None, naming: Naming) -> Board:
    """The table of a view."""
    zones = (
        *battle_zones(view, naming),
        phases_zone(view, naming),
        map_zone(view, read_drawing(drawing, box_of(naming)), naming),
        now_zone(view, naming),
        *income_zones(view, naming),
        *tracks_zones(view, naming),
        *seat_zones(view, naming),
        decks_zone(view, naming),
    )
    return Board(_title(view), zones, panels(view, naming, awaited(view)))


def _title(view: Json) -> str:
    if view["phase"] == "finished":
        return "The game is over"
    phase = PHASE_NAMES.get(view["phase"], view["phase"])
    return f"Round {view['round']}, {phase}" if view["round"] else phase


BOARDS = Boards(board=board, drawings=drawings, faults=faults)
