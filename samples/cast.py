"""The people of everything that is made up, and the day on which they play."""

from datetime import date

PEOPLE = ("Ana", "Ben", "Cai", "Dee", "Eli", "Fay", "Gus", "Hal")
# Ana keeps the sheets, and Rita is the referee of every tournament.
KEEPER, REFEREE = "Ana", "Rita"
TODAY = date(2026, 3, 5)
