// Joined: one list after another.
import { useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { admits } from "../state/domains.js";

export const JoinedWidget = ({ domain, words, answer, Widget }) => {
  const [given, give] = useState([]);
  const part = domain.parts[given.length];
  const take = (values) => {
    const now = [...given, values];
    if (now.length === domain.parts.length) answer(now.flat());
    else give(now);
  };
  if (!part) return null;
  return html`<h3 class="part">Part ${given.length + 1} of ${domain.parts.length}</h3>
    <${Widget} key=${given.length} domain=${part} words=${words} answer=${take} allows=${(value) => admits(part, value)} />`;
};
