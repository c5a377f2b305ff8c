// Choosing: whose verbs are shown, and the choice that is being made.
import { computed, signal } from "@preact/signals";
import { chosenIn, variantLabel } from "./labels.js";
import { begun, hidden, step, verbsOf } from "./narrow.js";
import { send } from "./outbox.js";
import { drafts, waiting } from "./queue.js";
import { steady } from "./sharing.js";
import { chance, now, preview, seats, table, you } from "./table.js";

export const choice = signal(null);
/** A place that was tapped before any verb. */
export const tapped = signal(null);
/** Whether the next verb asks everything that may be left out. */
export const more = signal(false);
const wanted = signal(null);

/** The seats that have offers; "" is the table. */
export const awaited = steady(() => [...new Set(now.value.offers.map((offer) => offer.seat ?? ""))]);

/** Whose verbs the panel shows: the seat that was tapped, else the own or one that is awaited; "" is the table. */
export const acting = computed(() => {
  if (preview.value) return preview.value.seat;
  const may = awaited.value;
  const { role, seat: own } = you.value;
  const mine = role === "seat";
  if (wanted.value !== null && (may.includes(wanted.value) || !(mine || may.length))) return wanted.value;
  const active = mine ? [own] : seats.value.filter((seat) => seat.active).map((seat) => seat.seat);
  return active.find((seat) => may.includes(seat)) ?? may[0] ?? active[0] ?? null;
});
export const showSeat = (seat) => {
  wanted.value = seat;
  choice.value = tapped.value = null;
};

const allowed = steady(() =>
  verbsOf(
    now.value.offers.filter((offer) => (offer.seat ?? "") === acting.value),
    now.value.words,
  ),
);
const isIdle = (offer) => offer.idle;
/** The verbs that a step which is offered now leads to; `ahead`: the steps to there. */
export const ahead = signal([]);
/** The verbs of which something can come, and those one step further; on demand all that are allowed. */
export const verbs = computed(() => (more.value ? allowed.value : [...allowed.value.filter((verb) => !verb.offers.every(isIdle)), ...ahead.value]));
/** `next` asks the next question; `record` records a choice that has none. The rest asks several at once, adds what is known of their answers, and has cards entered first. */
export const asking = { next: step, record: (found) => record(found) };
export const question = computed(() => choice.value && asking.next(choice.value, chance.value));

/** The only thing that is left of a verb without a question: told on its button. */
export const forced = (verb) => {
  const found = step(begun(verb, more.value), chance.value);
  return found.kind === "done" ? found : null;
};
export const hasMore = computed(() => allowed.value.some((verb) => verb.offers.some(isIdle) || hidden(begun(verb), chance.value).length));

/** A choice in words, for a line that waits: the verb, then what was chosen. */
const summary = (choice) =>
  [
    choice.verb.words.label,
    ...chosenIn(choice),
    ...[variantLabel(choice, choice.variant) ?? []].flat(),
  ].join(" · ");

const record = async (found) => {
  choice.value = tapped.value = null;
  more.value = false;
  wanted.value = null;
  const drawn = found.choice.drawn && chance.value.chance === "declared" ? { chance: "drawn" } : {};
  const seat = seats.value.find((one) => one.seat === found.choice.verb.seat);
  const step = { body: { ...found.action, ...drawn }, says: summary(found.choice), who: seat ? `${seat.label}: ` : "", onBoard: drafts.onBoard };
  if (!drafts.take) await drafts.coming;
  if (await drafts.take?.(found.choice.verb, step)) return;
  await send("actions", step.body, step.who + step.says);
};

/** Go on with a choice: ask its next question, or record it where there is none. */
export const goOn = (made) => {
  const found = asking.next(made, chance.value);
  if (found.kind === "done") return asking.record(found);
  choice.value = { ...made, back: choice.value };
};
export const start = (verb, given) => goOn(begun(verb, more.value, given));
export const drawForUs = () => goOn({ ...question.value.choice, drawn: true });
export const askMore = () => {
  const made = question.value.choice;
  choice.value = { ...made, more: true, back: choice.value };
};
export const back = () => {
  if (choice.value) choice.value = choice.value.back ?? null;
  else tapped.value = null;
};

/** The choice ends where what was begun is offered no more. */
export const endStale = () => {
  const verb = choice.value && verbs.value.find((one) => one.key === choice.value.verb.key);
  const same = verb && JSON.stringify(verb.offers) === JSON.stringify(choice.value.verb.offers);
  if (!same) choice.value = null;
};
let seen = 0;
table.subscribe((told) => {
  if (told && told.version !== seen && !waiting.value.length) endStale();
  seen = told?.version ?? 0;
});
