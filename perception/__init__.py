"""RGB-D, instance masks and pose to objects, relations, rooms, scene graph and map (IV-C)."""
