// Imported where it must not be.
