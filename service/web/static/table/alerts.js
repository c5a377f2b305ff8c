// Alerts: a sound, a vibration, a notification when the own turn comes, where somebody has asked for them on this device.
import { computed, effect, signal } from "@preact/signals";
import { ask } from "../shared/api.js";
import { device, set } from "../shared/device.js";
import { html, Icon } from "../shared/html.js";
import { seatOf } from "./signs.js";
import { mine, notice } from "./state/queue.js";
import { entries, isMyTurn, mayRecord, nudged, table, waited, you } from "./state/table.js";
import { minutes, who } from "./turn.js";

const VIBRATES = [120, 60, 120];
const TONE = { hertz: 660, seconds: 0.35, loud: 0.2 };

/** What this device can do: {name, label, works}. A notification needs HTTPS. */
export const ALERTS = [
  { name: "sound", label: "Sound", works: "AudioContext" in window },
  { name: "vibration", label: "Vibration", works: "vibrate" in navigator },
  { name: "notification", label: "Notification", works: window.isSecureContext && "Notification" in window },
];

let audio;
/** A browser lets a page sound once somebody has tapped it. */
const wakeAudio = () => {
  if (!device.value.sound) return;
  audio ??= new AudioContext();
  audio.resume();
};
const sound = () => {
  wakeAudio();
  const [tone, level] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = TONE.hertz;
  level.gain.setValueAtTime(TONE.loud, audio.currentTime);
  level.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + TONE.seconds);
  tone.connect(level).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + TONE.seconds);
};

/** Some browsers let only a service worker notify. */
const notify = async (text) => {
  const options = { body: text, tag: table.value.id };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification("Tablelog", options);
  const shown = new Notification("Tablelog", options);
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
  return shown;
};

const alertWith = (text) => {
  if (device.value.sound) sound();
  if (device.value.vibration) navigator.vibrate?.(VIBRATES);
  const may = device.value.notification && document.hidden && window.Notification?.permission === "granted";
  if (may) notify(text).catch(() => {});
};

/** Turn an alert on or off; a notification needs the permission of whoever holds the phone. */
export const setAlert = async (name, on) => {
  if (name === "notification" && on && (await Notification.requestPermission()) !== "granted") {
    notice.value = "The browser does not allow notifications from this page.";
    return set(name, false);
  }
  set(name, on);
  return on && name === "sound" && wakeAudio();
};

/** When the own turn began; "": it is not the own turn. */
const turnSince = computed(() => (isMyTurn.value ? waited.value.find(({ seat }) => seat === you.value.seat).since : ""));
const isOwn = ({ by }) => by?.role === you.value.role && by?.seat === you.value.seat;

/** Whether a turn of the own seat has come and gone since this page was opened. */
const hadTurn = signal(false);

/** Alert from now on: at the beginning of an own turn that somebody else's entry has brought, and when somebody nudges. */
export const watchTurns = () => {
  let before = turnSince.peek();
  effect(() => {
    const since = turnSince.value;
    if (since === before) return;
    if (before) hadTurn.value = true;
    before = since;
    const newest = entries.peek().at(-1);
    if (since && newest && !isOwn(newest)) alertWith("It is your turn.");
  });
  effect(() => {
    if (!nudged.value) return;
    const { by } = nudged.value;
    const text = `${(by.seat && seatOf(by.seat)?.label) || "Somebody"} is waiting for you.`;
    notice.value = text;
    alertWith(text);
  });
  addEventListener("pointerdown", wakeAudio);
};

/** Offered once, after the first own turn. */
export const AskForAlerts = () => {
  if (device.value.asked || !hadTurn.value || ALERTS.some(({ name }) => device.value[name])) return null;
  const take = (name) => {
    set("asked", true);
    setAlert(name, true);
  };
  return html`<div class="ask-alerts"><p>Tell you when it is your turn?</p><div class="buttons">
    ${ALERTS.filter(({ works }) => works).map(({ name, label }) => html`<button type="button" class="option" key=${name} onClick=${() => take(name)}>${label}</button>`)}
    <button type="button" class="quiet-button" onClick=${() => set("asked", true)}>No</button></div></div>`;
};

/** Minutes of waiting after which the others may nudge. */
const PATIENCE = 3;

const nudge = async () => {
  const path = `/v1/sessions/${table.value.id}/nudges`;
  const { status, body } = await ask(path, { method: "POST", token: mine.token, body: {} });
  notice.value = status === 200 ? `${who.value}: reminded` : (body?.detail ?? "No answer from the service. Try again.");
};

export const Nudge = () =>
  mayRecord.value && !isMyTurn.value && minutes.value >= PATIENCE && html`<button type="button" class="quiet-button" onClick=${nudge}>
    <${Icon} name="hand" /> Nudge ${who.value}</button>`;

const Switch = ({ label, on, onSet, disabled }) => html`<label class="tick"><input type="checkbox" role="switch" checked=${on} disabled=${disabled}
  onChange=${(event) => onSet(event.target.checked)} /> ${label}</label>`;

/** The switches of this device in the menu. */
export const Switches = ({ mayStayAwake }) => html`<fieldset class="nested"><legend>On this device</legend>
  ${you.value.role === "seat" && ALERTS.map(({ name, label, works }) => html`<${Switch} key=${name} label=${`${label} on my turn`} disabled=${!works}
    on=${works && Boolean(device.value[name])} onSet=${(on) => setAlert(name, on)} />`)}
  ${you.value.role === "seat" && html`<${Switch} label="Cover my hand" on=${device.value.cover !== false} onSet=${(on) => set("cover", on)} />`}
  <${Switch} label="Keep the screen on" disabled=${!mayStayAwake} on=${mayStayAwake && device.value.awake !== false} onSet=${(on) => set("awake", on)} />
  ${!window.isSecureContext && html`<p class="quiet">Over plain HTTP, a page cannot keep the screen on or send notifications. Use your phone's settings.</p>`}
</fieldset>`;
