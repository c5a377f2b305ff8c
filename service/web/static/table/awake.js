// Awake: a table in play keeps the phone's screen on, where the browser lets a page do so (never on plain HTTP).
import { effect } from "@preact/signals";
import { device } from "../shared/device.js";
import { line } from "./state/table.js";

export const mayStayAwake = "wakeLock" in navigator;

let lock = null;

const ask = async () => {
  const wanted = device.value.awake !== false && line.value === "live" && document.visibilityState === "visible";
  if (!wanted) return lock?.release();
  if (lock && !lock.released) return undefined;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    lock = null; // a phone that saves its battery says no
  }
  return undefined;
};

export const stayAwake = () => {
  if (!mayStayAwake) return;
  effect(() => {
    line.value;
    device.value;
    ask();
  });
  document.addEventListener("visibilitychange", ask);
};
