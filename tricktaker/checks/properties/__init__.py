"""What must hold in every game, one property a module; the docstring of each is its manual page."""
