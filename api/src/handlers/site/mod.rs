//! The pages and files for other programs than the phone page: what other sites embed, the document, Swagger UI, and the files
//! that robots and reporters look for.

pub mod document;
pub mod embed;
pub mod files;
