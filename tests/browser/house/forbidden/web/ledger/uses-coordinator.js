// A forbidden import names this module.
import("../coordinator/tables.js");
