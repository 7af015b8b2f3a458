"""What the doctor looks at. Standard library only: it also runs where nothing is set up."""
