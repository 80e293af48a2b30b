"""Statistics match a slow, simple calculation from every sheet, whatever happened to the games."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from random import Random

import pytest
from flask import Flask
from sqlalchemy import select

from models import db
from models.ledger.clubs import Club, create_club
from models.ledger.games import GameTerms
from models.ledger.players import Player
from models.ledger.results import RESULTS
from models.ledger.tallies import TALLIES, TallyKind
from models.play.changes import leave, stop
from models.play.start import start_game
from models.results import statistics
from models.results.history import GameSearch, find_games
from models.results.ratings import Certainty, RatingState
from models.results.settle import settle_club
from models.results.spans import Span
from models.store.columns import now
from rules import RULE_BOOKS
from samples import seasons
from samples.pens import write
from tests.conftest import filled, sure
from tests.models.conftest import Table
from tests.models.results import slow_statistics as slowly

SPANS = [Span(), Span((2025, 1), (2025, 12)), Span((2024, 12), (2026, 2))]
SPANS += [Span(None, (2025, 3)), Span((2025, 6), None), Span((2025, 2), (2025, 5))]


@pytest.fixture(params=range(2))
def club(store: Flask, request: pytest.FixtureRequest) -> Club:
    """A random season of a club."""
    return season_of(request.param, 24)


def season_of(seed: int, games: int) -> Club:
    """A random season of `games` games in an empty database. It is played once and copied for other tests."""

    def play() -> None:
        seasons.play_season(create_club("Ana’s table"), Random(seed), games)
        db.session.commit()

    filled(f"season {seed} of {games} games", play)
    return db.session.scalars(select(Club)).one()


def test_figures_are_those_of_the_sheets(club: Club) -> None:
    over = slowly.games_over(club)
    for span in SPANS:
        table = {row.player.id: row for row in statistics.club_figures(club.id, span)}
        for player in slowly.everybody(club):
            slow = slowly.figures_of(over, player.id, *span.days)
            row = table.get(player.id)

            figures = statistics.figures_by_kind(player.id, span)

            assert {(side.value, key): sums for side in figures for key, sums in figures[side].items()} == slow
            assert (row and row.figures, row and row.rating) == (
                slow.get(("all", "")),
                statistics.rating_state(player.id, span),
            )
            assert averages(row.by_set if row else {}) == averages(slow_sets(slow))
            streak = statistics.longest_streak(player.id, span)
            assert streak.games == slowly.streak_of(over, player.id, *span.days)
            assert all_won(club, player.id, streak)


def slow_sets(slow: Mapping[tuple[str, str], statistics.Figures]) -> dict[str, statistics.Figures]:
    """The figures by rule set, with house rules counted under the set on which they are based."""
    rows: dict[str, list[statistics.Figures]] = {}
    for (side, rules), figures in slow.items():
        if side == "rules":
            rows.setdefault(rules.partition("[")[0], []).append(figures)
    return {key: statistics.Figures._make([*map(sum, zip(*of_set, strict=True))]) for key, of_set in rows.items()}


def averages(by_set: Mapping[str, statistics.Figures]) -> dict[str, tuple[float | None, float | None, int]]:
    """The averages and wins by rule set."""
    return {key: (sums.average_round, sums.average_game, sums.wins) for key, sums in by_set.items()}


def all_won(club: Club, player_id: int, streak: statistics.Streak) -> bool:
    """True if the player won this many games in a row, up to the last game of the streak."""
    search = GameSearch(player_id=player_id, is_placed=True, until=streak.last)
    newest = find_games(club.id, search, 100).games[: streak.games]
    me = db.session.get_one(Player, player_id).name
    return len(newest) == streak.games and all(me in game.winners for game, _ in newest)


def test_ratings_are_those_of_all_games_in_order(club: Club) -> None:
    slow = slowly.ratings_of(slowly.games_over(club))

    rows = db.session.execute(select(RESULTS).where(RESULTS.c.place.is_not(None))).all()

    kept = {(row.game_id, row.player_id): (row.mu, row.sigma) for row in rows}
    assert kept == {key: pytest.approx(rating) for key, rating in slow.items()}
    assert len(slow) > 40


def test_everything_made_anew_is_what_was_kept(club: Club) -> None:
    results, *others = slowly.everything()

    settle_club(club.id)

    new_results, *new_others = slowly.everything()
    assert new_others == others
    assert [row[:-3] for row in new_results] == [row[:-3] for row in results]
    assert [row[-3:] for row in new_results] == [pytest.approx(row[-3:]) for row in results]


def test_every_figure_shows_the_games_that_it_is_made_of(club: Club) -> None:
    for player in slowly.everybody(club):
        for side, keys in statistics.figures_by_kind(player.id, Span()).items():
            for key, figures in keys.items():
                for games, search in searches(player.id, side, key, figures):
                    page = find_games(club.id, search, 100)

                    assert (len(page.games), page.after) == (games, None)
        for key, sums in statistics.add_by_set(statistics.figures_by_kind(player.id, Span())[TallyKind.RULES]).items():
            page = find_games(club.id, GameSearch(player_id=player.id, is_placed=True, rule_set=key), 100)

            assert len(page.games) == sums.games


def searches(
    player_id: int, side: TallyKind, key: str, figures: statistics.Figures
) -> Iterator[tuple[int, GameSearch]]:
    """The number of games behind each figure, and the search that finds them."""
    if side is TallyKind.RIVAL:
        for standing, games in (("before", figures.wins), ("behind", figures.losses), ("level", figures.level)):
            yield games, GameSearch(player_id=player_id, is_placed=True, rival_id=int(key), standing=standing)
        return
    if side is TallyKind.ENGINE:
        yield figures.games, GameSearch(player_id=player_id, engine=int(key))
        return
    narrowed = GameSearch(player_id=player_id, rules=key if side is TallyKind.RULES else "")
    if side is TallyKind.PLAYERS:
        narrowed = replace(narrowed, players=int(key))
    yield figures.games, replace(narrowed, is_placed=True)
    yield figures.wins, replace(narrowed, is_won=True)


def test_games_come_a_page_at_a_time(club: Club) -> None:
    player = slowly.everybody(club)[0]
    whole = find_games(club.id, GameSearch(player_id=player.id), 100).games

    page = find_games(club.id, GameSearch(player_id=player.id), 3)
    pages = page.games
    while page.after:
        page = find_games(club.id, GameSearch(player_id=player.id, after=page.after), 3)
        pages += page.games

    assert pages == whole
    assert len(whole) > 3


def test_after_the_last_page_there_is_no_other(club: Club) -> None:
    count = len(find_games(club.id, GameSearch(), 1000).games)

    assert find_games(club.id, GameSearch(), count).after is None
    assert find_games(club.id, GameSearch(), count - 1).after


def test_whole_years_are_added_up_once_and_not_month_by_month(club: Club) -> None:
    span = Span((2020, 2), (2030, 11))
    months = db.session.scalars(select(TALLIES.c.month).where(span.tallies, TALLIES.c.year.between(2021, 2029))).all()

    assert set(months) == {0}


@pytest.fixture
def played(table: Table) -> Table:
    """A game whose first round is entered."""
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    return table


def test_a_game_that_goes_on_does_not_count_yet(played: Table) -> None:
    assert slowly.everything() == [[], [], []]


def test_games_in_the_bin_leave_nothing_when_everything_is_made_again(played: Table) -> None:
    write(played.game, "Ben", stop)
    played.game.binned_at = now()
    db.session.flush()

    settle_club(played.club.id)

    assert slowly.everything() == [[], [], []]


def test_a_rating_is_drawn_by_game_or_by_month(store: Flask) -> None:
    player = slowly.everybody(season_of(1, 24))[0]
    games = db.session.execute(select(RESULTS).where(RESULTS.c.player_id == player.id)).all()

    points = statistics.ratings_of(player.id, Span())

    assert len(points) == len(games)
    assert points[-1].mu == sure(statistics.rating_state(player.id, Span())).mu


@pytest.mark.parametrize(("most", "period"), [(12, "%Y-%m"), (3, "%Y")])
def test_a_long_rating_is_drawn_by_the_ends_of_months_or_years(
    store: Flask, monkeypatch: pytest.MonkeyPatch, most: int, period: str
) -> None:
    player = slowly.everybody(season_of(1, 24))[0]
    every = statistics.ratings_of(player.id, Span())
    monkeypatch.setattr("models.results.statistics.MOST_POINTS", most)

    points = statistics.ratings_of(player.id, Span())

    last = {point.day.strftime(period): point for point in every}
    assert len(every) > 12 >= len(points) > 1
    assert points == list(last.values())[-most:]


def _play_on(days: list[date]) -> Club:
    club, luck = create_club("Ana’s table"), Random(1)
    for day in days:
        game = start_game(club, ["Ana", "Ben"], GameTerms(RULE_BOOKS["double-nine"], (9,)), day, "Ana")
        seasons.play_round(game, 1, luck)
    return club


def test_of_more_years_than_are_drawn_the_newest_are(store: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    days = [date(year, 3, 5) for year in range(2019, 2026)]
    club = _play_on(days)
    monkeypatch.setattr("models.results.statistics.MOST_POINTS", 3)

    points = statistics.ratings_of(slowly.everybody(club)[0].id, Span())

    assert [point.day for point in points] == days[-3:]


def test_a_long_rating_ends_with_its_span(store: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    club = _play_on([date(2025, month, day) for month in range(1, 11) for day in (7, 21)])
    monkeypatch.setattr("models.results.statistics.MOST_POINTS", 8)

    points = statistics.ratings_of(slowly.everybody(club)[0].id, Span(None, (2025, 6)))

    assert [point.day for point in points] == [date(2025, month, 21) for month in range(1, 7)]


def test_all_time_is_added_up_once_and_not_year_by_year(club: Club) -> None:
    rows = db.session.execute(select(TALLIES.c.player_id, TALLIES.c.side, TALLIES.c.key).where(Span().tallies)).all()

    assert len(rows) == len(set(rows)) > 0


def test_somebody_who_left_keeps_their_rounds_but_has_no_game(played: Table) -> None:
    write(played.game, "Ben", leave, played.seats["Ana"])
    write(played.game, "Ben", stop)
    ana = next(player for player in slowly.everybody(played.club) if player.name == "Ana")

    figures = statistics.figures_by_kind(ana.id, Span())[TallyKind.ALL][""]

    assert (figures.games, figures.rounds, figures.outs, figures.average_game) == (0, 1, 1, None)
    assert sure(statistics.rating_state(ana.id, Span())).mu == 25


def test_a_rating_is_sure_after_many_games() -> None:
    certainties = {25 / 3: Certainty.NOT_YET, 6.3: Certainty.NOT_YET, 6.2: Certainty.FAIRLY, 4.1: Certainty.SURE}

    assert {sigma: RatingState(25.0, sigma, 0).certainty for sigma in certainties} == certainties


NONE = statistics.Figures(games=0, wins=0, losses=0, rounds=0, pips=0, total=0, outs=0, best=0, worst=0)


def standing(name: str, mu: float, games: int, wins: int, **pips: int) -> statistics.PlayerFigures:
    """A player in a club's ranking; `pips` gives the pips of one round for each rule set."""
    by_set = {
        key.replace("_", "-"): NONE._replace(games=1, rounds=1, pips=sum_, total=sum_) for key, sum_ in pips.items()
    }
    figures = NONE._replace(games=games, wins=wins, rounds=games)
    return statistics.PlayerFigures(
        Player(name=name, folded_name=name.casefold()), figures, RatingState(mu, 5, 0), by_set
    )


def test_a_club_is_sorted_by_any_column() -> None:
    ana = standing("Ana", 25, 6, 4, double_nine=3)
    ben = standing("Ben", 20, 9, 4, double_six=5)
    cai = standing("Cai", 30, 5, 1, double_six=7)
    orders = {"": "Ana Ben Cai", "name": "Ana Ben Cai", "games": "Ben Ana Cai", "won": "Ana Ben Cai"}
    orders |= {
        "double-six": "Ben Cai Ana",
        "rating": "Cai Ana Ben",
        "average": "Cai Ana Ben",
        "nonsense": "Ana Ben Cai",
    }

    for by, order in orders.items():
        assert [row.player.name for row in statistics.sort_figures([ana, ben, cai], by)] == order.split(), by


def test_fewer_than_five_games_are_no_rank() -> None:
    assert [standing("Ana", 25, games, 1).is_ranked for games in (4, 5)] == [False, True]
