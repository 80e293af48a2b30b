"""Reading a table of scores from a spreadsheet."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate

from models.files.scores_writer import FORMULA, word
from models.files.table_cells import (
    OUT_WORDS,
    adds_up,
    is_empty,
    is_label,
    label_of,
    names_double,
    pips_in,
    round_of,
    says_totals,
)
from models.files.table_text import MOST_LINES, Row, read_rows
from models.play.scores import ScoreEntry, read_entry
from models.store.columns import LONGEST_NAME
from models.texts import say
from rules import DealError, NotationError, RuleBook
from rules.books.deal_table import FEWEST_PLAYERS, MOST_ON_A_SHEET
from rules.names import OVERRIDES, fold_name, is_visible, typed_name
from rules.scores.left_in_hand import HandLeft
from rules.scores.scoring import round_scores
from rules.table.deal import check_engines
from rules.typed import UnsureNumberError, plain_signs, read_number

_LONGEST = 20_000
_MOST_PIPS = 9999
_FEWEST_COLUMNS = 2
_FEWEST_RUNNING = 3

_OUT = set(OUT_WORDS.split("|"))
# What people put at the score of whoever went out.
_STARS = {"*", "0*", "✓"}
_GROUPS = re.compile(r"(?<=\d)[.,' ](?=\d{3}\b)")


@dataclass(frozen=True, slots=True)
class TableRound:
    """A round of a table: its line from 1, its engine, and the score of each player, None if it is missing.

    `absent` are the players who were not there, by their place in the table.
    """

    line: int
    engine: int
    hands: tuple[ScoreEntry | None, ...]
    absent: frozenset[int]


@dataclass(kw_only=True)
class ScoreTable:
    """A table of scores as it was read. `wrong` has the lines that cannot be read, each with its number and the reason.

    Lines count from 1. `asked` are questions about lines that can be entered as they are. `starts` and `added` are in
    pips, by player. `is_running` says if the numbers look like totals so far, `is_half` if scores of the last round may
    still come. `left_out` are lines and columns that are no part of the table; `lines` has the line of each player, if
    players have one.
    """

    names: list[str] = field(default_factory=list)
    rounds: list[TableRound] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    added: list[int] = field(default_factory=list)
    wrong: list[tuple[int, str]] = field(default_factory=list)
    asked: list[tuple[int, str]] = field(default_factory=list)
    left_out: list[tuple[int, str]] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)
    is_running: bool = False
    is_half: bool = False


def read_scores(text: str, book: RuleBook, has_totals: bool = False) -> ScoreTable:
    """Scores from a table with a line per round or a line per player; everything wrong with it is in `wrong`.

    `has_totals` says that each number is a player's total so far.
    """
    scores, rows = ScoreTable(), list[Row]()
    if len(text) <= _LONGEST:
        rows, scores.left_out = read_rows(text)
    if not 2 <= len(rows) <= MOST_LINES or len(rows[0].cells) < _FEWEST_COLUMNS:
        scores.wrong.append((1, say("csv.no-table", most=MOST_LINES)))
        return scores
    numbers = [row.line for row in rows]
    cells = [row.cells for row in rows]
    if _is_by_player(*cells):
        cells = [list(column) for column in zip(*cells, strict=True)]
        # Each round is a column, so the first line stands for all of them; a player has one.
        scores.lines = dict(zip(map(typed_name, cells[0][1:]), numbers[1:], strict=True))
        numbers = [numbers[0]] * len(cells)
    played = [row for row in cells[1:] if not (label_of(row[0]) or label_of(row[1]))]
    if played and all(round_of(row[1]) and not row[1].isdecimal() for row in played):
        # The number of the round stands beside its double.
        cells = [[row[1] or row[0], *row[2:]] for row in cells]
        played = [row[1:] for row in played]
    columns = [[pips_in(row[at]) for row in played] for at in range(len(cells[0]))]
    # The totals so far beside each player's scores.
    sums = {
        at
        for at, head in enumerate(cells[0])
        if at > 1 and label_of(head) and len(played) > 2 and columns[at] == [*accumulate(columns[at - 1])]
    }
    scores.left_out += [(numbers[0], cells[0][at]) for at in sorted(sums)]
    cells = [[cell for at, cell in enumerate(row) if at not in sums] for row in cells]
    played = [[cell for at, cell in enumerate(row) if at not in sums] for row in played]
    scores.is_running = says_totals(cells[0][0])
    idle = {
        at for at in range(1, len(cells[0])) if played and cells[0][at] and all(is_empty(row[at]) for row in played)
    }
    scores.asked += [(numbers[0], say("csv.never-plays", name=cells[0][at][:LONGEST_NAME])) for at in sorted(idle)]
    cells = [[cell for at, cell in enumerate(row) if at not in idle] for row in cells]
    nameless = [at for at, name in enumerate(cells[0]) if at and not name]
    longer = next((number for number, row in zip(numbers, cells, strict=True) if any(row[at] for at in nameless)), 0)
    _read_names(scores, cells[0][1:], longer or numbers[0], book)
    if not scores.wrong:
        _read_lines(scores, list(zip(numbers[1:], cells[1:], strict=True)), book, has_totals)
        # Totals that add up leave nothing to ask.
        if not any(label_of(row[0]) == "total" for row in cells):
            _ask_about_left_out(scores, book)
    return scores


def _is_by_player(head: Sequence[str], *rows: Sequence[str]) -> bool:
    corner = label_of(head[0])
    are_rounds = all(map(is_label, head[1:]))
    # “Players” may also stand for the names beside it, above rounds.
    return corner != "round" and (are_rounds or (corner == "player" and not any(round_of(row[0]) for row in rows)))


def _read_names(table: ScoreTable, cells: Sequence[str], line: int, book: RuleBook) -> None:
    table.names = [typed_name(cell[1:] if cell[:1] == "'" and cell[1:].startswith(FORMULA) else cell) for cell in cells]
    table.starts, table.added = [0] * len(table.names), [0] * len(table.names)
    folded = [fold_name(name) for name in table.names]
    if not FEWEST_PLAYERS <= len(folded) <= MOST_ON_A_SHEET:
        table.wrong.append((line, say("csv.players", fewest=FEWEST_PLAYERS, most=MOST_ON_A_SHEET, count=len(folded))))
    elif not all(folded):
        table.wrong.append((line, say("csv.no-name")))
    elif len(set(folded)) < len(folded):
        twice = next(name for at, name in enumerate(table.names) if folded.index(folded[at]) < at)
        table.wrong.append((line, say("csv.name-twice", name=twice)))
    elif odd := next((name for name in table.names if not _can_be_shown(name)), ""):
        table.wrong.append((line, say("csv.long-name", name=odd[:LONGEST_NAME], most=LONGEST_NAME)))


def _can_be_shown(name: str) -> bool:
    return len(name) <= LONGEST_NAME and is_visible(name) and not set(name) & set(OVERRIDES)


def _ask_about_left_out(table: ScoreTable, book: RuleBook) -> None:
    """Ask about a left-out line that has a player's number; refuse one that has the numbers of several."""
    scores = [_scores(round, book) for round in table.rounds]
    sums = {fold_name(name): sum(score.get(at, 0) for score in scores) for at, name in enumerate(table.names)}
    with_number = re.compile(rf"\b({'|'.join(map(re.escape, sums))})[ :=(]+(\d{{1,5}}|{OUT_WORDS})\b")
    for line, text in table.left_out:
        named = {name: number for name, number in with_number.findall(fold_name(text)) if number != str(sums[name])}
        if len(named) > 1:
            table.wrong.append((line, say("csv.no-note", text=text[:60])))
        elif named:
            table.asked.append((line, say("csv.only-a-note", text=text[:60])))


def _read_lines(table: ScoreTable, lines: list[tuple[int, list[str]]], book: RuleBook, has_totals: bool) -> None:
    _name_totals(lines)
    # A round without a single score, such as one that was written down before the game, is no round yet.
    rounds = [
        (line, label, cells) for line, (label, *cells) in lines if not (label_of(label) or all(map(is_empty, cells)))
    ]
    table.left_out += [
        (line, row[0]) for line, row in lines if row[0] and not label_of(row[0]) and all(map(is_empty, row[1:]))
    ]
    if not rounds:
        table.wrong.append((lines[0][0], say("csv.no-rounds")))
    labels = {label_of(label) for _, (label, *_) in lines}
    table.is_half = "so-far" in labels or "total" not in labels
    for line, (label, *cells) in lines:
        if label_of(label) in ("start", "penalty"):
            sums = table.starts if label_of(label) == "start" else table.added
            more = [_read_sum(table, line, name, cell) for name, cell in zip(table.names, cells, strict=True)]
            sums[:] = map(sum, zip(sums, more, strict=True))
    _read_crosses([cells for _, _, cells in rounds])
    engines = _read_engines(table, rounds, book)
    hands = [_read_hands(table, line, cells, book) for line, _, cells in rounds]
    if table.wrong:
        return
    table.is_running |= _are_running(hands)
    if has_totals:
        hands = list(_without_totals(table, [line for line, _, _ in rounds], hands))
    with_out = sum(any(hand.left.is_out for hand in row if hand) for row in hands)
    is_out_written = 2 * with_out >= len(hands)
    for at, ((line, _, cells), engine) in enumerate(zip(rounds, engines, strict=True)):
        row = (
            hands[at] if is_out_written or any(hand.left.is_out for hand in hands[at] if hand) else _with_out(hands[at])
        )
        absent = frozenset(_absent(table, line, at, cells, hands))
        if sum(hand.left.is_out for hand in row if hand) > 1:
            table.wrong.append((line, say("csv.several-out", out=word("out"))))
        table.rounds.append(TableRound(line, engine, row, absent))
    for line, (label, *cells) in lines:
        if label_of(label) == "total" and not table.wrong:
            above = [round for round in table.rounds if round.line < line] or table.rounds
            _check_totals(table, line, cells, [_scores(round, book) for round in above])


def _name_totals(lines: list[tuple[int, list[str]]]) -> None:
    """Label as a total each line with an unknown label and the sums of all rounds above it.

    Correct sums between rounds are removed.
    """
    rounds: list[list[str]] = []
    between: list[int] = []
    for at, (line, (label, *cells)) in enumerate(lines):
        if round_of(label) or label_of(label) in ("penalty", "start"):
            rounds.append(cells)
        elif (
            (label_of(label) == "total" or (label and not label_of(label) and len(rounds) > 1))
            and rounds
            and all(map(adds_up, zip(*rounds, cells, strict=True)))
        ):
            lines[at] = line, [word("total"), *cells]
            between += [at] if any(round_of(row[0]) for _, row in lines[at:]) else []
    for at in reversed(between):
        del lines[at]


def _read_engines(table: ScoreTable, rounds: Sequence[tuple[int, str, Sequence[str]]], book: RuleBook) -> list[int]:
    """The engine of each round. Where labels are numbers of rounds, the rule set says which engines these have."""
    numbers = [round_of(label) for _, label, _ in rounds]
    planned, engines = book.options.engines, list[int]()
    # `1` to `6`, or `after 1` to `after 6`; `1-1` names a double.
    labels = [label for (_, label, _), number in zip(rounds, numbers, strict=True) if number]
    counts_up = [re.findall("[0-9]+", label) for label in labels] == [[f"{at}"] for at in range(1, len(labels) + 1)]
    counts_up = counts_up and not any(map(names_double, labels))
    for (line, label, _), number in zip(rounds, numbers, strict=True):
        if number is None:
            table.wrong.append((line, say("csv.no-round", label=label[:40])))
            continue
        value, is_number_of_round = number[0], number[1] or counts_up
        if is_number_of_round and not 1 <= value <= len(planned):
            table.wrong.append((line, say("csv.no-such-round", label=label[:40], rounds=len(planned))))
            continue
        engines.append(planned[value - 1] if is_number_of_round else value)
        try:
            check_engines(engines, book)
        except DealError as error:
            table.wrong.append((line, str(error)))
            break
    return engines


def _read_hands(table: ScoreTable, line: int, cells: Sequence[str], book: RuleBook) -> tuple[ScoreEntry | None, ...]:
    """The score of each player. None for an empty cell or a dash."""
    hands: list[ScoreEntry | None] = []
    for name, cell in zip(table.names, cells, strict=True):
        try:
            hands.append(None if is_empty(cell) else read_entry(word("out") if fold_name(cell) in _OUT else cell, book))
        except UnsureNumberError as error:
            table.wrong.append((table.lines.get(name, line), f"{name}: {error}"))
        except NotationError:
            table.wrong.append((table.lines.get(name, line), say("csv.no-score", name=name, text=cell[:40])))
    return tuple(hands)


def _read_crosses(rounds: Sequence[list[str]]) -> None:
    """Write `out` for a cross or a star, if it is the only one in its round and nothing else says who went out.

    Do the same for a dash, if every round has just one, not always below the same name.
    """
    dashes = []
    for cells in rounds:
        marks = [fold_name(plain_signs(cell)) for cell in cells]
        crosses = [at for at, mark in enumerate(marks) if mark in _STARS or (mark == "x" and "0" not in marks)]
        if len(crosses) == 1 and not _OUT & {*marks}:
            cells[crosses[0]] = word("out")
        elif marks.count("-") == 1 and not {"0", "x", word("out"), *_OUT} & {*marks}:
            dashes.append((cells, marks.index("-")))
    if len(dashes) == len(rounds) > _FEWEST_RUNNING and len({at for _, at in dashes}) > 1:
        for cells, at in dashes:
            cells[at] = word("out")


def _with_out(hands: tuple[ScoreEntry | None, ...]) -> tuple[ScoreEntry | None, ...]:
    """The hands of a table that never says who went out: those with nothing left are out."""
    return tuple(
        hand and replace(hand, left=replace(hand.left, is_out=not hand.left.pips and not hand.left.tiles))
        for hand in hands
    )


def _absent(
    table: ScoreTable, line: int, at: int, cells: Sequence[str], hands: Sequence[tuple[ScoreEntry | None, ...]]
) -> Iterator[int]:
    """The players who were not there. An empty cell of the last round may also be a score to come; a dash never is."""
    for player, name in enumerate(table.names):
        if hands[at][player] is not None:
            continue
        if not cells[player] and at == len(hands) - 1 and table.is_half:
            table.asked.append((table.lines.get(name, line), say("csv.missing", name=name)))
            continue
        if not any(row[player] for row in hands[:at]):
            table.asked += [(table.lines.get(name, line), say("csv.came-late", name=name))] if at == 0 else []
        elif hands[at - 1][player]:
            came_back = any(row[player] for row in hands[at:])
            table.asked.append(
                (table.lines.get(name, line), say("csv.was-away" if came_back else "csv.left-early", name=name))
            )
        yield player


def _are_running(hands: Sequence[tuple[ScoreEntry | None, ...]]) -> bool:
    """True if every player's numbers only ever grow, over three rounds or more; a latecomer's may be fewer."""
    columns = [[hand.left.pips for hand in column if hand] for column in zip(*hands, strict=True)]
    if any(hand.left.is_out for row in hands for hand in row if hand):
        return False
    long = [pips for pips in columns if len(pips) >= _FEWEST_RUNNING]
    return all(pips == sorted(pips) for pips in columns) and len(long) > 1 and all(pips[0] < pips[-1] for pips in long)


def _without_totals(
    table: ScoreTable, lines: Sequence[int], hands: Sequence[tuple[ScoreEntry | None, ...]]
) -> Iterator[tuple[ScoreEntry | None, ...]]:
    """The scores of each round, from the totals after each round."""
    before = [0] * len(table.names)
    for line, row in zip(lines, hands, strict=True):
        scores: list[ScoreEntry | None] = []
        for player, hand in enumerate(row):
            pips = hand.left.pips - before[player] if hand else 0
            if pips < 0:
                table.wrong.append(
                    (line, say("csv.total-falls", name=table.names[player], total=before[player] + pips))
                )
            before[player] += pips
            scores.append(hand and ScoreEntry(HandLeft(max(0, pips)), str(max(0, pips))))
        yield tuple(scores)


def _read_sum(table: ScoreTable, line: int, name: str, cell: str) -> int:
    """Pips that a line adds to a player; an empty cell adds none."""
    try:
        number = 0 if is_empty(cell) else read_number(cell)
        if abs(number) <= _MOST_PIPS:
            return number
        raise NotationError(cell[:40])
    except NotationError:
        table.wrong.append((table.lines.get(name, line), say("csv.no-number", name=name, text=cell[:40])))
        return 0


def _check_totals(table: ScoreTable, line: int, cells: Sequence[str], scores: Sequence[Mapping[int, int]]) -> None:
    for at, (name, cell) in enumerate(zip(table.names, cells, strict=True)):
        pips = sum(score.get(at, 0) for score in scores)
        total = _read_sum(table, line, name, _GROUPS.sub("", plain_signs(cell)))
        if not is_empty(cell) and total != pips + table.starts[at] + table.added[at]:
            facts = {"name": name, "total": cell[:40], "sum": pips + table.starts[at] + table.added[at]}
            table.wrong.append((table.lines.get(name, line), say("csv.total-wrong", **facts)))


def _scores(round: TableRound, book: RuleBook) -> dict[int, int]:
    hands = {at: hand.left for at, hand in enumerate(round.hands) if hand}
    out = frozenset(at for at, left in hands.items() if left.is_out)
    return round_scores({at: left.pips for at, left in hands.items()}, out, book)
