"""Answers to questions about a club's past games, each in one sentence."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, NamedTuple

from flask import url_for
from flask_babel import format_date

from models.ledger.clubs import Club
from models.ledger.players import Player
from models.ledger.tallies import TallyKind
from models.ledger.tournaments import tournaments_of
from models.results.history import GameSearch, ListedGame, find_games
from models.results.questions import Question
from models.results.records import EVERY_KIND, records_of
from models.results.spans import Span
from models.results.statistics import (
    club_figures,
    dates_of,
    dates_played,
    figures_by_kind,
    last_places,
    last_win,
    longest_date,
    most_on_one_date,
    number_of_games,
    number_of_ties,
    played_last,
    rivals_in,
    second_places,
    sort_figures,
)
from models.sheets.tournament import load_hall
from models.sheets.tournament_log import rests_in_words
from models.texts import say, say_count
from rules.names import isolated
from rules.wording import list_of
from views.club.spans import write_span
from views.shared.named import day_in_words

_MOST_NAMED, _MOST_DATES = 3, 40
# The figures about one player that a question can ask for. If it asks for none, the answer is the number of games won.
_OF_A_PLAYER = ("average", "total", "outs", "second", "lost", "games")
_ANSWERED_OF_A_PLAYER = (*_OF_A_PLAYER, "played", "missed", "rival", "trend", *EVERY_KIND)


class Answer(NamedTuple):
    """An answer in a sentence, and the address of the page behind it."""

    text: str
    address: str


def answers_to(club: Club, question: Question) -> list[Answer]:
    """The answers to a question: about the players it names, or else about everybody.

    Empty if the question asks for no figure, or if no figure can answer it, for example because it is about a
    single day.
    """
    time = question.time
    if question.is_twisted or time.day or not (question.subjects or (question.players and not question.unknown)):
        return []
    if time.than:
        compared = (replace(question, time=replace(time, span=span, than=None)) for span in (time.span, time.than))
        return [answer for one in compared for answer in answers_to(club, one)]
    match question.players:
        case players if "cup" in question.subjects:
            answers = list(_tournaments(club, time.span, players))
        case []:
            answers = list(_about_everybody(club, question))
        case [first, second] if not {*question.subjects} & {*_OF_A_PLAYER, *EVERY_KIND} - {"games"}:
            answers = [_head_to_head(club, time.span, first, second)]
            if "wins" in question.subjects:
                answers += [answer for player in question.players for answer in _about(player, club, question)]
        case players:
            answers = [answer for player in players for answer in _about(player, club, question)]
    when = _when(time.span)
    return [answer._replace(text=when + answer.text) for answer in answers]


def _about_everybody(club: Club, question: Question) -> Iterator[Answer]:
    """The leaders in each of the figures asked for, and the records."""
    span = question.time.span
    statistics = _page("statistics.club", span, ref=club.ref)
    table, came_last = club_figures(club.id, span), last_places(club.id, span)
    came_second, came_on = second_places(club.id, span), dates_played(club.id, span)
    counts = {
        "wins": [(row.player.name, row.figures.wins) for row in sort_figures(table, "won")],
        "lost": [(row.player.name, came_last.get(row.player.id, 0)) for row in table],
        "second": [(row.player.name, came_second.get(row.player.id, 0)) for row in table],
        "outs": [(row.player.name, row.figures.outs) for row in table],
        "total": [(row.player.name, row.figures.total) for row in table],
        "nights": [(row.player.name, came_on.get(row.player.id, 0)) for row in table],
        "present": [(row.player.name, row.figures.games) for row in table],
    }
    ranked = [row for row in sort_figures(table, "average") if row.is_ranked]
    averages = [(row.player.name, round(row.figures.average_round or 0, 1)) for row in ranked]
    for subject in question.subjects:
        match subject:
            case "average" | "absent":
                fewest = averages if subject == "average" else counts["nights"]
                yield Answer(_named_first(subject, [(name, -number) for name, number in fewest]), statistics)
            case "worst-average":
                yield Answer(_named_first(subject, averages), statistics)
            case "share":
                shares = [(row.player.name, round(100 * row.figures.wins / row.figures.games)) for row in ranked]
                yield Answer(_named_first(subject, shares), statistics)
            case "winless":
                winless = [name for name, wins in counts["wins"] if not wins]
                yield Answer(f"{say('answer.winless')}: {list_of(winless) or say('answer.nobody')}", statistics)
            case "games":
                games, rounds, dates = number_of_games(club.id, span)
                yield Answer(say_count("answer.games", games, rounds=rounds, dates=dates), statistics)
            case "tied":
                yield Answer(say_count("answer.tied", number_of_ties(club.id, span)), statistics)
            case "newest" | "played":
                for game, _ in find_games(club.id, GameSearch(span=span), 1).games:
                    winners = list_of(game.winners)
                    text = say("answer.newest", day=day_in_words(game.day), names=winners, totals=_totals(game))
                    yield Answer(text, url_for("games.sheet", ref=game.ref))
            case "gathering" | "longest-date":
                if found := (most_on_one_date if subject == "gathering" else longest_date)(club.id, span):
                    day, count = found
                    yield Answer(say(f"answer.{subject}", day=day_in_words(day), count=count), _nights_on(club, day))
            case "nights":
                dates = number_of_games(club.id, span)[2]
                yield Answer(_named_first(subject, counts[subject], dates=dates), statistics)
            case "there":
                if there := played_last(club.id, span, "first" in question.subjects):
                    day, names = there
                    text = say("answer.there", day=day_in_words(day), names=list_of(names))
                    yield Answer(text, _nights_on(club, day))
            case _ if subject in counts:
                yield Answer(_named_first(subject, [pair for pair in counts[subject] if pair[1]]), statistics)
    yield from _records(club, span, question.subjects)


def _totals(game: ListedGame) -> str:
    return ", ".join(f"{isolated(name)} {total}" for name, _, total in game.finishers)


def _nights_on(club: Club, day: date) -> str:
    """The address of the game nights on this date."""
    return url_for("history.nights", ref=club.ref, words=f"{day.day} {say(f'month.{day.month}')} {day.year}")


def _named_first(subject: str, numbers: Sequence[tuple[str, float]], **facts: object) -> str:
    """The players with the highest numbers, in a sentence: three, or more if others are tied with the third."""
    ordered = sorted(numbers, key=lambda pair: -pair[1])
    third = ordered[:_MOST_NAMED][-1:]
    first = [(name, number) for name, number in ordered if number >= third[0][1]]
    names = ", ".join(f"{isolated(name)} {abs(number)}" for name, number in first)
    return f"{say(f'answer.most.{subject}', **facts)}: {names or say('answer.nobody')}"


def _tournaments(club: Club, span: Span, players: Sequence[Player]) -> Iterator[Answer]:
    """The top places, the last place and these players' places in each of the club's newest tournaments in a span."""
    played = [cup for cup in tournaments_of(club.id) if span.holds(cup.started_at.date())]
    asked = {player.name for player in players}
    for tournament in played[:_MOST_NAMED]:
        hall = load_hall(tournament)
        placed = [(placing.place, hall.names[placing.player], placing) for placing in hall.placings if placing.place]
        named = {*range(1, _MOST_NAMED + 1), max((place for place, _, _ in placed), default=0)}
        places = [
            f"{place}. {isolated(name)} ({rests_in_words(hall, placing)})"
            for place, name, placing in placed
            if place in named or name in asked
        ]
        key = "answer.cup" if hall.is_over and places else "answer.unfinished"
        text = say(key, tournament=tournament.name, places=", ".join(places))
        yield Answer(text, url_for("tournaments.tournament", ref=tournament.ref))
    if not played:
        yield Answer(say("answer.no-tournament"), url_for("clubs.club", ref=club.ref))


def _records(club: Club, span: Span, subjects: Sequence[str], player: Player | None = None) -> Iterator[Answer]:
    """The records asked for; only one player's if `player` is given."""
    kinds = [subject for subject in subjects if subject in EVERY_KIND]
    records = records_of(club.id, span, kinds, player.id if player else None)
    for record in records:
        yield Answer(f"{record.text} ({day_in_words(record.day)})", url_for("games.sheet", ref=record.ref))
    if kinds and not records:
        yield Answer(say("answer.no-record"), _page("statistics.club", span, ref=club.ref))


def _about(player: Player, club: Club, question: Question) -> Iterator[Answer]:
    """The figures asked for about a player, or else the number of games won and the latest win."""
    span, name = question.time.span, player.name
    page = _page("statistics.player", span, ref=club.ref, player_ref=player.ref)
    figures = figures_by_kind(player.id, span)
    sums = figures[TallyKind.ALL].get("")
    if not sums:
        yield Answer(say("answer.no-game", name=name), page)
        return
    facts = {
        "round": f"{sums.average_round or 0:.1f}",
        "game": f"{sums.average_game or 0:.1f}",
        "total": sums.total,
        "last": last_places(club.id, span).get(player.id, 0),
        "second": second_places(club.id, span).get(player.id, 0),
        "wins": sums.wins,
        "rounds": sums.rounds,
        "all": number_of_games(club.id, span)[2],
        "dates": dates_played(club.id, span).get(player.id, 0),
    }
    asked = [subject for subject in question.subjects if subject in _ANSWERED_OF_A_PLAYER]
    yield from _records(club, span, asked, player)
    if "rival" in asked:
        met = rivals_in(figures[TallyKind.RIVAL])
        for subject, counted in (("ahead", "wins"), ("behind", "losses")):
            games = [(rival.name, getattr(against, counted)) for rival, against in met if getattr(against, counted)]
            yield Answer(_named_first(subject, games, name=name), page)
    if "trend" in asked:
        rating = _page("statistics.rating", span, ref=club.ref, player_ref=player.ref)
        yield Answer(say("answer.trend", name=name), rating)
    if "missed" in asked:
        every = [day for day in dates_of(club.id, span) if question.time.weekday in (0, day.isoweekday())]
        missed = sorted({*every}.difference(dates_of(club.id, span, player.id)), reverse=True)
        named = "; ".join(map(day_in_words, missed[:_MOST_DATES])) or say("answer.none")
        named += "; …" if missed[_MOST_DATES:] else ""
        counts = {"missed": len(missed), "all": len(every)}
        code = "answer.missed" if every else "answer.no-such-weekday"
        yield Answer(say(code, name=name, dates=named, **counts), page)
    if "played" in asked:
        for game, _ in find_games(club.id, GameSearch(player_id=player.id, span=span), 1).games:
            text = say("answer.last-played", name=name, day=day_in_words(game.day), totals=_totals(game))
            yield Answer(text, url_for("games.sheet", ref=game.ref))
    for subject in [subject for subject in asked if subject in _OF_A_PLAYER] or ([] if asked else ["wins"]):
        count = sums.outs if subject == "outs" else sums.games
        yield Answer(say_count(f"answer.player.{subject}", count, name=name, **facts), page)
    if not asked and (won := last_win(player.id, span)):
        day, ref = won
        yield Answer(say("answer.last-win", name=name, day=day_in_words(day)), url_for("games.sheet", ref=ref))


def _head_to_head(club: Club, span: Span, first: Player, second: Player) -> Answer:
    """The number of games in which each of two players finished ahead of the other, in a sentence."""
    names = {"first": first.name, "second": second.name}
    sums = figures_by_kind(first.id, span)[TallyKind.RIVAL].get(str(second.id))
    if not sums:
        return Answer(say("answer.never-met", **names), _page("statistics.club", span, ref=club.ref))
    text = say_count("answer.met", sums.games, wins=sums.wins, losses=sums.losses, tied=sums.level, **names)
    return Answer(text, _page("history.games", span, player=first.ref, placed=1, rival=second.ref, ref=club.ref))


def _page(name: str, span: Span, **asked: Any) -> str:
    """The address of a page that shows a time span."""
    return url_for(name, **asked | write_span(span))


def _when(span: Span) -> str:
    """The time span in words, to put in front of an answer; empty for all time."""
    if span.is_open:
        return ""
    first, last = (format_date(day, "y" if span.year else "MMMM y", rebase=False) for day in span.days)
    if span.year or span.is_month:
        return say("answer.in", time=first)
    if span.last is None:
        return say("answer.since", time=first)
    return say("answer.from-to", first=first, last=last) if span.first else say("answer.until", time=last)
