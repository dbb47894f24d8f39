import "../game/messages/en.js";
