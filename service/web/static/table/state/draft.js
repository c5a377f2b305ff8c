// The draft: a turn that is put together on this device, and recorded as one list. What it shows is the table after it.
import { batch, signal } from "@preact/signals";
import { ask } from "../../shared/api.js";
import { endStale } from "./choosing.js";
import { send } from "./outbox.js";
import { admits, canonical } from "./domains.js";
import { variantOf } from "./narrow.js";
import { mine, trying } from "./queue.js";
import { shared } from "./sharing.js";
import { replace, store, storedUnder } from "./stored.js";
import { board, now, preview } from "./table.js";

/** {seat, who, steps, version, alone}: steps {id, body, says, label, hint, led, said, secret, after}; `version`: where it was tried last; `alone`: nothing comes by itself any more; `led`: it came by itself; `said`: what its entry says, as JSON; `secret`: not everybody may read it; `after`: the table after it. */
export const draft = signal(null);
/** The step that must be the last one, as the service said when it was tried; it waits to be confirmed. */
export const pending = signal(null);

/** Whether the seat is awaited there, and offered something of which something can come. */
export const goesOn = ({ board, now }, of) =>
  board.seats.some(({ seat, active }) => seat === of && active) && now.offers.some(({ seat, idle }) => seat === of && !idle);

/** What the service answers to these actions as a list. Nothing is recorded, and nobody is told. */
export const dryRun = (body, board = true) =>
  ask(`/v1/sessions/${mine.session}/actions?dry_run=true&with=words,offers${board ? ",board" : ""}`, { method: "POST", token: mine.token, headers: { "If-Match": "*" }, body });
const within = (one, wide) => canonical(one) === canonical(wide) || (one.kind === "choice" && wide?.kind === "choice" && one.values.every((value) => admits(wide, value)));
/** Whether an offer has all that another one has. */
const covers = (wide, { parameters, ...offer }) =>
  canonical({ ...wide, parameters: 0 }) === canonical({ ...offer, parameters: 0 }) && variantOf(wide) === variantOf({ parameters }) &&
  Object.entries(parameters).every(([name, one]) => within(one, wide.parameters[name]));
/** Whether all that a seat is offered beside an action is still offered after it. */
export const losesNothing = async ({ type, seat }) => {
  const beside = now.value.offers.filter((offer) => offer.seat === seat && offer.type !== type && !offer.idle);
  const { body: told } = await dryRun([{ type, seat }], false);
  return beside.every((offer) => told?.after?.now.offers.some((other) => covers(other, offer)));
};
/** What the service answers to these steps as a list. `quiet`: what is tapped meanwhile does not wait. */
export const attempt = async (steps, quiet) => {
  if (!quiet) trying.value = true;
  try {
    return await dryRun(steps.map(({ body }) => body), !quiet);
  } finally {
    if (!quiet) trying.value = false;
  }
};

/** The draft has these steps, which the service answered so; its table is shown. */
export const settle = (of, steps, told) => {
  const tried = steps.map((step, at) => {
    const { says, secret } = told.entries[at].words ?? {};
    return { ...step, said: JSON.stringify(says), secret };
  });
  tried.at(-1).after = told.after;
  show({ ...of, steps: tried, version: told.version });
};
export const show = (next) => {
  const { seat, steps } = next;
  const { after } = steps.at(-1);
  batch(() => {
    draft.value = next;
    pending.value = null;
    preview.value = { ...after, seat, count: steps.length, board: shared(board.value, after.board) };
  });
  endStale();
};
export const clear = () => batch(() => (draft.value = pending.value = preview.value = null));

/** Record the draft with this step, which may be none: one list, each action with its own id, one item of the outbox. */
export const record = (step) => {
  const { seat, who } = draft.value;
  const steps = [...draft.value.steps, ...(step ? [step] : [])].map(bare);
  const says = who + steps.map(({ says }) => says).join(" · ");
  batch(() => {
    draft.value = pending.value = null;
    preview.value = { ...preview.value, count: 0 };
    if (steps.length === 1) send("actions", steps[0].body, says);
    else send("actions", steps.map(({ id, body }) => ({ ...body, action_id: id })), says, undefined, { turn: { seat, who, steps } });
  });
};

/** Where the draft lies on this device, for whose link it is. */
const place = () => `draft:${mine.session}/${mine.holder}`;
export const bare = ({ after, ...step }) => step;
let saving = Promise.resolve();
export const save = (now) => {
  const key = place();
  saving = saving.then(() => (now ? store({ ...now, steps: now.steps.map(bare), key, id: key }) : replace({ key, id: key }))).catch(() => {});
};
export const saved = async () => (await storedUnder(place())).find(({ key }) => key === place());
