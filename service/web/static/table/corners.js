// Corners: four handles on a photo, which are laid on the corners of the thing.
import { useEffect, useRef, useState } from "preact/hooks";
import { html, Icon } from "../shared/html.js";
import { ratioOf, straightened } from "./state/straighten.js";

const NAMES = ["Top left", "Top right", "Bottom right", "Bottom left"];
const BEGIN = [[0.08, 0.08], [0.92, 0.08], [0.92, 0.92], [0.08, 0.92]];
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** Parts of the photo by which a key moves a corner. */
const STEP = 0.01;
const within = (value) => Math.min(1, Math.max(0, value));

/** ratio: of the picture, where the thing has one; else as it is in the photo. onTake: takes {url, ratio}. */
export const Corners = ({ photo, ratio, onTake }) => {
  const shown = useRef();
  const [corners, put] = useState(BEGIN);
  const [held, hold] = useState(null);
  useEffect(() => {
    const canvas = shown.current.querySelector("canvas");
    Object.assign(canvas, { width: photo.width, height: photo.height });
    canvas.getContext("2d").drawImage(photo, 0, 0);
  }, [photo]);
  const move = (at, [x, y]) => put(corners.map((corner, place) => (place === at ? [within(x), within(y)] : corner)));
  const drag = (event) => {
    if (held === null) return;
    const { left, top, width, height } = shown.current.getBoundingClientRect();
    move(held, [(event.clientX - left) / width, (event.clientY - top) / height]);
  };
  const onKey = (at) => (event) => {
    const by = KEYS[event.key];
    if (!by) return;
    event.preventDefault();
    move(at, corners[at].map((value, axis) => value + by[axis] * STEP));
  };
  const take = () => {
    const inPixels = corners.map(([x, y]) => [x * photo.width, y * photo.height]);
    onTake(straightened(photo, inPixels, ratio ?? ratioOf(inPixels)));
  };
  return html`<p class="quiet">Drag the four corners onto the corners of the thing.</p>
    <div class="photo" ref=${shown} style=${{ aspectRatio: `${photo.width} / ${photo.height}`, maxWidth: `calc(44dvh * ${photo.width / photo.height})` }}
      onPointerMove=${drag} onPointerUp=${() => hold(null)} onPointerCancel=${() => hold(null)}>
      <canvas aria-label="Your photo" role="img"></canvas>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true"><polygon points=${corners.map(([x, y]) => `${100 * x},${100 * y}`).join(" ")} /></svg>
      ${corners.map(([x, y], at) => html`<button type="button" key=${at} aria-label=${NAMES[at]} style=${{ left: `${100 * x}%`, top: `${100 * y}%` }}
        onPointerDown=${(event) => (event.target.closest(".photo").setPointerCapture(event.pointerId), hold(at))} onKeyDown=${onKey(at)}></button>`)}
    </div>
    <div class="buttons">
      <button type="button" class="option" onClick=${() => put([...corners.slice(1), corners[0]])}><${Icon} name="refresh-cw" /> Turn</button>
      <button type="button" class="primary" onClick=${take}>Use this picture</button>
    </div>`;
};
