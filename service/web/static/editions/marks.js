// Marks: what is wrong at a place, the id of its field, and the way there.
import { html, Icon } from "../shared/html.js";
import { document, faults } from "./state/draft.js";
import { aboveOf, isIn, stepsOf, valueAt } from "./state/places.js";
import { nameOf, spoken } from "./state/sheet.js";

export const idOf = (at) => `at-${at.replace(/[^\w-]/g, "_")}`;

/** What is told of this place; deep: and of all in it. */
export const faultsAt = (at, deep = false) => faults.value.filter((one) => (deep ? isIn(one.at, at) : one.at === at));

export const Wrong = ({ at, deep, check }) => {
  const found = faultsAt(at, deep);
  const texts = found.length ? [...new Set(found.map(({ message }) => message))] : [check].filter(Boolean);
  return texts.length > 0 && html`<ul class="wrong" id=${`${idOf(at)}-wrong`}>${texts.map((text) => html`<li key=${text}><${Icon} name="triangle-alert" /> ${text}</li>`)}</ul>`;
};
/** What a field needs so that its message and its hint are heard with it. */
export const told = (at, { hint, check, deep } = {}) => {
  const isWrong = faultsAt(at, deep).length > 0 || Boolean(check);
  const by = [isWrong && `${idOf(at)}-wrong`, hint && `${idOf(at)}-hint`].filter(Boolean).join(" ");
  return { id: idOf(at), "aria-invalid": isWrong || undefined, "aria-describedby": by || undefined };
};
export const Hint = ({ at, field }) => field.hint && html`<small class="hint" id=${`${idOf(at)}-hint`}>${field.hint}</small>`;

/** The rows that an address goes through, the outermost first: [{at, name}]. */
export const rowsOn = (at) => {
  const steps = stepsOf(at);
  return steps.flatMap((step, index) => {
    const part = at.split("/").slice(0, index + 1).join("/");
    const holder = valueAt(document.value, aboveOf(part));
    if (!Array.isArray(holder)) return [];
    const row = valueAt(document.value, part);
    return [{ at: part, name: row?.id ? nameOf(row) : `${spoken(steps[index - 1] ?? "")} ${Number(step) + 1}` }];
  });
};

const shownAt = (place) => [...window.document.querySelectorAll(`[data-at="${CSS.escape(place)}"]`)].findLast((one) => one.checkVisibility());
const scrollTo = (shown) => shown.scrollIntoView({ block: shown.offsetHeight > innerHeight / 2 ? "start" : "center" });

/** Show what stands at this place, without a cursor in it. */
export const showAt = (at) => {
  const shown = shownAt(at);
  if (!shown) return;
  shown.tabIndex = -1;
  scrollTo(shown);
  shown.focus({ preventScroll: true });
};
/** Put the cursor into the field at this place, or the one that holds it. */
export const focusAt = (at) => {
  for (let place = at; place; place = aboveOf(place)) {
    const found = shownAt(place);
    const control = ["input:checked", "input, select, textarea", "button:enabled"].map((one) => found?.querySelector(one)).find(Boolean);
    if (!control) continue;
    scrollTo(found);
    control.focus();
    return true;
  }
  return false;
};
