// Parts: what of a box is confirmed as one thing, as the service counts it. Knows no DOM.
import { below, rowKeys } from "./places.js";

/** What is confirmed as one thing: [{at, section, value}], in the order of the sheet. */
export const partsOf = (sheet, document) =>
  sheet.sections.flatMap(({ key, part, field }) => {
    const value = document[key];
    // Nothing in the box could be compared with a text.
    if (value === undefined || (!field.optional && (field.is === "text" || field.of))) return [];
    const at = below("", key);
    if (part === "row" && Array.isArray(value)) return rowKeys(value).map((row, index) => ({ at: below(at, row), section: key, value: value[index] }));
    if (part === "side" && value?.sides) {
      const { sides, ...rest } = value;
      const beside = Object.keys(rest).length ? [{ at, section: key, value: rest }] : [];
      return [...beside, ...Object.keys(sides).map((side) => ({ at: below(below(at, "sides"), side), section: key, value: sides[side] }))];
    }
    return [{ at, section: key, value }];
  });
