"""Answers to what people ask about the rules."""
