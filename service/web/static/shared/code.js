// Code: a link as a QR code.
import { useEffect, useRef } from "preact/hooks";
import { generate } from "lean-qr";
import { html } from "./html.js";

export const Code = ({ text }) => {
  const canvas = useRef();
  useEffect(() => generate(text).toCanvas(canvas.current), [text]);
  return html`<canvas class="qr" ref=${canvas} role="img" aria-label="QR code of this link"></canvas>`;
};
