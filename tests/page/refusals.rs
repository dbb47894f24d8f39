//! The forms of modules that a chunk cannot hold, each with the sentence that fails the build.

use crate::build::bundle::bundle;
use crate::build::chunks::{Chunk, Page};
use crate::chunks::with;

#[test]
fn a_module_of_another_form_fails_the_build_with_a_sentence() {
    let cases = [
        ("import * as a from \"./x.js\";", "Import things by their names, not all of a module."),
        ("export * from \"./x.js\";", "Export a thing from the module that declares it alone."),
        ("export { a } from \"./x.js\";", "Export a thing from the module that declares it alone."),
        ("const a = 1; export { a };", "Export a thing where it is declared, not in a list."),
        ("export let a = 1;", "Export a constant: a variable's changes would not be seen."),
        ("export default function a() {}", "Export a function or a class by its name, not as the default."),
        ("export default class {}", "Export a function or a class by its name, not as the default."),
        ("f(); import \"./x.js\";", "Imports come before every other statement."),
        ("import a from \"./x.json\" with { type: \"json\" };", "Import without attributes."),
        ("import { a } from \"lib\";", "Import modules of the page alone, by a relative path."),
        ("import(\"/x.js\");", "Import a module by a relative path, or what a constant names as it is."),
        ("import(`./${x}.js`);", "Import a module by a relative path, or what a constant names as it is."),
        ("f(import.meta.url);", "Write import.meta as new URL(\"./a/file\", import.meta.url) alone."),
        ("const a = await f();", "Await in a function: Safari does not wait for a module that awaits."),
        ("for await (const a of b) f(a);", "Await in a function: Safari does not wait for a module that awaits."),
        (
            "if (a) { await (async () => await f())(); }",
            "Await in a function: Safari does not wait for a module that awaits.",
        ),
    ];
    for (source, sentence) in cases {
        let text: &'static str = format!("\n\n{source}\n").leak();
        let error = with(&[("/run.js", text)]).expect_err(source);
        assert_eq!(error, format!("web/run.js:3: {sentence}"), "{source}");
    }
}

#[test]
fn modules_that_do_not_fit_fail_the_build_with_a_sentence() {
    let cases = [
        ("\nf(;\n", "web/run.js:2: Unexpected token"),
        ("import \"./none.js\";\n", "web/run.js:1: there is no module /none.js."),
        ("import { none } from \"./both.js\";\n", "web/run.js:1: /both.js does not export `none`."),
        ("import \"./one/view.js\";\n", "web/run.js:1: /one/view.js is imported, which imports this module itself."),
        ("\nimport(\"./none.js\");\n", "web/run.js:2: /none.js is in no chunk of api/http/build/chunks.rs."),
        ("import(\"./messages/fr.js\");\n", "web/run.js:1: there is no module /messages/fr.js."),
        ("new URL(\"./none.css\", import.meta.url);\n", "web/run.js:1: there is no file /none.css."),
    ];
    for (source, sentence) in cases {
        let error = with(&[("/run.js", source)]).expect_err(source);
        assert_eq!(error, sentence, "{source}");
    }
    let error = with(&[("/messages/en.js", "import { Both } from \"../both.js\";\nexport default Both;\n")]);
    assert_eq!(error.expect_err("messages import"), "web/messages/en.js:1: Messages import nothing.");
}

#[test]
fn a_chunk_imports_only_what_it_builds_on() {
    let page = Page {
        chunks: &[
            Chunk { name: "shared", entries: &[], builds_on: &[] },
            Chunk { name: "one", entries: &["/one.js"], builds_on: &["shared"] },
            Chunk { name: "two", entries: &["/two.js"], builds_on: &[] },
        ],
        shared: "shared",
    };
    let sources = |path: &str| {
        let source = if path == "/both.js" { "export const a = 1;" } else { "\nimport { a } from \"./both.js\";" };
        Some(source.to_owned())
    };
    let error = bundle(&page, &sources).expect_err("the chunk two is without its base");
    assert_eq!(error, "web/two.js:2: /both.js is in the chunk shared, which two does not build on.");
}
