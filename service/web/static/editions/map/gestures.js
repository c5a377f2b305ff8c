// Gestures: what fingers, a mouse and its wheel do on a picture: a tap, a thing that is lifted and carried, moves of the whole.
import { useEffect, useRef } from "preact/hooks";

/** Milliseconds after which a finger that rests on a thing lifts it. */
const HOLD = 350;
/** Pixels that are no move yet, of a finger and of a mouse. */
const SLOP = { touch: 9, mouse: 4 };
const WHEEL = 0.0016;

const between = ([one, other]) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, length: Math.hypot(one.x - other.x, one.y - other.y) || 1, angle: Math.atan2(other.y - one.y, other.x - one.x) });

/**
 * given: {find(x, y) → what can be lifted there, lift(thing, x, y), carry(x, y), drop(), cancel(), tap(event), move({dx, dy, factor, turn, x, y}), scrolls}.
 * scrolls: a finger that moves over nothing scrolls the page. All in pixels of the screen.
 */
export const useGestures = (ref, given) => {
  const hands = useRef();
  hands.current = given;
  useEffect(() => {
    const root = ref.current;
    const fingers = new Map();
    let start = null;
    let state = "";
    const lift = () => {
      state = "carrying";
      navigator.vibrate?.(15);
      hands.current.lift(start.thing, start.x, start.y);
    };
    const down = (event) => {
      if (event.button > 0) return;
      const { pointerId: id, pointerType: type, clientX: x, clientY: y } = event;
      fingers.set(id, { x, y });
      if (fingers.size > 1) {
        clearTimeout(start.timer);
        if (state === "carrying") hands.current.cancel();
        state = "moving";
        return;
      }
      state = "";
      start = { x, y, type: type === "mouse" ? "mouse" : "touch", thing: hands.current.find(x, y) };
      if (start.thing && start.type === "touch") start.timer = setTimeout(lift, HOLD);
    };
    const move = (event) => {
      const before = [...fingers.values()];
      const { pointerId: id, clientX: x, clientY: y } = event;
      if (!fingers.has(id)) return;
      const last = fingers.get(id);
      fingers.set(id, { x, y });
      if (state === "" && Math.hypot(x - start.x, y - start.y) > SLOP[start.type]) {
        clearTimeout(start.timer);
        root.setPointerCapture(id);
        if (start.thing && start.type === "mouse") lift();
        else state = "moving";
      }
      if (state === "carrying") hands.current.carry(x, y);
      else if (state === "moving" && fingers.size === 1) hands.current.move({ dx: x - last.x, dy: y - last.y, factor: 1, turn: 0, x, y });
      else if (state === "moving") {
        const [one, other] = [between(before), between([...fingers.values()])];
        hands.current.move({ dx: other.x - one.x, dy: other.y - one.y, factor: other.length / one.length, turn: other.angle - one.angle, x: other.x, y: other.y });
      }
    };
    const up = ({ pointerId: id, type }) => {
      if (!fingers.delete(id) || fingers.size) return;
      clearTimeout(start.timer);
      if (state === "carrying") hands.current[type === "pointerup" ? "drop" : "cancel"]();
    };
    const click = (event) => {
      if (!state || !event.detail) hands.current.tap(event);
    };
    const wheel = (event) => {
      event.preventDefault();
      const lines = event.deltaMode ? 16 : 1;
      hands.current.move({ dx: 0, dy: 0, factor: Math.exp(-event.deltaY * lines * WHEEL), turn: 0, x: event.clientX, y: event.clientY });
    };
    /** What is carried, and what two fingers do, is no scrolling of the page. */
    const touch = (event) => {
      if (event.cancelable && (state === "carrying" || event.touches.length > 1 || !hands.current.scrolls)) event.preventDefault();
    };
    const menu = (event) => start?.type === "touch" && event.preventDefault();
    const on = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, click, contextmenu: menu };
    for (const [name, hand] of Object.entries(on)) root.addEventListener(name, hand);
    root.addEventListener("wheel", wheel, { passive: false });
    root.addEventListener("touchmove", touch, { passive: false });
    return () => clearTimeout(start?.timer);
  }, []);
};
