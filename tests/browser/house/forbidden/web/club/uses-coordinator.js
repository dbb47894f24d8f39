import("../coordinator/tables.js");
