// Linking: files that a part of the page brings along. They lie beside the scripts, so their addresses have the same hash.

/** Link a file to the page. */
export const linked = (rel, file, more = {}) => document.head.append(Object.assign(document.createElement("link"), { rel, href: new URL(file, import.meta.url), ...more }));
/** Ends when this style is here. */
export const styled = (file) => new Promise((onload, onerror) => linked("stylesheet", file, { onload, onerror }));
