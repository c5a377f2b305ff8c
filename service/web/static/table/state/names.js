// Names: what people, seats and their signs are called. Knows no DOM.
import { own } from "../../shared/own.js";

/** Seats by the name of who sits there, as far as it is known; `role` then tells what they play. Of namesakes each is told by its seat as well. */
export const called = (seats, labels) => {
  const names = Object.values(labels);
  return seats.map((seat) => {
    const name = own(labels, seat.seat);
    if (!name) return seat;
    const alike = names.indexOf(name) !== names.lastIndexOf(name);
    return { ...seat, label: alike ? `${name} (${seat.label})` : name, role: seat.role ?? (alike ? undefined : seat.label) };
  });
};

/** A letter a label; labels that begin alike add the first letter in which they differ from all the others, else their place. */
export const lettersOf = (labels) => {
  const signs = labels.map((label) => Array.from(label.replace(/\s/g, "")));
  const plain = signs.map((label) => label.map((letter) => letter.toLowerCase()));
  const letters = plain.map((label, at) => {
    const alike = plain.filter((other, place) => place !== at && other[0] === label[0]);
    const first = (signs[at][0] ?? "").toUpperCase();
    if (!alike.length) return first;
    const differs = label.findIndex((letter, place) => place && alike.every((other) => other[place] !== letter));
    return first + (differs > 0 ? signs[at][differs] : "");
  });
  return letters.map((letter, at) => (letters.indexOf(letter) === letters.lastIndexOf(letter) ? letter : `${Array.from(letter)[0] ?? ""}${at + 1}`));
};
