// Sameness: whether others recorded what was tapped here. Knows no DOM.
import { canonical } from "./domains.js";

const BESIDE = new Set(["chance", "reason", "against_rules", "moved_at"]);
const none = (value) => value === undefined || value === null || value === false;

/** Whether an entry records the action of this request; outcomes that we left to chance may be any. */
export const sameAction = (body, entry) => {
  if (entry.kind !== "recorded" || !entry.action) return false;
  const decided = new Set((entry.chance ?? []).map((outcome) => outcome.field?.split("/")[0]));
  const names = new Set([...Object.keys(body), ...Object.keys(entry.action)].filter((name) => !BESIDE.has(name)));
  return [...names].every((name) => {
    const [ours, theirs] = [body[name], entry.action[name]];
    if (none(ours)) return none(theirs) || decided.has(name);
    return canonical(ours) === canonical(theirs);
  });
};
