"""Every figure computed again from the lines of a club's file, slowly and plainly.

None of the app's own sums are used, so that a test does not compare them with themselves.
"""

from dataclasses import dataclass, field
from typing import Any

Facts = dict[str, Any]


@dataclass(kw_only=True)
class CountedGame:
    """The figures of one game, counted from its lines. `scores` has only closed rounds, by round and then by player."""

    ref: str
    rules: str
    engines: list[int]
    names: list[str]
    nights: list[tuple[str, str]]
    is_over: bool = False
    totals: dict[str, int] = field(default_factory=dict)
    so_far: dict[str, int] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    scores: dict[int, dict[str, int]] = field(default_factory=dict)
    outs: dict[int, set[str]] = field(default_factory=dict)
    curve: list[tuple[int, dict[str, int], dict[str, int]]] = field(default_factory=list)
    tonight: dict[str, dict[str, list[int]]] = field(default_factory=dict)

    @property
    def closed(self) -> list[int]:
        return sorted(self.scores)

    @property
    def played_on(self) -> str:
        """The date of the game's last night."""
        return self.nights[-1][0]

    @property
    def order(self) -> list[str]:
        """The players' names, best first. Those without a closed round come next, and those who left come last."""
        return sorted(
            self.names,
            key=lambda name: (name not in self.places, name in self.gone, self.places.get(name, 0), self.totals[name]),
        )


def recount(club: Facts) -> list[CountedGame]:
    """The games in a club's file."""
    return [recount_game(game, night) for night in club["nights"] for game in night["games"]]


def standing_lines(lines: list[Facts]) -> list[Facts]:
    """The lines that are not struck, each with its number.

    Works backwards from the last line, because a strike can be struck too.
    """
    struck = set()
    for number in range(len(lines), 0, -1):
        if number not in struck and lines[number - 1]["kind"] == "strike":
            struck.add(lines[number - 1]["strikes"])
    return [line | {"number": number} for number, line in enumerate(lines, 1) if number not in struck]


def recount_game(facts: Facts, night: Facts) -> CountedGame:
    lines = standing_lines(facts["lines"])
    names = [seat["player"] for seat in facts["seats"]]

    def said(kind: str) -> list[Facts]:
        lines_of_kind = [line for line in lines if line["kind"] == kind]
        for line in lines_of_kind:
            if "seat" in line:
                line["name"] = names[line["seat"] - 1]
        return lines_of_kind

    rules, engines = facts["rules"], facts["engines"]
    for change in said("rules"):
        rules, text = change["text"].split(" ")
        engines = [int(engine) for engine in text.split("-")]
    begins = [seat["player"] for seat in facts["seats"] if "place" in seat]
    seated = [name for name in names if name in begins or name in {line["name"] for line in said("arrive")}]
    comings = sorted(said("arrive") + said("leave"), key=lambda line: line["number"])

    def plays(name: str, number: int) -> bool:
        is_here = name in begins
        for line in comings:
            if line["name"] == name and line["round"] <= number:
                is_here = line["kind"] == "arrive"
        return is_here

    nights = [(night["date"], night["ref"])] + [
        tuple(line["text"].split()) for line in said("go-on") if line.get("text")
    ]
    game = CountedGame(ref=facts["ref"], rules=rules, engines=engines, names=seated, nights=nights)

    def night_at(number: int) -> str:
        at: str = night["ref"]
        for line in said("go-on"):
            if line.get("text") and line["number"] < number:
                at = line["text"].split()[1]
        return at

    typed: dict[int, dict[str, Facts]] = {}
    first: dict[tuple[int, str], int] = {}
    for line in said("score"):
        if line["round"] <= len(engines) and plays(line["name"], line["round"]):
            typed.setdefault(line["round"], {})[line["name"]] = line
            first.setdefault((line["round"], line["name"]), line["number"])
    half: dict[str, int] = {}
    for number in range(1, len(engines) + 1):
        row = typed.get(number, {})
        players = [name for name in seated if plays(name, number)]
        if players and len(row) == len(players):
            out = {name for name in players if row[name].get("out")}
            lowest = min(row[name]["pips"] for name in players)
            is_free = "blocked=lowest-hand-0" in rules and not out
            game.scores[number] = {
                name: 0 if is_free and row[name]["pips"] == lowest else row[name]["pips"] for name in players
            }
            game.outs[number] = out
            when = night_at(max(first[number, name] for name in players))
            for name, score in game.scores[number].items():
                game.tonight.setdefault(when, {}).setdefault(name, []).append(score)
        else:
            for name, line in row.items():
                half[name] = half.get(name, 0) + line["pips"]
    ends = said("stop") + said("go-on")
    is_stopped = bool(ends) and max(ends, key=lambda line: line["number"])["kind"] == "stop"
    game.is_over = is_stopped or len(game.scores) == len(engines)

    by_hand = [(line, sign * line["pips"]) for kind, sign in (("penalty", 1), ("bonus", -1)) for line in said(kind)]

    def brought(name: str, until: int) -> int:
        return sum(line["pips"] for line in said("arrive") if line["name"] == name and line["round"] <= until)

    def punished(name: str, until: int) -> int:
        return sum(pips for line, pips in by_hand if line["name"] == name and line["round"] <= until)

    def scored(name: str, until: int) -> list[int]:
        return [game.scores[number][name] for number in game.closed if number <= until and name in game.scores[number]]

    def ranked(totals: dict[str, int], until: int) -> dict[str, int]:
        """The places by total and, if the rules say so, by rounds won and then the lowest round."""
        keys: dict[str, tuple[int, ...]] = {}
        for name, total in totals.items():
            keys[name] = (total,)
            if "tie=most-rounds-won" in rules:
                won = sum(name in game.outs[number] for number in game.closed if number <= until)
                keys[name] = (total, -won, min(scored(name, until)))
        return {name: 1 + sum(other < key for other in keys.values()) for name, key in keys.items()}

    ever = 10**6
    game.totals = {name: brought(name, ever) + punished(name, ever) + sum(scored(name, ever)) for name in seated}
    game.so_far = {} if is_stopped else {name: game.totals[name] + more for name, more in half.items()}
    for name in seated:
        kinds = [line["kind"] for line in comings if line["name"] == name]
        if kinds and kinds[-1] == "leave":
            game.gone.add(name)
    for line, pips in by_hand:
        game.tonight.setdefault(night_at(line["number"]), {}).setdefault(f"{line['name']}'s penalty", []).append(pips)
    if not game.scores:
        return game
    last = game.closed[-1]
    game.places = ranked(
        {name: game.totals[name] for name in seated if plays(name, last + 1) and scored(name, ever)}, ever
    )
    present = {
        number: [name for name in seated if (plays(name, number) or plays(name, number + 1)) and scored(name, number)]
        for number in game.closed
    }
    for number in game.closed:
        is_last = {name: number == max(at for at in game.closed if name in present[at]) for name in present[number]}
        totals = {
            name: brought(name, ever if is_last[name] else number + 1)
            + punished(name, ever if is_last[name] else number)
            + sum(scored(name, number))
            for name in present[number]
        }
        playing = {name: total for name, total in totals.items() if plays(name, number + 1)}
        game.curve.append((engines[number - 1], totals, ranked(playing, number)))
    return game


def recount_night(games: list[CountedGame], ref: str) -> dict[str, tuple[int, int, int]]:
    """Each player's figures on a night: games won, pips including penalties, and rounds played."""
    figures_by_name: dict[str, tuple[int, int, int]] = {}
    for game in games:
        if ref not in [night for _, night in game.nights]:
            continue
        for name in game.names:
            rounds = game.tonight.get(ref, {}).get(name, [])
            added = game.tonight.get(ref, {}).get(f"{name}'s penalty", [])
            won = game.is_over and game.nights[-1][1] == ref and game.places.get(name) == 1
            before = figures_by_name.get(name, (0, 0, 0))
            figures_by_name[name] = (before[0] + won, before[1] + sum(rounds) + sum(added), before[2] + len(rounds))
    return {name: figures for name, figures in figures_by_name.items() if any(figures)}


@dataclass(kw_only=True)
class Career:
    """A player's figures over many games. `games`, `wins` and `total` count only games the player played to the end."""

    games: int = 0
    wins: int = 0
    total: int = 0
    rounds: list[int] = field(default_factory=list)
    outs: int = 0
    by_set: dict[str, list[int]] = field(default_factory=dict)
    met: dict[str, list[int]] = field(default_factory=dict)


def recount_career(games: list[CountedGame], name: str, first: str = "", last: str = "9999") -> Career:
    """A player's figures in the finished games dated from `first` to `last`."""
    career = Career()
    for game in games:
        rounds = [number for number in game.closed if name in game.scores[number]]
        if not game.is_over or not rounds or not first <= game.played_on <= last:
            continue
        scores = [game.scores[number][name] for number in rounds]
        career.rounds += scores
        career.outs += sum(name in game.outs[number] for number in rounds)
        career.by_set.setdefault(game.rules.partition("[")[0], []).extend(scores)
        place = game.places.get(name)
        if place is None:
            continue
        career.games += 1
        career.wins += place == 1
        career.total += game.totals[name]
        for opponent, opponent_place in game.places.items():
            if opponent != name:
                before, behind, level = career.met.setdefault(opponent, [0, 0, 0])
                won, lost = place < opponent_place, place > opponent_place
                career.met[opponent] = [before + won, behind + lost, level + (not won and not lost)]
    return career
