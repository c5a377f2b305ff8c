// The curve: the scores along the session, small, with the entry that is looked at; a tap goes to its entry.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask } from "../shared/api.js";
import { html, memo } from "../shared/html.js";
import { tokenOf } from "../shared/tokens.js";
import { seatOf } from "../table/signs.js";
import { at, head, last } from "./state/frames.js";
import { to } from "./state/moving.js";

const [WIDTH, HEIGHT] = [1000, 100];
const points = signal([]);
const read = async () => {
  const { id } = head.value;
  const { status, body } = await ask(`/v1/sessions/${id}/scores`, { token: tokenOf(id) });
  if (status === 200) points.value = body.points.filter(({ value }) => typeof value === "number");
};

const x = (entry, most) => (WIDTH * (entry - 1)) / Math.max(1, most - 1);
/** A seat's line: level until its score changes. */
const pathOf = (own, most, y) => {
  const steps = own.map(({ entry, value }, place) => (place ? `H${x(entry, most)}V${y(value)}` : `M${x(entry, most)} ${y(value)}`));
  return `${steps.join("")}H${WIDTH}`;
};
const Lines = memo(({ all, most }) => {
  const values = all.map(({ value }) => value);
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
  const y = (value) => HEIGHT - 4 - ((HEIGHT - 8) * (value - low)) / (high - low);
  const subjects = [...new Set(all.map(({ subject }) => subject))];
  return subjects.map((subject) => html`<path key=${subject} class=${`color-${seatOf(subject)?.color ?? "none"}`} d=${pathOf(all.filter((point) => point.subject === subject), most, y)} />`);
});

const Ways = () => html`<a href=${`/t/${head.value.id}/charts?at=${at.value}`}>${points.value.length ? "Scores and all charts" : "All charts"}</a> · <a href=${`/t/${head.value.id}/result`}>Result</a>`;

export const Curve = () => {
  useEffect(() => void read(), []);
  if (!points.value.length) return html`<p class="curve"><${Ways} /></p>`;
  const goThere = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    to(1 + ((event.clientX - box.left) / box.width) * (last.value - 1));
  };
  const place = x(at.value, last.value);
  return html`<figure class="curve">
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" onClick=${goThere}>
      <${Lines} all=${points.value} most=${last.value} /><line class="cursor" x1=${place} x2=${place} y1="0" y2=${HEIGHT} />
    </svg>
    <figcaption><${Ways} /></figcaption>
  </figure>`;
};
