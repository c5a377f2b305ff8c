// Blanks: the forms of cards that nobody has entered yet, one after the other, when the table first sees them.
import { useEffect, useState } from "preact/hooks";
import { ask, LONG } from "../shared/api.js";
import { html } from "../shared/html.js";
import { Frame } from "./frame.js";
import { Learn, partOf } from "./learning.js";
import { mine } from "./state/queue.js";

/** Whether this link may enter the card now: everybody sees it, or the link sees all. */
export const mayAmend = async (id) => {
  const at = await partOf(id);
  const { status } = at ? await ask(`/v1/sessions/${mine.session}/amendments?dry_run=true`, { method: "POST", token: mine.token, body: { confirmed: [at] }, headers: { "If-Match": "*" }, longest: LONG }) : {};
  return status === 200;
};

/** found: [id, what it is] of each. */
export const Blanks = ({ found, onEnd }) => {
  const [now, go] = useState(0);
  const [at, find] = useState("");
  const [id, what] = found[now];
  const next = () => (now + 1 < found.length ? go(now + 1) : onEnd());
  useEffect(() => {
    partOf(id).then((place) => (place ? find(place) : next()), next);
  }, [id]);
  const title = `Another ${what}${found.length > 1 ? `, ${now + 1} of ${found.length}` : ""}`;
  return at.endsWith(`/${id}`) ? html`<${Learn} key=${at} at=${at} name=${title} onDone=${next} isBlank />` : html`<${Frame} title=${title}><p role="status">A moment…</p></${Frame}>`;
};
