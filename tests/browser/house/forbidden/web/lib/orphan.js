import "./used.js";
