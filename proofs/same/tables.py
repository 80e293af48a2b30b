"""The tracked rounds of a season: moves typed, struck and agreed to, a released hand, records, and tables entered by hand."""

import re

from proofs.host import Host, last
from proofs.page import first

# A round of double nine with 9-9 in the middle and four players. After `!` the table agrees to the move.
MOVES = (
    *("A 9-7@A", "A 7-3@A", "A done", "B --", "C 9-5@C", "C done", "D --", "A 3-8@A", "B 9-4@M"),
    *("C 8-2@A !", "D 9-2@D", "A +", "A --", "B 9-6@B", "C +6-5", "C 6-5@C"),
)
# The hand that C was dealt; the moves above change it.
HAND = ["9-5", "8-4", "6-6", "6-1", "5-2", "4-1", "3-0", "8-2", "2-0", "1-0"]
BY_HAND = "double-nine 9 A(6):9-7-3-3/B(9):9-4/C*/M:9-1-6 B2 12"
# A short round that is played to its end: two tiles of double six each.
SHORT = ("A 6-5@A", "A 5-1@A")


def keep_tables(host: Host) -> list[tuple[str, str]]:
    """Keep rounds in every possible way.

    Returns all tracked rounds, including the demo's, as pairs of game ref and number.
    """
    ana, kept_rounds = host.phone, _kept_before(host)
    game = host.start("double-nine", "Ana", "Ben", "Cai", "Dee")
    table = f"{game}/rounds/1/table"
    ana.send(table, "/begin", first=host.seats(game)[0], dealt="10")
    for move in MOVES:
        ana.send(table, "/table", text=move, move="")
    _strike_and_change(host, game, table)
    cai = host.new_phone(host.key, "Cai")
    cai.send(f"{table}/hand", "/hand", tiles=HAND, seat=host.seats(game)[2])
    cai.send(f"{table}/hand", "/release")
    hand_game = host.start("double-nine", "Ana", "Ben", "Cai")
    ana.send(f"{hand_game}/rounds/1/table/by-hand", text=BY_HAND)
    ana.send(f"{hand_game}/rounds/1/table", "/table", text="B 3-2@A", move="")
    tapped_game = host.start("double-six", "Dee", "Eli", engines="6")
    seats = {"turn": "A", "first": "B", "boneyard": "14"}
    trains = {
        "train_A-path": "6-3-3",
        "train_A-count": "2",
        "train_B-path": "6 4",
        "train_B-marker": "y",
        "train_M-path": "",
    }
    ana.send(f"{tapped_game}/rounds/1/table/by-hand", **seats, **trains)
    ended_game = host.start("double-six", "Ana", "Ben", engines="6 5")
    ana.send(f"{ended_game}/rounds/1/table", "/begin", first=host.seats(ended_game)[0], dealt="2")
    for move in SHORT:
        ana.send(f"{ended_game}/rounds/1/table", "/table", text=move, move="")
    struck_game = host.start("double-six", "Ana", "Cai", engines="6 5")
    ana.send(f"{struck_game}/rounds/1/table", "/begin", first=host.seats(struck_game)[0], dealt="")
    ana.send(
        f"{struck_game}/rounds/1/table/moves",
        first(r"/strike/\d+", ana.ask(f"{struck_game}/rounds/1/table/moves").text),
    )
    copied_game = game_for(host, kept_rounds[0])
    ana.send(f"{copied_game}/rounds/1/table/record", file=ana.ask(_record_of(kept_rounds[0])).text)
    return [
        *kept_rounds,
        *((last(kept_game), "1") for kept_game in (game, hand_game, tapped_game, ended_game, copied_game)),
    ]


def _strike_and_change(host: Host, game: str, table: str) -> None:
    """Strike a move and undo that, replace another move, and enter one score."""
    ana = host.phone
    lines = re.findall(rf"{table}/strike/\d+", ana.ask(f"{table}/moves").text)
    ana.send(f"{table}/moves", lines[0])
    ana.send(table, "/undo")
    # The oldest line is the table itself. The newest line stands first.
    changed_line = lines[::-1][1 + MOVES.index("D 9-2@D")]
    ana.send(f"{table}?change={last(changed_line)}", "/table", text="D 9-1@D", move="")
    host.score(game, 1, "", "12", "", "")


def _kept_before(host: Host) -> list[tuple[str, str]]:
    """The club's existing tracked rounds, each as its game and its number."""
    nights = dict.fromkeys(re.findall(r"/nights/\w+", host.phone.ask(f"{host.club}/nights").text))
    games = dict.fromkeys(game for night in nights for game in re.findall(r"/games/\w+", host.phone.ask(night).text))
    rounds = []
    for game in games:
        for number in range(1, 14):
            host.phone.begin(f"{game}/rounds/{number}/table/record.toml")
            if host.phone.end().status == 200:
                rounds.append((last(game), str(number)))
    if not rounds:
        raise RuntimeError("the demo keeps no round")
    return rounds


def game_for(host: Host, kept: tuple[str, str]) -> str:
    """Start a game whose first round fits a tracked round. Returns its address."""
    text = host.phone.ask(_record_of(kept)).text
    rules, engine = first(r'rules = "([^"]+)"', text, 1), first(r"engine = (\d+)", text, 1)
    names = [f"{letter}’s guest" for letter in re.findall(r"(\w) = \"", first(r"seats = \{([^}]*)\}", text, 1))]
    return host.start(rules, *names, engines=f"{engine} {int(engine) + 1}")


def _record_of(kept: tuple[str, str]) -> str:
    return f"/games/{kept[0]}/rounds/{kept[1]}/table/record.toml"
