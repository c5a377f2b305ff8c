// Each: its keys in turn, without those that can only be one thing.
import { useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { admits, onlyValue } from "../state/domains.js";
import { labelOf } from "../state/narrow.js";

/** What needs no asking, as long as anything does. */
const forced = (keys) => {
  const found = Object.entries(keys).map(([name, of]) => [name, onlyValue(of)]).filter(([, only]) => only.length);
  return found.length < Object.keys(keys).length ? Object.fromEntries(found.map(([name, [only]]) => [name, only])) : {};
};

export const EachWidget = ({ domain, words, answer, Widget }) => {
  const [given, give] = useState(() => forced(domain.keys));
  const names = Object.keys(domain.keys);
  const asked = names.length - Object.keys(forced(domain.keys)).length;
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
      ${" "}<span class="quiet">${asked - names.filter((one) => !(one in given)).length + 1} of ${asked}</span></h3>
    <${Widget} key=${name} domain=${of} words=${words} answer=${take} allows=${(value) => admits(of, value)} />`;
};
