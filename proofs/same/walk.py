"""The walk: a person asks both versions for the same addresses in the same order, and follows every link in either answer."""

import re
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from proofs.host import Person
from proofs.page import addresses_of
from proofs.same.differences import Findings, written
from proofs.visitor import Reply, Visitor, within

# Searches have endless addresses: for each path only the first ones found are asked, and the rest are counted.
# Managers and the stranger ask for most of them. To others the same searches show the same, or nothing.
MOST_OF_A_PATH, MOST_OF_OTHERS = 300, 6
# How often to ask both again before a difference counts: a clock may tick between two answers.
TRIES = 4


@dataclass(kw_only=True)
class Seen:
    """What the walks have seen: the addresses answered, the paths of public pages, and the addresses left out."""

    answered: dict[str, None] = field(default_factory=dict)
    public: set[str] = field(default_factory=set)
    # Addresses that others found under public paths, for the stranger to ask.
    deferred: dict[str, None] = field(default_factory=dict)
    left_out: Counter[str] = field(default_factory=Counter)
    # Set when a walk fails or somebody stops the comparison: then all walks end.
    is_over: bool = False


class Walk:
    """One person's walk through both versions, served on two ports of this machine."""

    def __init__(
        self, person: Person, ports: tuple[int, int], findings: Findings, seen: Seen, encoding: str, most: int
    ) -> None:
        self.person, self.findings, self.seen = person, findings, seen
        self.phones = [Visitor(port, person.cookie, encoding) for port in ports]
        self.ports = ports
        self.queue: deque[str] = deque()
        self.known: set[str] = set()
        self.of_path: Counter[str] = Counter()
        self.most = most
        # The pages on which this person found forms to send.
        self.pages: list[str] = []

    def go(self, begins: Iterable[str]) -> None:
        """Start at these addresses, and keep asking until nothing new is found or the walk is over."""
        self.add(begins)
        while self.queue and not self.seen.is_over:
            self.look(self.queue.popleft())

    def add(self, addresses: Iterable[str]) -> None:
        """Queue these addresses, if they are new."""
        # An attribute may list several, with blanks between them.
        each = [address for listed in addresses for address in listed.split()]
        for raw_address in [variant for address in each for variant in (address, *_polled(address))]:
            address = re.sub(r"([?&])lot=\w+", r"\1lot=8", re.sub(r"(/static/[^?]+)\?v=[\w-]+", r"\1", raw_address))
            if address in self.known:
                continue
            self.known.add(address)
            parts = urlsplit(address)
            if self.person.cookie and parts.path in self.seen.public:
                self.seen.deferred[address] = None
                continue
            self.of_path[parts.path] += 1
            if parts.query and self.of_path[parts.path] > self.most:
                self.seen.left_out[parts.path] += 1
                continue
            self.queue.append(address)

    def look(self, address: str) -> None:
        """Ask both versions for an address, compare the answers, and queue the addresses in them."""
        old, new = self.ask(address)
        texts = written(old), written(new)
        for _ in range(TRIES):
            # A kind of difference that was found before counts at once.
            if texts[0] == texts[1] or self.findings.is_known(*texts):
                break
            old, new = self.ask(address)
            texts = written(old), written(new)
        self.findings.addresses += 1
        self.findings.add(address, self.person.name, *texts)
        if new.status < 400:
            self.seen.answered[address] = None
        if new.status == 200 and "csrf_token" in new.text:
            self.pages.append(address)
        if (
            not self.person.cookie
            and "public" in old.headers.get("cache-control", "")
            and "public" in new.headers.get("cache-control", "")
        ):
            self.seen.public.add(urlsplit(address).path)
        self.add(_found(old))
        if texts[0] != texts[1]:
            self.add(_found(new))

    def ask(self, address: str) -> list[Reply]:
        """Both versions' answers to an address, requested at the same moment. A key's link is opened on a new phone."""
        is_key = address.startswith("/k/")
        phones = [Visitor(port) for port in self.ports] if is_key else self.phones
        for phone in phones:
            phone.begin(address)
        replies = [phone.end() for phone in phones]
        for phone in phones if is_key else ():
            phone.close()
        return replies

    def close(self) -> None:
        """Close both phones' connections."""
        for phone in self.phones:
            phone.close()


def _polled(address: str) -> list[str]:
    """The address of the same poll as sent by a page that has seen nothing yet; empty if the address is not a poll."""
    unseen = re.sub(r"([?&]seen=)[\d.-]+", r"\g<1>0", address)
    return [unseen] if unseen != address else []


def _found(reply: Reply) -> list[str]:
    leads = [within(reply.headers["location"])] if "location" in reply.headers else []
    leads += [within(value) for name, value in reply.headers.items() if name == "hx-redirect"]
    kind = reply.headers.get("content-type", "")
    return [*leads, *(addresses_of(reply.text, reply.address) if kind.startswith(("text/html", "image/svg")) else [])]
