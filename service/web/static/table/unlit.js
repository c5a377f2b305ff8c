// Unlit: a tap on a place that a question does not take. The service says why; what happened all the same is recorded.
import { ask } from "../shared/api.js";
import { html } from "../shared/html.js";
import { Anyway, mayOverride } from "./anyway.js";
import { Frame } from "./frame.js";
import { litPlaces } from "./shining.js";
import { acting, choice, question } from "./state/choosing.js";
import { valueKey } from "./state/domains.js";
import { send } from "./state/outbox.js";
import { drafts, mine, settling, waiting } from "./state/queue.js";
import { closeSheet, openSheet, sheet } from "./state/sheets.js";
import { board, chance, line, seats, tagOf, table } from "./state/table.js";
import { next } from "./state/ways.js";

const inside = ([x, y], { kind, points = [], radius, width, height, ...at }) => {
  if (kind === "box") return x >= at.x && x <= at.x + width && y >= at.y && y <= at.y + height;
  if (kind !== "outline") return Math.hypot(x - at.x, y - at.y) <= radius;
  return points.reduce((within, [x1, y1], number) => {
    const [x2, y2] = points.at(number - 1);
    return y1 > y !== y2 > y && x < x1 + ((y - y1) * (x2 - x1)) / (y2 - y1) ? !within : within;
  }, false);
};

export const zoneOf = (element) => board.value.zones.find(({ id }) => `zone-${id}` === element.closest(".zone")?.getAttribute("aria-labelledby"));

/** The place under a finger: what lies on top counts. */
export const thingAt = ({ target, clientX, clientY }) => {
  const picture = target.closest(".picture");
  const zone = zoneOf(target);
  if (picture && zone) {
    const { left, top, width, height } = picture.getBoundingClientRect();
    const [wide, high] = zone.size ?? [100, 100];
    const point = [((clientX - left) * wide) / width, ((clientY - top) * high) / height];
    const place = zone.places.findLast(({ shape }) => inside(point, shape));
    return place;
  }
  return undefined;
};

/** The value that a thing stands for, as those that are lit do: theirs are their ids, perhaps after what all begin with. */
const valueOf = (thing, asked) => {
  const known = Object.entries(asked.words.values ?? {}).find(([, { place }]) => place === thing.id)?.[0];
  if (known) return known;
  const lit = [...litPlaces.value].map(([id, { value }]) => [id, valueKey(value)]);
  const [first] = lit;
  if (!first?.[0].endsWith(first[1])) return undefined;
  const before = first[0].slice(0, first[0].length - first[1].length);
  return thing.id.startsWith(before) && lit.every(([id, key]) => id === before + key) ? thing.id.slice(before.length) : undefined;
};

/** The action that a tap on it would end, had the question taken it; nothing where more would be asked. */
const actionOf = (value, asked) => {
  const [lit] = [...litPlaces.value.values()];
  const found = next(asked.put(lit.value), chance.value);
  return found.kind === "done" && valueKey(found.action[asked.name]) === valueKey(lit.value) ? { ...found.action, [asked.name]: value } : undefined;
};

const onClick = async (event) => {
  if (event.target.closest("button, a") || !event.target.closest(".board")) return;
  const asked = question.value;
  if (asked?.kind !== "value" || sheet.value || settling.value || waiting.value.length || line.value !== "live") return;
  if (!litPlaces.value.size) return;
  const thing = thingAt(event);
  const value = thing && valueOf(thing, asked);
  if (value === undefined || litPlaces.value.has(thing.id)) return;
  const { verb } = choice.value;
  const says = [seats.value.find(({ seat }) => seat === verb.seat)?.label, `${verb.words.label} · ${thing.name}`].filter(Boolean).join(": ");
  const action = actionOf(value, asked);
  const draft = { kind: verb.type, members: { seat: verb.seat } };
  if (!action) return openSheet("unlit", { draft, says });
  const { body } = await tryOut(action);
  if (question.value?.name === asked.name && !sheet.value) openSheet("unlit", { action, draft, says, problem: body?.rule ? body : null });
};

/** What the service answers to an action after the steps of the draft. Nothing is recorded. */
const tryOut = (action) => {
  const headers = { "If-Match": `"${tagOf(table.value)}"` };
  const steps = drafts.steps?.() ?? [];
  return ask(`/v1/sessions/${mine.session}/actions?dry_run=true`, { method: "POST", token: mine.token, body: steps.length ? [...steps, action] : action, headers });
};

/** An action that was told in a form: it ends the draft; without a draft it is recorded by itself. */
export const tell = async (action, says, draft) => {
  if (!drafts.steps?.().length || line.value !== "live") return send("actions", action, says, draft);
  const { body } = await tryOut(action);
  if (body?.rule) openSheet("unlit", { action, draft, says, problem: body });
  else drafts.close(action, says);
};

/** Why the tap is not possible, where the service can tell. */
export const Unlit = () => {
  const { action, draft, says, problem } = sheet.value;
  const anyway = (reason) => {
    const told = { ...action, against_rules: true, reason };
    if (!drafts.close?.(told, says)) send("actions", told, says);
    closeSheet();
    choice.value = null;
  };
  return html`<${Frame} title=${says}>
    <p><code>${problem?.rule}</code> ${problem?.detail ?? "Not offered here."}</p>
    ${problem && mayOverride.value && html`<${Anyway} onTake=${anyway} />`}
    <div class="buttons"><button type="button" class="option" onClick=${() => openSheet("else", { draft })}>Something else…</button></div>
  </${Frame}>`;
};

export const listenToBoard = () => document.addEventListener("click", onClick);
