"""The Negotiation Board, Items, Harvesters and the AI, counted from the lines of a recording."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.first_light import facts
from tests.support.games.first_light.counted_by_hand.recording import Line, Recording, Sums, by_hand


@by_hand("negotiation_dice")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.of("place_negotiation"):
        sums.count(line.seat, clan=line.action["clan"], row=line.action["row"])


def cell_costs(line: Line) -> dict[str, int]:
    """What was paid for the cell, without the Algae of the Garage."""
    return {
        resource: amount
        for fact in line.found(facts.ResourcesPaid)
        if fact.cause != "garages"
        for resource, amount in fact.costs.items()
    }


@by_hand("negotiation_cost")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.of("place_negotiation"):
        for resource, amount in cell_costs(line).items():
            sums.count(line.seat, amount, clan=line.action["clan"], resource=resource)


@by_hand("points_per_resource")
def _(recording: Recording, sums: Sums) -> None:
    cells = recording.side("negotiation")["cells"]
    for line in recording.of("place_negotiation"):
        clan, row = line.action["clan"], line.action["row"]
        sums.add(line.seat, cells[clan][row - 1]["points"], sum(cell_costs(line).values()), clan=clan)


@by_hand("advancement")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.of("take_advancement"):
        sums.count(line.seat, reward=line.action["reward"])


@by_hand("setback")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.of("take_setback"):
        outcome = "gain" if line.action.get("as_gain") else "loss"
        sums.count(line.seat, punishment=line.action["punishment"], outcome=outcome)
    for line in recording.of("ignore_setback"):
        sums.count(line.seat, punishment="none", outcome="ignored")


@by_hand("condition_used")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.of("take_setback"):
        sums.count(line.seat, condition=line.action["condition"])


@by_hand("item_drafted")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.of("draft_item"):
        sums.count(line.seat, item=line.action.get("keep") or "unseen")
    for line in recording.of("keep_items"):
        for item in line.action["items"]:
            sums.count(line.seat, item=item or "unseen")


@by_hand("pick_rate")
def _(recording: Recording, sums: Sums) -> None:
    """The packets dealt go to the left after each step (FL-116, FL-117)."""
    if len(recording.seats) == 1:
        return
    [deal] = recording.of("deal_items")
    packets = {seat: list(cards) for seat, cards in deal.action["hands"].items()}
    kept = dict.fromkeys(recording.seats, 0)
    for line in recording.of("draft_item"):
        kept[line.seat] += 1
        step, keep = kept[line.seat], line.action.get("keep")
        mine = packets[recording.seats[recording.seats.index(line.seat) - (step - 1)]]
        for card in mine:
            if card is not None:
                sums.add(line.seat, 0, item=card, step=step)
        if keep in mine and keep is not None:
            sums.add(line.seat, 1, 0, item=keep, step=step)
        mine.remove(keep if keep in mine else None)


@by_hand("item_drawn")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.lines:
        drawn = [(card, fact.cause) for fact in line.found(facts.ItemsDrawn) for card in fact.items]
        assert [card for card, _ in drawn] == line.action.get("drawn", [])
        for card, cause in drawn:
            sums.count(line.seat, item=card or "unseen", cause=cause)


@by_hand("item_discarded")
def _(recording: Recording, sums: Sums) -> None:
    for kind, member, cause in (("rest", "discard", "rest"), ("take_setback", "items", "setback")):
        for line in recording.of(kind):
            for item in line.action.get(member, ()):
                sums.count(line.seat, item=item, cause=cause)


@by_hand("item_acquired")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.of("place_depository"):
        sums.count(line.seat, item=line.action["item"], round=line.round, row=line.action["row"])


def steps(recording: Recording) -> Iterator[tuple[Line, str]]:
    """The lines that moved a seat's Harvester, with the cause."""
    causes = {
        "place_control_room": "control_room",
        "place_depository": "depository",
        "take_extra_reward": "depository",
        "use_clan_ability": "clan_ability",
        "take_advancement": "advancement",
        "take_setback": "setback",
        "harvest": "move_after_harvest",
    }
    for line in recording.lines:
        if line.kind == "place_control_room" or "move_to" in line.action:
            yield line, causes[line.kind]


@by_hand("harvester_steps")
def _(recording: Recording, sums: Sums) -> None:
    for line, cause in steps(recording):
        sums.count(line.seat, cause=cause)


@by_hand("arrows_used")
def _(recording: Recording, sums: Sums) -> None:
    side = recording.box["planet"]["sides"][recording.opening["options"]["planet_side"]]
    beside = {space["id"]: set(space["adjacent"].values()) for space in side["spaces"]}
    for line, _ in steps(recording):
        if line.after.seats[line.seat].harvester not in beside[line.before.seats[line.seat].harvester]:
            sums.count(line.seat)


@by_hand("tokens_taken")
def _(recording: Recording, sums: Sums) -> None:
    for line, _ in steps(recording):
        for space in line.before.tokens.keys() - line.after.tokens.keys():
            assert space == line.after.seats[line.seat].harvester
            sums.count(line.seat, token=line.before.tokens[space])


@by_hand("first_cache_round")
def _(recording: Recording, sums: Sums) -> None:
    side = recording.box["planet"]["sides"][recording.opening["options"]["planet_side"]]
    caches = {space["id"] for space in side["spaces"] if space["cache_slot"]}
    for line, _ in steps(recording):
        if line.after.seats[line.seat].harvester in caches and (line.seat, ()) not in sums:
            sums.add(line.seat, line.round)


@by_hand("ai_schemes")
def _(recording: Recording, sums: Sums) -> None:
    for _ in recording.of("reveal_scheme"):
        sums.count(None, opponent=recording.opponent)


@by_hand("ai_option")
def _(recording: Recording, sums: Sums) -> None:
    """The option is the first whose location, value and column are those of the die that the AI placed."""
    schemes = {scheme["id"]: scheme["options"] for scheme in recording.box["schemes"]}
    for line in recording.of("reveal_scheme"):
        placed = [(die.location, die.value, die.clan) for die in line.found(facts.AiDiePlaced)]
        options = [
            (option["location"], option["value"], option.get("clan"))
            for option in schemes[line.action["scheme"]]
        ]
        if placed:
            sums.count(None, option=options.index(placed[0]) + 1)
        elif line.before.ai.board_dice:
            sums.count(None, option="none")


@by_hand("ai_gems")
def _(recording: Recording, sums: Sums) -> None:
    paid = 0
    for line in recording.lines:
        for fact in line.found(facts.AiGained):
            if fact.gems:
                sums.count(None, fact.gems, cause=fact.cause)
        paid += sum(fact.gems for fact in line.found(facts.AiPaid))
    if recording.opponent != "none":
        assert sum(value for value, _ in sums.values()) - paid == recording.expected["ai"]["gems"]


@by_hand("ai_progress")
def _(recording: Recording, sums: Sums) -> None:
    orders = {ai["id"]: ai["progress_order"] for ai in recording.box["ai_opponents"]}
    for line in recording.of("reveal_scheme"):
        for star in range(line.before.ai.unlocked, line.after.ai.unlocked):
            sums.add(None, line.round, bonus=orders[recording.opponent][star])
