import "./admin/uses-board.js";
import "./club/uses-admin.js";
import "./game/uses-night.js";
import "./lib/uses-ui.js";
import "./night/in-a-circle.js";
import "./night/uses-club.js";
import "./scoring/uses-entry.js";
import "./scoring/uses-messages.js";
import "./scoring/uses-night.js";
import "./ui/uses-game.js";
import "./lib/unused.js";
import "./util/text.js";

import("./lib/uses-missing.js");
import("./lib/uses-node.js");
