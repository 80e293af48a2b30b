"""A kitchen with a bad network: a server that can be killed, its games, and another phone that enters scores too."""

import signal
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select

from models import db, writing
from models.access.tokens import write_token
from models.ledger.games import Game
from models.ledger.keys import Access, Key, make_key, revoke_key
from models.ledger.lines import Payload, SheetLine, lines_of
from models.play.start import create_club_with_keys
from proofs.outage.wire import Wire
from proofs.page import forms_of
from proofs.phone import Somebody
from proofs.server import Server, app_of
from rules import RULE_BOOKS
from samples import games
from samples.cast import KEEPER, PEOPLE, TODAY

OTHER = "Ben's phone"


@dataclass(kw_only=True)
class KitchenGame:
    """A game at the kitchen table: its address, its ids, and a link for each of the two phones."""

    path: str
    game_id: int
    club_id: int
    link: str
    other_link: str


class Kitchen:
    """The server with its folder, its app (loaded in this process too), and the wire to it."""

    def __init__(self, folder: Path) -> None:
        self.server = Server(folder, f"sqlite:///{folder}/roundhouse.db")
        self.server.start()
        self.app = app_of(self.server)
        self.wire = Wire(self.server.port)
        self._coming: threading.Thread | None = None
        self._lock = threading.Lock()

    def close(self) -> None:
        """Stop everything."""
        self.wait_for_server()
        self.wire.close()
        self.server.stop()

    def kill_server(self) -> None:
        """Kill the server, and start it again on the same folder without waiting."""
        with self._lock:
            if self._coming and self._coming.is_alive():
                return
            self.server.stop(signal.SIGKILL)
            coming = threading.Thread(target=self.server.start)
            # Another thread may wait for it at once, and only for one that has begun.
            coming.start()
            self._coming = coming

    def wait_for_server(self) -> None:
        """Wait until the server is back."""
        if self._coming:
            self._coming.join()

    @property
    def is_up(self) -> bool:
        """True unless the server is being restarted."""
        return not (self._coming and self._coming.is_alive())

    def new_game(self, players: int) -> KitchenGame:
        """Start a game of double-twelve in a new club."""
        with self.app.app_context():
            with writing():
                club, _ = create_club_with_keys("Kitchen", {Access.MANAGE: "all"}, KEEPER)
                game = games.begin(club, PEOPLE[:players], RULE_BOOKS["double-twelve"], TODAY)
                kitchen_game = KitchenGame(
                    path=f"/games/{game.ref}",
                    game_id=game.id,
                    club_id=club.id,
                    link=self._new_link(club.id, "phone"),
                    other_link=self._new_link(club.id, "other"),
                )
            self._let_go()
        return kitchen_game

    def new_link(self, game: KitchenGame) -> str:
        """Make another key for the phone, as a manager would. Returns its link."""
        with self.app.app_context():
            with writing():
                link = self._new_link(game.club_id, "phone")
            self._let_go()
        return link

    def revoke(self, game: KitchenGame) -> None:
        """Revoke the phone's key, as a manager would."""
        with self.app.app_context():
            with writing():
                for key in db.session.scalars(select(Key).where(Key.club_id == game.club_id, Key.label == "phone")):
                    revoke_key(key, KEEPER)
            self._let_go()

    def sheet_of(self, game: KitchenGame) -> tuple[Sequence[SheetLine[Payload]], set[int]]:
        """Every line of the game from the database, and the numbers of those that the phone entered."""
        with self.app.app_context():
            lines = lines_of(db.session.get_one(Game, game.game_id))
            own_numbers = {line.number for line in lines if line.by != OTHER}
            self._let_go()
        return lines, own_numbers

    def _new_link(self, club_id: int, label: str) -> str:
        return f"/k/{write_token(make_key(club_id, Access.SCORE, label, KEEPER), str(self.app.secret_key))}"

    def _let_go(self) -> None:
        db.session.remove()


class OtherPhone(Somebody):
    """Another phone at the table. It does not use the wire, so it sends everything at once."""

    def __init__(self, server: Server, game: KitchenGame) -> None:
        super().__init__(server, OTHER)
        self.game = game
        self.ask("GET", game.other_link)
        self.say_name(game.path)

    def see(self, round: int) -> dict[str, str]:
        """The current fields of a round's form, without its idempotency key. Empty if there is no form."""
        self.page = self.ask("GET", f"{self.game.path}/rounds/{round}")[2]
        forms = [form for form in forms_of(self.page) if form.action.endswith(f"/rounds/{round}")]
        return {name: value or "" for name, value in forms[0].filled if name != "once"} if forms else {}

    def enter(self, round: int, fields: dict[str, str]) -> bool:
        """Send the form that was just seen, with these fields. False if the app asks a question instead."""
        status, *_ = self.post(f"{self.game.path}/rounds/{round}", self.page, **fields)
        return status == 303
