"""`make look-up` and `make learn`: a look-up that has learned some lines finds them again, the likeliest answer first."""

from proofs.look_up.asked_lines import LEARNT, read_asked
from proofs.look_up.learn import NetworkPlan, likeliest
from proofs.look_up.look_up import Judged, figures_of

SMALL = NetworkPlan(members=2, buckets=1024, lanes=16, epochs=60)


def test_the_likeliest_answer_comes_first_and_is_mostly_the_one_that_was_learnt() -> None:
    lines = read_asked(LEARNT)[:200]

    chances = list(likeliest(lines, lines, SMALL))

    assert all(list(some.values()) == sorted(some.values(), reverse=True) for some in chances)
    judged = [Judged(line=line, found=list(some)[:3], is_sure=False) for line, some in zip(lines, chances, strict=True)]
    assert figures_of(judged)["first"] > 0.9
