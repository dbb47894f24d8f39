//! The page as it is sent, put together from the sources in `web/`: few scripts and style sheets in a folder that is named
//! by the hash of what stands in it.

pub mod bundle;
pub mod chunks;
pub mod compressed;
pub mod module;
pub mod modules;
pub mod page;
pub mod path;
pub mod script;
pub mod styles;
