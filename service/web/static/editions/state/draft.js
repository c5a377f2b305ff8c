// Draft: the document of an edition as the service has it, with what waits on this device laid over it. Knows no DOM.
import { batch, computed, signal } from "@preact/signals";
import { ask, LONG } from "../../shared/api.js";
import { keepEdition, tokenOf } from "./held.js";
import { below, changed, isIn, stepsOf } from "./places.js";
import { partsOf } from "./parts.js";
import { sheetOf } from "./sheet.js";

/** The edition of this page: {id, path, token}. */
export const mine = {};
export const sheet = signal(null);
/** The edition: name, holder, versions, progress. */
export const edition = signal(null);
/** What the service told last: {document, maps, revision, faults, warnings, drawing_faults, unconfirmed}. */
export const told = signal(null);
/** What waits, in its order: {key, id, changes with lay | part with confirmed and seen | undo}. */
export const waiting = signal([]);
/** A sentence for ears and eyes: what has just happened, or what the service did not take. */
export const said = signal("");

export const document = computed(() => told.value && changed(told.value.document, waiting.value.flatMap((one) => one.changes ?? [])));
/** A fault of a map's layout is told at the place that it names. */
const placeNamed = (at) => {
  const steps = stepsOf(at);
  for (const [map, { places }] of Object.entries(told.value.maps ?? {}))
    for (const [table, known] of Object.entries(places)) {
      const id = steps.find((step) => Object.hasOwn(known, step));
      if (id) return below(below(map, table), id);
    }
  return at;
};
export const faults = computed(() => [...(told.value?.faults ?? []), ...(told.value?.drawing_faults ?? []).map((one) => ({ ...one, at: placeNamed(one.at) }))]);
export const parts = computed(() => (document.value ? partsOf(sheet.value, document.value) : []));
/** The addresses of parts that nobody has confirmed: as the service said, and as what waits will make it. */
export const unconfirmed = computed(() => {
  const open = new Set(told.value?.unconfirmed ?? []);
  for (const { changes = [], part, confirmed } of waiting.value) {
    if (part) confirmed ? open.delete(part) : open.add(part);
    for (const { at } of changes) for (const one of parts.value) if (isIn(at, one.at)) open.add(one.at);
  }
  return new Set(parts.value.map(({ at }) => at).filter((at) => open.has(at)));
});
export const mayEdit = computed(() => ["keeper", "editor"].includes(edition.value?.holder));

export const request = (path, asked) => ask(mine.path + path, { token: mine.token, ...asked });

const laidOver = (maps) => Object.fromEntries(Object.entries({ ...told.value.maps, ...maps }).filter(([, map]) => map));
/** Take what an answer tells of the draft. now, maps: the document and all its maps, where they are told. */
export const learn = (body, now = told.value.document, maps = laidOver(body.maps)) => {
  const { revision, faults: wrong, warnings, drawing_faults: unplaced = [], unconfirmed: open } = body;
  told.value = { document: now, maps, revision, faults: wrong, warnings, drawing_faults: unplaced, unconfirmed: open };
};

/** Read the draft; false where nobody answers. */
export const readDraft = async () => {
  const { status, body } = await request("/draft");
  if (status === 200) learn(body, body.document, body.maps);
  return status === 200;
};

/** The content of each part by its hash, as of a revision: what a tick names. */
const contents = { revision: 0, by: new Map() };
export const contentOf = async (part) => {
  if (contents.revision !== told.value.revision) await readEdition();
  // Nobody confirms what this page has not shown: a later draft is read first.
  if (contents.revision > told.value.revision) await readDraft();
  return contents.by.get(part);
};

export const readEdition = async () => {
  const { status, body } = await request("?parts=1");
  if (status !== 200) return { status, body };
  batch(() => {
    Object.assign(contents, { revision: body.revision, by: new Map(body.parts.map(({ part, content }) => [part, content])) });
    edition.value = body;
  });
  const { name, game, holder, progress, faults: wrong, versions } = body;
  keepEdition(mine.id, { [holder]: mine.token }, { name, game, progress, faults: wrong, version: versions.at(-1)?.number ?? null });
  // Somebody else was faster: what is shown here is no longer what the service has.
  if (told.value && told.value.revision < body.revision && !waiting.value.length) await readDraft();
  return { status, body };
};

/** Open an edition with the token of this device. Returns what to say instead; "": it is open. */
export const openEdition = async (id) => {
  const token = tokenOf(id);
  if (!token) return "no-link";
  Object.assign(mine, { id, token, path: `/v1/editions/${id}` });
  const { status, body } = await readEdition();
  if (status !== 200) return status === 0 ? "no-answer" : "bad-link";
  const [form, read] = await Promise.all([ask(`/v1/games/${body.game}/sheet`, { longest: LONG }), readDraft()]);
  if (form.status !== 200 || !read) return "no-answer";
  sheet.value = sheetOf(form.body);
  return "";
};
