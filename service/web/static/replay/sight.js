// Sight: what lies out of sight is drawn when what is in sight is painted.
import { useEffect, useRef, useState } from "preact/hooks";
import { PAINTED } from "./state/frames.js";
import { fresh } from "../table/shining.js";
import { until } from "./state/playing.js";

const ZONE = "zone-";
const idOf = (section) => section.getAttribute("aria-labelledby").slice(ZONE.length);

/** The sections of zones that nobody sees now; watched for as long as the board is in the page. */
const useUnseen = (root) => {
  const unseen = useRef(new Set());
  const watch = useRef(null);
  useEffect(() => {
    const told = (changes) => {
      for (const { target, isIntersecting } of changes) unseen.current[isIntersecting ? "delete" : "add"](idOf(target));
    };
    watch.current = new IntersectionObserver(told);
    return () => watch.current.disconnect();
  }, []);
  useEffect(() => {
    for (const section of root.current.querySelectorAll(":scope > .zone")) watch.current.observe(section);
  });
  return unseen.current;
};

/**
 * The zones as a board draws them, and whether more comes: those out of sight stay as they stood until the others are
 * painted. One that comes to stand elsewhere is drawn at once, and so is all while it plays: pieces glide between them.
 */
export const useSeenFirst = (zones, board, root) => {
  const unseen = useUnseen(root);
  const stood = useRef(new Map());
  const whole = useRef(null);
  const [, drawAll] = useState(null);
  const waits = ({ id, rank }) => unseen.has(id) && stood.current.has(id) && stood.current.get(id).rank === rank;
  const late = whole.current !== board && !until.peek() && zones.some(waits);
  const drawn = late ? zones.map((zone) => (waits(zone) ? stood.current.get(zone.id) : zone)) : zones;
  stood.current = new Map(drawn.map((zone) => [zone.id, zone]));
  useEffect(() => {
    if (!late) return;
    const timer = setTimeout(() => {
      whole.current = board;
      drawAll(board);
    }, PAINTED);
    return () => clearTimeout(timer);
  }, [board, late]);
  return [drawn, late];
};

const within = (one, other) => one.top >= other.top && one.bottom <= other.bottom && one.left >= other.left && one.right <= other.right;

/** Where nothing that the entry changed is in view, the board goes to the first place that it did change. */
export const useChanged = (root, board, late) =>
  useEffect(() => {
    if (!fresh.peek().places.size) return;
    const frame = requestAnimationFrame(() => {
      const marked = [...root.current.querySelectorAll(".place.fresh")];
      const seen = root.current.getBoundingClientRect();
      if (!marked.some((place) => within(place.getBoundingClientRect(), seen))) marked[0]?.scrollIntoView({ block: "center" });
    });
    return () => cancelAnimationFrame(frame);
  }, [board, late]);
