"""The counter: selling, paying, vouchers, cash-up."""
