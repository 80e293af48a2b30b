"""A season with everything that the app can store: the demo's data, and the rest added through the app's forms.

This module knows only the app's addresses and the names of its form fields, so it works with any version that
has them.
"""

import re
from datetime import date, timedelta

from proofs.checkout import Checkout
from proofs.host import Host, Person, Season, key_in, last
from proofs.page import first, forms_of
from proofs.same.cups import play_cups
from proofs.same.tables import game_for, keep_tables

SEED = "5"
TABLE_OF_SCORES = "Round,Ana,Ben,Dee\n9-9,out,34,7\n8-8,21,out,12\n7-7,3,11,out\n"
EIGHT_EACH = {f"deal_{players}": each for players, each in zip(range(2, 9), "8887765", strict=True)}
# Keys by label: the access that each gives, and whether it is for one night only.
KEYS = {
    "Another phone": ("manage", False),
    "Ben’s phone": ("score", False),
    "The TV": ("view", False),
    "Tonight": ("score", True),
    "Tonight’s TV": ("view", True),
    "Lost on the bus": ("score", False),
}


def make_season(checkout: Checkout) -> Season:
    """Make the season in the checkout's folder, with its commands and its server, then stop the server."""
    checkout.flask("db", "upgrade")
    key = key_in(checkout.flask("demo", "--tournament", "--seed", SEED))
    with checkout.serving():
        host = Host(checkout, key)
        make_rules(host)
        game = play_games(host)
        kept = keep_tables(host)
        keys = make_keys(host)
        look_after_players(host)
        cups, hall = play_cups(host)
        founders, clubs = bring_in_files(host)
        fill_the_bin(host)
        begins = ("/", host.club, host.game, game, *cups, *tiles_of(host, host.game), *tiles_of(host, game))
        everybody = [*people(host, keys, begins, clubs), *hall, *founders]
        return Season(
            people=everybody, clubs=[host.club, *clubs], kept=kept, options=options(host), spare=game_for(host, kept[0])
        )


def tiles_of(host: Host, game: str) -> list[str]:
    """The addresses of the pages for tapping the tiles left in a hand. Only a form leads to them, not a link."""
    return [f"{game}/rounds/{number}/seats/{seat}" for number in (1, 3, 5) for seat in host.seats(game, number)]


def options(host: Host) -> list[tuple[str, str]]:
    """The options that a club can change: each rule set with each value of each option, as `option=value`."""
    choices = []
    for base in ("double-nine", "double-six", "double-twelve"):
        forms = forms_of(host.phone.ask(f"{host.club}/house-rules?base={base}").text)
        fields = [field for form in forms for field in form.fields if field.name.startswith("option_")]
        choices += [
            (base, f"{field.name.removeprefix('option_')}={value}") for field in fields for value in field.choices
        ]
    return choices


def make_rules(host: Host) -> None:
    """Make house rules on each rule set, then change, rename and delete some."""
    page = f"{host.club}/house-rules"
    for base, name, chosen in (
        ("double-nine", "Grandma’s", EIGHT_EACH),
        ("double-six", "At the pub", {"option_double-blank": "50"}),
        ("double-twelve", "For a while", {"option_double-blank": "25"}),
    ):
        host.phone.send(f"{page}?base={base}", "/house-rules", base=base, name=name, **chosen)
    host.phone.send(_rules_called(host, "Grandma’s"), name="Grandma’s", option_tie="most-rounds-won")
    host.phone.send(_rules_called(host, "At the pub"), name="At the Anchor")
    host.phone.send(f"{_rules_called(host, 'For a while')}/delete", "/delete")


def _rules_called(host: Host, name: str) -> str:
    page = f"{host.club}/house-rules"
    addresses: list[str] = re.findall(rf"{page}/\d+(?=[\"/])", host.phone.ask(page).text)
    for address in dict.fromkeys(addresses):
        if f'value="{name}"' in host.phone.ask(address).text:
            return address
    raise RuntimeError(f"no house rules are called {name}")


def play_games(host: Host) -> str:
    """Play a game in which everything happens and the last rounds stay open, then a stopped game and a continued one."""
    ana, game = host.phone, host.start("double-nine", "Ana", "Ben", "Cai", "Dee", "Eli")
    host.score(game, 1, "34", "12+11+7", "out", "9+5", "7")
    host.score(game, 2, "out", "21", "3", "40", "18")
    seats, changes = host.seats(game), f"{game}/changes"
    ana.send(changes, "/penalty", seat=seats[1], pips="5", reason="Forgot a marker <twice> & more")
    ana.send(changes, "/penalty", seat=seats[2], pips="9", reason="To be struck")
    ana.send(f"{game}/log", first(rf"{game}/strike/\d+", ana.ask(f"{game}/log").text))
    _correct(host, game, 1, seats[0], "43")
    _correct(host, game, 2, seats[1], "12")
    ana.send(changes, "/leave", seat=seats[4])
    ana.send(changes, "/arrive", name="Fay", start="30")
    # Up to 0.7.0 each value was a whole order.
    orders = re.findall(r'name="order" value="([^"]+)"', ana.ask(changes).text)
    ana.send(changes, "/seating", order=orders[0] if " " in orders[0] else " ".join(orders[::-1]))
    ana.send(changes, "/rules", rules="double-nine", engines="9 8 7 6 5 4 3")
    host.score(game, 3, "50", "out", "1", "2", "3")
    ana.send(game, "/undo")
    ana.send(game, "/redo")
    ana.send(f"{game}/rounds/3/seats/{seats[3]}", tiles=["6-5", "4-3"])
    host.score(game, 4, "", "15", "", "22")
    ana.send(host.night, text="The set has two 4-4, “one of them” <blue>.\nNext time at Ben’s.")
    stopped_game = host.start("double-six", "Ana", "Zoë")
    host.score(stopped_game, 1, "out", "12")
    ana.send(f"{stopped_game}/changes", "/stop")
    start = ana.ask(f"/start?club={last(host.club)}").text
    resumed_game = host.start(first(r'value="(double-nine\[deal[^"]+)"', start, 1), "Ben", "Cai", "Dee")
    host.score(resumed_game, 1, "out", "31", "8")
    ana.send(f"{resumed_game}/changes", "/stop")
    ana.send(resumed_game, "/go-on")
    return game


def _correct(host: Host, game: str, number: int, seat: str, left: str) -> None:
    host.phone.send(f"{game}/rounds/{number}", **{f"hand_{seat}-left": left})


def make_keys(host: Host) -> dict[str, str]:
    """Make keys of every kind and revoke one. Returns their links by label."""
    page, links = f"{host.club}/keys", {}
    for label, (access, is_for_a_night) in KEYS.items():
        night = last(host.night) if is_for_a_night else ""
        reply = host.phone.send(page, access=access, night=night, label=label)
        links[label] = key_in(reply.text)
        if label == "Lost on the bus":
            host.phone.send(
                page if f"{reply.address}/revoke" not in reply.text else reply.address, f"{reply.address}/revoke"
            )
    return links


def look_after_players(host: Host) -> None:
    """Rename, merge, archive and anonymize one player each."""
    for name in ("Quinn", "Rob", "Robb", "Sam", "Tim"):
        game = host.start("double-six", "Ana", name, engines="6 5")
        host.score(game, 1, "out", "9")
        host.score(game, 2, "4", "out")
    host.phone.send(_player(host, "Quinn"), "/rename", name="Quinn O’Hara")
    rob = _player(host, "Rob").split("/")[4]
    # Versions before 0.8.0 call the other player `into`, and ask nothing.
    host.phone.send(_player(host, "Robb"), "/merge", into=rob, other=rob, stays=rob)
    host.phone.send(_player(host, "Sam"), "/archive")
    host.phone.send(_player(host, "Tim"), "/anonymise")


def _player(host: Host, name: str) -> str:
    """The address of the page for managing a player."""
    text = host.phone.ask(host.club).text
    return first(rf'href="({host.club}/players/\w+)(?:/manage)?"[^>]*>\s*{name}\s*<', text, 1) + "/manage"


def bring_in_files(host: Host) -> tuple[list[Person], list[str]]:
    """Make a club from this club's file, import a night into another, leave two files waiting, and enter a table of scores.

    Returns the people with keys to the new clubs, and the clubs.
    """
    club_file = host.phone.ask(f"{host.club}/club.json").text
    night_file = host.phone.ask(f"{host.night}/night.json").text
    zoe, yan = host.new_phone(), host.new_phone()
    club = zoe.send(zoe.send("/import", file=club_file).address).address
    zoe.send(first(r"/games/\w+", zoe.ask(f"{club}/games").text) + "/me", name="Zoe")
    yan.send("/start", **{"players-0": "Yan", "players-1": "Wim"}, rules="double-twelve")
    other_club = first(r"/clubs/\w+", yan.ask("/").text)
    yan.send(first(r"/games/\w+", yan.ask("/").text) + "/me", name="Yan")
    yan.send(yan.send(f"{other_club}/import", file=night_file).address)
    waiting_pages = (
        yan.send(f"{other_club}/import", file=club_file).address,
        host.new_phone().send("/import", file=night_file).address,
    )
    day = (date.today() - timedelta(days=400)).isoformat()
    host.phone.send(f"{host.club}/scores", text=TABLE_OF_SCORES, day=day, rules="double-nine", yes="1")
    founders = [
        Person("who brought a club in", zoe.cookie, ("/", club)),
        Person("who founded another club", yan.cookie, ("/", other_club, *waiting_pages)),
    ]
    return founders, [club, other_club]


def fill_the_bin(host: Host) -> None:
    """Throw away two games and a night, and put one of the games back."""
    games = [host.start("double-six", *names) for names in (("Ana", "Ben"), ("Cai", "Dee"))]
    host.phone.send(f"{games[0]}/changes", "/throw")
    put_back = first(rf"{host.club}/bin/\w+", host.phone.ask(f"{host.club}/bin").text)
    host.phone.send(f"{host.club}/bin", put_back)
    host.phone.send(f"{games[1]}/changes", "/throw")
    nights = re.findall(r"/nights/\w+", host.phone.ask(f"{host.club}/nights").text)
    host.phone.send(nights[-1], "/throw")


def people(host: Host, keys: dict[str, str], begins: tuple[str, ...], clubs: list[str]) -> list[Person]:
    """Everybody who visits: a stranger, and people whose phones have opened a key's link."""
    phones = {
        "who manages": host.phone.cookie,
        "who keeps score": host.new_phone(keys["Ben’s phone"], "Ben").cookie,
        "who follows": host.new_phone(keys["The TV"]).cookie,
        "who keeps score tonight": host.new_phone(keys["Tonight"], "Nia").cookie,
        "who follows tonight": host.new_phone(keys["Tonight’s TV"]).cookie,
        "who manages two clubs, without a name": _with_two_clubs(host, keys["Another phone"], clubs[-1]),
    }
    stranger = Person("a stranger", "", (*begins, *keys.values(), "/k/nothing", "/nowhere"))
    return [stranger, *(Person(name, cookie, begins) for name, cookie in phones.items())]


def _with_two_clubs(host: Host, key: str, other_club: str) -> str:
    """The cookie of a phone that manages two clubs, has played in neither, and has not given a name."""
    phone = host.new_phone(key)
    phone.ask(key_in(host.checkout.flask("key", "new", last(other_club), "manage")))
    return phone.cookie
