// The widget of a domain: one file a kind.
import { html } from "../../shared/html.js";
import { Coming, rest } from "../later.js";
import { ChoiceWidget } from "./choice.js";

/** Asks a value of a domain. answer: takes it; allows: whether it would do. */
export const Widget = (props) => {
  const { kind } = props.domain;
  const Found = rest.value?.covers(props) ?? (kind === "choice" ? ChoiceWidget : (rest.value?.widgets[kind] ?? Coming));
  return html`<${Found} ...${props} Widget=${Widget} />`;
};
