import("../night/standings.js");
