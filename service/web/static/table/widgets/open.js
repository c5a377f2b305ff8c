// Open: what cannot be listed, told by its form or as JSON; it is judged by the service alone.
import { useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { Json } from "../free/fields.js";
import { MISSING, valueOf } from "../free/shapes.js";
import { Done } from "./options.js";

const Free = ({ domain, answer }) => {
  const [text, write] = useState("");
  const value = valueOf({ kind: "json" }, text);
  return html`<${Json} label=${domain.hint} draft=${text} onDraft=${write} />
    <${Done} open=${value !== MISSING} says=${text && value === MISSING ? "This is no JSON yet" : ""} onDone=${() => answer(value)} />`;
};

export const OpenWidget = (props) => {
  const { domain, Widget } = props;
  if (!domain.form) return html`<${Free} ...${props} />`;
  return html`<p class="quiet">${domain.hint} <small>Not checked beforehand.</small></p><${Widget} ...${props} domain=${domain.form} />`;
};
