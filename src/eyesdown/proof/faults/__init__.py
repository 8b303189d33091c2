"""A disk that fails and a power cut at every moment, while a site runs.

    python -m eyesdown.proof.faults

SQLite writes through a shim of ours. First every single write and sync of a scripted day fails,
once or for good: the site must go on or stop cleanly, and whatever it acknowledged must be there
when the file is opened again. Then a longer day is recorded, write by write, and the power is cut
after each of them: of what was not yet synced some is lost, some torn, some written in another
order. What is found must be a beginning of the day that holds every acknowledged command.
"""

from eyesdown.proof.faults.cuts import cut_everywhere
from eyesdown.proof.faults.failures import fail_everywhere

__all__ = ["cut_everywhere", "fail_everywhere"]
