"""What changes: one small function a fact. Nothing here asks whether it may."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from domain.games.first_light import facts
from domain.games.first_light.actions import DieAt
from domain.games.first_light.state import (
    AI,
    FARMS,
    FIRST_TILE_SLOT,
    GARAGES,
    PRINTED_FARMS,
    ROWS,
    Acquired,
    Base,
    Deck,
    FollowUp,
    HeldDie,
    Rival,
    Spot,
    Stack,
    State,
)
from domain.kernel import Evolution

evolve = Evolution[State]()

Cards = tuple[str | None, ...]


def _seat(state: State, seat: str, **changes: Any) -> State:
    return replace(state, seats={**state.seats, seat: replace(state.seats[seat], **changes)})


def _ai(state: State, **changes: Any) -> State:
    return state if state.ai is None else replace(state, ai=replace(state.ai, **changes))


def _at(row: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*row[:index], value, *row[index + 1 :])


def _without(cards: Cards, gone: Cards) -> Cards:
    """The cards less those gone; one that is not among them was an unseen one (FL-718)."""
    left = list(cards)
    for card in gone:
        left.remove(card if card in left else None)
    return tuple(left)


@evolve.on(facts.StacksRevealed)
def _(state: State, fact: facts.StacksRevealed) -> State:
    return replace(
        state,
        farm_stacks=tuple(
            Stack(top, stack.size) for top, stack in zip(fact.farm_tops, state.farm_stacks, strict=False)
        ),
        upgrade_stacks=tuple(
            Stack(top, stack.size)
            for top, stack in zip(fact.upgrade_tops, state.upgrade_stacks, strict=False)
        ),
    )


@evolve.on(facts.CharactersDealt)
def _(state: State, fact: facts.CharactersDealt) -> State:
    dealt = {seat: replace(state.seats[seat], dealt=cards) for seat, cards in fact.characters.items()}
    return replace(state, seats={**state.seats, **dealt})


@evolve.on(facts.CharacterChosen)
def _(state: State, fact: facts.CharacterChosen) -> State:
    return _seat(state, fact.seat, character=fact.character, dealt=())


@evolve.on(facts.CharactersRevealed)
def _(state: State, fact: facts.CharactersRevealed) -> State:
    return replace(state, characters_open=True)


@evolve.on(facts.ItemsDealt)
def _(state: State, fact: facts.ItemsDealt) -> State:
    dealt = {seat: replace(state.seats[seat], packet=cards) for seat, cards in fact.hands.items()}
    count = sum(map(len, fact.hands.values()))
    return replace(
        state, seats={**state.seats, **dealt}, deck=replace(state.deck, size=state.deck.size - count)
    )


@evolve.on(facts.ItemDrafted)
def _(state: State, fact: facts.ItemDrafted) -> State:
    base = state.seats[fact.seat]
    return _seat(state, fact.seat, packet=_without(base.packet, (fact.item,)), hand=(*base.hand, fact.item))


@evolve.on(facts.PacketsPassed)
def _(state: State, fact: facts.PacketsPassed) -> State:
    order = tuple(state.seats)
    packets = {
        left: state.seats[seat].packet for seat, left in zip(order, order[1:] + order[:1], strict=True)
    }
    return replace(
        state, seats={seat: replace(base, packet=packets[seat]) for seat, base in state.seats.items()}
    )


@evolve.on(facts.PacketsBottomed)
def _(state: State, fact: facts.PacketsBottomed) -> State:
    deck = state.deck
    return replace(
        state,
        seats={seat: replace(base, packet=()) for seat, base in state.seats.items()},
        deck=Deck(deck.size + len(fact.cards), (*deck.bottom, *fact.cards), deck.discard),
    )


@evolve.on(facts.ItemsKept)
def _(state: State, fact: facts.ItemsKept) -> State:
    base = state.seats[fact.seat]
    rest = _without(base.packet, fact.items)
    deck = state.deck
    discard = (*deck.discard, *(card for card in rest if card is not None))
    return replace(_seat(state, fact.seat, packet=(), hand=fact.items), deck=replace(deck, discard=discard))


@evolve.on(facts.ItemsDrawn)
def _(state: State, fact: facts.ItemsDrawn) -> State:
    base, deck = state.seats[fact.seat], state.deck
    size = deck.size - len(fact.items)
    bottom = deck.bottom[-size:] if size > 0 else ()
    return replace(
        _seat(state, fact.seat, hand=(*base.hand, *fact.items)), deck=Deck(size, bottom, deck.discard)
    )


@evolve.on(facts.DiscardsReshuffled)
def _(state: State, fact: facts.DiscardsReshuffled) -> State:
    deck = state.deck
    return replace(state, deck=Deck(deck.size + len(deck.discard), deck.bottom, ()))


@evolve.on(facts.ItemNamed)
def _(state: State, fact: facts.ItemNamed) -> State:
    base = state.seats[fact.seat]
    if fact.place == "packet":
        return _seat(state, fact.seat, packet=_at(base.packet, base.packet.index(None), fact.item))
    return _seat(state, fact.seat, hand=_at(base.hand, base.hand.index(None), fact.item))


@evolve.on(facts.ItemAcquired)
def _(state: State, fact: facts.ItemAcquired) -> State:
    base = state.seats[fact.seat]
    return _seat(
        state,
        fact.seat,
        hand=_without(base.hand, (fact.item,)),
        acquired=(*base.acquired, Acquired(fact.item, state.round, fact.row)),
    )


@evolve.on(facts.ItemsDiscarded)
def _(state: State, fact: facts.ItemsDiscarded) -> State:
    deck = state.deck
    return replace(
        _seat(state, fact.seat, hand=_without(state.seats[fact.seat].hand, fact.items)),
        deck=replace(deck, discard=(*deck.discard, *fact.items)),
    )


@evolve.on(facts.StartPlayerSet)
def _(state: State, fact: facts.StartPlayerSet) -> State:
    return replace(state, start_player=fact.seat)


@evolve.on(facts.EventRevealed)
def _(state: State, fact: facts.EventRevealed) -> State:
    events = (*state.events, fact.event)
    return replace(state, round=state.round + 1, events=events, phase="plan", done=())


@evolve.on(facts.EffectApplied)
def _(state: State, fact: facts.EffectApplied) -> State:
    return state


@evolve.on(facts.ResourcesGained)
def _(state: State, fact: facts.ResourcesGained) -> State:
    resources = dict(state.seats[fact.seat].resources)
    for resource, amount in fact.gains.items():
        resources[resource] += amount
    return _seat(state, fact.seat, resources=resources)


@evolve.on(facts.ResourcesPaid)
def _(state: State, fact: facts.ResourcesPaid) -> State:
    resources = dict(state.seats[fact.seat].resources)
    for resource, amount in fact.costs.items():
        resources[resource] -= amount
    return _seat(state, fact.seat, resources=resources)


@evolve.on(facts.DiceGained)
def _(state: State, fact: facts.DiceGained) -> State:
    base = state.seats[fact.seat]
    return _seat(
        state,
        fact.seat,
        dice_supply=base.dice_supply - fact.count,
        reserve=base.reserve + fact.count,
    )


@evolve.on(facts.DiceRolled)
def _(state: State, fact: facts.DiceRolled) -> State:
    return _seat(state, fact.seat, reserve=0, rolled=fact.values, has_rolled=True)


@evolve.on(facts.DiceAssigned)
def _(state: State, fact: facts.DiceAssigned) -> State:
    return _seat(state, fact.seat, plan_garages=fact.garages, plan_farms=fact.farms, ready=False)


@evolve.on(facts.PlanConfirmed)
def _(state: State, fact: facts.PlanConfirmed) -> State:
    return _seat(state, fact.seat, ready=True)


@evolve.on(facts.PlansRevealed)
def _(state: State, fact: facts.PlansRevealed) -> State:
    seats = {
        seat: replace(
            base,
            rolled=(),
            has_rolled=False,
            ready=False,
            plan_garages=(),
            plan_farms={},
            garages=plan.garages + (None,) * (GARAGES - len(plan.garages)),
            farms=tuple(plan.farms.get(str(slot)) for slot in range(1, FARMS + 1)),
        )
        for seat, base in state.seats.items()
        for plan in (fact.plans[seat],)
    }
    return replace(state, seats=seats)


@evolve.on(facts.PhaseBegun)
def _(state: State, fact: facts.PhaseBegun) -> State:
    begun = replace(state, phase=fact.phase, to_act=fact.to_act, first_slot=fact.first_slot, done=())
    if fact.schemes:
        return _ai(begun, schemes_left=fact.schemes, moved=False)
    return begun


@evolve.on(facts.TurnPassed)
def _(state: State, fact: facts.TurnPassed) -> State:
    return replace(state, to_act=fact.seat)


def _taken_up(state: State, seat: str, origin: str, slot: int) -> State:
    """The table without the die in this Garage or Headquarters slot."""
    if origin == "garage":
        return _seat(state, seat, garages=_at(state.seats[seat].garages, slot - 1, None))
    return replace(state, headquarters=_at(state.headquarters, slot - 1, None))


@evolve.on(facts.DiePlaced)
def _(state: State, fact: facts.DiePlaced) -> State:
    seat, index = fact.seat, fact.space - 1
    left = _taken_up(state, seat, fact.origin, fact.slot)
    if fact.location == "negotiation":
        clan = fact.clan or ""
        column = _at(left.cells[clan], index, Spot(seat, fact.value))
        return replace(left, cells={**left.cells, clan: column})
    if fact.location == "depository":
        number = fact.column or 0
        rows = _at(left.depository[number], index, seat)
        return replace(left, depository={**left.depository, number: rows})
    if fact.location == "headquarters":
        die = HeldDie(seat, fact.value, left.round)
        return replace(left, headquarters=_at(left.headquarters, index, die))
    dice = 2 if fact.second else 1
    spots = _at(left.locations[fact.location], index, Spot(seat, fact.value, dice))
    return replace(left, locations={**left.locations, fact.location: spots})


@evolve.on(facts.DiceSentToCantina)
def _(state: State, fact: facts.DiceSentToCantina) -> State:
    cantina = state.seats[fact.seat].cantina + len(fact.slots)
    for slot in fact.slots:
        state = _taken_up(state, fact.seat, fact.origin, slot)
    return _seat(state, fact.seat, cantina=cantina)


@evolve.on(facts.HarvesterMoved)
def _(state: State, fact: facts.HarvesterMoved) -> State:
    return _seat(state, fact.seat, harvester=fact.space)


def _tokens_without(state: State, spaces: tuple[str, ...]) -> dict[str, str]:
    return {space: token for space, token in state.tokens.items() if space not in spaces}


@evolve.on(facts.TokenTaken)
def _(state: State, fact: facts.TokenTaken) -> State:
    return replace(state, tokens=_tokens_without(state, (fact.space,)))


@evolve.on(facts.TilesRemoved)
def _(state: State, fact: facts.TilesRemoved) -> State:
    base, first = state.seats[fact.seat], FIRST_TILE_SLOT[fact.kind]
    tiles = base.farm_tiles if fact.kind == "farm" else base.upgrades
    kept = [index for index in range(len(tiles)) if index + first not in fact.slots]
    left = tuple(tiles[index] for index in kept)
    gone = tuple(tile for index, tile in enumerate(tiles) if index not in kept)
    if fact.kind == "upgrade":
        shifted = _seat(state, fact.seat, upgrades=left)
        return replace(shifted, removed_upgrades=(*state.removed_upgrades, *gone))
    dice = tuple(base.farms[index + PRINTED_FARMS] for index in kept)
    farms = base.farms[:PRINTED_FARMS] + dice
    farms += (None,) * (FARMS - len(farms))
    waiting = sum(die is not None for die in base.farms) - sum(die is not None for die in farms)
    shifted = _seat(state, fact.seat, farm_tiles=left, farms=farms, cantina=base.cantina + waiting)
    return replace(shifted, removed_farms=(*state.removed_farms, *gone))


@evolve.on(facts.TileTaken)
def _(state: State, fact: facts.TileTaken) -> State:
    base, stacks = state.seats[fact.seat], state.stacks(fact.kind)
    uncovered = _at(stacks, fact.stack, Stack(fact.new_top, stacks[fact.stack].size - 1))
    if fact.kind == "farm":
        taken = _seat(state, fact.seat, farm_tiles=(*base.farm_tiles, fact.tile))
        return replace(taken, farm_stacks=uncovered)
    taken = _seat(state, fact.seat, upgrades=(*base.upgrades, fact.tile))
    return replace(taken, upgrade_stacks=uncovered)


@evolve.on(facts.FollowUpDue)
def _(state: State, fact: facts.FollowUpDue) -> State:
    return replace(state, pending=FollowUp(fact.kind, fact.seat, fact.clan, fact.value, fact.row))


@evolve.on(facts.FollowUpDone)
def _(state: State, fact: facts.FollowUpDone) -> State:
    return replace(state, pending=None)


@evolve.on(facts.AdvancementTaken)
def _(state: State, fact: facts.AdvancementTaken) -> State:
    return replace(
        state,
        left_values=tuple(value for value in state.left_values if value != fact.value),
        free_rewards=tuple(reward for reward in state.free_rewards if reward != fact.reward),
    )


@evolve.on(facts.SetbackTaken)
def _(state: State, fact: facts.SetbackTaken) -> State:
    return replace(
        state,
        left_conditions=tuple(c for c in state.left_conditions if c != fact.condition),
        free_punishments=tuple(p for p in state.free_punishments if p != fact.punishment),
    )


@evolve.on(facts.SetbackIgnored)
def _(state: State, fact: facts.SetbackIgnored) -> State:
    return state


@evolve.on(facts.DieSet)
def _(state: State, fact: facts.DieSet) -> State:
    base = state.seats[fact.seat]
    if fact.at == "garage":
        return _seat(state, fact.seat, garages=_at(base.garages, fact.slot - 1, fact.to))
    return _seat(state, fact.seat, farms=_at(base.farms, fact.slot - 1, fact.to))


@evolve.on(facts.DieLost)
def _(state: State, fact: facts.DieLost) -> State:
    """A Laboratory space stays taken while one die of its pair is left (FL-330)."""
    left = _die_taken_off(state, fact.seat, fact.die)
    return _seat(left, fact.seat, dice_supply=left.seats[fact.seat].dice_supply + 1)


def _die_taken_off(state: State, seat: str, die: DieAt) -> State:
    base, slot = state.seats[seat], (die.slot or 1) - 1
    match die.at:
        case "reserve":
            return _seat(state, seat, reserve=base.reserve - 1)
        case "cantina":
            return _seat(state, seat, cantina=base.cantina - 1)
        case "garage":
            return _seat(state, seat, garages=_at(base.garages, slot, None))
        case "farm":
            return _seat(state, seat, farms=_at(base.farms, slot, None))
        case "headquarters":
            return replace(state, headquarters=_at(state.headquarters, slot, None))
        case "depository":
            column = die.column or 0
            rows = _at(state.depository[column], ROWS.index(str(die.row)), None)
            return replace(state, depository={**state.depository, column: rows})
        case "negotiation":
            clan = die.clan or ""
            cells = _at(state.cells[clan], int(die.row or 1) - 1, None)
            return replace(state, cells={**state.cells, clan: cells})
        case _:
            index = (die.space or 1) - 1
            spot = state.locations[die.at][index]
            left = replace(spot, dice=spot.dice - 1) if spot is not None and spot.dice > 1 else None
            spots = _at(state.locations[die.at], index, left)
            return replace(state, locations={**state.locations, die.at: spots})


@evolve.on(facts.Harvested)
def _(state: State, fact: facts.Harvested) -> State:
    return replace(state, done=(*state.done, fact.seat))


def _boards_without(state: State, owner: str) -> dict[str, tuple[Spot | None, ...]]:
    boards = dict(state.locations)
    for location, spots in state.locations.items():
        for place, spot in enumerate(spots):
            if spot is not None and spot.owner == owner:
                boards[location] = _at(boards[location], place, None)
    return boards


@evolve.on(facts.Rested)
def _(state: State, fact: facts.Rested) -> State:
    base: Base = state.seats[fact.seat]
    rested = _seat(
        state,
        fact.seat,
        farms=(None,) * FARMS,
        cantina=0,
        reserve=base.reserve + fact.returned - fact.excess,
        dice_supply=base.dice_supply + fact.excess,
    )
    return replace(rested, locations=_boards_without(state, fact.seat), done=(*state.done, fact.seat))


@evolve.on(facts.RoundEnded)
def _(state: State, fact: facts.RoundEnded) -> State:
    ended = replace(state, start_player=fact.start_player)
    if ended.ai is None:
        return ended
    return _ai(ended, discarded=(*ended.ai.discarded, *ended.ai.revealed), revealed=())


@evolve.on(facts.SchemesReshuffled)
def _(state: State, fact: facts.SchemesReshuffled) -> State:
    return _ai(state, discarded=())


@evolve.on(facts.SchemeRevealed)
def _(state: State, fact: facts.SchemeRevealed) -> State:
    ai = state.ai or Rival("", "")
    return _ai(state, revealed=(*ai.revealed, fact.scheme), schemes_left=ai.schemes_left - 1, moved=True)


@evolve.on(facts.SchemeResolved)
def _(state: State, fact: facts.SchemeResolved) -> State:
    if not fact.more or state.ai is None:
        return state
    return _ai(state, schemes_left=state.ai.schemes_left + fact.more)


@evolve.on(facts.AiMoved)
def _(state: State, fact: facts.AiMoved) -> State:
    gone = (*fact.cleared, fact.space) if fact.gem else fact.cleared
    moved = _ai(state, harvester=fact.space)
    return replace(moved, tokens=_tokens_without(state, gone)) if gone else moved


@evolve.on(facts.AiDiePlaced)
def _(state: State, fact: facts.AiDiePlaced) -> State:
    index = fact.space - 1
    ai = state.ai or Rival("", "")
    left = _ai(state, board_dice=ai.board_dice - 1)
    if fact.location == "negotiation":
        clan = fact.clan or ""
        cells = _at(left.cells[clan], index, Spot(AI, fact.value))
        return replace(left, cells={**left.cells, clan: cells})
    if fact.location == "depository":
        column = fact.column or 0
        return replace(left, depository={**left.depository, column: _at(left.depository[column], index, AI)})
    spots = _at(left.locations[fact.location], index, Spot(AI, fact.value))
    return replace(left, locations={**left.locations, fact.location: spots})


@evolve.on(facts.AiGained)
def _(state: State, fact: facts.AiGained) -> State:
    ai = state.ai or Rival("", "")
    return _ai(
        state,
        gems=ai.gems + fact.gems,
        board_dice=ai.board_dice + fact.dice,
        dice_supply=ai.dice_supply - fact.dice,
    )


@evolve.on(facts.AiPaid)
def _(state: State, fact: facts.AiPaid) -> State:
    ai = state.ai or Rival("", "")
    return _ai(state, gems=ai.gems - fact.gems)


@evolve.on(facts.AiProgressed)
def _(state: State, fact: facts.AiProgressed) -> State:
    ai = state.ai or Rival("", "")
    return _ai(state, unlocked=ai.unlocked + 1)


@evolve.on(facts.AiDiceReturned)
def _(state: State, fact: facts.AiDiceReturned) -> State:
    ai = state.ai or Rival("", "")
    returned = _ai(state, board_dice=ai.board_dice + fact.board, dice_supply=ai.dice_supply + fact.supply)
    return replace(returned, locations=_boards_without(state, AI))


@evolve.on(facts.CachesRevealed)
def _(state: State, fact: facts.CachesRevealed) -> State:
    return replace(state, caches=fact.caches)


@evolve.on(facts.GameEnded)
def _(state: State, fact: facts.GameEnded) -> State:
    return replace(state, phase="ended", winners=fact.winners, decided_by=fact.decided_by)
