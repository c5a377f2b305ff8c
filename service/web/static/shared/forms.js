// Forms: what ids, holders and tokens look like. Knows no DOM.
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HOLDER = /^(owner|scribe|spectator|guest|recorder|(recorder|seat):[a-z0-9][a-z0-9_-]{0,31})$/;
const TOKEN = /^[\w.-]{1,512}$/;

/** Whether the text has the form of an id: of a session, an edition, a club or a person. */
export const isSession = (text) => ID.test(text);
export const isHolder = (text) => HOLDER.test(text);
/** Whether the text has the form of a token. A comma in one would spoil every question that sends several. */
export const isToken = (text) => TOKEN.test(text);
