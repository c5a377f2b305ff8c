// Box: what the component set of this table holds, in the fields of an edition; and how it is put right while people play.
import { ask, LONG, newId } from "../../shared/api.js";
import { document, edition, mine as own, parts, sheet as form, told } from "../../editions/state/draft.js";
import { isIn, same, valueAt } from "../../editions/state/places.js";
import { sheetOf } from "../../editions/state/sheet.js";
import { wayTo } from "../../editions/state/way.js";
import { rowsOf } from "./facing.js";
import { withOffer } from "./offering.js";
import { arrived } from "./outlooks.js";
import { mine, note } from "./queue.js";
import { tagIn } from "./sending.js";
import { table } from "./table.js";

/** The component set whose document is here. */
let known = "";
/** Read what the set of the table holds, and the sheet of its game. */
export const readBox = async () => {
  const { id, game, component_set: set } = table.value;
  if (known === set) return true;
  const [asked, read] = await Promise.all([form.value ? null : ask(`/v1/games/${game}/sheet`, { longest: LONG }), ask(`/v1/component-sets/${set}`, { longest: LONG })]);
  if ((asked && asked.status !== 200) || read.status !== 200) return false;
  // Nothing of it is sent from the fields: they change what is recorded as one entry.
  own.id = `table-${id}`;
  edition.value = { holder: "editor" };
  form.value ??= sheetOf(asked.body);
  told.value = { document: read.body.document, revision: 0, faults: [], warnings: [], unconfirmed: [] };
  known = set;
  // What is asked about it comes below a question that may stand there already.
  arrived.value += 1;
  return true;
};

/** The address of the row that an id names; undefined: it has none. */
export const rowOf = (id) => rowsOf(id).flatMap((name) => parts.value.filter(({ value }) => value?.id === name)).map(({ at }) => at)[0];

/** Whether nobody has said of a row that it is as in the box: the document lists places, or sentences about much of it. */
export const isInvented = (at) => told.value.document.invented?.some((one) => valueAt(told.value.document, one) === undefined || isIn(at, one) || isIn(one, at)) ?? true;

/** Whether nobody has entered anything of a card in this document: there is nothing to compare with the box. */
export const isEmpty = (at, box = document.value) => {
  const { list } = wayTo(form.value, box, at);
  const value = valueAt(box, at);
  return Boolean(list?.field.deck) && same(value, { ...list.field.blank, id: value?.id });
};

/** Record parts as they are in the box: {parts: address → content, confirmed: addresses}. What is tapped next is meant after it. */
export const amend = async (body, dryRun) => {
  const path = `/v1/sessions/${mine.session}/amendments${dryRun ? "?dry_run=true" : ""}`;
  const answer = await ask(path, { method: "POST", token: mine.token, body: withOffer(body), headers: { "If-Match": "*", "Idempotency-Key": newId() }, longest: LONG });
  if (answer.status === 201) note(tagIn(answer.headers));
  return answer;
};
