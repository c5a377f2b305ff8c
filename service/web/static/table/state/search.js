// Search: finds among options what somebody types: letters of words, numbers, initials. Knows no DOM.

/** Small letters without marks. */
export const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const wordsOf = (text) => folded(text).match(/[\p{L}\p{N}+±★]+/gu) ?? [];

/** A number is a whole word; of any other word the first letters do. */
const begins = (word, sought) => (/^\d+$/.test(sought) ? word === sought : word.startsWith(sought));
const inOrder = (words, sought) => {
  let at = -1;
  return sought.every((one) => (at = words.findIndex((word, place) => place > at && begins(word, one))) >= 0);
};
/** Whether letters can be read as beginnings of words that follow one another: `alce` of Algae Cells. */
const isRun = ([word, ...rest], letters) =>
  !letters || (word !== undefined && [...word].some((_, at) => letters.startsWith(word.slice(0, at + 1)) && isRun(rest, letters.slice(at + 1))));

/** The lower, the better an option fits; Infinity where it does not. told: {label, hint, text}. */
const distance = ({ label, hint = "", text = "" }, sought) => {
  const whole = folded(label);
  const typed = folded(sought).trim();
  const words = wordsOf(label);
  const all = [...words, ...wordsOf(`${hint} ${text}`)];
  const parts = wordsOf(sought);
  if (whole === typed) return 0;
  if (whole.startsWith(typed)) return 1;
  if (parts.length && inOrder(words, parts)) return 2;
  if (parts.length && parts.every((one) => words.some((word) => begins(word, one)))) return 3;
  if (parts.length && parts.every((one) => all.some((word) => begins(word, one)))) return 4;
  if (words.some((_, at) => isRun(words.slice(at), typed.replace(/\s/g, "")))) return 5;
  const written = folded(`${label} ${hint} ${text}`);
  return typed.split(/\s+/).every((one) => written.includes(one)) ? 6 : Infinity;
};

/** The options that fit, the best first; all of them where nothing is sought. What nobody has entered yet may be anything. */
export const found = (options, sought) => {
  if (!sought.trim()) return options;
  const far = options.filter(({ blank }) => !blank).map((option) => [distance(option, sought), option]).filter(([one]) => one < Infinity);
  return [...far.sort(([one], [other]) => one - other).map(([, option]) => option), ...options.filter(({ blank }) => blank)];
};
