import "../game/rules.js";
