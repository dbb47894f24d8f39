// Imported where it must not be.
import("../admin/tables.js");
