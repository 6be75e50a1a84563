"""Play in a terminal. `table.Table` is one game at one terminal; all that it shows is made from Views."""
