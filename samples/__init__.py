"""Made-up games, rounds, tournaments and clubs for the demo, the benchmarks and the tests.

Most of them are entered through models/play.
"""
