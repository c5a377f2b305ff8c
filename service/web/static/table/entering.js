// Entering: how numbers, dice, what was dealt and what is told in a form are entered, as a file of its own that is fetched when it is first wanted.
import { Correct, FreeAction, FreeFacts, SomethingElse } from "./mending.js";
import { BothWidget } from "./widgets/both.js";
import { Fill } from "./widgets/fill.js";
import { RangeWidget } from "./widgets/range.js";
import { Seek } from "./widgets/seek.js";
import { SplitWidget } from "./widgets/split.js";
import { slotsOf } from "./state/slots.js";

export { BothWidget as both, Correct, Fill, FreeAction, FreeFacts, RangeWidget as range, Seek, slotsOf, SomethingElse, SplitWidget as split };

/** Ends when its style is here. */
export const dressed = new Promise((onload, onerror) =>
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL("../pages/entering.css", import.meta.url), onload, onerror })));
