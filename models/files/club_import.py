"""Imports a club file into a new or existing club, either completely or not at all."""

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import bindparam, delete, select, update
from sqlalchemy.exc import DataError, IntegrityError

from models.files.club_stamp import club_stamp
from models.files.fields import FileError
from models.files.import_plan import ImportPlan, ImportSummary, PlannedGame, plan_import, refs_taken
from models.files.lines import Facts
from models.files.rows import columns_of
from models.files.schema import ClubFile
from models.files.tournament import KnownIds, import_tournament
from models.ledger.clubs import Club
from models.ledger.games import Game, GameNight, new_stamp
from models.ledger.hands import Hand
from models.ledger.house_rules import HouseRules
from models.ledger.lines import Payload, SheetLine, SheetRow, pack_line
from models.ledger.moves import RoundLine, RoundRow, pack_move_line
from models.ledger.nights import Night, Note
from models.ledger.players import Player
from models.ledger.results import RESULTS, ROUND_RESULTS, Result, RoundResult
from models.ledger.seats import Seat
from models.ledger.tournaments import lock_whole_club
from models.ledger.waits import SHEET, WaitRow
from models.results.ratings import UNRATED, Played
from models.results.settle import count_again
from models.store.columns import Base, now
from models.store.database import db
from models.store.transactions import add_row, in_parts, insert_many
from models.texts import say
from rules.names import fold_name


def create_club_from_file(file: ClubFile) -> Club:
    """Create an empty club with the name from the file, and with the `ref` from the file unless that is taken."""
    ref = {} if refs_taken(Club, [file.club.ref]) else {"ref": file.club.ref}
    return add_row(Club(name=file.club.name, founded_at=file.club.founded_at, zone=file.club.zone, **ref))


def import_club(file: ClubFile, club: Club, plan: ImportPlan | None = None) -> ImportSummary:
    """Add everything from the file that the club lacks. Players are matched by `ref` or name. Raises FileError.

    A plan made before the club was locked is used if nothing has changed since. Otherwise a new plan is made.
    """
    lock_whole_club(club.id)
    if plan is None or plan.stamp != club_stamp(club.id) or any(refs_taken(*pair) for pair in plan.taken.items()):
        plan = plan_import(file, club.id)
    try:
        with db.session.begin_nested():
            _Writing(club.id, plan).write()
    except (IntegrityError, DataError) as error:
        raise FileError(say("file.does-not-fit")) from error
    return plan.brought


class _Writing:
    """Carries out a plan, writing many rows of one kind at a time."""

    def __init__(self, club_id: int, plan: ImportPlan) -> None:
        self.club_id, self.plan = club_id, plan
        self.continued = [game.id for game in plan.games if game.id is not None]

    def write(self) -> None:
        self.players = dict(self.plan.players) | self._players()
        insert_many(
            HouseRules,
            (
                columns_of(rules, HouseRules) | {"club_id": self.club_id, "is_gone": bool(rules.gone)}
                for rules in self.plan.house_rules
            ),
        )
        self.nights = self._nights()
        insert_many(
            Note,
            (
                columns_of(note, Note) | {"night_id": self.nights[night.ref], "folded": note.text.casefold()}
                for night, note in self.plan.notes
            ),
        )
        self.games = self._games()
        self.seats = self._seats()
        insert_many(SheetRow, (row for game in self.plan.games for row in self._lines(game)))
        insert_many(RoundRow, (row for game in self.plan.games for row in self._moves(game)))
        insert_many(Hand, (row for game in self.plan.games for row in self._hands(game)))
        insert_many(WaitRow, (row for game in self.plan.games for row in self._waits(game)))
        self._sittings()
        self._tournaments()
        self._results()

    def _players(self) -> dict[str, int]:
        rows: list[Facts] = [
            columns_of(player, Player) | {"ref": ref, "club_id": self.club_id, "folded_name": fold_name(player.name)}
            for ref, player in self.plan.new_players
        ]
        self._fill_in(Player, "short_name", self.plan.short_names)
        ids = self._ids(Player, rows)
        return {row["folded_name"]: ids[row["ref"]] for row in rows}

    def _nights(self) -> dict[str, int]:
        rows: list[Facts] = [
            {"ref": night.ref, "club_id": self.club_id, "date": night.date}
            | {"started_at": night.started_at, "name": night.name}
            for night in self.plan.nights
            if night.id is None
        ]
        back = update(Night).where(Night.club_id == self.club_id, Night.binned_at.is_not(None))
        for part in in_parts(night.id for night in self.plan.nights if night.is_used and night.id is not None):
            db.session.execute(back.where(Night.id.in_(part)).values(binned_at=None))
        self._fill_in(Night, "name", self.plan.night_names)
        return self._ids(Night, rows)

    def _fill_in(self, model: type[Player | Night], column: str, texts: Mapping[int, str]) -> None:
        """Fill in a column in rows without a value there. A name given after the plan was made stays as it is."""
        table = Base.metadata.tables[model.__tablename__]
        empty = update(table).where(table.c.id == bindparam("row"), table.c[column].is_(None))
        if texts:
            values = [{"row": id, "text": text} for id, text in texts.items()]
            db.session.execute(empty.values({column: bindparam("text")}), values)

    def _games(self) -> dict[str, int]:
        """Write the games. Returns the ids of all the club's games, by their `ref` in this club."""
        rows: list[Facts] = [
            {
                **columns_of(game.file, Game),
                "ref": game.ref,
                "origin": None if game.ref == game.file.ref else game.file.ref,
                "club_id": self.club_id,
                "night_id": self.nights[game.night.ref],
                "counts": not game.file.kept_only,
                "stamp": new_stamp(),
            }
            for game in self.plan.games
            if game.id is None
        ]
        for game in self.plan.games:
            if game.id is not None:
                db.session.execute(update(Game).where(Game.id == game.id).values(counts=not game.file.kept_only))
        return self._ids(Game, rows)

    def _ids(self, model: type[Player | Night | Game], rows: list[Facts]) -> dict[str, int]:
        """Write rows. Returns the ids of all the club's rows, by `ref`."""
        insert_many(model, rows)
        stored = select(model.ref, model.id).where(model.club_id == self.club_id)
        return dict(db.session.execute(stored).all())

    def _seats(self) -> dict[str, dict[int, int]]:
        """Write the seats. Returns the ids of all seats, by the `ref` of the game and the number of the seat in the file."""
        insert_many(
            Seat,
            (
                {
                    "game_id": self.games[game.ref],
                    "player_id": self.players[fold_name(seat.player)],
                    "place": seat.place,
                    # In a game that already exists in this club, somebody may have taken the color by now.
                    "colour": None if game.known.seats else seat.colour,
                }
                for game in self.plan.games
                for seat in game.file.seats[game.known.seats :]
            ),
        )
        seats: dict[str, dict[int, int]] = {game.ref: {} for game in self.plan.games}
        by_id = {self.games[ref]: ref for ref in seats}
        for part in in_parts(by_id):
            rows = select(Seat.game_id, Seat.id).where(Seat.game_id.in_(part))
            for game_id, seat_id in db.session.execute(rows.order_by(Seat.id)):
                numbered = seats[by_id[game_id]]
                numbered[len(numbered) + 1] = seat_id
        return seats

    def _lines(self, game: PlannedGame) -> Iterable[Facts]:
        game_id, seats = self.games[game.ref], self.seats[game.ref]
        for line in game.lines[game.known.lines :]:
            yield _signed(line, game_id) | pack_line(line.payload.with_seats(seats))

    def _moves(self, game: PlannedGame) -> Iterable[Facts]:
        game_id, seats = self.games[game.ref], self.seats[game.ref]
        for round, lines in game.file.moves.items():
            for line in lines[game.known.kept.get(round, 0) :]:
                yield _signed(line, game_id) | {"round": round} | pack_move_line(line.payload.with_seats(seats))

    def _hands(self, game: PlannedGame) -> Iterable[Facts]:
        game_id, seats = self.games[game.ref], self.seats[game.ref]
        for hand in game.file.hands[game.known.hands :]:
            yield columns_of(hand, Hand) | {"game_id": game_id, "seat_id": seats[hand.seat]}

    def _waits(self, game: PlannedGame) -> Iterable[Facts]:
        """The waits of the lines that are new to this club. Waits of lines that are not in the file are left out."""
        new = {SHEET: range(game.known.lines + 1, len(game.lines) + 1)}
        for round, lines in game.file.moves.items():
            new[round] = range(game.known.kept.get(round, 0) + 1, len(lines) + 1)
        named = {(wait.round, wait.entry): wait for wait in game.file.waits if wait.entry in new.get(wait.round, ())}
        for wait in named.values():
            yield columns_of(wait, WaitRow) | {"game_id": self.games[game.ref]}

    def _sittings(self) -> None:
        """Write the later nights on which games were continued."""
        for part in in_parts(self.continued):
            db.session.execute(delete(GameNight).where(GameNight.game_id.in_(part)))
        insert_many(
            GameNight,
            (
                {"game_id": self.games[game.ref], "night_id": self.nights[ref], "at": now()}
                for game in self.plan.games
                for ref in game.sittings
            ),
        )

    def _tournaments(self) -> None:
        if not self.plan.tournaments:
            return
        rows = db.session.execute(select(Game.id, Game.ref, Game.origin).where(Game.club_id == self.club_id)).all()
        games = {row.origin: row.id for row in rows if row.origin} | {row.ref: row.id for row in rows}
        for ref, night, tournament in self.plan.tournaments:
            import_tournament(ref, tournament, self.club_id, self.nights[night.ref], KnownIds(self.players, games))

    def _results(self) -> None:
        """Write the results of the games. This comes last, because ratings build on all earlier games."""
        own = {"club_id": self.club_id, **UNRATED}
        results = [row | own for game in self.plan.games for row in self._named(game, game.results)]
        played = {(row["played_on"], row["game_id"]) for row in results} | self._forget_results()
        insert_many(RoundResult, (row for game in self.plan.games for row in self._named(game, game.rounds)))
        insert_many(Result, results)
        count_again(self.club_id, played)

    def _named(self, game: PlannedGame, rows: Sequence[Facts]) -> Iterable[Facts]:
        """The same rows with the ids of their game and players."""
        players = [self.players[fold_name(seat.player)] for seat in game.file.seats]
        game_id = self.games[game.ref]
        for row in rows:
            row.update(game_id=game_id, player_id=players[row["player_id"] - 1])
            yield row

    def _forget_results(self) -> set[Played]:
        """Delete the results of games that are longer in the file than in the club. Returns each game with its day."""
        played: set[Played] = set()
        for part in in_parts(self.continued):
            rows = select(RESULTS.c.played_on, RESULTS.c.game_id).where(RESULTS.c.game_id.in_(part))
            played |= {(row.played_on, row.game_id) for row in db.session.execute(rows)}
            for table in (ROUND_RESULTS, RESULTS):
                db.session.execute(delete(table).where(table.c.game_id.in_(part)))
        return played


def _signed(line: SheetLine[Payload] | RoundLine, game_id: int) -> Facts:
    return {"game_id": game_id, "number": line.number, "entry": line.entry, "by": line.by, "at": line.at}
