"""Pictures of tiles that this room draws itself: whole hands to measure and test by, and halves to train the network."""
