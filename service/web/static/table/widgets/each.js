// Each: its keys in turn.
import { useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { admits } from "../state/domains.js";
import { labelOf } from "../state/narrow.js";

export const EachWidget = ({ domain, words, answer, Widget }) => {
  const [given, give] = useState({});
  const names = Object.keys(domain.keys);
  const name = names.find((one) => !(one in given));
  const of = domain.keys[name];
  const take = (value) => {
    const now = { ...given, [name]: value };
    if (names.every((one) => one in now)) {
      answer(Object.fromEntries(Object.entries(now).filter(([, one]) => one !== undefined)));
    } else give(now);
  };
  if (name === undefined) return null;
  return html`<h3 class="part">${labelOf(words, name)}
      ${" "}<span class="quiet">${Object.keys(given).length + 1} of ${names.length}</span></h3>
    <${Widget} key=${name} domain=${of} words=${words} answer=${take} allows=${(value) => admits(of, value)} />`;
};
