// Shapes: what a JSON schema asks for, what was filled in so far, and the value that it makes. Knows no DOM.

/** What is not filled in, and has to be. */
export const MISSING = Symbol("missing");

const SIMPLE = ["string", "integer"];
export const readable = (name) => (name[0] ?? "").toUpperCase() + name.slice(1).replaceAll("_", " ");
const follow = (schema, parts) => {
  const { $ref, ...own } = schema;
  return $ref ? { ...parts[$ref.split("/").pop()], ...own } : own;
};

/**
 * A schema as {kind: choice|text|number|flag|list|map|members|one|json, …}. `parts`: schemas by name.
 * names: the kind of thing that a text names; empty: null is a value as well; words: what values are called;
 * first: what people call the number 0.
 */
export const shapeOf = (schema, parts, above) => {
  const told = follow(schema, parts);
  const names = told["x-kind"] ?? above;
  if (told.anyOf) {
    const some = told.anyOf.filter((one) => one.type !== "null");
    const empty = some.length < told.anyOf.length;
    const words = told["x-values"];
    if (some.length === 1) return { ...shapeOf(some[0], parts, names), empty, words };
    return { kind: some.every((one) => SIMPLE.includes(one.type)) ? "text" : "json", names, numbers: true, empty, words };
  }
  if (told.oneOf && told.discriminator) {
    const { propertyName: tag, mapping } = told.discriminator;
    return { kind: "one", tag, of: mapping, parts };
  }
  if (told.enum) {
    const values = told.enum.filter((one) => one !== null);
    return { kind: "choice", values, empty: values.length < told.enum.length, words: told["x-values"] };
  }
  if (told.type === "string") return { kind: "text", names };
  if (told.type === "integer") return { kind: "number", first: told["x-first"] ?? 0 };
  if (told.type === "boolean") return { kind: "flag", usual: told.default ?? false };
  if (told.type === "array" && told.items) return { kind: "list", of: shapeOf(told.items, parts, names) };
  if (told.properties) {
    return { kind: "members", properties: told.properties, required: told.required ?? [], parts, names, hint: told["x-hint"] };
  }
  if (told.type === "object" && told.additionalProperties?.constructor === Object) {
    const of = shapeOf(told.additionalProperties, parts, names);
    return { kind: "map", of, keys: { names: told["x-keys"] ?? (of.kind === "number" ? names : undefined) } };
  }
  return { kind: "json" };
};

/** The members of a shape as {name, label, shape, needed, usual}, without those that are left out. */
export const membersOf = (shape, without = []) =>
  Object.entries(shape.properties)
    .filter(([name]) => !without.includes(name))
    .sort(([one], [other]) => (other === "seat") - (one === "seat"))
    .map(([name, schema]) => {
      const above = name === "seat" ? "seat" : shape.names;
      const needed = shape.required.includes(name);
      return { name, label: schema.title ?? name, shape: shapeOf(schema, shape.parts, above), needed, usual: schema.default };
    });

/** What the messages of a schema are called, by their tag. */
export const titlesOf = ({ schema, components }) =>
  Object.fromEntries(Object.entries(schema.discriminator.mapping).map(([tag, $ref]) => [tag, follow({ $ref }, components.schemas).title]));

/** The shape of what was chosen of a shape `one`. */
export const chosenOf = (shape, kind) => shapeOf({ $ref: shape.of[kind] }, shape.parts);

const members = (shape, draft = {}, without = []) => {
  const made = {};
  for (const { name, shape: of, needed } of membersOf(shape, without)) {
    const value = valueOf(of, draft[name]);
    if (!needed && (value === MISSING || draft[name] === undefined)) continue;
    if (value === MISSING) return MISSING;
    made[name] = value;
  }
  return made;
};
const all = (values, make) => (values.includes(MISSING) ? MISSING : make(values));
const json = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return MISSING;
  }
};

const VALUES = {
  choice: (shape, draft) => shape.values.find((one) => String(one) === draft) ?? MISSING,
  text: (shape, draft) => (shape.numbers && /^-?\d+$/.test(draft) ? Number(draft) : draft),
  number: (shape, draft) => (/^-?\d+$/.test(draft) ? draft - shape.first : MISSING),
  flag: (shape, draft) => draft,
  json: (shape, draft) => json(draft),
  list: (shape, draft) => all(draft.map((one) => valueOf(shape.of, one)), (values) => values),
  map: (shape, draft) =>
    all(draft.flatMap(([key, one]) => [key || MISSING, valueOf(shape.of, one)]), () =>
      Object.fromEntries(draft.map(([key, one]) => [key, valueOf(shape.of, one)])),
    ),
  members,
  one: (shape, draft) => {
    if (!draft.kind) return MISSING;
    const made = members(chosenOf(shape, draft.kind), draft.members, [shape.tag]);
    return made === MISSING ? MISSING : { [shape.tag]: draft.kind, ...made };
  },
};
const BLANK = { flag: (shape) => shape.usual, list: () => [], map: () => [], members: () => ({}), one: () => ({}) };

/** What a shape begins with. */
export const blank = (shape) => BLANK[shape.kind]?.(shape) ?? "";

/** The value of what was filled in; MISSING where something is wanted still. */
export const valueOf = (shape, given) => {
  if (shape.empty && (given === undefined || given === "")) return null;
  const draft = given ?? blank(shape);
  return draft === "" ? MISSING : VALUES[shape.kind](shape, draft);
};
