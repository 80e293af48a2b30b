"""The rules, one small module per subject. Each owns both sides of its options: what is allowed, and what happens then."""
