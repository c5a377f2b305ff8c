// Sheets: what is asked beside the game. {kind: "menu"|"note"|"undo"|"goto"|"keys"|"close"|"correct"|"right"|"else"|"all"|"settings"|"when"|"counting"|"unlit"|"left"|"learn", …}
import { signal } from "@preact/signals";

export const sheet = signal(null);
export const openSheet = (kind, more = {}) => (sheet.value = { kind, ...more });
export const closeSheet = () => (sheet.value = null);
/** The zone that is shown large; null: none. */
export const enlarged = signal(null);
