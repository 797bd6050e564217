"""Queens: one crown in each row, column and region, none touching another."""
