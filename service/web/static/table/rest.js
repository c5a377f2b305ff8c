// The rest: what no first view needs, as one file of its own.
import { Above, fetchAnswers } from "./above.js";
import { stayAwake } from "./awake.js";
import { Bots } from "./bots.js";
import { covers, listenToCover } from "./cover.js";
import { Deeds } from "./deeds.js";
import { Finished } from "./finished.js";
import { askAtFirstUse, FirstUse } from "./first.js";
import { watchFlags } from "./flagged.js";
import { prefetchForms } from "./forms.js";
import { glide, positions } from "./gliding.js";
import { Coming } from "./later.js";
import { linked, styled } from "./linking.js";
import { Log } from "./log.js";
import { Mats } from "./mats.js";
import { Move } from "./moves.js";
import { watchTurns } from "./alerts.js";
import { Meanwhile } from "./meanwhile.js";
import { listenToBack } from "./leaving.js";
import { enterBlanks } from "./state/blanks.js";
import { sameAction } from "./state/sameness.js";
import { followSet } from "./state/earlier.js";
import { followFaces } from "./state/facing.js";
import { listenToThings } from "./state/picturing.js";
import { answered, askBoth, fetchDrafts } from "./state/together.js";
import { keepForReloads } from "./lasting.js";
import { Sheet } from "./sheets.js";
import { guard } from "./state/guard.js";
import { lookAhead } from "./state/outlooks.js";
import { listenToKeys } from "./state/keys.js";
import { Turn, whose } from "./turn.js";
import { ToHere } from "./tohere.js";
import { listenToBoard } from "./unlit.js";
import { around } from "./widgets/around.js";
import { ExchangesWidget } from "./widgets/exchanges.js";
import { InTurnWidget } from "./widgets/inturn.js";
import { ListedWidget } from "./widgets/listed.js";
import { OpenWidget } from "./widgets/open.js";
import { OptionalWidget } from "./widgets/optional.js";
import { OutcomeWidget } from "./widgets/outcome.js";
import { SeveralWidget } from "./widgets/several.js";
import { SharedWidget } from "./widgets/shared.js";
import { entered, fetchEntering, slotted } from "./widgets/slotted.js";
import { WrittenWidget } from "./widgets/written.js";

/** Ends when the style of the rest is here: without it the rest is not drawn. */
export const dressed = styled("../pages/table-rest.css");
linked("manifest", "../looks/tablelog.webmanifest");
linked("apple-touch-icon", "../looks/icon-touch-180.png");

export { answered, around, Bots, covers, Deeds, Finished, FirstUse, Log, Mats, Meanwhile, Move, sameAction, Sheet, ToHere, Turn, whose };
/** What the board has besides what a first view needs. */
export const more = { glide, positions, Above };

/** The widgets of domains by their kinds, but for the one that is asked for most. */
export const widgets = {
  assign: InTurnWidget,
  both: entered("both"),
  dealt: slotted(InTurnWidget),
  each: InTurnWidget,
  exchanges: ExchangesWidget,
  gathered: InTurnWidget,
  grid: slotted(Coming),
  joined: InTurnWidget,
  listed: ListedWidget,
  open: OpenWidget,
  optional: OptionalWidget,
  outcome: OutcomeWidget,
  range: entered("range"),
  several: SeveralWidget,
  shared: SharedWidget,
  split: entered("split"),
  written: WrittenWidget,
};

/** Fetch what stands beside the table, and again while the line is cut: each try has another address, since a browser may remember which one failed. */
const load = (again = "") => import("../pages/beside.js" + again).catch(() => setTimeout(load, 5000, again + "#"));

watchTurns();
stayAwake();
const root = document.getElementById("table");
guard(root);
listenToCover(root);
listenToKeys(root);
prefetchForms();
fetchDrafts();
fetchEntering();
fetchAnswers();
listenToBack();
keepForReloads();
listenToBoard();
followSet();
listenToThings(root);
followFaces(root, () => import("./faces.js"));
lookAhead();
askBoth();
enterBlanks();
watchFlags();
askAtFirstUse();
load();
/** Where it does not load, the next visit compares. */
setTimeout(() => import("./seen.js").then((seen) => seen.watchDigests(), () => {}), 3000);
