//! The page docs/HTTP.md: each of its lines names the tests that hold it.

use std::path::Path;

const PAGE: &str = include_str!("../../../docs/HTTP.md");

/// Returns true if there is such a test, or a file of tests.
fn exists(test: &str) -> bool {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests");
    let parts: Vec<&str> = test.split("::").collect();
    let folder = if parts[0] == "eventlog" { tests } else { tests.join("http") };
    let file = folder.join(parts[0]).join(format!("{}.rs", parts[1]));
    let Ok(source) = std::fs::read_to_string(file) else { return false };
    parts.get(2).is_none_or(|name| source.contains(&format!("fn {name}(")))
}

#[test]
fn every_line_names_tests_that_exist() {
    let mut named = 0;
    for line in PAGE.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| rule")) {
        let (rule, tests) = line.trim_end_matches(" |").rsplit_once(" | ").unwrap_or((line, ""));
        for test in tests.split(", ").filter(|test| !test.is_empty()) {
            let name = test.trim_matches('`');
            assert!(name.contains("::") && exists(name), "{rule}: there is no test {name}");
            named += 1;
        }
        assert!(!tests.is_empty(), "{rule} has no test");
    }
    assert!(named > 30, "only {named} tests are named");
    assert!(!exists("contract::openapi::no_such_test") && !exists("contract::nothing"), "the control");
}
