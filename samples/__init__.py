"""Everything that is made up, for the demo, the benches and the tests; most of it plays as a table does, by the verbs of models/play."""
