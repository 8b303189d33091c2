"""Proofs that an inspector can run again: kills, failing disks, tampering, rushes, simulated lives.

Takes  seeds and counts.
Gives  what a kill, a bad disk, a rush or an insider did to a site.
Never  a rule.
"""
