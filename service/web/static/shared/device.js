// Device: what somebody has set on this device, for all tables that it shows.
import { signal } from "@preact/signals";

const KEPT = "tablelog.device";

const read = () => {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {}; // what cannot be read is as good as nothing
  }
};

/** The settings by their names; what nobody has set is not in it. */
export const device = signal(read());

export const set = (name, value) => {
  device.value = { ...device.value, [name]: value };
  localStorage.setItem(KEPT, JSON.stringify(device.value));
};
