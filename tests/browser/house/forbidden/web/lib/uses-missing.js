import("./missing.js");
