// Lending: a long list of values that several parameters have is told in one of them alone. Knows no DOM.

/** The words of one verb, with the values that another parameter lends (`like`: its offer's key and its name). */
export const withLent = (told, words) => {
  const whole = ([name, one]) => {
    const [key, other] = (one.like ?? "").split(" ");
    const lent = words[key]?.parameters?.[other];
    return [name, key ? { ...one, values: { ...lent?.values, null: undefined, ...one.values }, members: { ...lent?.members, ...one.members } } : one];
  };
  return { ...told, parameters: Object.fromEntries(Object.entries(told.parameters ?? {}).map(whole)) };
};
