"""Ana, who has everybody at her table: her phone, and how she starts games and enters scores by the app's forms."""

import re
from dataclasses import dataclass, field

from bench.checkout import Checkout
from bench.page import first
from bench.visitor import Visitor


@dataclass(frozen=True)
class Person:
    """Somebody who looks at everything: what to call them, the cookie of their phone, and where they begin."""

    name: str
    cookie: str = ""
    begins: tuple[str, ...] = ("/",)


@dataclass
class Season:
    """The season: its visitors, the addresses of its clubs, the kept rounds as game and number, and for house rules
    the options of each rule set as notation has them; and the address of a game into which the first kept round fits.
    """

    people: list[Person] = field(default_factory=list)
    clubs: list[str] = field(default_factory=list)
    kept: list[tuple[str, str]] = field(default_factory=list)
    options: list[tuple[str, str]] = field(default_factory=list)
    spare: str = ""


class Host:
    """Ana's phone, at a server of a checkout, with the key to her club."""

    def __init__(self, checkout: Checkout, key: str) -> None:
        self.checkout, self.key = checkout, key
        self.phone = self.new_phone()
        home = self.phone.ask(key)
        self.club = first(r"/clubs/\w+", home.text)
        self.game = first(r"/games/\w+", home.text)
        self.night = first(r"/nights/\w+", self.phone.ask(self.game).text)
        self.phone.send(f"{self.game}/me", name="Ana")

    def new_phone(self, key: str = "", name: str = "", game: str = "") -> Visitor:
        """A phone that has opened a key, and has said in a game who holds it."""
        phone = Visitor(self.checkout.port)
        if key:
            phone.ask(key)
        if name:
            phone.send(f"{game or self.game}/me", name=name)
        return phone

    def start(self, rules: str, *names: str, engines: str = "") -> str:
        """Start a game of these people in the club; its address."""
        players = {f"players-{place}": name for place, name in enumerate(names)}
        page = self.phone.send(f"/start?club={last(self.club)}", rules=rules, engines=engines, **players)
        return first(r"/games/\w+", page.address)

    def seats(self, game: str, number: int = 1) -> list[str]:
        """The numbers of the seats in a round, clockwise."""
        page = self.phone.ask(f"{game}/rounds/{number}").text
        return list(dict.fromkeys(re.findall(r'name="hand_(\d+)-left"', page)))

    def score(self, game: str, number: int, *left: str, phone: Visitor | None = None) -> None:
        """Enter a round's scores in the order of the seats: `out`, or what is left as people type it; empty for nothing yet."""
        fields: dict[str, str] = {}
        for seat, text in zip(self.seats(game, number), left, strict=False):
            if text:
                fields |= {f"hand_{seat}-out": "y"} if text == "out" else {f"hand_{seat}-left": text}
        (phone or self.phone).send(f"{game}/rounds/{number}", **fields)


def last(address: str) -> str:
    """The last part of an address."""
    return address.rpartition("/")[2]


def key_in(text: str) -> str:
    """The address of a key whose link stands in a text, without the site that it names."""
    return first(r"/k/[\w-]+", text)
