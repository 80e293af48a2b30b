"""Everything that is made up, for the demo, the benches and the tests. Most of it plays as a table does, with models/play."""
