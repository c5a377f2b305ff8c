"""Jobs: work that reads whole logs or whole tables runs apart from the process that records."""
