"""The shape of what people type. These forms do not decide what the rules allow."""
