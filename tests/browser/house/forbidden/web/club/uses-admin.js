import("../admin/tables.js");
