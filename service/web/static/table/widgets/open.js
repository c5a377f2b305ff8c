// Open: what cannot be listed, in its form, else written down, as JSON where that is meant; the service alone judges it.
import { html } from "../../shared/html.js";
import { admits } from "../state/domains.js";

const TEXT = { kind: "written", longest: 9999 };
const read = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

export const OpenWidget = ({ Widget, ...props }) => {
  const { hint, form = TEXT } = props.domain;
  const answer = (value) => props.answer(form === TEXT ? read(value) : value);
  return html`<p class="quiet">${hint} <small>Not checked in advance.</small></p>
    <${Widget} ...${props} domain=${form} answer=${answer} allows=${(value) => admits(form, value)} />`;
};
