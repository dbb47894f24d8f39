// Imported where it must not be.
import("../tv/board.js");
