"""Made-up games, rounds, tournaments and clubs for the demo, the benches and the tests. Most are entered with models/play."""
