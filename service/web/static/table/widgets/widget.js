// The widget of a domain: one file a kind.
import { html } from "../../shared/html.js";
import { AssignWidget } from "./assign.js";
import { ChoiceWidget } from "./choice.js";
import { DealtWidget } from "./dealt.js";
import { EachWidget } from "./each.js";
import { ExchangesWidget } from "./exchanges.js";
import { GatheredWidget } from "./gathered.js";
import { GridWidget } from "./grid.js";
import { JoinedWidget } from "./joined.js";
import { ListedWidget } from "./listed.js";
import { OpenWidget } from "./open.js";
import { OptionalWidget } from "./optional.js";
import { OutcomeWidget } from "./outcome.js";
import { RangeWidget } from "./range.js";
import { SeveralWidget } from "./several.js";
import { SplitWidget } from "./split.js";
import { WrittenWidget } from "./written.js";

const WIDGETS = {
  assign: AssignWidget,
  choice: ChoiceWidget,
  dealt: DealtWidget,
  each: EachWidget,
  exchanges: ExchangesWidget,
  gathered: GatheredWidget,
  grid: GridWidget,
  joined: JoinedWidget,
  listed: ListedWidget,
  open: OpenWidget,
  optional: OptionalWidget,
  outcome: OutcomeWidget,
  range: RangeWidget,
  several: SeveralWidget,
  split: SplitWidget,
  written: WrittenWidget,
};

/** Asks a value of a domain. answer: takes it; allows: whether it would do. */
export const Widget = (props) => html`<${WIDGETS[props.domain.kind]} ...${props} Widget=${Widget} />`;
