"""The rules, one small module per subject. Each says which moves its options allow and what those moves lead to."""
