// Durable: whether the browser keeps what this device holds, or may delete it when space runs short.

/** This browser asks the person, who then should know what for: it is asked on a tap of its own. */
const ASKS_A_PERSON = navigator.userAgent.includes("Firefox/");

/** Ask the browser to keep it. Answers whether it does; undefined where it does not say, as over plain HTTP. */
export const askDurable = () => navigator.storage?.persist?.().catch(() => false);

/** Ask as soon as something new is kept, without a tap. Answers as `askDurable` does; undefined where a tap is needed. */
export const newlyKept = () => (ASKS_A_PERSON ? undefined : askDurable());

/** Whether the browser keeps it; undefined where it does not say. */
export const isDurable = () => navigator.storage?.persisted?.().catch(() => undefined);
