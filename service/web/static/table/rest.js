// The rest: what no first view needs, as one file of its own.
import { Bots } from "./bots.js";
import { Finished } from "./finished.js";
import { watchFlags } from "./flagged.js";
import { prefetchForms } from "./forms.js";
import { Move } from "./moves.js";
import { watchTurns } from "./alerts.js";
import { Meanwhile } from "./meanwhile.js";
import { listenToBack } from "./leaving.js";
import { watchDigests } from "./seen.js";
import { fetchDrafts } from "./state/together.js";
import { Sheet } from "./sheets.js";
import { ToHere } from "./tohere.js";
import { listenToBoard } from "./unlit.js";
import { ExchangesWidget } from "./widgets/exchanges.js";
import { GridWidget } from "./widgets/grid.js";
import { InTurnWidget } from "./widgets/inturn.js";
import { ListedWidget } from "./widgets/listed.js";
import { OpenWidget } from "./widgets/open.js";
import { OptionalWidget } from "./widgets/optional.js";
import { OutcomeWidget } from "./widgets/outcome.js";
import { RangeWidget } from "./widgets/range.js";
import { SeveralWidget } from "./widgets/several.js";
import { SharedWidget } from "./widgets/shared.js";
import { SplitWidget } from "./widgets/split.js";
import { WrittenWidget } from "./widgets/written.js";

export { Bots, Finished, Meanwhile, Move, Sheet, ToHere };

/** The widgets of domains by their kinds, but for the one that is asked for most. */
export const widgets = {
  assign: InTurnWidget,
  dealt: InTurnWidget,
  each: InTurnWidget,
  exchanges: ExchangesWidget,
  gathered: InTurnWidget,
  grid: GridWidget,
  joined: InTurnWidget,
  listed: ListedWidget,
  open: OpenWidget,
  optional: OptionalWidget,
  outcome: OutcomeWidget,
  range: RangeWidget,
  several: SeveralWidget,
  shared: SharedWidget,
  split: SplitWidget,
  written: WrittenWidget,
};

/** Fetch what stands beside the table, and again while the line is cut: each try has another address, since a browser may remember which one failed. */
const load = (again = "") => import("../pages/beside.js" + again).catch(() => setTimeout(load, 5000, again + "#"));

watchTurns();
prefetchForms();
fetchDrafts();
listenToBack();
listenToBoard();
watchFlags();
load();
setTimeout(watchDigests, 3000);
