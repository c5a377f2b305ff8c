// A person of a club: what this device's keys may change of them stands below the page.
import { render } from "preact";
import { html } from "../shared/html.js";
import { Manage } from "./manage.js";
import { show } from "./showing.js";

const dress = (page, said) => {
  const root = page.querySelector("#manage");
  if (!root) return;
  const { club } = page.dataset;
  const again = (text) => show(dress, text);
  render(html`<${Manage} club=${club} about=${JSON.parse(root.dataset.told)} said=${said} onChange=${again} />`, root);
  if (said) root.querySelector("h2").focus();
};
show(dress);
