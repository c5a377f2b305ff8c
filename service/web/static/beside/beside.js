// Beside the table: what leads from it to other pages. A file of its own, after all of the table's; it knows the page by what stands there.
import { ask } from "../shared/api.js";
import { seek } from "../shared/seeking.js";
import { keep, kept, tokenOf } from "../shared/tokens.js";
import { showBranch } from "./branch.js";
import { offerReplay } from "./replay.js";

const root = document.getElementById("table");
const { session } = root.dataset;
const versionNow = () => Number(root.dataset.version);

/** Where this device has seen the session: the replay page plays what came since. */
addEventListener("pagehide", () => kept(session) && versionNow() && keep(session, {}, { seen: versionNow() }));

const begin = async () => {
  offerReplay(root, session);
  const { status, body } = await ask(`/v1/sessions/${session}`, { token: tokenOf(session) });
  if (status === 200 && body.forked_from) showBranch(root, body);
};
begin();
/** A table of a club of this device, which came here by an address alone, is shown again with the club's key. */
seek(session).then((found) => found && location.reload());
