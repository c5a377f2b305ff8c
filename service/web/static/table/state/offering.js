// Offering: the edition that the table plays with gets what is learnt here, unless this device keeps it for the table alone. Knows no DOM.
import { signal } from "@preact/signals";
import { ask } from "../../shared/api.js";
import { held } from "../../shared/held.js";
import { heldEdition, heldEditions, tokenOf } from "../../editions/state/held.js";
import { mine } from "./queue.js";

/** So many tokens the service takes with one question. */
const MOST = 50;
/** {id, name, editor: its editor's token on this device}; null: the table plays with no edition, or that is not known yet. */
export const played = signal(null);

const kept = () => `tablelog.keeps.${mine.session}`;
export const offers = signal(true);
export const offer = (is) => {
  offers.value = is;
  if (is) localStorage.removeItem(kept());
  else localStorage.setItem(kept(), "yes");
};

/** Read which edition the table plays with. */
export const readPlayed = async () => {
  offers.value = !localStorage.getItem(kept());
  if (played.value) return;
  const tokens = heldEditions().map(({ id }) => tokenOf(id)).slice(0, MOST);
  const { status, body } = await ask(`/v1/sessions/${mine.session}/edition`, { token: mine.token, headers: tokens.length ? held(tokens) : {} });
  if (status !== 200 || !body.edition) return;
  const { keeper, editor = keeper } = heldEdition(body.edition)?.tokens ?? {};
  played.value = { id: body.edition, name: body.name ?? "of this table", editor };
};

/** The body of an amendment, with the offer. */
export const withOffer = (body) => (played.value && offers.value ? { ...body, offer: played.value.id } : body);

/** Who has the editor's link takes over at once what was recorded in this entry; whether the draft has it now. */
export const takeOver = async (entry) => {
  const { id, editor } = played.value ?? {};
  if (!editor || !offers.value) return false;
  const path = `/v1/editions/${id}/learnt`;
  const { status, body } = await ask(path, { token: editor, headers: held([mine.token]) });
  const own = status === 200 ? (body.parts ?? []).filter((one) => one.session === mine.session && one.entry === entry) : [];
  const done = await Promise.all(own.map(({ part, content }) => ask(`${path}/${part.split("/").map(encodeURIComponent).join("/")}`, { method: "POST", token: editor, body: { content, do: "take" } })));
  return done.length > 0 && done.every((one) => one.status === 200);
};
