"""Seasons played at random, with everything that happens to games; and what they come to, worked out slowly and plainly."""

from datetime import date, timedelta
from random import Random

from openskill.models import PlackettLuce
from sqlalchemy import select

from models import db
from models.ledger.clubs import Club, Player, call_player
from models.ledger.games import Game, begin_game
from models.ledger.lines import WentOn
from models.ledger.nights import Night, begin_night
from models.play.bin import put_game_back, throw_game
from models.play.changes import arrive, go_on, leave, mend_rules, penalise, stop
from models.play.pen import SheetError
from models.play.scores import Entry, enter_scores, strike
from models.results.statistics import Figures
from models.sheets.acts import load_history
from models.sheets.fold import load_sheet
from models.sheets.sheet import Sheet
from rules import RULE_BOOKS, DealError, read_rules
from rules.scores.left_in_hand import Left

HOUSE = ("double-six[double-blank=50]", "double-nine[blocked=lowest-hand-0,tie=most-rounds-won]")
BOOKS = [*RULE_BOOKS.values(), *map(read_rules, HOUSE)]
# The day on which a game counts, its number, its sheet.
Over = tuple[date, int, Sheet]
NAMES = ["Ana", "Ben", "Cai", "Dee", "Eli"]


def play_season(club: Club, luck: Random, games: int) -> None:
    """So many games over two years, some corrected, stopped, thrown away or gone on with later."""
    day = date(2024, 11, 2)
    for _ in range(games):
        day += timedelta(days=luck.choice([0, 3, 10, 40]))
        play_game(club, day, luck)
        if luck.random() < 0.4:
            change_something(club, luck, day)


def play_game(club: Club, day: date, luck: Random) -> None:
    """A short game of some of the players."""
    night = begin_night(club.id, day)
    players = [call_player(club.id, name) for name in luck.sample(NAMES, luck.randint(2, 4))]
    book = luck.choice(BOOKS)
    game = begin_game(night, players, book, book.options.engines[: luck.randint(1, 4)], "Ana")
    for number in range(1, len(game.engines) + 1):
        play_round(game, number, luck)
        if number < len(game.engines):
            between_rounds(game, luck)
    if luck.random() < 0.15:
        penalise(game, load_sheet(game).columns[0].seat, 5, "Late", "Ana")


def between_rounds(game: Game, luck: Random) -> None:
    """Now and then somebody comes or goes, or the table stops."""
    what, sheet = luck.random(), load_sheet(game)
    if sheet.is_over:
        return
    try:
        if what < 0.1:
            arrive(game, luck.choice(NAMES), None, "Ana")
        elif what < 0.2:
            leave(game, sheet.columns[0].seat, "Ana")
        elif what < 0.25:
            stop(game, "Ana")
    except (SheetError, DealError):
        pass


def play_round(game: Game, number: int, luck: Random) -> None:
    """Scores that often tie; sometimes nobody goes out."""
    sheet = load_sheet(game)
    if sheet.is_over:
        return
    here = sheet.rounds[number - 1].here
    out = luck.choice([*here, None])
    entries = {}
    for seat in here:
        pips = 0 if seat == out else luck.choice([1, 2, 5, 9])
        entries[seat] = Entry(Left(pips, seat == out), str(pips))
    enter_scores(game, sheet, number, entries, "Ana", frozenset({"nobody-out:"}))


def leave_unfinished(club: Club, day: date, luck: Random) -> None:
    """A game that stays open: people come, go and are punished, and its last round is half entered or nothing is."""
    night = begin_night(club.id, day)
    players = [call_player(club.id, name) for name in luck.sample(NAMES, 4)]
    book = luck.choice(BOOKS)
    game = begin_game(night, players, book, book.options.engines[:6], "Ana")
    for number in range(1, luck.randint(2, 5)):
        play_round(game, number, luck)
        between_rounds(game, luck)
        if luck.random() < 0.5:
            penalise(game, luck.choice(load_sheet(game).columns).seat, luck.randint(1, 20), "Late", "Ana")
        if luck.random() < 0.3 and not load_sheet(game).is_over:
            day += timedelta(days=7)
            go_on(game, day, "Ana")
            correct(game, load_sheet(game), luck)
    sheet = load_sheet(game)
    if sheet.current and luck.random() < 0.7:
        seats = luck.sample(sheet.current.here, len(sheet.current.here) - 1)
        entries = {seat: Entry(Left(pips), str(pips)) for seat in seats if (pips := luck.randint(1, 30))}
        enter_scores(game, sheet, sheet.current.number, entries, "Ana")
    if luck.random() < 0.2 and sheet.current:
        stop(game, "Ana")


def change_something(club: Club, luck: Random, day: date) -> None:
    """Correct, strike, stop, go on with, mend, throw away or put back some game."""
    games = db.session.scalars(select(Game).where(Game.club_id == club.id).order_by(Game.id)).all()
    game = luck.choice(games)
    if game.binned_at is not None:
        put_game_back(game)
        return
    sheet = load_sheet(game)
    try:
        what = luck.choice(["correct", "strike", "stop", "go on", "mend", "throw"])
        if what == "correct":
            correct(game, sheet, luck)
        if what == "strike" and (done := load_history(game, sheet).done):
            strike(game, done[-1].entry, "Ben")
        if what == "stop":
            stop(game, "Ben")
        if what == "go on":
            go_on(game, day, "Ben")
        if what == "mend":
            mend_rules(
                game, sheet.book, (*sheet.engines, *[e for e in (3, 2, 1, 0) if e not in sheet.engines][:1]), "Ben"
            )
        if what == "throw":
            throw_game(game, "Ben")
    except (SheetError, DealError):
        db.session.flush()


def correct(game: Game, sheet: Sheet, luck: Random) -> None:
    cells = [(round, seat, cell) for round in sheet.rounds for seat, cell in round.cells.items() if not cell.is_out]
    if cells:
        round, seat, cell = luck.choice(cells)
        pips = luck.choice([1, 3, 12])
        enter_scores(game, sheet, round.number, {seat: Entry(Left(pips), str(pips), cell.line)}, "Ben")


def games_over(club: Club) -> list[Over]:
    """Every game that is over, in the order in which they count."""
    found = []
    for game in db.session.scalars(select(Game).where(Game.club_id == club.id, Game.binned_at.is_(None))):
        sheet = load_sheet(game)
        later = [
            line.payload.night.date for line in sheet.lines if isinstance(line.payload, WentOn) and line.payload.night
        ]
        assert len(later) >= len(sheet.sittings)
        ended = sheet.sittings[-1].date if sheet.sittings else db.session.get_one(Night, game.night_id).date
        if sheet.is_over and sheet.rounds_closed:
            found.append((ended, game.id, sheet))
    return sorted(found, key=lambda one: one[:2])


def slow_figures(
    over: list[Over], player_id: int, first: date = date.min, last: date = date.max
) -> dict[tuple[str, str], Figures]:
    """A player's figures by side and key, game by game and round by round."""
    games = [sheet for day, _, sheet in over if first <= day <= last]
    sums: dict[tuple[str, str], list[list[int]]] = {}
    for sheet in games:
        me = next((column for column in sheet.columns if column.player_id == player_id), None)
        if me is None:
            continue
        closed = [r for r in sheet.rounds if r.is_closed and me.seat in r.cells]
        if not closed:
            continue
        scores = [r.cells[me.seat].score for r in closed]
        outs = sum(r.cells[me.seat].is_out for r in closed)
        placed = me.place is not None
        whole = [
            int(placed),
            int(me.place == 1),
            0,
            len(scores),
            sum(scores),
            me.total * placed,
            outs,
            min(scores),
            max(scores),
        ]
        players = sum(column.place is not None for column in sheet.columns)
        for side, key in (("all", ""), ("rules", str(sheet.book)), ("players", str(players))):
            sums.setdefault((side, key), []).append(whole)
        for r in closed:
            cell = r.cells[me.seat]
            one = [1, 0, 0, 1, cell.score, 0, int(cell.is_out), cell.score, cell.score]
            sums.setdefault(("engine", str(r.engine)), []).append(one)
        for other in sheet.columns:
            if placed and other.place is not None and other is not me:
                met = [1, int(me.place < other.place), int(me.place > other.place), 0, 0, 0, 0, 0, 0]
                sums.setdefault(("rival", str(other.player_id)), []).append(met)
    return {at: _add_up(rows) for at, rows in sums.items()}


def _add_up(rows: list[list[int]]) -> Figures:
    columns = list(zip(*rows, strict=True))
    return Figures(*(sum(column) for column in columns[:7]), min(columns[7]), max(columns[8]))


def slow_ratings(over: list[Over]) -> dict[tuple[int, int, str], float]:
    """Everybody's rating after each game, from the first game on."""
    model, now, after = PlackettLuce(), {}, {}
    for _, game_id, sheet in over:
        placed = sorted((c.place, c.player_id) for c in sheet.columns if c.place is not None)
        teams = [[model.create_rating(list(now.get(player, (25.0, 25.0 / 3))))] for _, player in placed]
        if len(placed) > 1:
            teams = model.rate(teams, ranks=[place for place, _ in placed])
        for (_, player), (rating,) in zip(placed, teams, strict=True):
            now[player] = (rating.mu, rating.sigma)
            after |= {(game_id, player, "mu"): rating.mu, (game_id, player, "sigma"): rating.sigma}
    return after


def slow_streak(over: list[Over], player_id: int, first: date = date.min, last: date = date.max) -> int:
    """The most games in a row that a player won."""
    longest = running = 0
    for day, _, sheet in over:
        me = next((column for column in sheet.columns if column.player_id == player_id), None)
        if me is not None and me.place is not None and first <= day <= last:
            running = running + 1 if me.place == 1 else 0
            longest = max(longest, running)
    return longest


def everybody(club: Club) -> list[Player]:
    return list(db.session.scalars(select(Player).where(Player.club_id == club.id).order_by(Player.id)))
