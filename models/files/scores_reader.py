"""Reading a table of scores from a spreadsheet."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise
from operator import add

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
from models.files.table_layouts import Row, with_columns
from models.files.table_text import MOST_LINES, read_rows
from models.play.scores import ScoreEntry, read_entry
from models.store.columns import LONGEST_NAME
from models.texts import say
from rules import RULE_BOOKS, DealError, NotationError, RuleBook
from rules.books.deal_table import FEWEST_PLAYERS, MOST_ON_A_SHEET
from rules.names import OVERRIDES, fold_name, is_visible, typed_name
from rules.scores.left_in_hand import HandLeft
from rules.scores.scoring import round_scores
from rules.table.deal import check_engines
from rules.typed import UnsureNumberError, plain_signs, read_number

_MOST_PIPS = 9999
_FEWEST_RUNNING = 3

_OUT = set(OUT_WORDS.split("|"))
# Marks that people put in place of the score of the player who went out.
_STAR = re.compile(r"0\*|[^\w\s.?+-]")
_GROUPS = re.compile(r"(?<=\d)[.,' ](?=\d{3}\b)")
# `-10`, `-10.00`, or `(15.00)` as accountants write it; `(10)` may be a remark.
_LOWERS = re.compile(r"(?:-(?=\d+(?:[.,]0{1,2})?$)|\((?=\d+[.,]0{1,2}\)$))(\d{1,5}).*")
_BRACKETED = re.compile(r"^ *\((\d{1,4})\) *$")
_BELOW_NOTHING = re.compile(r"-\d+|\(\d+\)")
# `Ana: 44 0 29 17`, which is no note.
_SCORES = re.compile(r"^[^\d:]{1,40}: *(?:\d+[ ,;+]+){3}\d")
# `9-9 (blocked)`, `Double 6 - blocked`, or a note such as `<- blocked, nobody out`; not `Ana blocked my train`.
_BLOCKED = re.compile(r"(?:^\W*|[(-] ?)blocked(?! \w)", re.IGNORECASE)
# A remark in brackets after a total.
_REMARK = re.compile(r"(?<=\d) *\(.*")


# The score of each player in a round; None if it is missing.
Hands = tuple[ScoreEntry | None, ...]


@dataclass(frozen=True, slots=True)
class TableRound:
    """A round in a table of scores: its line number (counted from 1), its engine, and each player's score.

    `absent` are the players who were not there, by their position in the table. `says_blocked` is True if
    the round's label or a note on its line says that it was blocked.
    """

    line: int
    engine: int
    hands: Hands
    absent: frozenset[int]
    says_blocked: bool


@dataclass(kw_only=True)
class ScoreTable:
    """A table of scores as it was read.

    `wrong` lists the lines that cannot be read, each with its number (counted from 1) and the reason. `noted` says how
    unusual lines were read. `asked` has the questions about scores, each with the engines of its rounds. `starts` are
    the pips that players start with, `added` the pips added by hand, both by player. `is_running` says whether the
    numbers look like running totals. `left_out` are the lines and columns that are not part of the table. `lines` has
    the line number of each player, if the table has a line per player.
    """

    names: list[str] = field(default_factory=list)
    rounds: list[TableRound] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    added: list[int] = field(default_factory=list)
    wrong: list[tuple[int, str]] = field(default_factory=list)
    noted: list[tuple[int, str]] = field(default_factory=list)
    asked: dict[str, list[int]] = field(default_factory=dict)
    left_out: list[tuple[int, str]] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)
    is_running: bool = False


def read_scores(text: str, book: RuleBook, has_totals: bool = False) -> ScoreTable:
    """Read scores from a table with one line per round or per player; everything wrong with it is listed in `wrong`.

    `has_totals` says that each number is a player's running total.
    """
    rows, left_out = read_rows(text)
    table = ScoreTable(left_out=left_out)
    if not 2 <= len(rows) <= MOST_LINES or len(rows[0].cells) < 2:
        table.wrong.append((1, say("csv.no-table", most=MOST_LINES)))
        return table
    if _is_by_player(*(row.cells for row in rows)):
        rows = [row for at, row in enumerate(rows) if not at or not _is_aside(row, rows[1:at])]
        # Each round is a column, so its line number is that of the header; each player has a line.
        table.lines = {typed_name(row.cells[0]): row.line for row in rows[1:]}
        rows = [Row(rows[0].line, list(column)) for column in zip(*(row.cells for row in rows), strict=True)]
    rows = _without_columns(table, rows)
    table.is_running = says_totals(rows[0].cells[0])
    nameless = [at for at, name in enumerate(rows[0].cells) if at and not name]
    longer = next((row.line for row in rows if any(row.cells[at] for at in nameless)), rows[0].line)
    _read_names(table, rows[0].cells[1:], longer)
    table.wrong += [(line, say("csv.no-sum", text=text[:60])) for line, text in left_out if _SCORES.search(text)]
    if not table.wrong:
        _read_lines(table, _without_rows_below(table, _with_totals_named(rows[1:])), book, has_totals)
        # If the totals add up, no score was left out.
        if table.wrong or not any(label_of(row.cells[0]) == "total" for row in rows):
            _check_left_out(table, book)
    return table


def _is_by_player(head: Sequence[str], *rows: Sequence[str]) -> bool:
    corner = label_of(head[0])
    last = max((at for at, cell in enumerate(head) if is_label(cell)), default=0)
    # Columns behind the last round or total may have any other heading.
    has_more = last > 1 and not any(round_of(row[0]) for row in rows)
    are_rounds = all(map(is_label, head[1 : last + 1 if has_more else None]))
    # “Players” may also be the label of the names to its right, with rounds below it.
    return corner != "round" and (are_rounds or (corner == "player" and not any(round_of(row[0]) for row in rows)))


def _without_columns(table: ScoreTable, rows: list[Row]) -> list[Row]:
    """The rows, without running totals, players with no score, or a column of round numbers next to one of doubles."""
    played = [cells for _, cells in rows[1:] if not (label_of(cells[0]) or label_of(cells[1]))]
    played = next(filter(None, ([cells for cells in played if round_of(cells[at])] for at in (0, 1))), played)
    if played and (all(round_of(cells[1]) and not cells[1].isdecimal() for cells in played) or _count_down(played)):
        rows = [Row(line, [cells[1] or cells[0], *cells[2:]]) for line, cells in rows]
        played = [cells[1:] for cells in played]
    line, head = rows[0]
    columns, before = list(range(len(head))), list[int]()
    for at, (name, *scores) in enumerate(zip(head, *played, strict=True)):
        pips = list(map(pips_in, scores))
        if at > 1 and label_of(name) and len(played) > 2 and pips == [*accumulate(before)]:
            table.left_out.append((line, name))
            columns.remove(at)
        elif at and name and played and all(map(is_empty, scores)):
            own_line = table.lines.get(typed_name(name), line)
            if len(name) > LONGEST_NAME:
                table.left_out.append((own_line, name))
            else:
                table.noted.append((own_line, say("csv.never-plays", name=name)))
            columns.remove(at)
        before = pips
    return with_columns(rows, columns)


def _count_down(played: Sequence[list[str]]) -> bool:
    """True if the first column has rounds and the second has their doubles, counting down by one, under any heading."""
    numbers = [pips_in(cells[1]) for cells in played if round_of(cells[0]) and cells[1].isdecimal()]
    return len(numbers) == len(played) > _FEWEST_RUNNING and all(high - low == 1 for high, low in pairwise(numbers))


def _read_names(table: ScoreTable, cells: Sequence[str], line: int) -> None:
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


def _check_left_out(table: ScoreTable, book: RuleBook) -> None:
    """Note a left-out line that has a number for one player; refuse one that has numbers for several."""
    sums = dict(zip(map(fold_name, table.names), _sums(table, table.rounds, book), strict=True))
    with_number = re.compile(rf"\b({'|'.join(map(re.escape, sums))})[ :=(]+(\d{{1,5}}|{OUT_WORDS})\b")
    for line, text in table.left_out:
        named = {name: number for name, number in with_number.findall(fold_name(text)) if number != str(sums[name])}
        if len(named) > 1:
            table.wrong.append((line, say("csv.no-note", text=text[:60])))
        elif named:
            table.noted.append((line, say("csv.only-a-note", text=text[:60])))


def _read_lines(table: ScoreTable, rows: Sequence[Row], book: RuleBook, has_totals: bool) -> None:
    unlabelled = [row for row in rows if not label_of(row.cells[0])]
    # A round without a single score, such as one that was written down before the game, does not count yet.
    rounds = [row for row in unlabelled if not all(map(is_empty, row.cells[1:]))]
    unplayed = [row for row in unlabelled if row.cells[0] and row not in rounds]
    table.left_out += [(row.line, row.cells[0]) for row in unplayed if not round_of(row.cells[0])]
    # Round 13 down to round 1, with the newest on top; the rule set has no double that high.
    newest, found = len(book.options.engines), [round_of(row.cells[0]) for row in rounds]
    if newest > book.options.highest and [round and round[0] for round in found] == [*range(newest, 0, -1)]:
        rounds.reverse()
    if not rounds:
        table.wrong.append((rows[0].line, say("csv.no-rounds")))
    for line, (label, *cells) in rows:
        if label_of(label) in ("start", "penalty", "bonus"):
            sums = table.starts if label_of(label) == "start" else table.added
            if label_of(label) == "bonus":
                cells = [_BRACKETED.sub(r"-\1", cell) for cell in cells]
            numbers = [_read_sum(table, line, name, cell) for name, cell in zip(table.names, cells, strict=True)]
            if label_of(label) == "bonus" and max(numbers) > 0:
                table.wrong.append((line, say("csv.bonus", label=label[:40])))
            sums[:] = map(add, sums, numbers)
    if _read_crosses([row.cells for row in rounds]):
        table.noted.append((rounds[0].line, say("csv.empty-is-out")))
    engines = _read_engines(table, rounds, book)
    hands = [_read_hands(table, row, book) for row in rounds]
    if table.wrong:
        return
    doubles = [engine for row, engine in zip(rounds, engines, strict=True) if round_of(row.cells[0]) == (engine, False)]
    fitting = [other for other in RULE_BOOKS.values() if max(doubles, default=0) <= other.options.highest]
    same_length = [other for other in fitting if len(other.options.engines) == len(engines)]
    if same_length and len(engines) < len(book.options.engines):
        table.noted.append((rounds[0].line, say("csv.as-many", count=len(engines), name=same_length[0].name)))
    table.is_running |= _are_running(hands)
    if has_totals:
        hands = list(_without_totals(table, rounds, hands))
    if 2 * sum(bool(_out(row)) for row in hands) < len(hands):
        hands = [row if _out(row) else _with_out(row) for row in hands]
    labels = {label_of(row.cells[0]) for row in rows}
    is_half = "so-far" in labels or "total" not in labels
    for at, (row, engine) in enumerate(zip(rounds, engines, strict=True)):
        absent = frozenset(_absent(table, row, hands, at, is_half))
        if len(_out(hands[at])) > 1:
            table.wrong.append((row.line, say("csv.several-out", out=word("out"))))
        table.rounds.append(TableRound(row.line, engine, hands[at], absent, _says_blocked(table, row)))
    for row in rows:
        if label_of(row.cells[0]) in ("total", "so-far") and not table.wrong:
            _check_totals(table, row, book)


def _says_blocked(table: ScoreTable, row: Row) -> bool:
    # If each line is a player, a note on it is about the player.
    notes = [text for line, text in table.left_out if line == row.line and not table.lines]
    return any(_BLOCKED.search(plain_signs(remark)) for remark in (row.cells[0], *notes))


def _with_totals_named(rows: Sequence[Row]) -> list[Row]:
    """The rows, without correct subtotals that have rounds, penalties or another total below them.

    If a row has the sums of all rounds and its label is unknown, it is labeled as the total.
    """
    rounds, added, kept = list[list[str]](), list[list[str]](), list[Row]()
    for at, row in enumerate(rows):
        label, *cells = row.cells
        is_total = label_of(label) in ("total", "so-far") or (not label_of(label) and len(rounds) > 1)
        if round_of(label):
            rounds.append(cells)
        elif label_of(label) in ("penalty", "start"):
            added.append(cells)
        elif rounds and is_total and any(_add_up(summed, cells) for summed in (rounds, rounds + added)):
            labels_below = (later.cells[0] for later in rows[at + 1 :])
            if any(round_of(below) or label_of(below) in ("penalty", "bonus", "total") for below in labels_below):
                continue
            row = row if label_of(label) else Row(row.line, [word("total"), *cells])
        kept.append(row)
    return kept


def _without_rows_below(table: ScoreTable, rows: Sequence[Row]) -> list[Row]:
    """The rows, without those below the total whose label is unknown, such as the number of rounds won."""
    last = max((at for at, row in enumerate(rows) if label_of(row.cells[0]) == "total"), default=len(rows))
    has_rounds_above = any(round_of(row.cells[0]) for row in rows[:last])
    below = [row for row in rows[last + 1 :] if has_rounds_above and not is_label(row.cells[0])]
    table.left_out += [(row.line, " ".join(filter(None, row.cells))) for row in below]
    return [row for row in rows if row not in below]


def _is_aside(row: Row, players: Sequence[Row]) -> bool:
    """True if a row below the players has their averages, places or totals."""
    label, *cells = row.cells
    has_parts = any(re.search(r"\d[.,]\d", cell) for cell in cells)
    are_sums = len(players) > 1 and _add_up([other.cells[1:] for other in players], cells)
    return label_of(label) in ("place", "total") and (has_parts or are_sums)


def _add_up(rows: Sequence[list[str]], totals: list[str]) -> bool:
    return all(map(adds_up, zip(*rows, totals, strict=True)))


def _read_engines(table: ScoreTable, rounds: Sequence[Row], book: RuleBook) -> list[int]:
    """The engine of each round. If the labels are round numbers, the rule set says which engines those rounds have."""
    planned, engines = book.options.engines, list[int]()
    # `1` to `6`, or `after 1` to `after 6`; `1-1` names a double.
    labels = [row.cells[0] for row in rounds if round_of(row.cells[0])]
    counts_up = [re.findall("[0-9]+", label) for label in labels] == [[f"{at}"] for at in range(1, len(labels) + 1)]
    counts_up = counts_up and not any(map(names_double, labels))
    # `#9` down to `#0`, or a table that starts with `R12`.
    values = [found[0] for found in map(round_of, labels) if found]
    counts_down = 0 in values or (len(values) > 1 and book.options.highest == values[0] > values[1])
    for line, (label, *_) in rounds:
        number = round_of(label)
        if number is None:
            table.wrong.append((line, say("csv.no-round", label=label[:40])))
            continue
        value, is_number_of_round = number[0], (number[1] or counts_up) and not counts_down
        if is_number_of_round and not 1 <= value <= len(planned):
            table.wrong.append((line, say("csv.no-such-round", label=label[:40], rounds=len(planned))))
            continue
        engines.append(planned[value - 1] if is_number_of_round else value)
        try:
            check_engines(engines, book)
        except DealError as error:
            bigger = [
                other.name
                for other in RULE_BOOKS.values()
                if book.options.highest < engines[-1] <= other.options.highest
            ]
            table.wrong.append((line, say("csv.other-set", error=error, name=bigger[0]) if bigger else str(error)))
            break
    return engines


def _read_hands(table: ScoreTable, row: Row, book: RuleBook) -> Hands:
    """The score of each player. None for an empty cell or a dash."""
    hands: list[ScoreEntry | None] = []
    for name, cell in zip(table.names, row.cells[1:], strict=True):
        line = table.lines.get(name, row.line)
        if lowers := _BELOW_NOTHING.fullmatch(plain_signs(cell)):
            key = "csv.below-nothing-across" if table.lines else "csv.below-nothing"
            table.wrong.append((line, say(key, name=name, text=cell, pips=lowers[0].strip("-()"))))
            continue
        try:
            hands.append(None if is_empty(cell) else read_entry(word("out") if fold_name(cell) in _OUT else cell, book))
        except UnsureNumberError as error:
            table.wrong.append((line, f"{name}: {error}"))
        except NotationError:
            table.wrong.append((line, say("csv.no-score", name=name, text=cell[:40])))
    return tuple(hands)


def _read_crosses(rounds: Sequence[list[str]]) -> bool:
    """Replace a cross or a star with `out` if it is the only one in its round and nothing else says who went out.

    Do the same with dashes or empty cells if no round has two, most rounds have one, they are not all the same
    player's, and nothing else says who went out. Returns True if empty cells were replaced.
    """
    places: dict[str, list[int]] = {"-": [], "": []}
    is_said = False
    for cells in rounds:
        _, *marks = (fold_name(plain_signs(cell)) for cell in cells)
        crosses = [
            at for at, mark in enumerate(marks, 1) if _STAR.fullmatch(mark) or (mark == "x" and "0" not in marks)
        ]
        if len(crosses) == 1 and _OUT.isdisjoint(marks):
            cells[crosses[0]] = word("out")
        is_said |= bool(crosses) or not {"0", *_OUT}.isdisjoint(marks)
        for mark, at in places.items():
            at.append(marks.index(mark) + 1 if marks.count(mark) == 1 else -marks.count(mark))
    for mark, found in places.items():
        players = {at for at in found if at > 0}
        is_out = min(found, default=-1) >= 0 and 4 * sum(at > 0 for at in found) >= 3 * len(rounds) and len(players) > 1
        if is_out and not is_said and len(rounds) > _FEWEST_RUNNING:
            for cells, place in zip(rounds, found, strict=True):
                cells[place] = word("out") if place else cells[place]
            return not mark
    return False


def _out(hands: Hands) -> frozenset[int]:
    """The players who went out."""
    return frozenset(at for at, hand in enumerate(hands) if hand and hand.left.is_out)


def _with_out(hands: Hands) -> Hands:
    """The hands of a round that does not say who went out; a hand with nothing left is marked as out."""
    return tuple(
        hand and replace(hand, left=replace(hand.left, is_out=not hand.left.pips and not hand.left.tiles))
        for hand in hands
    )


def _absent(table: ScoreTable, row: Row, hands: Sequence[Hands], at: int, is_half: bool) -> Iterator[int]:
    """The players who were absent.

    In the last round of an unfinished table, an empty cell is a score still to come; a dash never is.
    """
    for player, (name, cell) in enumerate(zip(table.names, row.cells[1:], strict=True)):
        line = table.lines.get(name, row.line)
        if hands[at][player]:
            continue
        if is_half and at == len(hands) - 1 and not cell and (not at or hands[at - 1][player]):
            table.noted.append((line, say("csv.missing", name=name)))
            continue
        if at == 0:
            table.noted.append((line, say("csv.came-late", name=name)))
        elif hands[at - 1][player]:
            came_back = any(later[player] for later in hands[at:])
            table.noted.append((line, say("csv.was-away" if came_back else "csv.left-early", name=name)))
        yield player


def _are_running(hands: Sequence[Hands]) -> bool:
    """True if these look like running totals: numbers that never fall, over three rounds or more.

    A latecomer may have fewer rounds.
    """
    columns = [[hand.left.pips for hand in column if hand] for column in zip(*hands, strict=True)]
    if any(map(_out, hands)):
        return False
    long = [pips for pips in columns if len(pips) >= _FEWEST_RUNNING]
    return all(pips == sorted(pips) for pips in columns) and len(long) > 1 and all(pips[0] < pips[-1] for pips in long)


def _without_totals(table: ScoreTable, rounds: Sequence[Row], hands: Sequence[Hands]) -> Iterator[Hands]:
    """The scores of each round, computed from the totals after each round."""
    totals = dict.fromkeys(table.names, 0)
    for round, row in zip(rounds, hands, strict=True):
        scores: list[ScoreEntry | None] = []
        for name, hand in zip(table.names, row, strict=True):
            pips = hand.left.pips - totals[name] if hand else 0
            totals[name] += pips
            if pips < 0:
                table.wrong.append((round.line, say("csv.total-falls", name=name, total=totals[name])))
            scores.append(hand and ScoreEntry(HandLeft(max(0, pips)), str(max(0, pips))))
        yield tuple(scores)


def _read_sum(table: ScoreTable, line: int, name: str, cell: str) -> int:
    """The pips that a line adds to a player's total; an empty cell adds none."""
    try:
        lowers = _LOWERS.fullmatch(plain_signs(cell))
        number = -int(lowers[1]) if lowers else 0 if is_empty(cell) else read_number(cell)
        if abs(number) <= _MOST_PIPS:
            return number
        raise NotationError(cell[:40])
    except NotationError:
        table.wrong.append((table.lines.get(name, line), say("csv.no-number", name=name, text=cell[:40])))
        return 0


def _check_totals(table: ScoreTable, row: Row, book: RuleBook) -> None:
    above = [round for round in table.rounds if round.line <= row.line] or table.rounds
    sums = map(sum, zip(_sums(table, above, book), table.starts, table.added, strict=True))
    for name, cell, total in zip(table.names, row.cells[1:], sums, strict=True):
        written = _REMARK.sub("", _GROUPS.sub("", plain_signs(cell)))
        if not is_empty(cell) and total != _read_sum(table, row.line, name, written):
            wrong = say("csv.total-wrong", name=name, total=cell[:40], sum=total)
            table.wrong.append((table.lines.get(name, row.line), wrong))


def _sums(table: ScoreTable, rounds: Sequence[TableRound], book: RuleBook) -> list[int]:
    """The sum of each player's scores in these rounds."""
    sums = [0] * len(table.names)
    for round in rounds:
        left = {at: hand.left.pips for at, hand in enumerate(round.hands) if hand}
        for at, score in round_scores(left, _out(round.hands), book).items():
            sums[at] += score
    return sums
