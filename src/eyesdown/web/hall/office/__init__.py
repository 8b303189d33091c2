"""The office's pages: tonight, programme, stock, people, points, pools, promotions, reports."""
