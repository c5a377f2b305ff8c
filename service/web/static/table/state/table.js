// The table of this page: what the service told last, in signals.
import { computed, signal } from "@preact/signals";
import { called } from "./names.js";
import { steady } from "./sharing.js";

/** `opening`, `live`, `offline`, `ended`, `revoked`, `missing`, `expired`, `busy`, `broken`. */
export const line = signal("opening");
const GONE = ["missing", "revoked", "expired"];
/** There is no table for this link, and none will come. */
export const isGone = computed(() => GONE.includes(line.value));
/** Nothing more will come. */
export const isAtEnd = computed(() => isGone.value || line.value === "ended");
/** The last event `state` or `table`; null before the first. */
export const table = signal(null);
export const entries = signal([]);
/** Entry numbers that are on the page, so that each is said once. */
export const said = signal("");
export const retryIn = signal(0);
/** Milliseconds by which the clock of the service is ahead of the one of this device; null: not known yet. */
export const ahead = signal(null);

/** What names a version of this very log: `7-1a2b3c4d5e6f`; "0": nothing is known yet. */
export const tagOf = (told) => (told ? `${told.version}-${told.digest.slice(0, 12)}` : "0");

const NOTHING = { offers: [], words: {}, undo: null, redo: null };
const NOBODY = {};
const NO_SEATS = [];
const EMPTY = { title: "", zones: [], seats: [] };
/** The table after a draft, {seat, count, board, words, now}; `count`: how many steps, 0 while they are sent. It is shown instead of the table. */
export const preview = signal(null);
const shown = computed(() => preview.value ?? table.value);
export const now = computed(() => shown.value?.now ?? NOTHING);
/** What shows the board with pieces that are being laid on it: board → board; null: none are. */
export const laid = signal(null);
export const board = computed(() => {
  const told = shown.value?.board ?? EMPTY;
  return laid.value ? laid.value(told) : told;
});
/** Who sits where, as far as it is known: seat → name. */
export const labels = computed(() => table.value?.labels ?? NOBODY);
/** The seats by the names of their people. Nothing that is recorded may use these: a log names nobody. */
export const seats = steady(() => called(board.value.seats, labels.value));
/** The text of a run: a seat is called by the name of who sits there. */
export const textIn = (run) => {
  const has = (one) => one.seat === run.seat;
  const isLabel = run.seat && board.value.seats.find(has)?.label === run.text;
  return isLabel ? seats.value.find(has).label : (run.text ?? run);
};
/** (hint, verb) → its class: whether it says what is covered. */
export const veils = signal(() => "");
/** A sentence as its text. */
export const spoken = (runs) => (runs ?? []).map(textIn).join("");
export const you = computed(() => table.value?.you ?? { role: "stranger", seat: null });
export const asks = computed(() => shown.value?.words?.asks ?? {});
/** Whom the table waits for: [{seat, since, asks}]. */
export const waited = computed(() => table.value?.moment?.waits ?? NO_SEATS);
/** Whether the table waits for the seat that this phone plays. */
export const isMyTurn = computed(() => you.value.role === "seat" && waited.value.some(({ seat }) => seat === you.value.seat));
/** The last time that somebody asked this seat to go on: {nudge, by: {role, seat}}; null: nobody has. */
export const nudged = signal(null);
export const finished = computed(() => ["finished", "closed"].includes(table.value?.status));
export const mayRecord = computed(() => ["owner", "scribe", "recorder", "seat"].includes(you.value.role));
export const isScribe = computed(() => ["owner", "scribe"].includes(you.value.role));
export const chance = steady(() => ({
  chance: table.value?.chance ?? "drawn",
  mayDeclare: Boolean(table.value?.may_declare),
}));
export const last = computed(() => entries.value.findLast((entry) => entry.live) ?? null);
export const flags = computed(() => table.value?.flagged ?? 0);

/** The number of the entry that the stream brought last; 0: none yet. */
export const brought = signal(0);
const RECORDERS = { owner: "The owner", scribe: "The scribe", recorder: "The recorder" };
/** {who, entry}: what somebody else recorded for this phone's seat, as long as it is the last entry; else null. */
export const forYou = computed(() => {
  const entry = entries.value.at(-1);
  const { role, seat } = you.value;
  const mine = role === "seat" && entry?.number === brought.value && entry.action?.seat === seat;
  if (!mine || !entry.live || entry.by.seat === seat) return null;
  const other = seats.value.find((one) => one.seat === entry.by.seat);
  return { entry, who: RECORDERS[entry.by.role] ?? other?.label ?? "Somebody" };
});

/** Whether an entry went against the rules or around them. */
export const isFlagged = (entry) => entry.words?.tone === "flag";

/** Put entries in, each once; what a retraction takes back is struck, and what it brings back no longer. Notes stay. */
export const addEntries = (news) => {
  const known = new Map(entries.value.map((entry) => [entry.number, entry]));
  for (const entry of news) known.set(entry.number, entry);
  const all = [...known.values()].sort((one, other) => one.number - other.number);
  let next = Infinity;
  for (const entry of [...all].reverse()) {
    const { number, kind, to } = entry;
    const live = number <= next || kind === "noted";
    if (live !== entry.live) known.set(number, { ...entry, live });
    if (number <= next) next = kind === "retracted" && to < number ? to : number - 1;
  }
  entries.value = all.map(({ number }) => known.get(number));
};
