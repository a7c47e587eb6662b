"""The table as a page that needs no server: the same firmware, supervisor and page, all in the browser."""
