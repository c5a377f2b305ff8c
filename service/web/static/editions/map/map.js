// Map: a map of the box that is changed by touch, as a file of its own. It is drawn from the sheet and from where places lie.
import { useEffect, useRef } from "preact/hooks";
import { html } from "../../shared/html.js";
import { styled } from "../../table/linking.js";
import { focusAt } from "../marks.js";
import { document, mayEdit, sheet } from "../state/draft.js";
import { open } from "../state/open.js";
import { isIn } from "../state/places.js";
import { Beside } from "./beside.js";
import { Canvas } from "./canvas.js";
import { setMode } from "./state/acting.js";
import { groundOf } from "./state/ground.js";
import { charts } from "./state/laying.js";
import { readPhoto } from "./state/photo.js";
import { Tools } from "./tools.js";
import { Tracing } from "./tracing.js";

/** Ends when its style is here. */
export const dressed = styled("../pages/map.css");

const isWide = () => matchMedia("(min-width: 60rem)").matches;

/** A map with its tools, and beside it the fields of the place that is chosen, or of the map. */
export const MapPage = ({ map }) => {
  const chart = charts.value[map.at];
  const ground = groundOf(sheet.value, document.value, chart, map);
  const { row, focus } = open.value;
  const chosen = ground.places.find(({ at }) => row && isIn(row, at));
  useEffect(() => {
    readPhoto(map.at);
    setMode("select");
  }, [map.at]);
  const top = useRef();
  useEffect(() => {
    if (focus && focus !== map.at) focusAt(focus);
    // On a phone the fields lie over the lower half of the screen: the map is above them.
    else if (chosen && !isWide()) top.current.scrollIntoView({ block: "start" });
  }, [open.value]);
  return html`<div class="map-page"><div class="map-main" ref=${top}><${Tools} ground=${ground} /><${Canvas} key=${map.at} ground=${ground} chosen=${chosen} />${mayEdit.value && html`<${Tracing} ground=${ground} />`}</div>
    <${Beside} ground=${ground} chosen=${chosen} /></div>`;
};
