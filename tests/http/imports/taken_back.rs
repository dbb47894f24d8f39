//! Imports that were taken back, and what is left of them.
