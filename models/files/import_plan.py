"""A plan for importing a club file. Making one only reads the database, so nobody has to wait for it.

An import never changes or duplicates anything that the club already has. `club_import` carries out the plan.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from types import MappingProxyType
from typing import NamedTuple

from msgspec.structs import astuple
from sqlalchemy import func, select

from models.files.club_stamp import club_stamp
from models.files.fields import FileError
from models.files.games import game_in_file, load_entered_game
from models.files.lines import Facts
from models.files.schema import ClubFile, FileGame, FileNote, FilePlayer, FileRules
from models.files.tournament import FileTournament, goes_on_with
from models.ledger.games import Game
from models.ledger.house_rules import HouseRules
from models.ledger.lines import LaterNight, Payload, SheetLine, WentOn
from models.ledger.nights import Night, Note
from models.ledger.players import Player
from models.ledger.seats import Seat
from models.ledger.tournaments import Tournament
from models.results.rows import results_of
from models.sheets.fold import fold
from models.store.columns import Base, new_ref
from models.store.database import db
from models.store.transactions import in_parts
from models.texts import say
from rules.names import fold_name

# The page of a night with more games would take half a second.
MOST_GAMES_OF_A_NIGHT = 600


@dataclass(kw_only=True)
class ImportSummary:
    """A summary of an import: the new players, the matched players, and how many new things of each kind there are.

    `named` counts the nights that have a name in the file but none in the club, and `shortened` the players who have
    a short name in the file but none in the club. `longer` counts the club's games that continue in the file, and
    `same` those that are the same in the file. `different` lists the games that were entered differently in the club
    and stay as they are, and `binned` counts the games that are in the club's bin.
    """

    new_players: list[str] = field(default_factory=list)
    matched_players: list[str] = field(default_factory=list)
    house_rules: int = 0
    nights: int = 0
    named: int = 0
    shortened: int = 0
    notes: int = 0
    games: int = 0
    longer: int = 0
    same: int = 0
    different: list[str] = field(default_factory=list)
    binned: int = 0
    tournaments: int = 0


@dataclass(kw_only=True)
class PlannedNight:
    """A night that the club already has, or a new one if `id` is None.

    `is_used` says whether anything is added to the night; if so, a night in the bin is put back.
    """

    id: int | None
    ref: str
    date: date
    started_at: datetime
    name: str | None = None
    is_used: bool = False


class KnownPart(NamedTuple):
    """The part of a game that the club already has, in numbers.

    These are the numbers of its seats, lines and hands, and of the lines in each tracked round.
    """

    seats: int = 0
    lines: int = 0
    hands: int = 0
    kept: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedGame:
    """A game that the import writes: all of it or, if it has an `id`, only the part that the club lacks.

    `ref` is the game's `ref` in the club. `lines` are its lines with the refs that their nights have in the club,
    and `sittings` are those refs. `results` and `rounds` are the rows of its results, with seat numbers instead of
    players. The rows belong to the plan; `club_import` fills in their ids.
    """

    id: int | None
    ref: str
    known: KnownPart
    night: PlannedNight
    file: FileGame
    lines: Sequence[SheetLine[Payload]]
    sittings: frozenset[str]
    results: Sequence[Facts]
    rounds: Sequence[Facts]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPlan:
    """Everything that the import will write.

    `stamp` is the state of the club when the plan was made, and `taken` has the refs that the plan uses. `players` has
    the ids of players already in the club, by folded name. `short_names` has new short names, by id, for players in the
    club who have none yet, and `night_names` new names for nights in the club.
    """

    stamp: tuple[object, ...]
    taken: Mapping[type[Base], Sequence[str]]
    brought: ImportSummary
    players: Mapping[str, int]
    short_names: Mapping[int, str]
    new_players: Sequence[tuple[str, FilePlayer]]
    house_rules: Sequence[FileRules]
    nights: Sequence[PlannedNight]
    night_names: Mapping[int, str]
    notes: Sequence[tuple[PlannedNight, FileNote]]
    games: Sequence[PlannedGame]
    tournaments: Sequence[tuple[str, PlannedNight, FileTournament]]


def summary_of(file: ClubFile) -> ImportSummary:
    """A summary of an import into a new club, made without the database."""
    return ImportSummary(
        new_players=[player.name for player in file.players],
        house_rules=len(file.house_rules),
        nights=len(file.nights),
        notes=sum(len(night.notes) for night in file.nights),
        games=sum(len(night.games) for night in file.nights),
        tournaments=len(file.tournaments),
    )


def plan_import(file: ClubFile, club_id: int | None, most_games: int | None = None) -> ImportPlan:
    """The plan to import this file into a club, or into a new one if `club_id` is None.

    Raises FileError if the file does not fit the club, or if the club would then have more than `most_games` games.
    """
    plan = _Planning(file, club_id).plan()
    games = select(func.count()).select_from(Game).where(Game.club_id == club_id)
    if most_games and (db.session.scalar(games) or 0) + plan.brought.games > most_games:
        raise FileError(say("file.club-too-big", most=most_games))
    if most_games:
        _check_nights(file, club_id)
    return plan


def _check_nights(file: ClubFile, club_id: int | None) -> None:
    """Raise FileError if a night would have so many games that its page would be slow."""
    rows = select(Night.date, Game.ref, Game.origin).join(Game, Game.night_id == Night.id)
    games: dict[date, set[str]] = defaultdict(set)
    for day, ref, origin in db.session.execute(rows.where(Night.club_id == club_id)):
        games[day].add(origin or ref)
    for night in file.nights:
        games[night.date] |= {game.ref for game in night.games}
        if len(games[night.date]) > MOST_GAMES_OF_A_NIGHT:
            raise FileError(say("file.night-too-big", most=MOST_GAMES_OF_A_NIGHT))


def refs_taken(model: type[Base], refs: Iterable[str]) -> set[str]:
    """The given refs that are already taken, in any club."""
    column, taken = Base.metadata.tables[model.__tablename__].c.ref, set()
    for part in in_parts(refs):
        taken |= set(db.session.scalars(select(column).where(column.in_(part))))
    return taken


class _Planning:
    """Makes the plan for importing one file into one club."""

    def __init__(self, file: ClubFile, club_id: int | None) -> None:
        self.file, self.club_id = file, club_id
        self.brought = ImportSummary()
        self.stamp = club_stamp(club_id)
        self.taken: dict[type[Base], list[str]] = {}
        self.unfree = {
            Player: refs_taken(Player, (player.ref for player in file.players)),
            Night: refs_taken(Night, (night.ref for night in file.nights)),
            Game: refs_taken(Game, (game.ref for night in file.nights for game in night.games)),
            Tournament: refs_taken(Tournament, (tournament.ref for tournament in file.tournaments)),
        }
        stored = db.session.scalars(select(Game).where(Game.club_id == club_id)).all()
        self.compared: set[int] = set()
        self.games = {game.origin: game for game in stored if game.origin} | {game.ref: game for game in stored}

    def plan(self) -> ImportPlan:
        players, new_players = self._players()
        nights, notes = self._nights()
        return ImportPlan(
            stamp=self.stamp,
            brought=self.brought,
            players=players,
            short_names=self.short_names,
            new_players=new_players,
            house_rules=self._house_rules(),
            night_names=self.night_names,
            notes=notes,
            games=self._games(players),
            tournaments=self._tournaments(players),
            nights=nights,
            taken=self.taken,
        )

    def _free_ref(self, model: type[Base], ref: str) -> str:
        """The file's `ref`, or a new one if it is already taken."""
        free = new_ref() if ref in self.unfree[model] else ref
        self.unfree[model].add(free)
        self.taken.setdefault(model, []).append(free)
        return free

    def _players(self) -> tuple[dict[str, int], list[tuple[str, FilePlayer]]]:
        """The ids of the players already in this club, by folded name, and the new players, each with a `ref`.

        Players are matched by `ref` or by name.
        """
        members = db.session.scalars(select(Player).filter_by(club_id=self.club_id)).all()
        by_ref, by_name = {player.ref: player for player in members}, {player.folded_name: player for player in members}
        players: dict[str, int] = {}
        new: dict[str, tuple[str, FilePlayer]] = {}
        needed = self._needed_players()
        self.short_names: dict[int, str] = {}
        for player in self.file.players:
            folded = fold_name(player.name)
            member = by_ref.get(player.ref) or by_name.get(folded)
            if folded in new:
                raise FileError(say("file.does-not-fit"))
            if member:
                players[folded] = member.id
                self.brought.matched_players.append(player.name)
                # A player renamed or anonymized in the club does not get the short name that belongs to the old name.
                if player.short_name and not member.short_name and member.folded_name == folded:
                    self.short_names[member.id] = player.short_name
            elif folded in needed:
                new[folded] = (self._free_ref(Player, player.ref), player)
                self.brought.new_players.append(player.name)
        self.brought.shortened = len(self.short_names)
        return players, list(new.values())

    def _needed_players(self) -> set[str]:
        """The folded names of all players in the file who may have to be added.

        Players whose games are all in the club already, with at least as many seats, are left out: they are in the
        club, too, perhaps under a new name.
        """
        seated = select(Seat.game_id, func.count()).join(Game).where(Game.club_id == self.club_id)
        seats = {row[0]: row[1] for row in db.session.execute(seated.group_by(Seat.game_id))}
        games = [game for night in self.file.nights for game in night.games]
        names = {fold_name(seat.player) for game in games for seat in game.seats}
        new: set[str] = set()
        for game in games:
            stored = self.games.get(game.ref)
            if stored is None or seats.get(stored.id, 0) < len(game.seats):
                new |= {fold_name(seat.player) for seat in game.seats}
        return new | {fold_name(player.name) for player in self.file.players} - names

    def _house_rules(self) -> list[FileRules]:
        made = db.session.scalars(select(HouseRules).filter_by(club_id=self.club_id))
        stored = {(rules.name, str(rules.rules), rules.made_at) for rules in made}
        new = {(rules.name, str(rules.book), rules.made_at): rules for rules in self.file.house_rules}
        added = [rules for key, rules in new.items() if key not in stored]
        self.brought.house_rules = len(added)
        return added

    def _nights(self) -> tuple[list[PlannedNight], list[tuple[PlannedNight, FileNote]]]:
        """All the club's nights, including new ones, and the new notes.

        Fills `nights` with the nights of the file, keyed by their `ref` in the file.
        """
        rows = db.session.scalars(select(Night).where(Night.club_id == self.club_id).order_by(Night.id.desc()))
        self.every = [
            PlannedNight(id=row.id, ref=row.ref, date=row.date, started_at=row.started_at, name=row.name)
            for row in rows
        ]
        self.night_names: dict[int, str] = {}
        self.by_date = {night.date: night for night in self.every}
        self.by_id = {night.id: night for night in self.every}
        by_ref = {night.ref: night for night in self.every}
        self.nights: dict[str, PlannedNight] = {}
        notes: list[tuple[PlannedNight, FileNote]] = []
        noted = select(Note.night_id, Note.text, Note.by, Note.at).join(Night).where(Night.club_id == self.club_id)
        stored = {tuple(row) for row in db.session.execute(noted)}
        for file_night in self.file.nights:
            if file_night.ref in self.nights:
                raise FileError(say("file.does-not-fit"))
            night = by_ref.get(file_night.ref) or self.by_date.get(file_night.date)
            if night is None:
                night = self._new_night(file_night.ref, file_night.date, file_night.started_at)
                self.brought.nights += 1
            self.nights[file_night.ref] = night
            if file_night.name and not night.name:
                night.name = file_night.name
                if night.id is not None:
                    self.night_names[night.id] = night.name
            for note in dict.fromkeys(file_night.notes):
                if (night.id, *astuple(note)) not in stored:
                    notes.append((night, note))
                    night.is_used = True
        self.brought.notes = len(notes)
        self.brought.named = len(self.night_names)
        return self.every, notes

    def _new_night(self, ref: str, day: date, started_at: datetime) -> PlannedNight:
        night = PlannedNight(id=None, ref=self._free_ref(Night, ref), date=day, started_at=started_at)
        self.every.append(night)
        self.by_date[day] = night
        return night

    def _games(self, players: Mapping[str, int]) -> list[PlannedGame]:
        planned: dict[str, PlannedGame] = {}
        for night in self.file.nights:
            for game in night.games:
                if game.ref in planned:
                    raise FileError(say("file.does-not-fit"))
                plan = self._game(game, self.nights[night.ref], players)
                if plan:
                    planned[game.ref] = plan
        return list(planned.values())

    def _game(self, file_game: FileGame, night: PlannedNight, players: Mapping[str, int]) -> PlannedGame | None:
        game = self.games.get(file_game.ref)
        if game is None:
            self.brought.games += 1
            night.is_used = True
            return self._planned(None, self._free_ref(Game, file_game.ref), KnownPart(), night, file_game)
        if game.binned_at is not None:
            self.brought.binned += 1
            return None
        if game.id in self.compared:
            raise FileError(say("file.does-not-fit"))
        self.compared.add(game.id)
        ours, in_file = load_entered_game(game), game_in_file(file_game, players)
        db.session.expunge(game)
        if ours.is_same(in_file):
            self.brought.same += 1
            return None
        terms = (str(game.rules), game.engines)
        if terms != (str(file_game.book), file_game.engines) or not ours.goes_on_in(in_file):
            self.brought.different.append(f"{night.date}: {', '.join(seat.player for seat in file_game.seats)}")
            return None
        self.brought.longer += 1
        kept = {round: len(lines) for round, lines in ours.kept.items()}
        part = KnownPart(len(ours.seats), len(ours.lines), len(ours.hands), kept)
        return self._planned(game.id, game.ref, part, self.by_id[game.night_id], file_game)

    def _planned(
        self, id: int | None, ref: str, part: KnownPart, night: PlannedNight, file_game: FileGame
    ) -> PlannedGame:
        lines = self._lines(file_game, part.lines)
        game = Game(rules=file_game.book, engines=file_game.engines, counts=not file_game.kept_only)
        sheet = fold(game, file_game.named_seats, lines)
        results, rounds = results_of(game, sheet, night.date)
        return PlannedGame(
            id=id,
            ref=ref,
            known=part,
            night=night,
            file=file_game,
            lines=lines,
            sittings=frozenset(sitting.ref for sitting in sheet.sittings),
            results=results,
            rounds=rounds,
        )

    def _lines(self, file_game: FileGame, count: int) -> list[SheetLine[Payload]]:
        """The game's lines with the refs and dates of its nights in the club. The first `count` lines already exist."""
        return [
            line._replace(payload=WentOn.on(self._night_here(line.payload.night, line.number > count)))
            if isinstance(line.payload, WentOn) and line.payload.night
            else line
            for line in file_game.sheet
        ]

    def _night_here(self, there: LaterNight, is_new: bool) -> LaterNight:
        night = self.nights.get(there.ref) or self.by_date.get(there.date)
        if night is None:
            night = self._new_night(there.ref, there.date, datetime.combine(there.date, time(12), UTC))
        night.is_used |= is_new
        return LaterNight(night.date, night.ref)

    def _tournaments(self, players: Mapping[str, int]) -> list[tuple[str, PlannedNight, FileTournament]]:
        """The tournaments to add or to continue, each with its `ref` and its night in the club."""
        rows = db.session.scalars(select(Tournament).where(Tournament.club_id == self.club_id)).all()
        by_ref = {row.origin: row for row in rows if row.origin} | {row.ref: row for row in rows}
        planned = []
        for tournament in self.file.tournaments:
            stored = by_ref.get(tournament.ref)
            tables = (self.games.get(table.game) for table in tournament.tables)
            if any(game and game.tournament_id not in (None, stored and stored.id) for game in tables):
                raise FileError(say("file.does-not-fit"))
            if stored and not goes_on_with(stored, tournament, players):
                continue
            ref = stored.ref if stored else self._free_ref(Tournament, tournament.ref)
            planned.append((ref, self.nights[tournament.night], tournament))
        self.brought.tournaments = len(planned)
        return planned
