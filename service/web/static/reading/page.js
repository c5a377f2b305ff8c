// A page that needs no more than to be read, or printed.
import { read } from "./reading.js";

read();
addEventListener("beforeprint", () => document.querySelectorAll("details.move").forEach((move) => (move.open = true)));
