// Written: a text in somebody's own words.
import { useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { Done } from "./options.js";

export const WrittenWidget = ({ domain, answer, allows }) => {
  const [text, write] = useState("");
  return html`<label class="field">Text <input value=${text} maxlength=${domain.longest} onInput=${(event) => write(event.target.value)} /></label>
    <${Done} open=${allows(text.trim())} onDone=${() => answer(text.trim())} />`;
};
