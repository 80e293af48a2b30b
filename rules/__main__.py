"""The referee on the command line: `python -m rules judge | legal | replay | ask`."""

import argparse
import json
import sys
from pathlib import Path

from rules import (
    RULE_BOOKS,
    BookError,
    NotationError,
    Ruling,
    ask,
    judge,
    legal_moves,
    read_position,
    read_record,
    replay,
    write_move,
    write_position,
)
from rules.answers.lookup import Sureness

EXITS = {"legal": 0, "illegal": 1, "depends": 3}
NOT_NOTATION = 2
UNKNOWN = 4
# The fields of a ruling and of a search result as JSON.
_RULING = ("verdict", "reasons", "clauses", "customs", "standing", "effects", "explanation", "instead")
_RESULT = ("kind", "id", "title", "answer", "clauses", "customs", "sureness")
# The line printed above the answers.
_HEADS = {
    Sureness.SURE: "",
    Sureness.PERHAPS: "Did you mean:",
    Sureness.UNKNOWN: "No answer fits that question. The nearest ones:",
}


def main(words: list[str]) -> int:
    """Run one command and return its exit code: 2 if the input cannot be read; otherwise it depends on the result."""
    asked = _parser().parse_args(words)
    try:
        return int(asked.answer(asked))
    except (NotationError, BookError, OSError, UnicodeDecodeError) as error:
        print(error, file=sys.stderr)
        return NOT_NOTATION


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rules", description="A referee for Mexican Train.")
    commands = parser.add_subparsers(required=True)
    for name, answer, words in (("judge", _judge, ("position", "move")), ("legal", _legal, ("position",))):
        command = commands.add_parser(name)
        for word in words:
            command.add_argument(word)
        command.add_argument("--hand", help="the tiles in hand, such as “9-7 4-1”")
        command.set_defaults(answer=answer)
    command = commands.add_parser("replay")
    command.add_argument("file", type=Path)
    command.set_defaults(answer=_replay)
    command = commands.add_parser("ask")
    command.add_argument("question")
    command.add_argument("--rules", default=next(iter(RULE_BOOKS)), help="a rule set, with house rules in brackets")
    command.set_defaults(answer=_ask)
    for command in commands.choices.values():
        command.add_argument("--json", action="store_true")
    return parser


def _ask(asked: argparse.Namespace) -> int:
    results = ask(asked.question, asked.rules)
    sureness = results[0].sureness if results else Sureness.UNKNOWN
    if asked.json:
        entries = [_fields(result, _RESULT) for result in results]
        print(json.dumps({"sureness": sureness, "found": entries}, ensure_ascii=False))
    else:
        told_in_words = [
            f"{result.title}\n{result.answer}\n{', '.join((*result.clauses, *result.customs))}" for result in results
        ]
        print("\n\n".join([_HEADS[sureness], *told_in_words] if _HEADS[sureness] else told_in_words))
    return UNKNOWN if sureness is Sureness.UNKNOWN else 0


def _judge(asked: argparse.Namespace) -> int:
    ruling = judge(asked.position, asked.move, asked.hand)
    print(json.dumps(_fields(ruling, _RULING), ensure_ascii=False) if asked.json else _words(ruling))
    return EXITS[ruling.verdict]


def _legal(asked: argparse.Namespace) -> int:
    position = read_position(asked.position)
    if asked.hand is None:
        from rules.referee.explanation import what_may_be_done
        from rules.referee.question import Question

        moves = list(what_may_be_done(Question(position))) if position.turn else []
    else:
        moves = [write_move(move) for move in legal_moves(position, asked.hand)]
    print(json.dumps(moves) if asked.json else "\n".join(moves))
    return 0


def _replay(asked: argparse.Namespace) -> int:
    played = replay(read_record(asked.file.read_text(encoding="utf-8")))
    failure = played.failure
    refusal = failure and {
        "index": failure.index,
        "move": write_move(failure.move),
        "ruling": _fields(failure.ruling, _RULING),
    }
    if asked.json:
        remarks = {"remarks": list(played.remarks)} if played.remarks else {}
        fields = {"position": write_position(played.position), "failure": refusal, **remarks}
        print(json.dumps(fields, ensure_ascii=False))
    elif failure:
        print(f"{failure.index + 1}. {write_move(failure.move)}\n{_words(failure.ruling)}")
    else:
        print("\n".join((write_position(played.position), *played.remarks)))
    return 1 if failure else 0


def _fields(record: object, names: tuple[str, ...]) -> dict[str, object]:
    return {name: getattr(record, name) for name in names}


def _words(ruling: Ruling) -> str:
    lines = [f"{ruling.verdict}: {ruling.explanation}"]
    rests_on = ", ".join((*ruling.clauses, *(f"custom {custom}" for custom in ruling.customs)))
    if rests_on:
        lines.append(f"{ruling.standing}: {rests_on}")
    if ruling.instead:
        lines.append(f"instead: {'; '.join(ruling.instead)}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
