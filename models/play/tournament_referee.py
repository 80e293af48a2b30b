"""The acts of a tournament's referee: letting players come and go, seating tables, shortening rounds, deciding ties.

Each function works on the hall as it was when the referee's pen was taken, and writes a line that everybody can
read.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from random import Random

from models.ledger.clubs import Club, lock_club
from models.ledger.games import GameTerms, begin_game
from models.ledger.keys import Access, Key, keys_of_tournament, make_tournament_key, revoke_key
from models.ledger.lines import Departure, Strike, lines_with
from models.ledger.nights import begin_night
from models.ledger.players import Player, find_or_add_player
from models.ledger.tournament_lines import (
    ByLot,
    ByPlayoff,
    ByRounds,
    Clock,
    Decided,
    Deed,
    Entrants,
    Games,
    Nothing,
    Schedule,
    Seats,
)
from models.ledger.tournaments import Tournament, TournamentTable, add_entrants
from models.play.changes import arrive, leave, mend_rules, stop
from models.play.pen import Pen, RefereesPen
from models.sheets.tournament import Hall, HallTable
from models.store.database import db
from models.store.transactions import add_row
from models.texts import say
from rules import RuleBook
from rules.books.deal_table import FEWEST_PLAYERS
from rules.names import fold_name
from rules.table.deal import most_players, tiles_each
from rules.tournament.course import NextTables, WaitsFor, by_rounds_won, seat_next
from rules.tournament.plan import MOST_GAMES, Format, Plan, Stake, TieBreak, meetings
from rules.tournament.ranking import OpenTie
from rules.tournament.schedule import shorten
from rules.tournament.seating import count_repeats, most_movers, shuffled
from rules.wording import list_of


class TournamentError(ValueError):
    """Raised for something that cannot be done in this tournament; the message is a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentSetup:
    """The choices made for a tournament before anybody sits down."""

    name: str
    plan: Plan
    book: RuleBook
    engines: tuple[int, ...]
    lot: str


def begin_tournament(club: Club, how: TournamentSetup, names: Sequence[str], today: date, by: str) -> Tournament:
    """Start a tournament with these players, and make a referee's key and a view-only key. Raises TournamentError."""
    check_plan(len(names), how.plan, how.book)
    lock_club(club.id)
    tournament = add_row(
        Tournament(
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
    )
    numbers = add_entrants(tournament, [find_or_add_player(club.id, name) for name in names])
    RefereesPen(tournament, by, today).write(Deed.ENTER, Entrants(tuple(numbers)))
    give_key(tournament, Access.VIEW, by)
    give_key(tournament, Access.MANAGE, by)
    return tournament


def give_key(tournament: Tournament, access: Access, by: str) -> Key:
    """A new key to the whole tournament: view-only, or for a referee."""
    label = say("hall.key.look-on" if access is Access.VIEW else "hall.key.referee")
    return make_tournament_key(tournament, access, label, by)


def renew_table_key(tournament: Tournament, table: HallTable, by: str) -> Key:
    """A new key to keep score at one table; earlier keys to that table are revoked."""
    for key in keys_of_tournament(tournament.id):
        if key.game_id == table.game_id:
            revoke_key(key, by)
    return _give_table_key(tournament, table, by)


def _give_table_key(tournament: Tournament, table: TournamentTable | HallTable, by: str) -> Key:
    label = say("hall.key.table", table=table.number)
    return make_tournament_key(tournament, Access.SCORE, label, by, table.game_id)


def check_plan(players: int, plan: Plan, book: RuleBook) -> None:
    """Raise TournamentError unless this many players can play a tournament with this plan and these rules."""
    if not FEWEST_PLAYERS <= plan.largest <= most_players(book):
        raise TournamentError(say("hall.largest", most=most_players(book)))
    if not 1 <= plan.games <= MOST_GAMES:
        raise TournamentError(say("hall.games", most=MOST_GAMES))
    try:
        most = most_movers(players, plan.largest)
    except ValueError as error:
        raise TournamentError(say("hall.cannot-sit", players=players, most=plan.largest)) from error
    if plan.format is Format.MOVE_ON and not 1 <= plan.movers <= most:
        raise TournamentError(say("hall.movers", fewest=most + 1))


def come_late(pen: RefereesPen, name: str, table_number: int) -> None:
    """Seat a player who arrives late or comes back, either from the next game on or at a table that is playing.

    A player who withdrew but still sits at a table stays there.

    Raises TournamentError or SheetError.
    """
    hall, tournament = pen.hall, pen.tournament
    number_of = {fold_name(entrant.name): entrant.number for entrant in hall.entrants.values()}
    number = number_of.get(fold_name(name))
    if number in hall.course.players:
        raise TournamentError(say("hall.here-already", name=name))
    table = next((table for table in hall.stage if table.number == table_number), None)
    if number not in hall.seated:
        if table is not None:
            _sit_down(pen, table, name)
        elif table_number or not hall.course.has_game_to_come:
            raise TournamentError(say("hall.no-game-to-come"))
    lock_club(tournament.club_id)
    numbers = [number] if number else add_entrants(tournament, [find_or_add_player(tournament.club_id, name)])
    pen.write(Deed.ENTER, Entrants(tuple(numbers)), table=table_number)


def _sit_down(pen: RefereesPen, table: HallTable, name: str) -> None:
    most = most_players(pen.tournament.rules)
    if table.stake is not Stake.GAME:
        raise TournamentError(say("hall.no-game-to-come"))
    if len(table.scores) >= most:
        raise TournamentError(say("hall.table-full", number=table.number, most=most))
    with pen.at_table(table) as there:
        arrive(there, name, None)


def bring_back(pen: RefereesPen, number: int) -> None:
    """Bring back a player who was withdrawn by mistake, with the same total at the same table.

    This is possible only until the others have closed a round without the player. Raises TournamentError.
    """
    hall = pen.hall
    if number not in hall.entrants or number in hall.course.players or hall.is_over:
        raise TournamentError(say("hall.here-already", name=hall.names.get(number, "")))
    table = next((table for table in hall.stage if number in table.left), None)
    if table is not None:
        with pen.at_table(table) as there:
            _strike_departure(there, hall.entrants[number].player_id)
    pen.write(Deed.ENTER, Entrants((number,)), table=table.number if table else 0)


def _strike_departure(pen: Pen, player_id: int) -> None:
    seat = next(column.seat for column in pen.sheet.columns if column.player_id == player_id)
    leaving = [line for line in lines_with(Departure, pen.sheet.lines) if line.payload.seat == seat]
    pen.write(Strike(strikes=leaving[-1].number))
    if pen.sheet.rounds_closed < pen.before.rounds_closed:
        raise TournamentError(say("hall.played-without", name=pen.sheet.names[seat]))


def withdraw(pen: RefereesPen, number: int, reason: str) -> None:
    """Withdraw a player: the player's total at a table in play is frozen, and the player does not advance.

    Raises TournamentError.
    """
    hall = pen.hall
    if number not in hall.course.players or hall.is_over:
        raise TournamentError(say("hall.not-here"))
    table = hall.seated.get(number)
    if table is not None and not table.sheet.is_over:
        with pen.at_table(table) as there:
            _leave(there, hall.entrants[number].player_id)
    pen.write(Deed.WITHDRAW, Entrants((number,)), reason=reason)


def _leave(pen: Pen, player_id: int) -> None:
    """Let a player leave a table. If too few players would be left for a round, the game stops.

    Nothing changes if the player has no more scores to come.
    """
    sheet = pen.sheet
    seat = next(column.seat for column in sheet.columns if column.player_id == player_id)
    to_come = [round for round in sheet.rounds if seat in round.seats and seat not in round.cells]
    if any(len(round.seats) <= FEWEST_PLAYERS for round in to_come):
        stop(pen)
    elif to_come:
        leave(pen, seat)


def draw_tables(hall: Hall, stage: int, lot: str) -> NextTables:
    """The tables of the next stage, as drawn with this draw code.

    Raises TournamentError if `stage` is not the next stage, or if it cannot be seated now.
    """
    if stage != len(hall.course.stages) + 1 or hall.next_step.waits_for is not WaitsFor.SEATING:
        raise TournamentError(say("hall.not-now"))
    try:
        return seat_next(hall.course, Random(f"{lot} {stage}").randrange)  # noqa: S311 (a draw that can be repeated)
    except ValueError as error:
        players, most = len(hall.course.players), hall.course.plan.largest
        raise TournamentError(say("hall.cannot-sit", players=players, most=most)) from error


def seat_by_lot(pen: RefereesPen, stage: int, lot: str) -> None:
    """Seat the next stage as drawn by lot, and make a key for every table. Raises TournamentError or DealError."""
    _seat(pen, draw_tables(pen.hall, stage, lot), lot)


def seat_by_hand(pen: RefereesPen, stage: int, lot: str, lines: Sequence[Sequence[str]]) -> None:
    """Seat the next stage as the referee wrote it, each table a line of names.

    In a playoff, the draw decides what each player plays for. Raises TournamentError or DealError.
    """
    hall = pen.hall
    tables = _read_tables(hall, lines)
    drawn = draw_tables(hall, stage, lot)
    stakes = [stake for stake, _ in drawn.tables]
    if stakes[0] is Stake.GAME:
        stakes = [Stake.GAME] * len(tables)
    if len(tables) != len(stakes):
        raise TournamentError(say("hall.as-many-tables", tables=len(stakes)))
    seated = tuple((stake, tuple(table)) for stake, table in zip(stakes, tables, strict=True))
    if _by_stake(seated) != _by_stake(drawn.tables):
        raise TournamentError(_not_everybody(hall, drawn, tables))
    repeats = count_repeats([players for _, players in seated], meetings(hall.course.stages))
    _seat(pen, NextTables(seated, repeats, drawn.free), None)


def _read_tables(hall: Hall, lines: Sequence[Sequence[str]]) -> list[list[int]]:
    """The numbers of each table's players. Raises TournamentError for a name that nobody in the tournament has."""
    number_of = {fold_name(entrant.name): entrant.number for entrant in hall.still_in}
    unknown = [name for line in lines for name in line if fold_name(name) not in number_of]
    if unknown:
        raise TournamentError(say("hall.unreadable-table", text=unknown[0][:40]))
    return [[number_of[fold_name(name)] for name in line] for line in lines]


def _not_everybody(hall: Hall, drawn: NextTables, tables: Sequence[Sequence[int]]) -> str:
    """The sentence naming players who are missing from the referee's tables, listed twice, or not in the tournament."""
    wanted = [player for _, players in drawn.tables for player in players]
    written = [player for table in tables for player in table]
    missing = [hall.names[player] for player in wanted if player not in written]
    twice = [
        hall.names.get(player, "?") for player in dict.fromkeys(written) if written.count(player) > wanted.count(player)
    ]
    return say("hall.not-everybody", missing=list_of(missing or ["–"]), twice=list_of(twice or ["–"]))


def _by_stake(tables: Sequence[tuple[Stake, tuple[int, ...]]]) -> dict[Stake, list[int]]:
    """The players, grouped by what they play for."""
    return {
        stake: sorted(player for other, players in tables if other is stake for player in players)
        for stake, _ in tables
    }


def _seat(pen: RefereesPen, drawn: NextTables, lot: str | None) -> None:
    """Seat a new stage; `lot` is None if the referee seated it by hand."""
    stage = pen.stage + 1
    for number, (stake, players) in enumerate(drawn.tables, 1):
        _begin_table(pen, TournamentTable(stage=stage, number=number, stake=stake, ends_tie_of=0), players)
    pen.write(Deed.SEAT, Seats(lot=lot or "", free=drawn.free or 0, repeats=drawn.repeats), stage=stage)


def _begin_table(pen: RefereesPen, table: TournamentTable, players: Sequence[int]) -> None:
    tournament, hall = pen.tournament, pen.hall
    lock_club(tournament.club_id)
    seated = [db.session.get_one(Player, hall.entrants[number].player_id) for number in players]
    tiles_each(tournament.rules, len(players))
    night = begin_night(tournament.club_id, pen.today)
    game = begin_game(night, seated, GameTerms(tournament.rules, hall.engines), pen.by, tournament.id)
    table.game_id = game.id
    add_row(table)
    _give_table_key(tournament, table, pen.by)


def shorten_rounds(pen: RefereesPen, engines: tuple[int, ...], is_in_play: bool, reason: str) -> None:
    """Change the engines for all tables at once (D12-9.3); rounds already started are played to the end.

    `is_in_play` says whether the tables have already started the round that comes next on their sheets. A finished
    table stays finished. Raises TournamentError or SheetError.
    """
    if pen.hall.is_over:
        raise TournamentError(say("hall.over"))
    for table in pen.hall.stage:
        with pen.at_table(table) as there:
            sheet = there.sheet
            if not sheet.is_over:
                playing = sheet.current.number if is_in_play and sheet.current else 0
                begun = max(sheet.rounds_begun, playing)
                mend_rules(there, sheet.book, shorten(sheet.engines, begun, engines))
    pen.write(Deed.SCHEDULE, Schedule(engines), reason=reason)


def play_fewer_games(pen: RefereesPen, games: int, reason: str) -> None:
    """Change the number of games, but not below the number already seated. Raises TournamentError."""
    course = pen.hall.course
    if course.plan.format is Format.WINNERS or pen.hall.is_over:
        raise TournamentError(say("hall.not-now"))
    if not max(1, len(course.games)) <= games <= MOST_GAMES:
        raise TournamentError(say("hall.games-from", least=max(1, len(course.games)), most=MOST_GAMES))
    pen.write(Deed.GAMES, Games(games), reason=reason)


def set_clock(pen: RefereesPen, minutes: int, warn: int) -> None:
    """Start the hall's clock for a round of `minutes` minutes, with a warning `warn` minutes before the end."""
    pen.write(Deed.CLOCK, Clock(minutes, warn))


def stop_clock(pen: RefereesPen) -> None:
    """Stop the hall's clock."""
    pen.write(Deed.CLOCK_OFF, Nothing())


def find_tie(hall: Hall, stage: int, table: int, players: Sequence[int]) -> OpenTie:
    """The open tie between these players. Raises TournamentError if it is no longer open."""
    tie = next((tie for tie in hall.next_step.ties if tie.players == tuple(players)), None)
    if tie is None or (tie.stage, tie.table) != (stage, table):
        raise TournamentError(say("hall.not-now"))
    return tie


def decide_tie(pen: RefereesPen, tie: OpenTie, way: TieBreak, lot: str, reason: str) -> None:
    """Break a tie by a playoff between the tied players, by the rounds they won, or by lot. Raises TournamentError."""
    if tie not in pen.hall.next_step.ties:
        raise TournamentError(say("hall.not-now"))
    decided: Decided
    match way:
        case TieBreak.PLAYOFF:
            decided = ByPlayoff(tie.players, _play_for_it(pen, tie))
        case TieBreak.ROUNDS:
            order = by_rounds_won(pen.hall.course, tie)
            if len(order) == 1:
                raise TournamentError(say("hall.level-on-rounds"))
            decided = ByRounds(tie.players, order)
        case TieBreak.LOT:
            luck = Random(f"{lot} tie {tie.stage} {tie.table}")  # noqa: S311 (a draw that can be repeated)
            order = tuple((player,) for player in shuffled(sorted(tie.players), luck.randrange))
            decided = ByLot(tie.players, lot, order)
    pen.write(Deed.DECIDE, decided, stage=tie.stage, table=tie.table, reason=reason)


def _play_for_it(pen: RefereesPen, tie: OpenTie) -> int:
    """Seat the tied players at an extra table of the stage. Returns the table's number."""
    most = most_players(pen.tournament.rules)
    if len(tie.players) > most:
        raise TournamentError(say("hall.too-many-for-a-table", most=most))
    number = max(table.number for table in pen.hall.stage) + 1
    _begin_table(
        pen, TournamentTable(stage=tie.stage, number=number, stake=Stake.TIE, ends_tie_of=tie.table), tie.players
    )
    return number
