// Above: what lies above the board, and what answers on it: a file of its own, fetched once the rest is here.
import { signal } from "@preact/signals";
import { html } from "../shared/html.js";
import { Grains } from "./grains.js";

const AGAIN = 5000;
/** What answers.js exports; null until it is here. */
export const answers = signal(null);
export const fetchAnswers = async () => {
  try {
    const got = await import("./answers.js");
    await got.dressed;
    answers.value = got;
  } catch {
    setTimeout(fetchAnswers, AGAIN);
  }
};

export const Above = () => html`<${Grains} />${answers.value && html`<${answers.value.Camera} />`}`;
