// Open: what cannot be listed, written down; it is judged by the service alone.
import { useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { Done } from "./options.js";

const read = (text) => {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
};

export const OpenWidget = (props) => {
  const { domain, Widget } = props;
  if (!domain.form) return html`<${Json} ...${props} />`;
  return html`<p class="quiet">${domain.hint} <small>Not checked beforehand.</small></p>
    <${Widget} ...${props} domain=${domain.form} />`;
};

const Json = ({ domain, answer }) => {
  const [text, write] = useState("");
  const [value] = read(text);
  return html`<label class="field">${domain.hint} <small>as JSON, not checked beforehand</small>
      <textarea rows="4" value=${text} onInput=${(event) => write(event.target.value)}></textarea></label>
    <${Done} open=${value !== undefined} says=${text && value === undefined ? "This is no JSON yet" : ""} onDone=${() => answer(value)} />`;
};
