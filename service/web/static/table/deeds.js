// Deeds: what can be done at the place that was tapped, where several verbs want it.
import { html } from "../shared/html.js";
import { Back } from "./asking.js";
import { deeds } from "./shining.js";
import { start, tapped } from "./state/choosing.js";
import { asksOf, labelOf } from "./state/labels.js";
import { Buttons } from "./widgets/options.js";

export const Deeds = () => {
  return html`<div class="asking">
    <header><${Back} /><h2 tabindex="-1" data-head>${tapped.value.name}: <span>what happens here?</span></h2></header>
    <${Buttons} onTake=${({ verb, name, value }) => start(verb, { [name]: value })}
      options=${(deeds.value.get(tapped.value.id) ?? []).map((deed) => ({
        ...deed, label: `${deed.verb.words.label}: ${deed.words.label}`, hint: deed.words.hint, icon: deed.verb.words.icon,
        key: `${deed.verb.key} ${deed.name} ${labelOf(asksOf(deed, deed.name), deed.value)}`,
      }))} />
  </div>`;
};
