// Places: faults and differences as buttons; each opens the row that it is about and goes to its field.
import { html, Icon } from "../shared/html.js";
import { document, sheet } from "./state/draft.js";
import { openPlace } from "./state/open.js";
import { stepsOf } from "./state/places.js";
import { wayTo } from "./state/way.js";
import { rowsOn } from "./marks.js";

/** Where a place lies, in words. */
const where = (at) => [sheet.value.sections.find(({ key }) => key === stepsOf(at)[0])?.title, ...rowsOn(at).map(({ name }) => name)].filter(Boolean).join(" · ");

const Place = ({ fault }) => {
  const { at, message } = fault;
  const go = () => openPlace(at, wayTo(sheet.value, document.value, at).row);
  if (!at) return html`<p class="place">${message}</p>`;
  return html`<button type="button" class="place" onClick=${go}><${Icon} name="triangle-alert" /><span><b>${where(at)}</b> ${message}</span></button>`;
};

const MOST = 50;
export const Places = ({ found, title, open = false }) => found.length > 0 && html`<details class="note-box places" open=${open && found.length <= 3}><summary>${title(found.length)}</summary>
  <ul>${found.slice(0, MOST).map((fault) => html`<li key=${fault.at + fault.message}><${Place} fault=${fault} /></li>`)}</ul>${found.length > MOST && html`<p>and ${found.length - MOST} more</p>`}</details>`;
