"""Rendered pictures of tiles: whole hands to measure and test with, and halves to train the network on."""
