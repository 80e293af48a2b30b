"""A check for options that are each valid but make no sense together."""

from rules.books.options import EngineFrom, Options, Starter
from rules.errors import BookError
from rules.tile import LARGEST_PIP
from rules.wording import in_words, say


def check_sense(options: Options) -> None:
    """Raise BookError for options that are each valid but make no sense together."""
    if not 6 <= options.highest <= LARGEST_PIP:
        raise BookError(say("nonsense.highest", highest=in_words(options.highest), largest=in_words(LARGEST_PIP)))
    for engine in options.engines:
        if engine > options.highest:
            raise BookError(say("nonsense.engine", engine=engine, highest=options.highest))
    if len(set(options.engines)) < len(options.engines):
        raise BookError(say("nonsense.engine-twice"))
    if not 1 <= len(options.deal) <= 7 or 0 in options.deal:
        raise BookError(say("nonsense.deal"))
    if options.starter is Starter.ENGINE_HOLDER and options.engine_from is not EngineFrom.HAND:
        raise BookError(say("nonsense.starter"))
