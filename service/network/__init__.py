"""Who asks, by which name of ours and from whose page: what a request's addresses, hosts and origins say."""
