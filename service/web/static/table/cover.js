// Cover: what others may not see lies face down on a seat's phone, until somebody holds it, or for a while after *Show hand*.
import { computed, effect, signal } from "@preact/signals";
import { device } from "../shared/device.js";
import { html, Icon } from "../shared/html.js";
import { choice } from "./state/choosing.js";
import { labelOf } from "./state/labels.js";
import { board, isMyTurn, veils, waited, you } from "./state/table.js";

/** Milliseconds without a touch after which the hand is covered again; after which a finger holds; after which it is no tap; in which a click follows it. */
const RESTS = 20_000;
const HOLDS = 150;
const HELD = 500;
const AFTER = 100;

const isSecret = ({ secret }) => secret;
const holders = computed(() => [...board.value.zones, ...board.value.seats]);
const names = computed(() => holders.value.flatMap(({ cards = [] }) => cards.filter(isSecret).map(({ label }) => label)));
const mayCover = computed(() => you.value.role === "seat" && device.value.cover !== false);
const hasSecrets = ({ secret, cards = [], lines = [], places = [] }) =>
  secret || cards.some(isSecret) || lines.some(isSecret) || places.some(({ pieces }) => pieces?.some(isSecret));
const hides = computed(() => mayCover.value && holders.value.some(hasSecrets));
const open = signal(false);
const covered = computed(() => hides.value && !open.value);
/** The verb for whose question the hand stays open, since one of its answers was tapped. */
let staysFor = null;
let timer;

export const cover = () => {
  clearTimeout(timer);
  staysFor = null;
  open.value = false;
};
const wait = () => {
  clearTimeout(timer);
  if (open.value) timer = setTimeout(() => (choice.value && choice.value.verb.key === staysFor ? wait() : cover()), RESTS);
};
export const uncover = () => {
  open.value = true;
  wait();
};

/** The values of a domain that lists them, itself or in one that it holds. */
const listOf = ({ values, of, parts }) => [values, of?.values].find(Array.isArray) ?? Object.values(parts ?? {}).flatMap(listOf);
/** Whether these name a card that lies face down. */
const tells = (texts) => covered.value && names.value.some((name) => texts.some((text) => text?.includes(name)));
const Uncover = () => html`<button type="button" class="option uncover" data-key data-uncover onClick=${uncover}><${Icon} name="eye" /> <b>Show my hand to answer</b></button>`;
/** What stands instead of the answers to a question that tell what is covered: {domain, words} of values, or {options}. */
export const covers = ({ domain, words, options }) =>
  (covered.value && choice.value?.verb.words.secret) || tells(options ? options.map(({ label }) => label) : listOf(domain).map((value) => labelOf(words, value))) ? Uncover : undefined;

export const CoverToggle = () =>
  hides.value && html`<button type="button" class="quiet-button reveal" aria-pressed=${open.value} onClick=${() => (open.value ? cover() : uncover())}>
    <${Icon} name="eye" /> ${open.value ? "Cover hand" : "Show hand"}</button>`;

/** A finger on a covered thing shows all while it stays there; a tap shows it for a while. */
const listenToFingers = (root) => {
  let holding;
  let since = 0;
  const of = (event) => covered.value && event.target.closest?.(".secret");
  root.addEventListener("pointerdown", (event) => {
    since = 0;
    if (!of(event)) return;
    since = event.timeStamp;
    holding = setTimeout(uncover, HOLDS);
  });
  const lift = (event) => {
    clearTimeout(holding);
    const long = since && event.timeStamp - since > HELD;
    if (since && (long || event.type === "pointercancel")) cover();
    setTimeout(() => (since = 0), AFTER);
  };
  for (const ends of ["pointerup", "pointercancel"]) document.addEventListener(ends, lift);
  // The tap that shows a card does not also take it.
  const swallow = (event) => {
    const shows = since || of(event);
    if (!shows) return;
    event.stopPropagation();
    event.preventDefault();
    if (event.type === "click" && !(event.timeStamp - since > HELD && since)) uncover();
    since = 0;
  };
  root.addEventListener("click", swallow, true);
  root.addEventListener("contextmenu", (event) => since && event.preventDefault());
};

export const listenToCover = (root) => {
  effect(() => void root.toggleAttribute("data-covered", covered.value));
  veils.value = (hint, { words }) => (words.secret || tells([hint]) ? "secret" : "");
  listenToFingers(root);
  for (const touch of ["pointerdown", "keydown", "scroll"]) document.addEventListener(touch, wait, { capture: true, passive: true });
  document.addEventListener("click", ({ target }) => {
    if (open.value && choice.value && target.closest(".option:not(.uncover), .card")) staysFor = choice.value.verb.key;
  });
  document.addEventListener("visibilitychange", () => document.hidden && cover());
  addEventListener("pagehide", cover);
  let before = "";
  effect(() => {
    const now = waited.value.map(({ seat }) => seat).join();
    if (now !== before && !isMyTurn.value) cover();
    before = now;
  });
};
