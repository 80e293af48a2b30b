"""A table in words: the move that was played, whose turn it is, and the state of every train.

`explanation.py` puts a ruling's reasons into words.
"""

from collections.abc import Mapping

from rules.referee.clauses import doubles, ending, first_turn, trains
from rules.referee.explanation import doubles_in_words, effect_in_words, seat_name, train_name
from rules.referee.ruling import Ruling
from rules.table.move import Draw, Lay, Move
from rules.table.notation import read_move
from rules.table.position import Position, Train
from rules.tile import Tile, tile
from rules.wording import list_of, say, say_of


def move_in_words(move: Move, names: Mapping[str, str]) -> str:
    """A move as a sentence for the log: `Ben lays the 9-4 on the Mexican train.`"""
    name = seat_name(move.seat, names)
    if isinstance(move, Lay):
        tiles, train = list_of([str(domino) for domino in move.tiles]), train_name(move.train, names)
        return say_of(name, "deed.lay-tap" if move.tap else "deed.lay", tiles=tiles, train=train)
    if isinstance(move, Draw) and move.drawn is not None:
        return say_of(name, "deed.draw-shown", tile=move.drawn)
    return say_of(name, f"deed.{move.deed}")


def instead_in_words(text: str, names: Mapping[str, str]) -> str:
    """A move that a ruling offers as an alternative, in words: `a tile with a 7 on Ana’s train`, `draw`."""
    end, _, train = text.partition(" ")[2].partition("-?@")
    if train:
        return say("instead.lay-end", end=end, train=train_name(train, names))
    move = read_move(text)
    if isinstance(move, Lay):
        return say("instead.lay", tile=move.tiles[0], train=train_name(move.train, names))
    return say(f"instead.{move.deed}")


def effects_in_words(ruling: Ruling, names: Mapping[str, str]) -> list[str]:
    """A sentence for each effect of the move, allowed or not."""
    position = ruling.question.position
    return [effect_in_words(effect, about, position, names) for effect, about in ruling.outcome[1]]


def lies_on(position: Position, one: Tile, names: Mapping[str, str]) -> str:
    """The train that a tile is on, in words; empty if it is on none."""
    return next((train_name(train.name, names) for train in position.trains if one in train.tiles), "")


def turn_in_words(position: Position, names: Mapping[str, str]) -> str:
    """A sentence about the turn: what the seat to move must do or may choose."""
    if not position.turn:
        return say("reason.round-over")
    name = seat_name(position.turn, names)
    places = trains.train_ends(position)
    facts = {
        "name": name,
        "end": position.end(position.own),
        "trains": list_of([train_name(train.name, names) for train, _ in places], "either"),
        "doubles": doubles_in_words(places, names),
    }
    if position.has_drawn:
        return say("turn.drawn-shown" if position.drawn else "turn.drawn", tile=position.drawn, **facts)
    if position.owes:
        return say("turn.owes", **facts)
    if doubles.binding(position):
        return say("turn.cover", **facts)
    if first_turn.has_run(position):
        return say("turn.run-on", **facts)
    if first_turn.is_run(position):
        return say("turn.run", **facts)
    return say("turn.play", **facts)


def ending_in_words(position: Position, names: Mapping[str, str]) -> str:
    """The end of a round as a sentence: it names the player who is out, or says that the round is blocked."""
    out = [seat_name(train.name, names) for train in position.seats if train.count == 0]
    return say("turn.out", names=list_of(out)) if out else say("ruling.ends-blocked")


def waiting_in_words(position: Position, names: Mapping[str, str]) -> str:
    """A sentence for when players are out while others have yet to take their first turn; otherwise empty."""
    out = [train.name for train in position.seats if train.count == 0]
    if not out or not position.turn or not first_turn.others_finish(position):
        return ""
    return say(
        "turn.waiting",
        out=list_of([seat_name(seat, names) for seat in out]),
        names=list_of([seat_name(seat, names) for seat in ending.still_to_come(position)]),
    )


def train_in_words(train: Train, end: int, names: Mapping[str, str]) -> str:
    """A train in words, with the number at its end, for players who cannot see it."""
    name = train_name(train.name, names)
    tiles = " ".join(str(domino) for domino in train.tiles)
    sentences = [say("train.tiles" if tiles else "train.empty", train=name, tiles=tiles, end=end)]
    if train.has_open_double:
        sentences.append(say("train.open-double", tile=tile(end, end)))
    if train.has_marker:
        sentences.append(say("train.marker"))
    if train.count is not None:
        sentences.append(say_of(seat_name(train.name, names), "train.count", count=train.count))
    return " ".join(sentences)


def table_in_words(position: Position, names: Mapping[str, str]) -> list[str]:
    """The whole table: the engine, every train, whose turn it is, and the boneyard."""
    engine = tile(position.engine, position.engine)
    sentences = [say("train.engine", engine=engine)]
    sentences += [train_in_words(train, position.end(train), names) for train in position.trains]
    if position.boneyard is not None:
        sentences.append(say("train.boneyard", count=position.boneyard))
    return [*sentences, turn_in_words(position, names)]
