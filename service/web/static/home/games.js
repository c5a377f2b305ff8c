// Which game: the token of an opening link goes into storage once it is good, and the bar is cleaned at once.
import { takeOpener } from "../shared/opener.js";

const arrive = async () => {
  const token = location.hash.slice(1);
  if (!token) return;
  history.replaceState(null, "", location.pathname + location.search);
  document.getElementById("told").textContent = await takeOpener(token);
};
arrive();
addEventListener("hashchange", arrive);
