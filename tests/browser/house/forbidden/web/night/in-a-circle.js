import "./around.js";
