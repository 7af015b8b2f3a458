"""Make task sets: houses, misplaced objects, teams, and which tasks cannot be done."""
