"""Forms check the format of what people type. They do not decide what the rules allow."""
