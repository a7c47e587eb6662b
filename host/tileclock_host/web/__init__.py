"""The page of the table in the browser: its server, who is let in, and the scores below it."""
