// In a club: the defaults, the people and the edition of a table that is opened in a club of this device.
import { clubKey } from "../shared/clubs.js";
import { faultOf, speaker } from "../clubs/state.js";
import { valueKey } from "../table/state/domains.js";

/** In place of a set's hash: whatever version of its edition the club plays with. */
export const OF_CLUB = "of the club";
const ONLY_CLUB = "club";

/**
 * {id, told, known, others, people}: the club, its people's ids by name, ids of names that belong to nobody of it, and both.
 * null: no club is asked for, or it does not let this device open tables.
 */
export const clubFor = async (id) => {
  if (!id || !clubKey(id)) return null;
  const request = speaker(id);
  const [told, people] = await Promise.all([request(""), request("/people")]);
  if (told.status !== 200 || !told.body.you.rights.includes("open")) return null;
  const { items = [], others = [] } = people.body ?? {};
  const byUse = [...items].sort((one, other) => other.sessions - one.sessions);
  const known = new Map(byUse.map(({ person, name }) => [name, person]));
  const unknown = new Map(others.filter(({ name }) => name).map(({ name, player }) => [name, player]));
  return { id, told: told.body, known, others: unknown, people: new Map([...known, ...unknown]) };
};

/** What the club's tables begin with, of what the form asks. */
export const defaultsOf = (club) => (club ? { visibility: club.told.visibility, ...(club.told.chance && { chance: club.told.chance }) } : {});

/** The form with what only a club has: that nobody else sees the table. */
export const formIn = (club, form) => {
  if (!club || !form) return form;
  const { domain, words } = form.visibility;
  const label = { label: `Only ${club.told.name}`, hint: "Everybody with a link to the club, and people with a link to the table." };
  const visibility = { ...form.visibility, domain: { ...domain, values: [ONLY_CLUB, ...domain.values] }, words: { ...words, values: { [valueKey(ONLY_CLUB)]: label, ...words.values } } };
  return { ...form, visibility };
};

/** The sets to choose from; with an edition of the club, that one first. */
export const setsIn = (club, form) => (club?.told.editions[form.game] ? [{ hash: OF_CLUB, edition: `The edition of ${club.told.name}` }, ...form.component_sets] : form.component_sets);

/** Ids by seat for names by seat: those of the club's people. Who is new becomes one of them. Returns {players}, or {fault}. */
export const personsOf = async (club, labels) => {
  const players = {};
  for (const [seat, name] of Object.entries(labels)) {
    let person = club.known.get(name);
    if (!person) {
      const known = club.others.get(name);
      const answer = await speaker(club.id)("/people", { method: "POST", body: { name, ...(known && { players: [known] }) } });
      if (![200, 201].includes(answer.status)) return { fault: faultOf(answer) };
      person = answer.body.person;
      club.known.set(name, person);
    }
    players[seat] = person;
  }
  return { players };
};
