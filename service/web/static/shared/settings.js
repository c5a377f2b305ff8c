// Settings: those of a device that go along to another one. Knows no DOM.

/** Settings of a device that go along, and the values that each can have. */
const SETTINGS = { "put-turns-together": /^(yes|no)$/, "tablelog.edition-maps": /^(map|list)$/, "tablelog.opening": /^[\w-]{16,256}$/ };
const SWITCHES = "tablelog.device";

/** Whether it is an object, as JSON calls it. */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** The object in this text of JSON; one without members where there is none. */
export const objectIn = (text) => {
  try {
    const read = JSON.parse(text);
    return isObject(read) ? read : {};
  } catch {
    return {}; // what cannot be read is as good as nothing
  }
};

/** The settings by their names. */
export const settings = () => {
  const set = Object.keys(SETTINGS).map((name) => [name, localStorage.getItem(name)]).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(set), [SWITCHES]: objectIn(localStorage.getItem(SWITCHES)) };
};

/** Set what comes, where it fits and nobody has set it here. */
export const takeSettings = (comes) => {
  const fits = ([name, value]) => Object.hasOwn(SETTINGS, name) && typeof value === "string" && SETTINGS[name].test(value);
  for (const [name, value] of Object.entries(comes).filter(fits)) if (localStorage.getItem(name) === null) localStorage.setItem(name, value);
  const switches = Object.entries(isObject(comes[SWITCHES]) ? comes[SWITCHES] : {}).filter(([, value]) => typeof value === "boolean");
  if (switches.length) localStorage.setItem(SWITCHES, JSON.stringify({ ...Object.fromEntries(switches), ...objectIn(localStorage.getItem(SWITCHES)) }));
};
