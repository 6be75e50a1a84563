"""Games saved by each release, with the rules they were played by. They are never changed, only added to."""
