// Owner: what who opened the table may do, also from a phone that plays a seat and sees its hand alone.
import { computed } from "@preact/signals";
import { kept } from "../../shared/tokens.js";
import { mine } from "./queue.js";
import { isScribe, table } from "./table.js";

/** The owner's token, where this device keeps it. */
export const ownersToken = () => kept(mine.session)?.tokens.owner;
/** Whether this phone may put right what was recorded, and close the session. */
export const mayMend = computed(() => isScribe.value || Boolean(table.value && ownersToken()));
/** As whom this phone does so: as itself where it may, else with the owner's link. */
export const mender = () => (isScribe.value ? {} : { holder: "owner" });
