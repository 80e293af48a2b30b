"""Export and import tracked rounds as records from the command line."""

from pathlib import Path

import click

from commands.terminal import TerminalGroup
from models import writing
from models.access.grants import open_at_server
from models.ledger.games import Game, find_game
from models.play.pen import SheetError, take_pen
from models.play.records import export_record, import_record
from models.sheets.fold import load_sheet
from models.sheets.round import load_table
from models.sheets.sheet import Round, Sheet
from rules import NotationError, read_record, write_move, write_record

record = TerminalGroup("record", help="Tracked rounds as records: TOML files, described in docs/notation.md.")


@record.command("export")
@click.argument("game")
@click.argument("number", type=int)
def export(game: str, number: int) -> None:
    """Print the record of round NUMBER of GAME. GAME is the last part of the address of its sheet."""
    stored_game = _game(game)
    sheet = load_sheet(stored_game)
    round = _round(sheet, number)
    table = load_table(stored_game, sheet, number)
    if table is None:
        raise click.ClickException("No moves have been entered for this round.")
    click.echo(write_record(export_record(stored_game, round, table)), nl=False)


@record.command("import")
@click.argument("game")
@click.argument("number", type=int)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--by", default="The terminal", show_default=True, help="The name to show for whoever enters the moves.")
def import_(game: str, number: int, file: Path, by: str) -> None:
    """Enter the record in FILE as round NUMBER of GAME, up to the first refused move; exit with 1 if one is refused."""
    with writing():
        stored_game = _game(game)
        pen = take_pen(open_at_server(stored_game), by[:40])
        round = _round(pen.sheet, number)
        try:
            with pen:
                imported = import_record(pen, round, read_record(file.read_text(encoding="utf-8-sig")))
        except (NotationError, SheetError) as error:
            raise click.ClickException(str(error)) from error
    click.echo(f"{imported.moves} moves were entered{', along with the scores' if imported.has_scores else ''}.")
    if failure := imported.failure:
        click.echo(f"Move {failure.index + 1}, {write_move(failure.move)}, was refused: {failure.ruling.explanation}")
        raise SystemExit(1)


def _game(ref: str) -> Game:
    """The game with this `ref`. Raises ClickException if there is none."""
    game = find_game(ref)
    if game is None:
        raise click.ClickException(f"There is no game {ref}. Use the last part of the address of its sheet.")
    return game


def _round(sheet: Sheet, number: int) -> Round:
    round = sheet.round(number)
    if round is None:
        raise click.ClickException(f"This game has {len(sheet.rounds)} rounds.")
    return round
