// A forbidden import names this module.
import("../admin/tables.js");
