// Home: the sessions of this device.
import { forget, sessions } from "../shared/tokens.js";

const HOLDERS = { owner: "you opened it", scribe: "you record for the table", spectator: "you watch", recorder: "you record" };

const told = (session) => HOLDERS[session.use] ?? `you play ${(session.use ?? "").replace("seat:", "")}`;

const pane = (session) => {
  const item = document.createElement("li");
  item.className = "pane";
  const head = document.createElement("h3");
  const link = document.createElement("a");
  link.href = `/t/${session.id}`;
  link.textContent = session.title ?? "A table";
  head.append(link);
  const text = document.createElement("p");
  text.className = "quiet";
  const day = new Date(session.at).toLocaleDateString(undefined, { dateStyle: "medium" });
  text.textContent = [session.status, told(session), day].filter(Boolean).join(" · ");
  const gone = document.createElement("button");
  gone.className = "quiet-button";
  gone.type = "button";
  gone.textContent = "Forget it here";
  gone.onclick = () => {
    forget(session.id);
    item.remove();
    show();
  };
  item.append(head, text, gone);
  return item;
};

const section = document.getElementById("mine");
const show = () => {
  const known = sessions();
  section.hidden = !known.length;
  section.querySelector("ul").replaceChildren(...known.map(pane));
};
show();
