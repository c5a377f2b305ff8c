"""The AI: Schemes, dice, Gems and its Harvester."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.first_light import facts
from domain.games.first_light.evolve.table import at, boards_without, evolve, tokens_without, with_ai
from domain.games.first_light.state import AI, Rival, Spot, State


@evolve.on(facts.SchemesReshuffled)
def _(state: State, fact: facts.SchemesReshuffled) -> State:
    return with_ai(state, discarded=())


@evolve.on(facts.SchemeRevealed)
def _(state: State, fact: facts.SchemeRevealed) -> State:
    ai = state.ai or Rival("", "")
    return with_ai(state, revealed=(*ai.revealed, fact.scheme), schemes_left=ai.schemes_left - 1, moved=True)


@evolve.on(facts.SchemeResolved)
def _(state: State, fact: facts.SchemeResolved) -> State:
    if not fact.more or state.ai is None:
        return state
    return with_ai(state, schemes_left=state.ai.schemes_left + fact.more)


@evolve.on(facts.AiMoved)
def _(state: State, fact: facts.AiMoved) -> State:
    gone = (*fact.cleared, fact.space) if fact.gem else fact.cleared
    moved = with_ai(state, harvester=fact.space)
    return replace(moved, tokens=tokens_without(state, gone)) if gone else moved


@evolve.on(facts.AiDiePlaced)
def _(state: State, fact: facts.AiDiePlaced) -> State:
    index = fact.space - 1
    ai = state.ai or Rival("", "")
    left = with_ai(state, board_dice=ai.board_dice - 1)
    if fact.location == "negotiation":
        clan = fact.clan or ""
        cells = at(left.cells[clan], index, Spot(AI, fact.value))
        return replace(left, cells={**left.cells, clan: cells})
    if fact.location == "depository":
        column = fact.column or 0
        return replace(left, depository={**left.depository, column: at(left.depository[column], index, AI)})
    spots = at(left.locations[fact.location], index, Spot(AI, fact.value))
    return replace(left, locations={**left.locations, fact.location: spots})


@evolve.on(facts.AiGained)
def _(state: State, fact: facts.AiGained) -> State:
    ai = state.ai or Rival("", "")
    return with_ai(
        state,
        gems=ai.gems + fact.gems,
        board_dice=ai.board_dice + fact.dice,
        dice_supply=ai.dice_supply - fact.dice,
    )


@evolve.on(facts.AiPaid)
def _(state: State, fact: facts.AiPaid) -> State:
    ai = state.ai or Rival("", "")
    return with_ai(state, gems=ai.gems - fact.gems)


@evolve.on(facts.AiProgressed)
def _(state: State, fact: facts.AiProgressed) -> State:
    ai = state.ai or Rival("", "")
    return with_ai(state, unlocked=ai.unlocked + 1)


@evolve.on(facts.AiDiceReturned)
def _(state: State, fact: facts.AiDiceReturned) -> State:
    ai = state.ai or Rival("", "")
    returned = with_ai(state, board_dice=ai.board_dice + fact.board, dice_supply=ai.dice_supply + fact.supply)
    return replace(returned, locations=boards_without(state, AI))
