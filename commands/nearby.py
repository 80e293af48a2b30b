"""The name by which phones on the network find this server, such as `roundhouse.local`."""

import atexit
from contextlib import suppress
from ipaddress import ip_address

MOST_NAMES = 9
# The time that another machine has to say that a name is taken.
_ANSWER_MILLISECONDS = 700
_SERVICE = "_http._tcp.local."


def announce(wanted: str, host: str, port: int) -> str:
    """Announce a free name on the network of this address for as long as the process runs, and return it.

    If `wanted` is taken, numbers are added to it in turn until the name is free. Returns an empty string if no name is
    wanted or free, if the extra `name` is not installed, or if the address is not on a home network.
    """
    # Without a network there is no address.
    with suppress(ImportError, OSError, ValueError):
        from zeroconf import AddressResolver, DNSQuestionType, ServiceInfo, Zeroconf  # type: ignore[attr-defined] # public, though not exported

        address = ip_address(host)
        if not wanted or not address.is_private:
            return ""
        responder = Zeroconf([host])
        atexit.register(responder.close)
        for number in range(1, MOST_NAMES + 1):
            name = wanted if number == 1 else f"{wanted}-{number}"
            # The answer must be multicast: an answer to this machine only may reach another server on it.
            asked = AddressResolver(f"{name}.local.")
            if not asked.request(responder, _ANSWER_MILLISECONDS, DNSQuestionType.QM):
                service = ServiceInfo(
                    _SERVICE, f"{name}.{_SERVICE}", port, addresses=[address.packed], server=f"{name}.local."
                )
                # The name has just been checked.
                responder.register_service(service, cooperating_responders=True)
                return f"{name}.local"
    return ""
