// The frame of a sheet: its title, what closes it; focus comes in and goes back to where it was.
import { useEffect, useRef } from "preact/hooks";
import { html, Icon } from "../shared/html.js";
import { open } from "./state/moving.js";

export const Sheet = ({ title, onClose = () => (open.value = null), children }) => {
  const root = useRef();
  useEffect(() => {
    const before = document.activeElement;
    root.current.focus();
    return () => before?.isConnected && before.focus();
  }, []);
  return html`<section class="room-sheet sheet" role="dialog" aria-label=${title} tabindex="-1" ref=${root}>
    <div class="room-sheet-head"><h2>${title}</h2><button type="button" class="back" aria-label="Close" onClick=${onClose}><${Icon} name="x" /></button></div>
    ${children}
  </section>`;
};
