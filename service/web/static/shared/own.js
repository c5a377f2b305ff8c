// Own: members whose names come from data. A seat may be called `constructor`, which every object seems to have. Knows no DOM.

/** The object's own member of this name; undefined where it has none. */
export const own = (object, name) => (object && Object.hasOwn(object, name) ? object[name] : undefined);
