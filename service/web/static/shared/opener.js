// Opener: the token that opens sessions here, where one is needed; this device keeps it.
const OPENER = "tablelog.opening";

/** The token that opens sessions here, where one is needed. */
export const opener = () => localStorage.getItem(OPENER) ?? undefined;
export const keepOpener = (token) => localStorage.setItem(OPENER, token);
