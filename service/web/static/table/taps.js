// Taps: what lies under a finger on the board, while it is put right.
import { batch, effect } from "@preact/signals";
import { board } from "./state/table.js";
import { hold, letGo, putInto } from "./state/gestures.js";
import { held, KIND, mat, several, why } from "./state/putting.js";
import { sheet } from "./state/sheets.js";
import { thingAt, zoneOf } from "./unlit.js";

/** Pixels that a finger may miss a piece by. */
const NEAR = 10;

const away = ({ clientX: x, clientY: y }, { left, right, top, bottom }) => Math.max(left - x, x - right, top - y, y - bottom);

/** The piece under the finger, or the nearest one that it just missed. */
const pieceAt = (event, place) => {
  const signs = [...event.target.closest(".picture").querySelectorAll("[data-piece]")];
  const near = signs.map((sign) => [away(event, sign.getBoundingClientRect()), sign.dataset.piece]).filter(([far]) => far < NEAR);
  const [, id] = near.sort(([one], [other]) => one - other)[0] ?? [];
  return place.pieces?.find((piece) => piece.id === id);
};

/** What can be taken up there: its pieces, and the place itself where it has another side. */
const thingsOf = (place) => [...(place.pieces ?? []), ...(mat.value?.faces[place.id] ? [{ id: place.id, label: place.name }] : [])];

const ofPlace = (event, place) => {
  const pieces = thingsOf(place);
  const piece = pieceAt(event, place) ?? (pieces.length === 1 ? pieces[0] : undefined);
  if (held.value && held.value.source !== place.id) return putInto(place.id);
  if (held.value && (!piece || piece.id === held.value.id)) return letGo();
  if (piece) return hold(piece, place.id);
  batch(() => {
    several.value = pieces.map((one) => ({ piece: one, source: place.id }));
    why.value = pieces.length ? "" : "Nothing lies there.";
  });
};

/** A card is known by where it stands in its row: a back has no id. */
const ofCard = (item) => {
  const zone = zoneOf(item) ?? board.value.zones.find(({ title }) => title === item.closest(".beside")?.querySelector("h3")?.textContent);
  const panel = item.closest(".mat") && board.value.seats.find(({ label }) => item.closest(".mat").ariaLabel === `Before ${label}`);
  const card = (panel ?? zone)?.cards?.[[...item.parentElement.children].indexOf(item)];
  if (!card?.id) return (why.value = "Cards that are face down are not put right here.");
  hold({ ...card, card: true }, panel ? panel.seat : zone.id);
};

const onClick = (event) => {
  const { target } = event;
  if (sheet.value?.kind !== KIND || !target.closest(".board") || target.closest(".title")) return;
  event.preventDefault();
  event.stopPropagation();
  const place = thingAt(event);
  const card = target.closest(".cards > li");
  if (place) ofPlace(event, place);
  else if (card) ofCard(card);
};

/** Show on the board what is in the hand. */
const mark = (root) =>
  effect(() => {
    const id = held.value?.id;
    board.value;
    requestAnimationFrame(() => {
      for (const sign of root.querySelectorAll("[data-piece]")) sign.classList.toggle("held", sign.dataset.piece === id);
    });
  });

/** Listen to the board. Answers what ends it. */
export const listen = () => {
  const root = document.querySelector(".board");
  const screen = document.getElementById("table");
  screen.classList.add("putting");
  document.addEventListener("click", onClick, true);
  const end = mark(root);
  return () => {
    screen.classList.remove("putting");
    document.removeEventListener("click", onClick, true);
    end();
    for (const sign of root.querySelectorAll(".held")) sign.classList.remove("held");
  };
};
