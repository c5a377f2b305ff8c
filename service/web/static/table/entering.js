// Entering: how numbers, dice and what was dealt are told, as a file of its own that is fetched when it is first wanted.
import { BothWidget } from "./widgets/both.js";
import { Fill } from "./widgets/fill.js";
import { RangeWidget } from "./widgets/range.js";
import { Seek } from "./widgets/seek.js";
import { SplitWidget } from "./widgets/split.js";
import { slotsOf } from "./state/slots.js";

export { BothWidget as both, Fill, RangeWidget as range, Seek, slotsOf, SplitWidget as split };

/** Ends when its style is here. */
export const dressed = new Promise((onload, onerror) =>
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL("../pages/entering.css", import.meta.url), onload, onerror })));
