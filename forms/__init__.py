"""Forms check the shape of what people type. They do not decide what the rules allow."""
