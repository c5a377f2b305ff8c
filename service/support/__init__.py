"""What several rooms need and no room owns: files, limits, numbers at random, networks."""
