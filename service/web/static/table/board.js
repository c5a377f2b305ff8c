// The board: its zones by rank, lit where the question or any verb has a place, pieces gliding between.
import { useLayoutEffect, useRef } from "preact/hooks";
import { html, Icon, memo } from "../shared/html.js";
import { Cards, Lines, SeatMat, Track } from "./cards.js";
import { foldable, shut, turn } from "./folding.js";
import { Places } from "./places.js";
import { fresh, litCards, take } from "./shining.js";
import { acting, question } from "./state/choosing.js";
import { enlarged } from "./state/sheets.js";
import { board, seats } from "./state/table.js";

const PARTS = ["places", "tracks", "cards", "lines"];
const goesOn = ({ rank }) => rank < 0;
/** What goes on now stands first, then what is drawn, then what is told; each by its rank. */
const orderOf = (zone) => (goesOn(zone) ? 0 : zone.places?.length ? 1000 : 2000) + (zone.rank ?? 50);

/** Cards beside what is drawn stand between that and what is told. */
const BESIDE = 500;

const Title = ({ zone, closed, large }) => {
  const told = html`${zone.title} ${zone.note && html`<span class=${zone.secret ? "note secret" : "note"}>${zone.note}</span>`}`;
  return html`<div class="title">
    <h2 id=${`zone-${zone.id}`}>${foldable(zone) ? html`<button type="button" class="fold" aria-expanded=${!closed} onClick=${() => turn(zone.id, closed)}>${told}</button>` : told}</h2>
    ${zone.kind === "map" && !closed && html`<button type="button" class="size" aria-pressed=${large} aria-label=${`${zone.title}, large`}
      onClick=${() => (enlarged.value = large ? null : zone.id)}><${Icon} name=${large ? "zoom-out" : "zoom-in"} /></button>`}
  </div>`;
};

const looks = (zone) => ["zone", `zone-${zone.kind}`, zone.places?.length ? "drawn-zone" : "told-zone", goesOn(zone) && "first"];
/** A map fits the width, or is enlarged in a window of its own. `at`: its place in the order; its cards then follow all maps. */
const Zone = memo(({ zone, cards, closed, at }) => {
  const large = enlarged.value === zone.id;
  const shown = useRef();
  const drawn = zone.places?.length > 0;
  useLayoutEffect(() => void (large && shown.current.querySelector(".spot")?.scrollIntoView({ block: "center", inline: "center" })), [large]);
  const beside =
    !closed && zone.cards?.length > 0 &&
    html`<div class="beside" style=${drawn && at && { order: BESIDE + at }}>${drawn && html`<h3>${zone.title}</h3>`}<${Cards} cards=${zone.cards} lit=${cards} onTake=${take} /></div>`;
  return html`<section class=${looks(zone).filter(Boolean).join(" ")} aria-labelledby=${`zone-${zone.id}`} style=${{ order: at }}>
    <${Title} zone=${zone} closed=${closed} large=${large} />
    ${!closed && html`
      ${drawn && html`<div class=${large ? "large" : ""} tabindex=${large ? 0 : undefined} ref=${shown}><${Places} zone=${zone} /></div>`}
      ${(zone.tracks ?? []).map((track) => html`<${Track} key=${track.id} track=${track} />`)}
      ${!(drawn && at) && beside}
      ${zone.lines?.length > 0 && html`<${Lines} lines=${zone.lines} />`}`}
  </section>${drawn && at && beside}`;
});

/**
 * useZones: what zones are drawn, and whether more comes; with it they keep their place in the page, and are drawn in
 * their order by the style alone. more: {glide, positions, Above}, what no first view needs, once it is here.
 */
export const Board = ({ useZones, useChanged, more }) => {
  const root = useRef();
  const shown = board.value;
  const cards = litCards.value;
  const closed = shut.value;
  const mine = seats.value.find((seat) => seat.seat === acting.value);
  const before = useRef(new Map());
  useLayoutEffect(() => more && fresh.subscribe(({ pieces }) => (before.current = more.positions(root.current, pieces))), [more]);
  useLayoutEffect(() => more?.glide(root.current, before.current), [shown]);
  useLayoutEffect(() => {
    // What is lit is drawn after this, by components of its own.
    requestAnimationFrame(() => {
      const shining = [...root.current.querySelectorAll(".lit")];
      for (const one of [shining.at(-1), shining[0]]) one?.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
  }, [question.value]);
  const all = shown.zones.filter((zone) => PARTS.some((part) => zone[part]?.length) && (!zone.of || zone.of === acting.value));
  const [zones, late] = useZones ? useZones(all, shown, root) : [all.sort((one, other) => orderOf(one) - orderOf(other))];
  useChanged?.(root, shown, late);
  return html`<div class="board" ref=${root} tabindex="0" role="region" aria-label="Board" aria-busy=${late}>
    ${more && html`<${more.Above} />`}
    ${zones.map((zone) => html`<${Zone} key=${zone.id} zone=${zone} cards=${cards} closed=${closed.has(zone.id)} at=${useZones && orderOf(zone)} />`)}
    ${mine && html`<${SeatMat} panel=${mine} lit=${cards} onTake=${take} />`}
  </div>`;
};
