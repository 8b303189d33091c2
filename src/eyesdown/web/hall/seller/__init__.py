"""The seller's pages: sales, slips, prizes and refunds paid, the cash-up of a till."""
