// A forbidden import names this module.
import("../tv/board.js");
