"""What positions are worth when all cards lie open and everyone plays as well as can be."""
