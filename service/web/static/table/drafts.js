// Drafts: what puts turns together, as a file of its own that few devices need.
import { AskedOutcome, DraftBar } from "./draft.js";
import { startDrafts } from "./state/drafting.js";
import { drafts } from "./state/queue.js";

Object.assign(drafts, { Bar: DraftBar, Asked: AskedOutcome });
startDrafts();
