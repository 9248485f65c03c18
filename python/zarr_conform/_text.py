"""Text of an implementation, made harmless for terminals."""


def escape(text: str) -> str:
    """The text with control characters and invisible ones as ``\\u{1b}``; lines stay lines."""
    return "".join(it if it.isprintable() or it == "\n" else f"\\u{{{ord(it):x}}}" for it in text)
