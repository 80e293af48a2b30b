"""The rules, a small module for each subject. Each owns both sides of its options: what is allowed, and what then happens."""
