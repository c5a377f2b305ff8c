// The guard: one intention is one tap. A double tap, a held key, and a tap on choices that changed under the finger do nothing more.
import { effect } from "@preact/signals";
import { choice } from "./choosing.js";
import { arrived } from "./outlooks.js";
import { notice, settling, trouble, waiting } from "./queue.js";
import { table } from "./table.js";

/** Whether what is typed here is a text. */
export const typing = (target) => target.matches("input:not([type=checkbox]):not([type=radio]), textarea, select");

/** Milliseconds: two taps on a spot within this time are one. */
const DOUBLE = 400;
/** Milliseconds in which nobody has read choices that have just changed. */
const UNREAD = 500;
/** Pixels that the second tap of two may lie beside the first, and that a button may move and be the same. */
const SPOT = 40;
const MOVED = 12;

const far = (one, other, most) => Math.hypot(one.x - other.x, one.y - other.y) > most;
const labelOf = (button) => (button.querySelector("b") ?? button).textContent;
/** What a button says and where; what Undo takes back is told beside it. */
const lookOf = (button) => {
  const { left, top, width, height } = button.getBoundingClientRect();
  return { says: (button.closest("footer") ?? button).textContent, label: labelOf(button), x: left + width / 2, y: top + height / 2 };
};

/** Watch the taps and keys of the page. The panel says in `data-guard` where it takes no tap now: on `changed` buttons, or on a spot, `x y`, perhaps only on `others` than the one that was tapped there. */
export const guard = (root) => {
  /** The last tap: {at, x, y, key, button, label, asked, did}; one by a key has no spot but the key. `did`: it recorded something. */
  let last = null;
  /** When choices changed last by themselves, whether by what was sent from here or only by what is told of them, and the looks of the buttons before. */
  let changed = { at: -UNREAD, ours: false, before: new Map() };
  let key = "";
  let timer;

  const panel = () => root.querySelector(".panel");
  const isSame = (button) => {
    const before = changed.before.get(button);
    const now = lookOf(button);
    const reads = changed.told ? "label" : "says";
    return before?.[reads] === now[reads] && !far(before, now, MOVED);
  };
  const end = () => {
    clearTimeout(timer);
    delete panel()?.dataset.guard;
  };
  const show = (text, milliseconds) => {
    end();
    if (!panel() || !text) return;
    panel().dataset.guard = text;
    timer = setTimeout(end, milliseconds);
  };
  const spot = () => (last && !last.key ? `${last.x} ${last.y}` : "");

  /** Choices change now, not by a tap: what stands in the panel still is what people saw. */
  const change = (ours, told) => {
    const now = performance.now();
    const again = now < changed.at + UNREAD;
    const buttons = [...(panel()?.querySelectorAll("button") ?? [])].filter((button) => !again || isSame(button));
    changed = { at: now, asked: choice.peek(), told: told && (changed.told || !again), ours: ours && (changed.ours || !again), before: new Map(buttons.map((button) => [button, lookOf(button)])) };
    show(changed.ours ? spot() : "changed", UNREAD);
  };
  const recorded = () => {
    if (!last || performance.now() > last.at + DOUBLE) return;
    last.did = true;
    show(spot(), DOUBLE);
  };

  let version = 0;
  let ours = false;
  effect(() => {
    const now = table.value?.version ?? 0;
    const settles = settling.value;
    if (version && now !== version) change(ours);
    version = now;
    ours = settles;
  });
  let count = 0;
  effect(() => {
    if (waiting.value.length > count) recorded();
    count = waiting.value.length;
  });
  /** A question for what was rolled belongs to what was tapped; that something was refused comes unasked. */
  effect(() => (trouble.value ? change(Boolean(trouble.value.problem?.outcomes)) : recorded()));

  effect(() => void (arrived.value && change(false, true)));

  const isOnSpot = (tap) => last && (tap.key ? tap.key === last.key : !last.key && !far(tap, last, SPOT));
  /** Why a tap is none of its own: `double` or `changed`; nothing: it is one. */
  const judge = (tap) => {
    const { at, button } = tap;
    const same = !last?.did && ["button", "label", "asked"].every((what) => tap[what] === last?.[what]);
    if (isOnSpot(tap) && at < last.at + DOUBLE && !same) return "double";
    const left = changed.told && tap.asked !== changed.asked;
    if (at > changed.at + UNREAD || left || !button.closest(".panel") || isSame(button)) return "";
    return changed.ours ? isOnSpot(tap) && "double" : "changed";
  };

  const onClick = (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const tap = { at: performance.now(), x: event.clientX, y: event.clientY, key: event.detail ? "" : key, button, label: labelOf(button), asked: choice.value };
    const why = judge(tap);
    if (!why) {
      last = tap;
      changed.at = -UNREAD;
      return show(spot() && `${spot()} others`, DOUBLE);
    }
    event.preventDefault();
    event.stopPropagation();
    if (why === "changed") notice.value = "The choices just changed. Tap again.";
  };
  const onKey = (event) => {
    if (event.repeat && (event.key === "Enter" || event.key.length === 1) && !typing(event.target)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    key = event.key;
    if (last?.key && last.key !== key) last = null;
  };
  document.addEventListener("click", onClick, true);
  document.addEventListener("keydown", onKey, true);
};
