// To the replay room: from an entry of the log that is tapped, and from the menu.

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

/** The menu's links, each time that it opens. */
const offerInMenu = (grid, address) => {
  if (grid.querySelector("[data-beside]")) return;
  const link = linkTo(`${address}/replay`, "Replay");
  link.dataset.beside = "";
  grid.append(link);
};

export const offerReplay = (root, session) => {
  const address = `/t/${session}`;
  root.addEventListener("click", ({ target }) => {
    const line = target.closest("[data-entry]");
    if (line) offerAt(line, address);
  });
  const watch = new MutationObserver(() => {
    const home = root.querySelector('.sheet a[href="/"]');
    if (home) offerInMenu(home.parentElement, address);
  });
  watch.observe(root, { childList: true, subtree: true });
};
