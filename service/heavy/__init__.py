"""Heavy work: what reads whole logs or whole tables is done apart from who records."""
