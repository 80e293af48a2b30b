"""Bringing a club's file in: into a new club, or into one that is there. Nothing that is there is changed or doubled."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from typing import Any

from sqlalchemy import exists, func, insert, or_, select
from sqlalchemy.exc import DataError, IntegrityError

from models.base import Base, new_ref
from models.club_file import Facts, game_facts
from models.club_reading import ClubFile, FileGame, FileNight
from models.clubs import Club, Player, lock_club
from models.file_fields import FileError
from models.games import Game, Seat, lock_games, seats_of
from models.house_rules import HouseRules
from models.lines import Kind, Line, lines_of
from models.moves import Hand, MoveLine
from models.nights import Night, Note, night_of
from models.scorekeeping import keep_sittings
from models.settling import settle_club
from models.sheet import fold
from models.store import db
from models.tournament_file import bring_tournament
from models.tournaments import Tournament, lock_tournaments
from rules.names import fold_name
from rules.wording import say


@dataclass
class Brought:
    """What a file brings: the names that are new, those that are matched, and how much of everything is new.

    `longer` are games that are here already and go on in the file; `same` those that are here as they are in it;
    `different` those that were entered otherwise here, and stay as they are; `binned` those that are in the bin here.
    """

    new_players: list[str] = field(default_factory=list)
    matched_players: list[str] = field(default_factory=list)
    house_rules: int = 0
    nights: int = 0
    notes: int = 0
    games: int = 0
    longer: int = 0
    same: int = 0
    different: list[str] = field(default_factory=list)
    binned: int = 0
    tournaments: int = 0

    @property
    def facts(self) -> dict[str, Any]:
        """All of it, by name."""
        return asdict(self)


def what_is_in(file: ClubFile) -> Brought:
    """What a file brings where nothing is there yet; no database is asked."""
    return Brought(
        new_players=[player.name for player in file.players],
        house_rules=len(file.house_rules),
        nights=len(file.nights),
        notes=sum(len(night.notes) for night in file.nights),
        games=sum(len(night.games) for night in file.nights),
        tournaments=len(file.tournaments),
    )


def try_to_bring_in(file: ClubFile, club: Club) -> Brought:
    """What `bring_in` would do, with nothing left of it. Raises FileError."""
    trial = db.session.begin_nested()
    try:
        return _bring_all(file, club)
    finally:
        trial.rollback()
        db.session.expire_all()


def found_from(file: ClubFile) -> Club:
    """A new club with the name of the file's."""
    club = Club(ref=_free_ref(Club, file.ref), name=file.name, founded_at=file.founded_at)
    db.session.add(club)
    db.session.flush()
    return club


def bring_in(file: ClubFile, club: Club) -> Brought:
    """Add to the club what the file holds and the club does not; players are matched by name. Raises FileError."""
    brought = _bring_all(file, club)
    settle_club(club.id)
    return brought


def _bring_all(file: ClubFile, club: Club) -> Brought:
    lock_tournaments(club.id)
    lock_games(club.id)
    lock_club(club.id)
    brought = Brought()
    try:
        with db.session.begin_nested():
            players = _bring_players(file, club, brought)
            called = {one.folded_name: one.id for one in db.session.scalars(select(Player).filter_by(club_id=club.id))}
            _bring_house_rules(file, club, brought)
            nights = {one.ref: _bring_night(one, club, brought) for one in file.nights}
            for one in file.nights:
                for game in one.games:
                    _bring_game(game, nights[one.ref], nights, (players, called), brought)
            for hall in file.tournaments:
                brought.tournaments += bring_tournament(hall, club, nights, players, _free_ref(Tournament, hall.ref))
    except (IntegrityError, DataError) as error:
        raise FileError(say("file.does-not-fit")) from error
    return brought


def _free_ref(model: type[Base], ref: str) -> str:
    """The name in an address that the file gives, or another one if something here has it."""
    taken = db.session.scalar(select(exists().where(Base.metadata.tables[model.__tablename__].c.ref == ref)))
    return new_ref() if taken else ref


def _bring_players(file: ClubFile, club: Club, brought: Brought) -> dict[str, int]:
    """The id of everybody in the file, by folded name. Whoever is called otherwise here since is known by their address."""
    here = list(db.session.scalars(select(Player).filter_by(club_id=club.id)))
    by_ref, by_name = {player.ref: player for player in here}, {player.folded_name: player for player in here}
    players: dict[str, int] = {}
    needed = _needed_players(file, club)
    for one in file.players:
        folded = fold_name(one.name)
        known = by_ref.get(one.ref) or by_name.get(folded)
        if known:
            players[folded] = known.id
            brought.matched_players.append(one.name)
            continue
        if folded not in needed:
            continue
        player = Player(
            ref=_free_ref(Player, one.ref),
            club_id=club.id,
            name=one.name,
            folded_name=folded,
            joined_at=one.joined_at,
            archived_at=one.archived_at,
        )
        db.session.add(player)
        db.session.flush()
        players[folded] = player.id
        brought.new_players.append(one.name)
    return players


def _needed_players(file: ClubFile, club: Club) -> set[str]:
    """Everybody by folded name but those whose games are all here with as many seats: they are somebody else here by now."""
    seated = (
        select(func.coalesce(Game.origin, Game.ref).label("ref"), func.count(Seat.id).label("seats"))
        .join(Seat, Seat.game_id == Game.id)
        .where(Game.club_id == club.id)
        .group_by(Game.id)
    )
    here = {row.ref: row.seats for row in db.session.execute(seated)}
    games = [game for night in file.nights for game in night.games]
    known = {fold_name(name) for game in games for name, _ in game.seats}
    new = {fold_name(name) for game in games if here.get(game.ref, 0) < len(game.seats) for name, _ in game.seats}
    return new | {fold_name(player.name) for player in file.players} - known


def _bring_house_rules(file: ClubFile, club: Club, brought: Brought) -> None:
    here = {
        (made.name, str(made.rules), made.made_at)
        for made in db.session.scalars(select(HouseRules).filter_by(club_id=club.id))
    }
    for one in file.house_rules:
        if (one.name, str(one.rules), one.made_at) not in here:
            db.session.add(HouseRules(club_id=club.id, **one._asdict()))
            db.session.flush()
            brought.house_rules += 1


def _bring_night(one: FileNight, club: Club, brought: Brought) -> Night:
    night = db.session.scalar(
        select(Night)
        .where(Night.club_id == club.id, or_(Night.ref == one.ref, Night.date == one.date))
        .order_by(Night.ref != one.ref)
        .limit(1)
    )
    if night is None:
        night = Night(ref=_free_ref(Night, one.ref), club_id=club.id, date=one.date, started_at=one.started_at)
        db.session.add(night)
        db.session.flush()
        brought.nights += 1
    here = {(note.text, note.by, note.at) for note in db.session.scalars(select(Note).filter_by(night_id=night.id))}
    for note in one.notes:
        if tuple(note) not in here:
            db.session.add(Note(night_id=night.id, folded=note.text.casefold(), **note._asdict()))
            db.session.flush()
            night.binned_at = None
            brought.notes += 1
    return night


def _bring_game(
    one: FileGame,
    night: Night,
    nights: Mapping[str, Night],
    known: tuple[Mapping[str, int], Mapping[str, int]],
    brought: Brought,
) -> None:
    """Bring a game in; `known` are the players by their names in the file, and by those that they have here."""
    players, called = known
    here = select(Game).where(Game.club_id == night.club_id, or_(Game.ref == one.ref, Game.origin == one.ref))
    game = db.session.scalar(here)
    if game is None:
        ref = _free_ref(Game, one.ref)
        game = Game(
            ref=ref,
            origin=None if ref == one.ref else one.ref,
            club_id=night.club_id,
            night_id=night.id,
            rules=one.rules,
            engines=one.engines,
            started_at=one.started_at,
            started_by=one.started_by,
        )
        db.session.add(game)
        db.session.flush()
        night.binned_at = None
        brought.games += 1
        _write(game, one, nights, players, {})
        return
    if game.binned_at is not None:
        brought.binned += 1
        return
    game_id, before = game.id, _as_read(game_facts(game), called)
    game = db.session.get_one(Game, game_id)
    now = _as_read(one.facts, players)
    if before == now:
        brought.same += 1
    elif _goes_on(before, now):
        brought.longer += 1
        _write(game, one, nights, players, before)
    else:
        brought.different.append(f"{night.date}: {', '.join(name for name, _ in one.seats)}")


_GROWING = ("seats", "lines", "hands")


def _as_read(facts: Facts, players: Mapping[str, int]) -> Facts:
    """What a game holds, in one writing, whatever its nights and its players are called."""
    kept = {round["round"]: _written(round["lines"]) for round in facts.get("kept", [])}
    seats = [{**seat, "player": players.get(fold_name(seat["player"]))} for seat in facts["seats"]]
    return {name: _written(facts.get(name, [])) for name in _GROWING} | {"kept": kept, "seats": _written(seats)}


def _written(things: list[Facts]) -> list[str]:
    known = (
        one | {"text": one["text"].split()[0]} if one.get("kind") == Kind.GO_ON and one.get("text") else one
        for one in things
    )
    return [json.dumps(one, sort_keys=True, default=lambda moment: moment.isoformat()) for one in known]


def _goes_on(before: Facts, now: Facts) -> bool:
    """Everything that is here stands in the file too, and more."""
    grows = all(now[name][: len(before[name])] == before[name] for name in _GROWING)
    rounds = all(now["kept"].get(round, [])[: len(lines)] == lines for round, lines in before["kept"].items())
    return grows and rounds


def _write(game: Game, one: FileGame, nights: Mapping[str, Night], players: Mapping[str, int], before: Facts) -> None:
    """Write what the file has of a game after what is here of it."""
    for name, place in one.seats[len(before.get("seats", [])) :]:
        db.session.add(Seat(game_id=game.id, player_id=players[fold_name(name)], place=place))
        db.session.flush()
    ids = dict(enumerate(db.session.scalars(select(Seat.id).filter_by(game_id=game.id).order_by(Seat.id)), 1))
    lines = [_line(line, game, nights, ids) for line in one.lines[len(before.get("lines", [])) :]]
    moves = [
        line | {"game_id": game.id, "round": round, "seats": " ".join(str(ids[seat]) for seat in line["seats"])}
        for round, entered in one.moves.items()
        for line in entered[len(before.get("kept", {}).get(round, [])) :]
    ]
    hands = [
        hand | {"game_id": game.id, "seat_id": ids[hand["seat_id"]]}
        for hand in one.hands[len(before.get("hands", [])) :]
    ]
    for model, rows in ((Line, lines), (MoveLine, moves), (Hand, hands)):
        if rows:
            db.session.execute(insert(model), rows)
    keep_sittings(game, fold(game, seats_of(game.id), lines_of(game.id)))


def _line(line: Facts, game: Game, nights: Mapping[str, Night], ids: Mapping[int, int]) -> Facts:
    text = line["text"]
    if line["kind"] is Kind.SEATING:
        text = " ".join(str(ids[int(seat)]) for seat in text.split())
    if line["kind"] is Kind.GO_ON and text:
        day, ref = text.split()
        night = nights.get(ref) or night_of(game.club_id, date.fromisoformat(day), _free_ref(Night, ref))
        text = f"{night.date} {night.ref}"
    return line | {"game_id": game.id, "seat_id": ids.get(line["seat_id"] or 0), "text": text}
