"""Selling, paying for and cancelling entries; vouchers and receipts."""
