// Entering: what somebody entered into a field is written as a change. Knows no DOM.
import { put } from "./outbox.js";
import { pump } from "./sending.js";
import { written } from "./sheet.js";

/** Write a value; an item of a list is always written as it is, a member only where it says more than its absence. */
export const enter = (field, at, value, options) => put(at, field.key ? written(field, value) : value, options);
/** Somebody has left a field: what was typed in it is sent now. */
export const leave = () => pump(true);
