//! Puts the page together, which the binary embeds.

use std::path::{Path, PathBuf};
use std::process::exit;

#[path = "build/mod.rs"]
mod build;

const WEB: &str = "../../web";
const ENGINE: &str = "../../engine/wasm/pegout.wasm";

fn main() {
    println!("cargo:rerun-if-changed={WEB}");
    println!("cargo:rerun-if-changed={ENGINE}");
    println!("cargo:rerun-if-changed=build");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default()).join("page");
    let compress = || build::page::write_compressed(&out).map_err(|error| format!("{}: {error}", out.display()));
    if let Err(error) = build::page::write_page(Path::new(WEB), Path::new(ENGINE), &out).and_then(|()| compress()) {
        eprintln!("{error}");
        exit(1);
    }
}
