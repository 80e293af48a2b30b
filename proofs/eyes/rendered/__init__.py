"""Pictures of tiles that this package draws: whole hands to measure and test by, and halves to train the network."""
