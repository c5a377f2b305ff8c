// Outcomes that hang on the rest of an action: the rules ask for one after another. Knows no DOM.

/** The action with a value at a path such as `draws/0`; a list grows at its end. */
export const withOutcome = (action, path, value) => {
  const made = structuredClone(action);
  const steps = path.split("/");
  const last = steps.pop();
  let at = made;
  steps.forEach((step, depth) => (at = at[step] ??= /^\d+$/.test(steps[depth + 1] ?? last) ? [] : {}));
  at[last] = value;
  return made;
};

/** A body with this change: of a list in each action, or in the last one alone. */
export const inEach = (body, change) => (Array.isArray(body) ? body.map(change) : change(body));
export const inLast = (body, change) => (Array.isArray(body) ? [...body.slice(0, -1), change(body.at(-1))] : change(body));
