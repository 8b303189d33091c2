"""Kill the site under load, again and again, and compare it with what a client wrote down.

    python -m eyesdown.proof.crash --rounds 300

A child process runs a whole keno site, with short games from promise to result; this process is its
client. It sells entries, notes each answer, and kills the child without warning at a random moment,
now and then while it is still starting, and on PostgreSQL now and then the server as well. At the
next start it sends again whatever was not answered, under the same ids. In the end every answer
that was given must be in the journal at the place it named, nothing may be there twice, every
result must have its proof, and each venue's till must hold what the client paid into it.
"""

from eyesdown.proof.crash.rounds import KINDS, Found, check, run

__all__ = ["KINDS", "Found", "check", "run"]
