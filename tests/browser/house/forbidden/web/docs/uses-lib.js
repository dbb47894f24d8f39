import "../lib/used.js";
