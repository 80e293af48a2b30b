"""The tables of cases beside the tests."""

import csv
from pathlib import Path


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a table, each as a dictionary keyed by column."""
    with (Path(__file__).parent / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
