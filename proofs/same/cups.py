"""The tournaments of a season: under way, with a tie to decide, in the second game, not seated, and thrown away."""

import re

from proofs.host import Host, Person, key_in, last
from proofs.page import first, forms_of

NAMES = ("Ana", "Ben", "Cai", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida")


def play_cups(host: Host) -> tuple[list[str], list[Person]]:
    """Play the tournaments. Returns their addresses, and the people of the first tournament's hall."""
    hall = set_up(host, "Spring Cup", 9, "winners", "5", "12 11 9")
    links = seat(host, hall)
    keeper = TableKeeper(host, links[0])
    for number, left in ((1, ("out", "12", "7", "31", "5")), (2, ("6", "out", "19", "8", "2"))):
        keeper.enter(number, *left)
        if number == 1:
            keeper.confirm()
    _referee(host, hall)
    cups = [
        hall,
        _tie(host),
        _second_game(host),
        set_up(host, "Autumn Cup", 7, "table-points", "4", "12 9 6", games="2"),
    ]
    host.phone.send(f"{cups[-1]}/schedule", "/games", games="3", reason="There is time.")
    host.phone.send(f"{cups[-1]}/players", "/withdraw", number="3", reason="A cold")
    thrown_cup = set_up(host, "Rained off", 4, "total", "4", "6", rules="double-six", games="2")
    host.phone.send(thrown_cup, "/throw")
    keys = [key_in(link) for link in re.findall(r">([^<]*/k/[\w-]+)", host.phone.ask(f"{hall}/keys").text)]
    phones = [host.new_phone(key) for key in keys]
    people = [Person("a player at a table", keeper.phone.cookie, ("/", keeper.game, *cups))]
    for phone, key in zip(phones, keys, strict=True):
        try:
            phone.ask(f"{hall}/players")
            phone.send(f"{keeper.game}/me", name="Rita")
            people.append(Person("the referee", phone.cookie, ("/", keeper.game, *cups)))
        except RuntimeError:
            people.append(Person(f"who follows the cup with {key[:8]}", phone.cookie, ("/", key, *cups)))
    return cups, people


def set_up(
    host: Host,
    name: str,
    players: int,
    format: str,
    largest: str,
    engines: str,
    rules: str = "double-twelve",
    games: str = "1",
) -> str:
    """Set up a tournament of the first `players` people. Returns its address."""
    page, names = f"/start-tournament?club={last(host.club)}", "\n".join(NAMES[:players])
    plan = {"format": format, "largest": largest, "games": games, "movers": "1", "lot": "7", "rules": rules}
    reply = host.phone.send(
        page, "/start-tournament", name=name, players=names, engines=engines, playoff="in-pairs", **plan
    )
    return first(r"/tournaments/\w+", reply.address)


def seat(host: Host, hall: str) -> list[str]:
    """Seat the next stage by lot. Returns the links of its tables."""
    host.phone.send(f"{hall}/seating", "/lot")
    return list(dict.fromkeys(re.findall(r"/k/[\w-]+", host.phone.ask(f"{hall}/cards").text)))


def _play(host: Host, hall: str, *left: tuple[str, ...]) -> None:
    """Seat the next stage, play the only round of each table with these scores, and confirm it."""
    for link, scores in zip(seat(host, hall), left, strict=True):
        keeper = TableKeeper(host, link)
        keeper.enter(1, *scores)
        keeper.confirm()


def _tie(host: Host) -> str:
    """Play two tables of three. At the first, two players tie with the lowest score, and the referee must decide."""
    hall = set_up(host, "Tie Cup", 6, "winners", "3", "0")
    _play(host, hall, ("5", "5", "9"), ("out", "21", "34"))
    return hall


def _second_game(host: Host) -> str:
    """Seat the second game by hand, after the players with the lowest scores have moved on."""
    hall = set_up(host, "Ladder", 8, "move-on", "4", "0", games="3")
    _play(host, hall, ("out", "8", "15", "22"), ("3", "out", "40", "41"))
    host.phone.send(f"{hall}/seating", "/hand")
    return hall


def _referee(host: Host, hall: str) -> None:
    """Do everything that a referee can do during a tournament."""
    ana = host.phone
    choices = [
        field.choices
        for form in forms_of(ana.ask(f"{hall}/players").text)
        for field in form.fields
        if field.name == "table"
    ]
    ana.send(f"{hall}/players", "/late", name="Noa", table=choices[0][-1])
    ana.send(f"{hall}/players", "/withdraw", number="9", reason="The last train")
    ana.send(f"{hall}/schedule", "/schedule", engines="12 11", in_play="y", reason="The hall closes at ten.")
    ana.send(f"{hall}/clock", "/clock", minutes="20", warn="5")
    ana.send(f"{hall}/clock", "/off")
    ana.send(f"{hall}/clock", "/clock", minutes="180", warn="5")
    ana.send(f"{hall}/keys", "/view")
    ana.send(f"{hall}/keys", "/manage")
    revoke_addresses = re.findall(r"/tournaments/\w+/keys/\w+/revoke", ana.ask(f"{hall}/keys").text)
    ana.send(f"{hall}/keys", revoke_addresses[-1])
    ana.send(f"{hall}/keys", "/tables/2/key")


class TableKeeper:
    """The phone of the scorekeeper at a tournament table."""

    def __init__(self, host: Host, link: str) -> None:
        self.host, self.phone = host, host.new_phone(link)
        self.game = self.phone.ask(link).address
        self.phone.send(f"{self.game}/me", name="The table")

    def enter(self, number: int, *left: str) -> None:
        """Enter a round's scores, as `Host.score` takes them."""
        self.host.score(self.game, number, *left, phone=self.phone)

    def confirm(self) -> None:
        """Confirm all scores as another player."""
        address = f"{self.game}/confirm"
        forms = forms_of(self.phone.ask(address).text)
        confirmer = next(field.choices[1] for form in forms for field in form.fields if field.name == "seat")
        self.phone.send(address, seat=confirmer)
