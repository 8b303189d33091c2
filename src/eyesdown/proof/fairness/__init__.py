"""Attack the fairness of draws in every way that an insider, a witness or a rewriter could.

    python -m eyesdown.proof.fairness [--full]

An insider who knows everything but a witness's key predicts draws, and tries serials until a draw
suits them. Then statements, copies and proofs are changed: the follower, the witness or
`verify_draw.py` must name the place. Last, a real site and its witnesses are killed, cut off and
run with a wrong clock; all that they wrote down must agree.
"""
