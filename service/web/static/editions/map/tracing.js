// Tracing: a photograph of the board below the map. It stays on this device.
import { useState } from "preact/hooks";
import { html, Icon } from "../../shared/html.js";
import { changePhoto, isMoving, photo, removePhoto, takePhoto } from "./state/photo.js";
import { baseOf } from "./state/view.js";

const Slide = ({ label, ...more }) => html`<label class="field">${label} <input type="range" ...${more} /></label>`;

export const Tracing = ({ ground }) => {
  const [fault, say] = useState("");
  const base = baseOf(ground.chart, ground.places.map(({ point }) => point));
  const take = async ({ target }) => {
    const [file] = target.files;
    if (!file) return;
    say("");
    await takePhoto(file, base).catch(() => say("This file is no picture that your browser can read."));
    target.value = "";
  };
  const now = photo.value;
  const number = (key) => ({ target }) => changePhoto({ [key]: Number(target.value) });
  return html`<details class="map-photo"><summary><${Icon} name="layers" /> ${now ? "Your photograph" : "Trace a photograph"}</summary>
    ${!now && html`<label class="field">A photograph of your board. It stays on this device. <input type="file" accept="image/*" onChange=${take} /></label>`}
    <p role="alert" class=${fault ? "note-box" : ""}>${fault}</p>
    ${now && html`<div class="map-slides">
      <button type="button" class="option" aria-pressed=${isMoving.value} onClick=${() => (isMoving.value = !isMoving.value)}><${Icon} name="hand-grab" /> Move the photograph</button>
      <${Slide} label="How strong" min="0.1" max="1" step="0.05" value=${now.opacity} onInput=${number("opacity")} />
      <${Slide} label="Size" min=${base.width / 4} max=${base.width * 4} step="1" value=${now.width} onInput=${number("width")} />
      <${Slide} label="Turn" min="-180" max="180" step="0.5" value=${((now.turn + 540) % 360) - 180} onInput=${number("turn")} />
      <button type="button" class="quiet-button" onClick=${removePhoto}>Remove the photograph</button></div>`}</details>`;
};
