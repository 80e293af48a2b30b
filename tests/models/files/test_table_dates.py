"""Finding the date of a table of scores."""

from datetime import date

from models.files.table_dates import dates_in

DATES: dict[str, list[date]] = {
    "Game night 2024-03-05": [date(2024, 3, 5)],
    "Thursday, March 14, 2019\tFellowship Hall": [date(2019, 3, 14)],
    "Date: Sat 11/24/2022": [date(2022, 11, 24)],
    "26/12/23 at Nan's": [date(2023, 12, 26)],
    "Spielabend 14.03.2023": [date(2023, 3, 14)],
    "4 June 2022 and again June 4th, 2022": [date(2022, 6, 4)],
    "5/5/2016": [date(2016, 5, 5)],
    "11/04/2023": [date(2023, 4, 11), date(2023, 11, 4)],
    "March 5, 2024, continued March 12, 2024": [date(2024, 3, 5), date(2024, 3, 12)],
    "30/30/2020 and February 31, 2020": [],
    "12-12,out,34\n11-11,5,out\nTotal 2019": [],
    "330-555-0142": [],
}


def test_a_date_is_read_in_every_way_that_it_can_be() -> None:
    assert {text: dates_in(text) for text in DATES} == DATES
