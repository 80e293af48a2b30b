"""Options that each exist but make no sense together."""

from rules.deal_table import possible_deals, said_deals, tiles_to_deal
from rules.errors import BookError
from rules.options import Options
from rules.tile import LARGEST_PIP
from rules.wording import say


def check_sense(options: Options) -> None:
    """Raise BookError for options that each exist but make no sense together."""
    if not 6 <= options.highest <= LARGEST_PIP:
        raise BookError(say("nonsense.highest", highest=options.highest, largest=LARGEST_PIP))
    for engine in options.engines:
        if engine > options.highest:
            raise BookError(say("nonsense.engine", engine=engine, highest=options.highest))
    if len(set(options.engines)) < len(options.engines):
        raise BookError(say("nonsense.engine-twice"))
    if not 1 <= len(options.deal) <= 7 or 0 in options.deal:
        raise BookError(say("nonsense.deal"))
    if options.starter == "engine-holder" and options.engine_from != "hand":
        raise BookError(say("nonsense.starter"))


def check_deal(options: Options) -> None:
    """Raise BookError with every number of players for which these rules deal more than the set has."""
    possible, most = possible_deals(options), tiles_to_deal(options)
    wrong = [
        say("nonsense.deal-too-many", players=players, each=each, most=most // players)
        for players, each in said_deals(options).items()
        if players not in possible
    ]
    if wrong:
        raise BookError(" ".join(wrong))
