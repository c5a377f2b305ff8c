// Offering: the line in a form that says who else gets to see what is entered.
import { useEffect } from "preact/hooks";
import { html } from "../shared/html.js";
import { offer, offers, played, readPlayed } from "./state/offering.js";

export const Offering = () => {
  useEffect(() => void readPlayed(), []);
  if (!played.value) return null;
  const { name, editor } = played.value;
  const means = editor ? "You have its editor’s link." : "Its editors see what you enter.";
  return html`<label class="tick"><input type="checkbox" checked=${offers.value} onChange=${({ target }) => offer(target.checked)} /> <span>${editor ? "Also change the edition" : "Offer it to the edition"} ${name} <small>${offers.value ? means : "It stays at this table."}</small></span></label>`;
};
