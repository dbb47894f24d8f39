import type { Board } from "../tv/board.js";

export type UnusedType = Board;
