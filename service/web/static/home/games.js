// Which game: the token of an opening link goes into storage at once, and the bar is cleaned.
import { keepOpener } from "../shared/opener.js";

const token = location.hash.slice(1);
if (token) {
  history.replaceState(null, "", "/open");
  keepOpener(token);
}
