import "../night/standings.js";
