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
