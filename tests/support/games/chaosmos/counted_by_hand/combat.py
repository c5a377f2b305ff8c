"""Combat and dice, counted from the combats fought again."""

from __future__ import annotations

from tests.support.games.chaosmos.counted_by_hand.fights import fights
from tests.support.games.chaosmos.counted_by_hand.recording import Recording, Sums, by_hand


@by_hand("combats")
def _(recording: Recording, sums: Sums) -> None:
    for fight in fights(recording):
        for seat, role in ((fight.attacker, "attacker"), (fight.defender, "defender")):
            outcome = fight.outcome
            if fight.winner is not None:
                outcome = "win" if fight.winner == seat else "loss"
            sums.count(seat, role=role, outcome=outcome, opponent=fight.other(seat))


@by_hand("infinity_wins")
def _(recording: Recording, sums: Sums) -> None:
    for fight in fights(recording):
        if fight.outcome == "infinity":
            sums.count(fight.winner)


@by_hand("attack_wins")
def _(recording: Recording, sums: Sums) -> None:
    for fight in fights(recording):
        if fight.outcome != "cancelled":
            sums.add(fight.attacker, fight.winner == fight.attacker)


@by_hand("final_margin")
def _(recording: Recording, sums: Sums) -> None:
    for fight in fights(recording):
        if fight.outcome == "score":
            sums.add(None, abs(fight.score(fight.attacker) - fight.score(fight.defender)))


@by_hand("lead_changes")
def _(recording: Recording, sums: Sums) -> None:
    for fight in fights(recording):
        if not fight.infinite:
            sums.add(None, len({*fight.leaders}) > 1)


@by_hand("combat_plays")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.of("play_combat_card"):
        sums.count(line.seat, card=line.action["card"])


@by_hand("combat_play_wins")
def _(recording: Recording, sums: Sums) -> None:
    for fight in fights(recording):
        for seat, card in {(played.seat, played.card) for played in fight.table}:
            sums.add(seat, fight.winner == seat, card=card)


@by_hand("single_use_spent")
def _(recording: Recording, sums: Sums) -> None:
    for fight in fights(recording):
        sums.add(None, sum(recording.cards[played.card]["single_use"] for played in fight.table))


@by_hand("cards_cancelled")
def _(recording: Recording, sums: Sums) -> None:
    for fight in fights(recording):
        for played in fight.table:
            if not played.active:
                sums.count(played.seat, card=played.card)


@by_hand("die_faces")
def _(recording: Recording, sums: Sums) -> None:
    faces = recording.box["combat_die"]
    for line in recording.of("attack"):
        for seat, rolled in line.action["dice"].items():
            for face in rolled:
                for other in faces:
                    sums.add(seat, 0, 1 / len(faces), face=other)
                sums.add(seat, 1, 0, face=face)


@by_hand("initial_score")
def _(recording: Recording, sums: Sums) -> None:
    for fight in fights(recording):
        for seat in fight.dice:
            if seat not in fight.infinite:
                sums.add(seat, fight.rolled(seat))


@by_hand("spoils_share")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.of("choose_resolution"):
        sums.add(line.seat, line.action["choice"] == "spoils")


@by_hand("give_backs")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.of("give_back"):
        sums.count(line.seat)


@by_hand("given_back")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.of("give_back"):
        sums.count(line.seat, card=line.action["card"])


@by_hand("stolen")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.of("take_spoils"):
        sums.count(line.seat, card=line.action["card"])


@by_hand("spoils_ovoid")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.of("take_spoils"):
        sums.add(line.seat, line.action["card"] == "ovoid")


@by_hand("envelopes_taken")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.of("take_envelope"):
        sums.add(line.seat, line.action["accept"])
