// A page that needs no more than to be read.
import { read } from "./reading.js";

read();
