// Outcomes that hang on the rest of an action, so that no offer lists them. Knows no DOM.

const holdsDepends = (domain) =>
  domain?.kind === "depends" || [domain.of ?? [], domain.parts ?? [], Object.values(domain.keys ?? {})].flat().some(
    (one) => one?.kind && holdsDepends(one),
  );

/** Whether the rules may ask the table for an outcome that no offer lists. */
export const mayBeAsked = ({ verb, drawn }, chance) =>
  chance.chance === "declared" && !drawn && verb.offers.some((offer) => Object.values(offer.parameters ?? {}).some(holdsDepends));

/** The action with a value at a path such as `draws/0`. */
export const withOutcome = (action, path, value) => {
  const made = structuredClone(action);
  const steps = path.split("/");
  const last = steps.pop();
  let at = made;
  steps.forEach((step, depth) => (at = at[step] ??= /^\d+$/.test(steps[depth + 1] ?? last) ? [] : {}));
  at[last] = value;
  return made;
};
