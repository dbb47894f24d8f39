/** @import { Board } from "../tv/board.js" */
import { used } from "./used.js";

/** @type {Board|string} */
export const unused = used;
