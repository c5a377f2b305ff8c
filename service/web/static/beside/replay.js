// To the replay page and its neighbours: from an entry of the log that is tapped, from the menu, at the end.

const linkTo = (address, text) => {
  const link = document.createElement("a");
  link.className = "option";
  link.href = address;
  link.textContent = text;
  return link;
};

/** A tapped entry tells where it leads, once. */
const offerAt = (line, address) => {
  if (line.querySelector(".option")) return;
  for (const other of document.querySelectorAll("[data-entry] > .option")) other.remove();
  line.append(linkTo(`${address}/replay?at=${line.dataset.entry}`, "Replay"));
};

/** Links at the end of a row of the table's own, once in each that is drawn. */
const offerIn = (row, address, ways) => {
  if (!row || row.querySelector("[data-beside]")) return;
  for (const way of ways) {
    const link = linkTo(`${address}/${way.toLowerCase()}`, way);
    link.dataset.beside = "";
    row.append(link);
  }
};

export const offerReplay = (root, session) => {
  const address = `/t/${session}`;
  root.addEventListener("click", ({ target }) => {
    const line = target.closest("[data-entry]");
    if (line) offerAt(line, address);
  });
  const offer = () => {
    offerIn(root.querySelector('.sheet a[href="/"]')?.parentElement, address, ["Replay"]);
    offerIn(root.querySelector(".finished .buttons"), address, ["Result", "Replay", "Charts", "Audit"]);
  };
  offer();
  new MutationObserver(offer).observe(root, { childList: true, subtree: true });
};
