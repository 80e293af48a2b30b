"""The names of all made-up players, and the day on which they play."""

from datetime import date

PEOPLE = ("Ana", "Ben", "Cai", "Dee", "Eli", "Fay", "Gus", "Hal")
# Ana keeps the sheets. Rita is the referee of every tournament.
KEEPER, REFEREE = "Ana", "Rita"
TODAY = date(2026, 3, 5)
