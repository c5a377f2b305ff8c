// A page of a session that is read: it asks for itself again with the token that this device holds.
import { limit, LONG } from "../shared/api.js";
import { arrive } from "../shared/arriving.js";
import { tokenOf } from "../shared/tokens.js";

/**
 * Show the page as the holder of this device's token may see it; a token in the address is kept first.
 * `dress` is called with the page as it stands, and again with each that takes its place.
 */
export const read = async (dress = () => {}) => {
  const page = document.querySelector("[data-session]");
  const { session } = page.dataset;
  await arrive(session);
  const token = tokenOf(session);
  return token ? askAgain(page, { Authorization: `Bearer ${token}` }, dress) : dress(page);
};

/** Ask for the page's own address with these headers, and put what comes in its place. */
export const askAgain = async (page, headers, dress) => {
  const mark = Object.keys(page.dataset)[0];
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html", ...headers }, cache: "no-store", signal: limit(LONG) });
    const told = new DOMParser().parseFromString(await answer.text(), "text/html");
    const asked = told.querySelector(`[data-${mark}]`);
    if (!asked) return dress(page);
    document.title = told.title;
    page.replaceWith(asked);
    dress(asked);
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  } catch {
    dress(page);
  }
};
