"""What every page group shares."""
