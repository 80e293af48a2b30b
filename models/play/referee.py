"""What the referee of a tournament does: people come and go, tables are seated, rounds are shortened, ties decided.

Each verb locks the tournament before its games, works on the hall as it then stands, and writes a line that everybody reads.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from random import Random
from typing import NamedTuple

from models.ledger.clubs import Club, Player, call_player, lock_club
from models.ledger.games import Game, begin_game
from models.ledger.keys import Access, make_hall_key
from models.ledger.nights import begin_night
from models.ledger.tournament_lines import (
    ClockOff,
    ClockSet,
    Decided,
    Entered,
    OtherGames,
    Seated,
    Shortened,
    TournamentLine,
    TournamentPayload,
    Withdrew,
    lines_of_tournament,
    write_tournament_line,
)
from models.ledger.tournaments import HallTable, Tournament, add_entrants, lock_tables, lock_tournament
from models.play.changes import arrive, leave, mend_rules, stop
from models.sheets.fold import load_sheet, lock_sheet
from models.sheets.tournament import Hall, TableNow, load_hall
from models.store.columns import now
from models.store.database import db
from rules import RuleBook
from rules.books.deal_table import FEWEST_PLAYERS
from rules.names import fold_name
from rules.table.deal import most_players, tiles_each
from rules.tournament.course import Drawn, Next, by_rounds_won, seat_next
from rules.tournament.plan import MOST_GAMES, Format, Plan, Stake, Way, met
from rules.tournament.ranking import OpenTie
from rules.tournament.schedule import shorten
from rules.tournament.seating import count_repeats, most_movers, shuffled
from rules.wording import list_of, say


class HallError(ValueError):
    """Something that this tournament cannot do; its message is a sentence."""


class SetUp(NamedTuple):
    """What is decided of a tournament before anybody sits down."""

    name: str
    plan: Plan
    book: RuleBook
    engines: tuple[int, ...]
    lot: str


def begin_tournament(club: Club, how: SetUp, names: Sequence[str], today: date, by: str) -> Tournament:
    """A tournament of these people, with a key for its referee and one to look on. Raises HallError."""
    check_plan(len(names), how.plan, how.book)
    lock_club(club.id)
    tournament = Tournament(
        club_id=club.id,
        night_id=begin_night(club.id, today).id,
        name=how.name,
        format=how.plan.format,
        games=how.plan.games,
        largest=how.plan.largest,
        movers=how.plan.movers,
        rules=how.book,
        engines=how.engines,
        lot=how.lot,
        started_by=by,
    )
    db.session.add(tournament)
    db.session.flush()
    numbers = add_entrants(tournament, [call_player(club.id, one) for one in names])
    _write(tournament, Entered(tuple(numbers)), by)
    make_hall_key(tournament, Access.VIEW, say("hall.key.look-on"), by)
    make_hall_key(tournament, Access.MANAGE, say("hall.key.referee"), by)
    return tournament


def check_plan(players: int, plan: Plan, book: RuleBook) -> None:
    """So many players can sit at such tables, with this set, in this format. Raises HallError."""
    if not FEWEST_PLAYERS <= plan.largest <= most_players(book):
        raise HallError(say("hall.largest", most=most_players(book)))
    if not 1 <= plan.games <= MOST_GAMES:
        raise HallError(say("hall.games", most=MOST_GAMES))
    try:
        most = most_movers(players, plan.largest)
    except ValueError as error:
        raise HallError(say("hall.cannot-sit", players=players, most=plan.largest)) from error
    if plan.format is Format.MOVE_ON and not 1 <= plan.movers <= most:
        raise HallError(say("hall.movers", fewest=most + 1))


def come_late(tournament: Tournament, name: str, table_number: int, by: str) -> None:
    """Somebody comes late, or comes back: from the next game on, or at a table that plays. Raises HallError, SheetError.

    Who was taken out and has not left the table since sits there again.
    """
    hall = _lock(tournament)
    known = {fold_name(one.name): one.number for one in hall.entrants.values()}
    number = known.get(fold_name(name))
    if number in hall.course.players:
        raise HallError(say("hall.here-already", name=name))
    table = next((one for one in hall.stage if one.number == table_number), None)
    if number is None or not _sits_there(hall, number):
        if table is not None:
            _sit_down(tournament, table, name, by)
        elif table_number or not hall.course.has_game_to_come:
            raise HallError(say("hall.no-game-to-come"))
    lock_club(tournament.club_id)
    numbers = [number] if number else add_entrants(tournament, [call_player(tournament.club_id, name)])
    _write(tournament, Entered(tuple(numbers)), by, stage=len(hall.course.stages), table=table_number)


def _sits_there(hall: Hall, number: int) -> bool:
    """The sheet of the newest stage still has somebody who was taken out."""
    table = hall.table_of(number)
    if table is None:
        return False
    sheet = load_sheet(db.session.get_one(Game, table.game_id))
    return any(one.player_id == hall.entrants[number].player_id and one.left_in is None for one in sheet.columns)


def _sit_down(tournament: Tournament, table: TableNow, name: str, by: str) -> None:
    if table.stake is not Stake.GAME:
        raise HallError(say("hall.no-game-to-come"))
    if len(table.played.scores) >= most_players(tournament.rules):
        raise HallError(say("hall.table-full", number=table.number, most=most_players(tournament.rules)))
    arrive(db.session.get_one(Game, table.game_id), name, None, by)


def withdraw(tournament: Tournament, number: int, reason: str, by: str) -> None:
    """Somebody goes home: the total at a table that plays is frozen, and nothing advances. Raises HallError."""
    hall = _lock(tournament)
    if number not in hall.course.players or hall.is_over:
        raise HallError(say("hall.not-here"))
    table = hall.table_of(number)
    if table is not None and not table.played.is_over:
        _leave(db.session.get_one(Game, table.game_id), hall.entrants[number].player_id, by)
    _write(tournament, Withdrew((number,)), by, stage=len(hall.course.stages), reason=reason)


def _leave(game: Game, player_id: int, by: str) -> None:
    """Leave a table. If too few would stay for a round it stops as it stands; after the last score nothing has to be done."""
    sheet = lock_sheet(game)
    seat = next(one.seat for one in sheet.columns if one.player_id == player_id)
    to_come = [round for round in sheet.rounds if seat in round.here and seat not in round.cells]
    if any(len(round.here) <= FEWEST_PLAYERS for round in to_come):
        stop(game, by)
    elif to_come:
        leave(game, seat, by)


def draw_tables(hall: Hall, stage: int, lot: str) -> Drawn:
    """What this lot seats at the next stage. Raises HallError, also where that is not the stage of this number any more."""
    if stage != len(hall.course.stages) + 1 or hall.step.what is not Next.SEATING:
        raise HallError(say("hall.not-now"))
    try:
        return seat_next(hall.course, Random(f"{lot} {stage}").randrange)  # noqa: S311 (a lot that can be repeated)
    except ValueError as error:
        players, most = len(hall.course.players), hall.course.plan.largest
        raise HallError(say("hall.cannot-sit", players=players, most=most)) from error


def seat_by_lot(tournament: Tournament, stage: int, lot: str, today: date, by: str) -> None:
    """Seat the next stage as the lot has it, and make a key for every table. Raises HallError, DealError."""
    hall = _lock(tournament)
    drawn = draw_tables(hall, stage, lot)
    _seat(tournament, hall, drawn, lot, today, by)


def seat_by_hand(
    tournament: Tournament, stage: int, lot: str, tables: Sequence[Sequence[int]], today: date, by: str
) -> None:
    """Seat the next stage as the referee has it; the lot says who plays for what in a playoff. Raises HallError, DealError."""
    hall = _lock(tournament)
    drawn = draw_tables(hall, stage, lot)
    stakes = [stake for stake, _ in drawn.tables]
    if stakes[0] is Stake.GAME:
        stakes = [Stake.GAME] * len(tables)
    if len(tables) != len(stakes):
        raise HallError(say("hall.as-many-tables", tables=len(stakes)))
    seated = tuple((stake, tuple(table)) for stake, table in zip(stakes, tables, strict=True))
    if _by_stake(seated) != _by_stake(drawn.tables):
        raise HallError(_not_everybody(hall, drawn, tables))
    repeats = count_repeats([players for _, players in seated], met(hall.course.stages))
    _seat(tournament, hall, Drawn(seated, repeats, drawn.free), None, today, by)


def _not_everybody(hall: Hall, drawn: Drawn, tables: Sequence[Sequence[int]]) -> str:
    """Who is missing at tables that were written by hand, and who sits there twice or does not belong there."""
    wanted = [player for _, players in drawn.tables for player in players]
    written = [player for table in tables for player in table]
    missing = [hall.names[player] for player in wanted if player not in written]
    twice = [
        hall.names.get(player, "?") for player in dict.fromkeys(written) if written.count(player) > wanted.count(player)
    ]
    facts = {"missing": list_of(missing or ["–"]), "twice": list_of(twice or ["–"])}
    return say("hall.not-everybody", **facts)


def _by_stake(tables: Sequence[tuple[Stake, tuple[int, ...]]]) -> dict[Stake, list[int]]:
    """Who plays for what."""
    return {
        stake: sorted(player for other, players in tables if other is stake for player in players)
        for stake, _ in tables
    }


def _seat(tournament: Tournament, hall: Hall, drawn: Drawn, lot: str | None, today: date, by: str) -> None:
    stage = len(hall.course.stages) + 1
    for number, (stake, players) in enumerate(drawn.tables, 1):
        table = HallTable(stage=stage, number=number, stake=stake, settles=0)
        _begin_table(tournament, hall, table, players, today, by)
    _write(tournament, Seated(lot, drawn.free, drawn.repeats), by, stage=stage)


def _begin_table(
    tournament: Tournament, hall: Hall, table: HallTable, players: Sequence[int], today: date, by: str
) -> None:
    lock_club(tournament.club_id)
    seated = [db.session.get_one(Player, hall.entrants[number].player_id) for number in players]
    tiles_each(tournament.rules, len(players))
    night = begin_night(tournament.club_id, today)
    game = begin_game(night, seated, tournament.rules, hall.engines, by, tournament.id)
    table.game_id = game.id
    db.session.add(table)
    db.session.flush()
    make_hall_key(tournament, Access.SCORE, say("hall.key.table", table=table.number), by, game.id)


def shorten_rounds(tournament: Tournament, engines: tuple[int, ...], is_in_play: bool, reason: str, by: str) -> None:
    """Other doubles for all tables at once (D12-9.3); rounds begun are finished. Raises HallError, SheetError.

    `is_in_play`: the tables have begun the round that comes next on their sheets. A table that is over stays over.
    """
    hall = _lock(tournament)
    if hall.is_over:
        raise HallError(say("hall.over"))
    for table in hall.stage:
        game = db.session.get_one(Game, table.game_id)
        sheet = lock_sheet(game)
        if not sheet.is_over:
            playing = sheet.current.number if is_in_play and sheet.current else 0
            begun = max(sheet.rounds_begun, playing)
            mend_rules(game, sheet.book, shorten(sheet.engines, begun, engines), by)
    _write(tournament, Shortened(engines), by, stage=len(hall.course.stages), reason=reason)


def play_fewer_games(tournament: Tournament, games: int, reason: str, by: str) -> None:
    """Another number of games than was set, at least those that were seated. Raises HallError."""
    hall = _lock(tournament)
    if hall.course.plan.format is Format.WINNERS or hall.is_over:
        raise HallError(say("hall.not-now"))
    if not max(1, len(hall.course.games)) <= games <= MOST_GAMES:
        raise HallError(say("hall.games-from", least=max(1, len(hall.course.games)), most=MOST_GAMES))
    _write(tournament, OtherGames(games), by, stage=len(hall.course.stages), reason=reason)


def set_clock(tournament: Tournament, minutes: int, warn: int, by: str) -> None:
    """Start the hall's clock for a round of so many minutes; it warns so many before the end."""
    hall = _lock(tournament)
    _write(tournament, ClockSet(minutes, warn), by, stage=len(hall.course.stages))


def stop_clock(tournament: Tournament, by: str) -> None:
    """Take the hall's clock away."""
    hall = _lock(tournament)
    _write(tournament, ClockOff(), by, stage=len(hall.course.stages))


def decide(tournament: Tournament, tie: OpenTie, way: Way, lot: str, today: date, reason: str, by: str) -> None:
    """End a tie by a playoff of those who are level, by the rounds they won, or by lot. Raises HallError."""
    hall = _lock(tournament)
    if tie not in hall.step.ties:
        raise HallError(say("hall.not-now"))
    decided = Decided(way, tie.players)
    match way:
        case Way.PLAYOFF:
            decided = replace(decided, table=_play_for_it(tournament, hall, tie, today, by))
        case Way.ROUNDS:
            order = by_rounds_won(hall.course, tie)
            if len(order) == 1:
                raise HallError(say("hall.level-on-rounds"))
            decided = replace(decided, order=order)
        case Way.LOT:
            luck = Random(f"{lot} tie {tie.stage} {tie.table}")  # noqa: S311 (a lot that can be repeated)
            order = tuple((one,) for one in shuffled(sorted(tie.players), luck.randrange))
            decided = replace(decided, order=order, lot=lot)
    _write(tournament, decided, by, stage=tie.stage, table=tie.table, reason=reason)


def _play_for_it(tournament: Tournament, hall: Hall, tie: OpenTie, today: date, by: str) -> int:
    """Seat those who are level at one more table of the stage; its number."""
    if len(tie.players) > most_players(tournament.rules):
        raise HallError(say("hall.too-many-for-a-table", most=most_players(tournament.rules)))
    number = max(table.number for table in hall.stage) + 1
    table = HallTable(stage=tie.stage, number=number, stake=Stake.TIE, settles=tie.table)
    _begin_table(tournament, hall, table, tie.players, today, by)
    return number


def _lock(tournament: Tournament) -> Hall:
    """The hall as it stands: until this transaction ends no other referee changes it, and no table enters anything."""
    lock_tournament(tournament.id)
    lock_tables(tournament.id)
    return load_hall(tournament)


def _write(
    tournament: Tournament, payload: TournamentPayload, by: str, *, stage: int = 0, table: int = 0, reason: str = ""
) -> None:
    """Write down what was done, for everybody to read."""
    number = len(lines_of_tournament(tournament.id)) + 1
    write_tournament_line(tournament.id, TournamentLine(number, payload, stage, table, reason, by, now()))
