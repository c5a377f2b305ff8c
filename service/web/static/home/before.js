// Before: the table by whose end the form was opened: who sat where, with which options.
import { ask } from "../shared/api.js";
import { isSession } from "../shared/forms.js";
import { own } from "../shared/own.js";
import { seek } from "../shared/seeking.js";
import { tokenOf } from "../shared/tokens.js";
import { played } from "../shared/whose.js";

/** The seats and options of another session, where this form was opened by its end. */
export const again = async () => {
  const session = new URLSearchParams(location.search).get("again");
  if (!isSession(session)) return null;
  await seek(session);
  const { status, body } = await ask(`/v1/sessions/${session}`, { token: tokenOf(session) });
  return status === 200 ? body : null;
};

/** The names by place around the table; of people who sit down again, those of their seats. */
export const namesOf = (before) =>
  Object.fromEntries((before?.seats ?? []).map(({ seat }, at) => [at, own(before.labels, seat) ?? ""]).filter(([, name]) => name));

/** The player ids by place, of people who sit down again: a stranger, who hears no names, takes none along. */
export const idsOf = (before) => (!before || before.you.role === "stranger" ? [] : before.seats.map(({ seat }) => own(before.players, seat)));

/** The place that this phone played at the table before; else the first. */
export const placeOf = (before) => Math.max(0, (before?.seats ?? []).findIndex(({ seat }) => played(before.id).includes(seat)));
