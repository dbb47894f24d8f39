//! The image of the container: everything that it is built of reaches the builder.

use std::collections::BTreeSet;

const DOCKERFILE: &str = include_str!("../../../Dockerfile");
const IGNORED: &str = include_str!("../../../.dockerignore");
const MANIFEST: &str = include_str!("../../../api/Cargo.toml");

/// The sources that the Dockerfile copies from the checkout.
fn copied(dockerfile: &str) -> BTreeSet<&str> {
    let copies = dockerfile.lines().filter_map(|line| line.strip_prefix("COPY "));
    let of_checkout = copies.filter(|arguments| !arguments.starts_with("--from"));
    of_checkout.flat_map(|arguments| arguments.rsplit_once(' ').unwrap().0.split(' ')).collect()
}

/// The paths that are sent to the builder; all other paths are ignored.
fn sent(ignored: &str) -> BTreeSet<&str> {
    assert!(ignored.starts_with("*\n"), "{ignored}");
    ignored.lines().filter_map(|line| line.strip_prefix('!')).collect()
}

/// The folders of targets that the manifest of the service names outside of its own.
fn targets(manifest: &str) -> impl Iterator<Item = &str> {
    let paths = manifest.lines().filter_map(|line| line.strip_prefix("path = \"../"));
    paths.map(|path| path.trim_end_matches('"').rsplit_once('/').unwrap().0)
}

#[test]
fn everything_that_the_image_is_built_of_reaches_the_builder() {
    assert_eq!(copied(DOCKERFILE), sent(IGNORED));
    let missing: Vec<&str> = targets(MANIFEST).filter(|folder| !copied(DOCKERFILE).contains(folder)).collect();
    assert_eq!(missing, [""; 0], "cargo reads the manifest of no target whose file is missing");
    assert!(targets(MANIFEST).count() > 2);
    assert_ne!(copied(DOCKERFILE), sent(&IGNORED.replace("!tests/postgres\n", "")), "the control");
}
