"""What a venue's desk keeps on record: prints of papers, ceilings and approvals, cash-ups."""
