// Kept: how many entries the page holds.
import { entries } from "./table.js";

/** So many entries are read when the page opens. */
export const FIRST = 40;
/** How many entries stay on the page: what an evening needs, and as many more as were asked for. */
export const stays = { most: 200 };
/** Keep the page as small as it was: of many entries the earliest go. */
export const dropEarliest = () => {
  if (entries.value.length > stays.most) entries.value = entries.value.slice(-stays.most);
};
