// Unseen: what is told of a card that nobody who records has seen. Knows no DOM.

/** Values that stand for it. */
export const UNSEEN = [null, "unknown"];

/** The answer that tells it of everything that is asked; undefined where something must be told. */
export const unseenOf = ({ kind, values = [], least, most }) => {
  const unseen = UNSEEN.find((value) => values.includes(value));
  if (unseen === undefined || kind === "choice") return unseen;
  const often = values.filter((value) => value === unseen).length;
  return kind === "several" && least === most && often >= most ? Array(most).fill(unseen) : undefined;
};
