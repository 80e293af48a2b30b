"""Pages of a club: players, nights, keys, house rules, files, statistics and history."""
