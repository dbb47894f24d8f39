//! Modules in, chunks out.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::build::bundle::bundle;
use crate::build::chunks::{Chunk, PHONE, Page};

/// Two views that share a module, on the chunk that the page begins with.
pub const PAGE: Page = Page {
    chunks: &[
        Chunk { name: "main", entries: &["/main.js"], builds_on: &[] },
        Chunk { name: "shared", entries: &[], builds_on: &["main"] },
        Chunk { name: "one", entries: &["/one/view.js"], builds_on: &["shared"] },
        Chunk { name: "two", entries: &["/two/view.js"], builds_on: &["one"] },
        Chunk { name: "tv/board", entries: &["/three.js"], builds_on: &["shared"] },
    ],
    shared: "shared",
};

/// Modules that each have one form, and fit.
const MODULES: [(&str, &str); 7] = [
    (
        "/main.js",
        "import { b as c } from \"./lib/a-b.js\";\nexport const load = () => [c, import(\"./two/view.js\")];\n",
    ),
    ("/lib/a-b.js", "// A reason.\nexport const [a, { b }] = [1, { b: 2 }];\nexport async function f() { await a; }\n"),
    ("/both.js", "export class Both {}\n"),
    ("/one/view.js", "import { Both } from \"../both.js\";\nimport \"../run.js\";\nexport default { one: Both };\n"),
    ("/two/view.js", "import view from \"../one/view.js\";\nexport default [view, import(\"../messages/en.js\")];\n"),
    ("/run.js", "globalThis.ran = new URL(\"./styles/x.css\", import.meta.url);\n"),
    (
        "/three.js",
        "import { Both } from \"./both.js\";\nimport(\"./one/view.js\");\nimport(\"./messages/en.js\");\nBoth;\n",
    ),
];

/// Returns the scripts of these modules, together with a file of messages and a style sheet.
pub fn bundled(modules: &[(&str, &str)]) -> Result<BTreeMap<String, String>, String> {
    let files: BTreeMap<&str, &str> = [("/messages/en.js", "export default { a: \"A\" };\n"), ("/styles/x.css", "")]
        .into_iter()
        .chain(modules.iter().copied())
        .collect();
    bundle(&PAGE, &|path| files.get(path).map(|text| (*text).to_owned()))
}

/// Returns the scripts when `others` replace some of the modules that fit.
pub fn with(others: &[(&'static str, &'static str)]) -> Result<BTreeMap<String, String>, String> {
    let modules: Vec<_> = MODULES.iter().chain(others).copied().collect();
    bundled(&modules)
}

#[test]
fn a_module_is_a_constant_in_the_chunk_of_its_users() {
    let scripts = with(&[]).expect("the modules fit");
    let paths: Vec<&str> = scripts.keys().map(String::as_str).collect();
    assert_eq!(paths, ["/main.js", "/messages/en.js", "/one.js", "/shared.js", "/tv/board.js", "/two.js"]);
    let expected = [
        (
            "/main.js",
            "const $lib_a_b = (() => {\n// A reason.\nconst [a, { b }] = [1, { b: 2 }];\nasync function f() { await a; }\n\n\
             return { a: a, b: b, f: f };\n})();\n\
             const $main = (() => {\nconst { b: c } = $lib_a_b;\n\
             const load = () => [c, Promise.all([import(\"./two.js\"), import(\"./one.js\"), import(\"./shared.js\")])\
             .then(([chunk]) => chunk.$two_view)];\n\nreturn { load: load };\n})();\nexport {  };\n",
        ),
        ("/shared.js", "const $both = (() => {\nclass Both {}\n\nreturn { Both: Both };\n})();\nexport { $both };\n"),
        (
            "/one.js",
            "import { $both } from \"./shared.js\";\n\
             const $run = (() => {\nglobalThis.ran = new URL(\"./styles/x.css\", import.meta.url);\n\n\
             return {  };\n})();\n\
             const $one_view = (() => {\nconst { Both: Both } = $both;\n\nconst $default = { one: Both };\n\n\
             return { default: $default };\n})();\nexport { $one_view };\n",
        ),
        (
            "/two.js",
            "import { $one_view } from \"./one.js\";\nconst $two_view = (() => {\nconst { default: view } = $one_view;\n\
             const $default = [view, import(\"./messages/en.js\")];\n\nreturn { default: $default };\n})();\n\
             export { $two_view };\n",
        ),
        (
            "/tv/board.js",
            "import { $both } from \"../shared.js\";\nconst $three = (() => {\nconst { Both: Both } = $both;\n\
             import(\"../one.js\").then((chunk) => chunk.$one_view);\nimport(\"../messages/en.js\");\nBoth;\n\n\
             return {  };\n})();\nexport {  };\n",
        ),
    ];
    for (path, text) in expected {
        assert_eq!(scripts[path], text, "{path}");
    }
}

#[test]
fn a_module_stands_in_one_chunk() {
    let scripts = with(&[]).expect("the modules fit");
    for name in ["$main", "$lib_a_b", "$both", "$one_view", "$two_view", "$run", "$three"] {
        let made = format!("const {name} = ");
        assert_eq!(scripts.values().map(|text| text.matches(&made).count()).sum::<usize>(), 1, "{name}");
    }
}

#[test]
fn each_module_of_the_page_for_phones_stands_in_one_chunk() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let sources = |path: &str| fs::read_to_string(web.join(&path[1..])).ok();
    let scripts = bundle(&PHONE, &sources).expect("the page is put together");
    let mut made: Vec<&str> = scripts
        .values()
        .flat_map(|text| text.lines())
        .filter_map(|line| {
            line.strip_prefix("const $")?.split_once(" = ").filter(|(_, made)| made.ends_with("() => {"))
        })
        .map(|(name, _)| name)
        .collect();
    let count = made.len();
    made.sort_unstable();
    made.dedup();
    assert_eq!(made.len(), count);
    assert!(count > 100 && made.contains(&"game_outbox"), "{count} modules");
    for chunk in PHONE.chunks {
        let imports = scripts[&format!("/{}.js", chunk.name)].lines().filter(|line| line.starts_with("import "));
        let loaded = PHONE.with_base(chunk.name).len() - 1;
        assert!(imports.count() <= loaded, "{}", chunk.name);
    }
}

#[test]
fn the_folder_of_the_sources_is_the_address_of_the_service() {
    let text = "export const ROOT = new URL(\"./\", import.meta.url);\n";
    for (path, chunk, up) in [("/main.js", "/main.js", "../../"), ("/three.js", "/tv/board.js", "../../../")] {
        let scripts = with(&[(path, text)]).expect("the module fits");
        let expected = format!("const ROOT = new URL(\"{up}\", import.meta.url);");
        assert!(scripts[chunk].contains(&expected), "{}", scripts[chunk]);
    }
}
