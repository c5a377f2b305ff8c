// Turn: the bar that says whom the table waits for, what for, and for how long.
import { computed, signal } from "@preact/signals";
import { html, textOf } from "../shared/html.js";
import { CoverToggle } from "./cover.js";
import { SeatSign, seatOf } from "./signs.js";
import { steady } from "./state/sharing.js";
import { ahead, asks, finished, isMyTurn, seats, table, waited, you } from "./state/table.js";

/** Milliseconds after which the bar looks at the clock again. */
const LOOKS = 5000;
const MINUTE = 60_000;

const clock = signal(Date.now());
setInterval(() => (clock.value = Date.now()), LOOKS);

const listed = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0]);
const called = (some) => {
  if (some.length > 2 && some.length === seats.value.length) return "Everyone";
  const own = isMyTurn.value ? you.value.seat : null;
  const names = some.filter((seat) => seat !== own).map((seat) => seatOf(seat)?.label ?? seat);
  if (!some.includes(own)) return listed(names);
  return names.length ? listed(["You", ...names]) : waited.value.length > 1 ? "You" : "Your turn";
};

/** Who is awaited, in words; "" if nobody is. */
export const who = computed(() => (waited.value.length ? called(waited.value.map(({ seat }) => seat)) : ""));
/** The same for who looks elsewhere: it stands in the title of the page. */
export const whose = computed(() => (isMyTurn.value ? "Your turn" : who.value && `Waiting for ${who.value}`));

/** [{who, seat, does}]: seats that have the same to do stand together; `seat` is the only one of them. */
const groups = steady(() =>
  [...new Set(waited.value.map((one) => one.asks))].map((does) => {
    const some = waited.value.filter((one) => one.asks === does).map(({ seat }) => seat);
    return { who: called(some), seat: some.length > 1 ? null : some[0], does };
  }),
);

/** Minutes that the table has waited for the own seat, else for the one that it waits for the longest. */
export const minutes = computed(() => {
  const own = isMyTurn.value && waited.value.filter(({ seat }) => seat === you.value.seat);
  const since = (own || waited.value).map((one) => Date.parse(one.since));
  return since.length ? Math.max(0, Math.floor((clock.value + ahead.value - Math.min(...since)) / MINUTE)) : 0;
});
/** `2 min`, `1 h 5 min`. */
export const lasted = (all) => (all < 60 ? `${all} min` : `${Math.floor(all / 60)} h${all % 60 ? ` ${all % 60} min` : ""}`);

const nobody = () => {
  if (finished.value) return "The game is over";
  const question = textOf(asks.value[""]);
  return question && `The table · ${question}`;
};

export const Turn = () => {
  const told = table.value && groups.value;
  return html`<div class=${isMyTurn.value ? "whose mine" : "whose"} role="region" aria-label="Whose turn">
    <p>${told?.length ? told.map((one, at) => html`${at > 0 && "; "}${one.seat && html`<${SeatSign} seat=${one.seat} />`}<b>${one.who}</b> · ${one.does}`) : told && nobody()}</p>
    ${told?.length > 0 && minutes.value > 0 && html`<span class="since">${lasted(minutes.value)}</span>`}
    <${CoverToggle} />
    <span class="ears" aria-live="polite">${whose.value}</span>
  </div>`;
};
