// Two sessions on one axis: the tokens of both go along in one header.
import { askAgain } from "../reading/reading.js";
import { held } from "../shared/held.js";
import { tokenOf } from "../shared/tokens.js";

const page = document.querySelector("[data-compared]");
const tokens = new Set(page.dataset.compared.split(" ").map(tokenOf).filter(Boolean));
if (tokens.size) askAgain(page, held([...tokens]), () => {});
