"""What the lines add up to: sheets, kept rounds, nights, tournaments. Derived each time, never kept."""
