// Photographs: which cards and boards of the box have a picture, and where it stands. What takes one is a file of its own.
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { html } from "../shared/html.js";
import { mayEdit, parts, request } from "./state/draft.js";

/** By the address of a part, its picture: {picture, width, height}. */
export const photographs = signal({});

export const readPhotographs = async () => {
  const { status, body } = await request("/pictures");
  if (status === 200) photographs.value = Object.fromEntries(body.items.map((one) => [one.part, one]));
};

export const sourceOf = ({ picture }, size) => `/v1/pictures/${picture}?size=${size}`;

/** The picture of a part beside its name, which says what it shows. A device that saves data shows it in the form alone. */
export const Thumb = ({ at }) => {
  const shown = photographs.value[at];
  return shown && !navigator.connection?.saveData && html`<img class="thumb" src=${sourceOf(shown, "small")} alt="" loading="lazy" width="40" height="40" />`;
};

/** The picture of a part, and what adds, changes and removes it. */
export const Photograph = ({ at, name, named }) => {
  const [Shown, show] = useState(null);
  const isPart = parts.value.some((part) => part.at === at);
  const isShown = isPart && (mayEdit.value || photographs.value[at]);
  useEffect(() => void (isShown && import("./photo.js").then(({ Photo }) => show(() => Photo), () => {})), [isShown]);
  return isShown && html`<div class="photograph">${named && html`<h3>${name}</h3>`}${Shown && html`<${Shown} key=${at} at=${at} name=${name} />`}</div>`;
};
