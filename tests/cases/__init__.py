"""What other card programs got wrong in public, shown to be right here: a module for each part of the program."""
