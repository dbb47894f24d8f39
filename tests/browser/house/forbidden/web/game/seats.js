// A forbidden import names this module.
