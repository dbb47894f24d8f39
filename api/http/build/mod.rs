//! Builds the page from `web/`: a few scripts and style sheets in a folder named by the hash of its contents.

pub mod bundle;
pub mod chunks;
pub mod minify;
pub mod module;
pub mod modules;
pub mod page;
pub mod types;
