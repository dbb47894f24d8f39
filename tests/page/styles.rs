//! Style sheets in, one sheet out.

use crate::build::minify::sheet;

fn with(list: &str, imported: &str) -> Result<String, String> {
    sheet("/styles/a.css", &|path| match path {
        "/styles/a.css" => Some(list.to_owned()),
        "/ui/b.css" => Some(imported.to_owned()),
        "/c.css" => Some(".c {}\n".to_owned()),
        _ => None,
    })
}

#[test]
fn the_sheets_of_a_list_stand_in_its_order_without_comments() {
    let list = "@import \"../ui/b.css\";\n\n@import \"../c.css\";\n";
    let rules = "/* One. */\n.b {\n  /* Two,\n     and more. */\n  content: \"/*\";\n  width: calc(1px / 2);\n}\n";
    let sent = ".b {\ncontent: \"/*\";\nwidth: calc(1px / 2);\n}\n.c {}\n";
    assert_eq!(with(list, rules), Ok(sent.to_owned()));
}

#[test]
fn another_form_fails_the_build_with_a_sentence() {
    let form = "A sheet of web/styles has lines like `@import \"../ui/form.css\";` alone.";
    let cases = [
        (".a {}", "", format!("web/styles/a.css:1: {form}")),
        ("\n@import url(\"../c.css\");", "", format!("web/styles/a.css:2: {form}")),
        ("@import \"../d.css\";", "", "web/styles/a.css:1: there is no style sheet web/d.css.".to_owned()),
        (
            "@import \"../ui/b.css\";",
            ".b { background: url(\"b.png\"); }",
            "web/ui/b.css: A style sheet imports nothing and names no other file.".to_owned(),
        ),
    ];
    for (list, rules, sentence) in cases {
        assert_eq!(with(list, rules), Err(sentence), "{list}");
    }
}
