// Choice: one tap.
import { html } from "../../shared/html.js";
import { Options } from "./options.js";
import { useBoard } from "./picked.js";

export const ChoiceWidget = ({ domain, words, answer, allows }) => {
  useBoard(domain.values, answer);
  return html`<${Options} values=${domain.values} words=${words} onTake=${answer} closed=${(value) => !allows(value)} />`;
};
