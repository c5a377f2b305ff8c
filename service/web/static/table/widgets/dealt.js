// Dealt: each key in turn gets its values, out of those that are left.
import { useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { canonical } from "../state/domains.js";
import { labelOf } from "../state/narrow.js";
import { SeveralWidget } from "./several.js";

const without = (values, taken) => {
  const rest = [...values];
  for (const value of taken) rest.splice(rest.findIndex((one) => canonical(one) === canonical(value)), 1);
  return rest;
};

export const DealtWidget = ({ domain, words, answer }) => {
  const [given, give] = useState({});
  const key = domain.keys.find((one) => !(one in given));
  if (key === undefined) return null;
  const left = without(domain.values, Object.values(given).flat());
  const part = { kind: "several", values: left, least: domain.count, most: domain.count, ordered: true };
  const take = (values) => {
    const now = { ...given, [key]: values };
    if (domain.keys.every((one) => one in now)) answer(now);
    else give(now);
  };
  return html`<h3 class="part">For ${labelOf(words, key)}</h3>
    <${SeveralWidget} key=${key} domain=${part} words=${words} answer=${take}
      allows=${(values) => values.length === domain.count} />`;
};
