// Two sessions on one axis: the tokens of both go along in one header.
import { askAgain } from "../reading/reading.js";
import { held } from "../shared/held.js";
import { seek } from "../shared/seeking.js";
import { tokenOf } from "../shared/tokens.js";

const page = document.querySelector("[data-compared]");
const compared = page.dataset.compared.split(" ");
for (const session of compared) await seek(session);
const tokens = new Set(compared.map(tokenOf).filter(Boolean));
if (tokens.size) askAgain(page, held([...tokens]), () => {});
