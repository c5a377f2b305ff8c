// Sheet: what pages are drawn from. Fields by their paths, what a field begins with, what is asked of a value. Knows no DOM.
import { rowKeys, same, stepsOf } from "./places.js";

const inside = (field) => [...(field.fields ?? []), ...(field.variants ?? []).flatMap((one) => one.fields ?? []), ...(field.item ? [field.item] : [])];

/** On a lattice a place names the directions in which something leads off the edge: they are ticked. `edge`: the member with its neighbours. */
const markEdges = ({ map, fields }) => {
  for (const key of map.places) {
    const ends = fields.find((one) => one.key === key)?.item.fields.find((one) => one.key === map.ends);
    if (ends) ends.edge = map.neighbours;
  }
};

/** Members that name the box: it is renamed with its edition, and not here. */
const NAMING = ["edition", "name"];
/** {game, title, sections, by: field by its path}. */
export const sheetOf = (told) => {
  const by = new Map();
  const walk = (field) => {
    if (field.is !== "same" && !by.has(field.path)) by.set(field.path, field);
    if (field.map?.is === "lattice") markEdges(field);
    inside(field).forEach(walk);
  };
  for (const { field } of told.sections) walk(field);
  const naming = NAMING.find((name) => told.sections.some(({ key }) => key === name));
  return { ...told, sections: told.sections.filter(({ key }) => key !== naming), by };
};

/** The field itself; for one that is the `same` as another, that one under its own name. */
export const resolved = (sheet, field) => {
  if (field.is !== "same") return field;
  const { key, title, hint, optional, required, default: usual } = field;
  const target = sheet.by.get(field.of);
  return { ...target, key, title: title || target.title, hint: hint || target.hint, optional, required, default: usual };
};

/** Whether a document need not say this value: it is what a missing one stands for. */
const isUsual = (field, value) => !field.required && "default" in field && same(field.default, value);
const isEmpty = (value) => value === "" || (value !== null && typeof value === "object" && !Object.keys(value).length);

/** What is written for a value: undefined where it goes without saying. */
export const written = (field, value) => (isUsual(field, value) || (!field.required && !("default" in field) && (value === null || isEmpty(value))) ? undefined : value);

/** What a place shows: its value, or what a missing one stands for. */
export const shownOf = (field, value) => (value === undefined ? field.default : value);

/** The least content of a field, as a document has it. */
export const blankOf = (sheet, given) => {
  const field = resolved(sheet, given);
  if (field.blank !== undefined && field.is === "form") return structuredClone(field.blank);
  switch (field.is) {
    case "text":
      return "";
    case "number":
      return Math.max(field.least ?? 0, 0);
    case "tick":
      return false;
    case "choice":
      return field.options?.[0]?.value ?? "";
    case "list":
    case "table":
      return Array.from({ length: field.least ?? 0 }, () => structuredClone(field.blank ?? blankOf(sheet, field.item)));
    case "form":
      return membersOf(sheet, field.fields ?? []);
    case "variants":
      return structuredClone(field.variants[0].blank);
    case "either":
      return blankOf(sheet, field.fields[0]);
  }
  return {};
};
const membersOf = (sheet, fields) => Object.fromEntries(fields.filter((one) => one.required).map((one) => [one.key, one.optional ? null : blankOf(sheet, one)]));

const KINDS = { text: "string", choice: "string", number: "number", tick: "boolean" };
const fits = (sheet, given, value) => {
  const field = resolved(sheet, given);
  if (field.is === "choice" && field.options?.length) return field.options.some((one) => one.value === value);
  if (KINDS[field.is]) return typeof value === KINDS[field.is];
  if (["list", "table"].includes(field.is)) return Array.isArray(value);
  return value !== null && typeof value === "object" && !Array.isArray(value);
};
/** Of a field of several kinds, the place of the kind that a value has; the choice of words goes before a free text. */
export const kindOf = (sheet, field, value) => {
  const order = [...field.fields.keys()].sort((one, other) => (field.fields[other].is === "choice") - (field.fields[one].is === "choice"));
  return order.find((at) => fits(sheet, field.fields[at], value)) ?? 0;
};

/** What is wrong with a value by the sheet alone; "": nothing. The rest is told by the service. */
export const checkOf = (field, value) => {
  if (value === undefined || value === null) return "";
  const { least, most } = field;
  if (field.is === "number") {
    if (!Number.isInteger(value)) return "Enter a whole number.";
    if (least !== undefined && value < least) return `At least ${least}.`;
    if (most !== undefined && value > most) return `At most ${most}.`;
  }
  if (field.is === "text") {
    if (least && value.length < least) return least === 1 ? "Enter something here." : `At least ${least} characters.`;
    if (most !== undefined && value.length > most) return `At most ${most} characters.`;
    if (field.pattern && !new RegExp(field.pattern).test(value)) return "This does not have the required form.";
  }
  return "";
};

/** The options of a choice at an address: its own, or what the path `of` names, in the same board where both are in one. */
export const optionsOf = (sheet, field, document, at = "") => {
  if (!field.of) return field.options ?? [];
  return named(document, pathFor(field, at)).flatMap((one) => {
    if (typeof one === "string") return [{ value: one, label: spoken(one) }];
    if (Array.isArray(one)) return one.filter(Boolean).map((row) => (typeof row === "string" ? { value: row, label: spoken(row) } : { value: row.id, label: nameOf(row) }));
    return Object.keys(one ?? {}).map((key) => ({ value: key, label: spoken(key) }));
  });
};
/** The steps of the path that a choice names; where they begin as its own do, they go by its own address. */
const pathFor = ({ of, path }, at) => {
  const [own, here] = [path.split("/"), stepsOf(at)];
  const steps = of.split("/");
  const apart = steps.findIndex((step, index) => step !== own[index] || here[index] === undefined || (step !== "*" && step !== here[index]));
  return steps.map((step, index) => (index < (apart === -1 ? steps.length : apart) ? here[index] : step));
};
const named = (value, [step, ...more]) => {
  if (step === undefined) return [value];
  if (value === null || typeof value !== "object") return [];
  const next = step === "*" ? Object.values(value) : [Array.isArray(value) ? value[rowKeys(value).indexOf(step)] : value[step]];
  return next.flatMap((one) => named(one, more));
};

/** An id as people read it. */
export const spoken = (id) => {
  const text = String(id).replace(/[_-]+/g, " ").trim();
  return text[0]?.toUpperCase() + text.slice(1);
};
export const nameOf = (row) => row?.name || spoken(row?.id ?? "");

/** A free id for a new row of this list, after the list's name. */
export const freeId = (rows, path) => {
  const taken = new Set(rows.map((row) => row.id));
  const stem = path.split("/").at(-1).replace(/[^a-z0-9]+/g, "_").replace(/s$/, "") || "row";
  let number = rows.length + 1;
  while (taken.has(`${stem}_${number}`)) number += 1;
  return `${stem}_${number}`;
};
