"""The rules, one small module per subject. Each covers both what its options allow and what happens then."""
