"""Ana, the host of every game: her phone, and how she starts games and enters scores through the app's forms."""

import re
from dataclasses import dataclass, field

from proofs.checkout import Checkout
from proofs.page import first
from proofs.visitor import Visitor
from rules.table.position import SEATS


@dataclass(frozen=True)
class Person:
    """A person who looks at every page: a name, the cookie of a phone, and the addresses to start from."""

    name: str
    cookie: str = ""
    begins: tuple[str, ...] = ("/",)


@dataclass(kw_only=True)
class Season:
    """The season: its people, the addresses of its clubs, and its tracked rounds as pairs of game and number.

    `options` are house rules, as pairs of rule set and option. `spare` is the address of a game into which the
    first tracked round can be imported.
    """

    people: list[Person] = field(default_factory=list)
    clubs: list[str] = field(default_factory=list)
    kept: list[tuple[str, str]] = field(default_factory=list)
    options: list[tuple[str, str]] = field(default_factory=list)
    spare: str = ""


class Host:
    """Ana's phone with the key to her club, at a checkout's server."""

    def __init__(self, checkout: Checkout, key: str) -> None:
        self.checkout, self.key = checkout, key
        self.phone = self.new_phone()
        home = self.phone.ask(key)
        self.club = first(r"/clubs/\w+", home.text)
        self.game = first(r"/games/\w+", home.text)
        self.night = first(r"/nights/\w+", self.phone.ask(self.game).text)
        self.phone.send(f"{self.game}/me", name="Ana")

    def new_phone(self, key: str = "", name: str = "", game: str = "") -> Visitor:
        """A new phone that has opened the link `key` and given `name` in a game. An empty `key` or `name` is skipped."""
        phone = Visitor(self.checkout.port)
        if key:
            phone.ask(key)
        if name:
            phone.send(f"{game or self.game}/me", name=name)
        return phone

    def start(self, rules: str, *names: str, engines: str = "") -> str:
        """Start a game with these players in the club. Returns the game's address."""
        # The form suggests the players of the last game.
        seats = [*names, *[""] * (len(SEATS) - len(names))]
        players = {f"players-{place}": name for place, name in enumerate(seats)}
        page = self.phone.send(f"/start?club={last(self.club)}", rules=rules, engines=engines, **players)
        return first(r"/games/\w+", page.address)

    def seats(self, game: str, number: int = 1) -> list[str]:
        """The numbers of the seats in a round, clockwise."""
        page = self.phone.ask(f"{game}/rounds/{number}").text
        return list(dict.fromkeys(re.findall(r'name="hand_(\d+)-left"', page)))

    def score(self, game: str, number: int, *left: str, phone: Visitor | None = None) -> None:
        """Enter a round's scores in seat order: `out`, the pips as people type them, or an empty string for no score yet."""
        fields: dict[str, str] = {}
        for seat, text in zip(self.seats(game, number), left, strict=False):
            if text:
                fields |= {f"hand_{seat}-out": "y"} if text == "out" else {f"hand_{seat}-left": text}
        (phone or self.phone).send(f"{game}/rounds/{number}", **fields)


def last(address: str) -> str:
    """The last part of an address."""
    return address.rpartition("/")[2]


def key_in(text: str) -> str:
    """The path of the first key link in a text."""
    return first(r"/k/[\w-]+", text)
