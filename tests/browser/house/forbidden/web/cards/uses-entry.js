import "../home.js";
