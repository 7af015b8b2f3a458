"""How fast perception is: time and memory of one process that takes in the frames of a house."""
