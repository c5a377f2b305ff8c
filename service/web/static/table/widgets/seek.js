// Seek: a field in which one types what stands on a card; the best match comes first, and Enter takes it.
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { forms, wantForms } from "../forms.js";
import { found } from "../state/search.js";

/** What is printed on a thing, as far as the names of the box are here. */
export const useTexts = () => {
  useEffect(() => void wantForms(), []);
  const names = forms.value?.names;
  return (id) => {
    const known = typeof id === "string" ? names?.[id] : undefined;
    return known ? [known.name, known.value, known.text, names[known.of]?.name].filter(Boolean).join(" ") : "";
  };
};

/** A tap on a button beside it leaves the keyboard of a phone where it is. */
const stay = (input) => (event) => document.activeElement === input.current && event.preventDefault();

/** options: {label, hint, text, icon, key, value}. hint: stands in the empty field. shows: what of them is shown, and how. onEnter, onBack: Enter and Backspace with nothing typed. */
export const Field = ({ input, label, sought, options, hint = "", shows, onType, onTake, onEnter, onBack, children }) => {
  const shown = found(options, sought);
  const best = sought.trim() ? shown.find(({ blank }) => !blank) : undefined;
  const keys = (event) => {
    const empty = !sought.trim();
    if (event.key === "Enter") {
      event.preventDefault();
      if (best) onTake(best);
      else if (empty) onEnter?.();
    } else if (event.key === "Backspace" && !sought) onBack?.();
  };
  const says = best ? `Enter takes ${best.label}${shown.length > 1 ? `, ${shown.length - 1} more` : ""}` : sought.trim() ? `No match for “${sought.trim()}”.` : "";
  return html`<div class="seeking" onMouseDown=${stay(input)}>
    <div class="seek"><label>${label} <input ref=${input} type="search" enterkeyhint="next" placeholder=${hint} autocomplete="off" autocapitalize="off" spellcheck=${false}
      value=${sought} onInput=${(event) => onType(event.target.value)} onKeyDown=${keys} /></label>${children}</div>
    <p class="quiet says" role="status">${says}</p>
    ${options.length > 0 && shows(shown, best)}
  </div>`;
};

/** Matches as buttons: what fits best is marked. */
export const Matches = ({ options, best, onTake }) => html`<div class="matches options"><div class=${options.some(({ label, hint }) => hint || label.length > 14) ? "grid hinted" : "grid"}>
  ${options.map((option) => html`<button type="button" class=${option === best ? "option best" : "option"} key=${option.key} data-key onClick=${() => onTake(option)}>
    <span><b>${option.label}</b>${option.hint && html` <small>${option.hint}</small>`}</span></button>`)}
</div></div>`;

/** A field above buttons that are many. */
export const Seek = ({ Buttons, options, onTake, closed, ...more }) => {
  const [sought, seek] = useState("");
  const input = useRef();
  const textOf = useTexts();
  const take = (option) => {
    seek("");
    onTake(option);
  };
  return html`<${Field} input=${input} label="Find" sought=${sought} onType=${seek} onTake=${(best) => !closed?.(best.value) && take(best)}
    options=${options.map((option) => ({ ...option, text: `${textOf(option.value)} ${option.text ?? ""}` }))}
    shows=${(shown) => html`<${Buttons} ...${more} options=${shown} onTake=${take} closed=${closed} found />`} />`;
};
