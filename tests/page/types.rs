//! TypeScript in, JavaScript out: only the types are gone, and nothing has moved.

use std::fs;
use std::path::{Path, PathBuf};

use oxc_allocator::Allocator;
use oxc_parser::Parser;
use oxc_span::SourceType;

use crate::build::types::without_types;
use crate::chunks::with;

/// The forms of types that the build knows. The marks « and » are around each type.
const FORMS: [&str; 45] = [
    "«import type { Game } from \"./game.ts\";» f();",
    "«import type Game from \"./game.ts\";» f();",
    "«import type * as game from \"./game.ts\";»\nf();",
    "import { «type Game,» peg } from \"./game.ts\";",
    "import { peg, «type Game as G» } from \"./game.ts\";",
    "import {\n  peg,\n  «type Game,»\n} from \"./game.ts\";",
    "import { «type Game» } from \"./game.ts\";",
    "«export type { Game };» f();",
    "«export type { Game } from \"./game.ts\";» f();",
    "«export type * from \"./game.ts\";» f();",
    "«type Sides = [string, string];» f();",
    "«export type Sides<T extends object = {}> = T[] | { [K in keyof T]?: T[K] };»\nf();",
    "«interface Peg extends Partial<Game> {\n  readonly side: 0 | 1; // One of them.\n  [key: string]: unknown;\n}»\nf();",
    "«export interface Peg {}»\nexport const a = 1;",
    "let a«: number», b«: string[]» = [];",
    "const { a, b: [c] }«: Both» = both;",
    "for (const a«: number» of b) f(a);",
    "try { f(); } catch (error«: unknown») { g(error); }",
    "function f(a«: number», { b }«: B» = {}, ...c«: number[]»)«: void» {}",
    "function f(a«?», b« ?»«: number») { return a; }",
    "function f«<T extends { a: number }, const U = T>»(a«: T»)«: a is U» { return a; }",
    "function f(«this: Window») { return this; }",
    "function f(«this: Window,» a«: number») { return this[a]; }",
    "function f(\n  «this: Window,»\n) {}",
    "const f = (a«: number»)«: number» => a;",
    "const f = async «<T,>»(a«: T», b«?: number»)«: Promise<T>» => a;",
    "const f = ()«: asserts this is { a: number }» => {};",
    "const f = (\n  a«: { b: number }»,\n)«: void» => {};",
    "f«<string>»(a); new Set«<Map<string, number[]>>»(); new Set«<string>»; f«<string>»`a`; a?.b«<T>»();",
    "const f = g«<string>»;",
    "f(a« as const», b« as unknown as T[]», (c« satisfies T»).d);",
    "const f = () => ({ a: 1 }« as A»);",
    "(a« as number») += 1; a«!» = 1; a«!»++; [a«!», (b« as B»)] = c;",
    "for (const a of b« as A[]») f(a);",
    "a«!».b«!»[c«!»]«!»(d); a?.b«!».c; (a?.b)«!».c;",
    "a = b + (c« as number») * d;",
    "a = b + c« as number» + d;",
    "class A«<T>» extends B«<T>» {}",
    "class A {\n  #a«: number[]» = [];\n  #b«?: B»;\n  c«?»;\n  static d«: D»;\n  [e]«?: E» = 1;\n}",
    "class A {\n  «[key: string]: number;»\n  a = 1;\n}",
    "class A {\n  «declare a;»\n  constructor() {\n    this.a = 1;\n  }\n}",
    "class A {\n  constructor(a«: A») {}\n  get a()«: A» {}\n  set a(a«: A») {}\n  async *#b«<T>»(a«?: T»)«: B» {}\n}",
    "const a = { b(c«: C»)«: D» {}, async e«<T>»() {}, get f()«: F» { return 1; } };",
    "const a = { b: c« as C», [d«!»]: 1, ...(e« as E») };",
    "f(/* A reason. */ a« as\n  // Why.\n  \"é\"»,\n);",
];

/// Returns a form as TypeScript, and as JavaScript with a space for each byte of a type.
fn both(form: &str) -> (String, String) {
    let spaces = |typed: &str| typed.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
    let plain = form.split(['«', '»']).enumerate().map(|(at, part)| match at % 2 {
        0 => part.to_owned(),
        _ => spaces(part),
    });
    (form.replace(['«', '»'], ""), plain.collect())
}

#[test]
fn spaces_stand_where_types_stood() {
    for form in FORMS {
        let (typed, plain) = both(form);
        assert_eq!(without_types("/a.ts", &typed), Ok(plain), "{typed}");
    }
}

/// Returns the paths of all files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn the_rest_of_a_module_of_the_page_stays_in_its_place() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let typed = files(&web).into_iter().filter(|path| path.extension().is_some_and(|end| end == "ts"));
    let sources: Vec<String> = typed.map(|path| fs::read_to_string(path).unwrap()).collect();
    let typed = sources.iter().filter(|source| without_types("/a.ts", source).unwrap() != **source).count();
    assert!(typed * 10 > sources.len() * 9, "{typed} of {} modules have types", sources.len());
    for source in sources {
        let text = without_types("/a.ts", &source).unwrap();
        assert_eq!(text.len(), source.len());
        let is_kept = |(new, old): (u8, u8)| new == old || (new == b' ' && old != b'\n');
        assert!(text.bytes().zip(source.bytes()).all(is_kept), "{text}");
        assert!(Parser::new(&Allocator::default(), &text, SourceType::mjs()).parse().diagnostics.is_empty(), "{text}");
    }
}

#[test]
fn a_form_that_is_more_than_a_type_fails_the_build_with_a_sentence() {
    let cases = [
        ("enum A { B }", "an enum"),
        ("const enum A { B }", "an enum"),
        ("namespace A { export const b = 1; }", "a namespace"),
        ("declare module \"a\" {}", "`declare`"),
        ("declare global { interface Window {} }", "`declare`"),
        ("declare const a: number;", "`declare`"),
        ("declare function f(): void;", "`declare`"),
        ("declare class A {}", "`declare`"),
        ("import a = require(\"a\");", "`import =`"),
        ("export = a;", "`export =`"),
        ("export default interface A {}", "an interface as the default"),
        ("export as namespace a;", "`export as namespace`"),
        ("const a = <A>b;", "a type before its value"),
        ("@a class A {}", "a decorator"),
        ("class A { @a b = 1; }", "a decorator"),
        ("class A { f(@a b) {} }", "a decorator"),
        ("class A implements B {}", "`implements`"),
        ("abstract class A {}", "`abstract`"),
        ("class A { constructor(private a) {} }", "a parameter property"),
        ("class A { constructor(readonly a) {} }", "a parameter property"),
        ("class A { private a = 1; }", "`public`, `protected` or `private`"),
        ("class A { public f() {} }", "`public`, `protected` or `private`"),
        ("class A extends B { override a = 1; }", "`override`"),
        ("class A extends B { override f() {} }", "`override`"),
        ("class A { readonly a = 1; }", "`readonly`"),
        ("class A { a!: number; }", "`!` behind a new name"),
        ("let a!: number;", "`!` behind a new name"),
        ("class A { f?() {} }", "an optional method"),
        ("function f(a: number): void; function f(a) {}", "a function that has no body"),
        ("class A { f(a: number): void; f(a) {} }", "a function that has no body"),
    ];
    for (source, what) in cases {
        let expected = format!("web/a.ts:3: Write it without {what}: the build leaves out plain types alone.");
        assert_eq!(without_types("/a.ts", &format!("type A = 1;\n\n{source}\n")), Err(expected), "{source}");
    }
}

#[test]
fn types_that_change_the_meaning_of_what_is_left_fail_the_build_with_a_sentence() {
    let cases = [
        (3, "f\ntype A = 1;\n(1);"),
        (3, "f\ninterface A {}\n`a`;"),
        (3, "const a = b as A\n(c);"),
        (3, "const f = () => { return <\nT,\n>(a: T) => a; };"),
        (4, "class A {\nget: B\nf() {}\n}"),
        (5, "class A {\nstatic: B\na = 1;\n}"),
        (3, "class A { a = b as B\n[c] = 1; }"),
        (4, "type A = 1;\n'use strict';"),
    ];
    for (line, source) in cases {
        let why = "Without types it means something else: add a semicolon or parentheses, or name the type.";
        let expected = Err(format!("web/a.ts:{line}: {why}"));
        assert_eq!(without_types("/a.ts", &format!("\n\n{source}\n")), expected, "{source}");
    }
}

#[test]
fn what_is_no_javascript_without_types_fails_the_build_with_its_line() {
    let no_end = "Expected a semicolon or an implicit semicolon after a statement, but found none";
    let cases = [
        (5, "const f = (a: A): {\nb: B;\n} => a;", "Line terminator not permitted before arrow"),
        (5, "const f = async <\nT,\n>(a: T) => a;", no_end),
        (3, "const a = b + c as number * d;", no_end),
        (3, "export { type A };", "Expected `,` or `}` but found `Identifier`"),
        (3, "if (a) type A = 1;", "Declaration cannot appear in a single-statement context"),
        (3, "const a: = 1;", "Unexpected token"),
    ];
    for (line, source, why) in cases {
        let expected = Err(format!("web/a.ts:{line}: {why}"));
        assert_eq!(without_types("/a.ts", &format!("\n\n{source}\n")), expected, "{source}");
    }
}

#[test]
fn a_module_with_types_stands_beside_others() {
    let view = "import { ran } from \"../run.ts\";\nexport default { one: ran };\n";
    let run = "import { Both } from \"./both.js\";\nexport type Ran = Both[];\nexport const ran: Ran = [];\n";
    let scripts = with(&[("/one/view.js", view), ("/run.ts", run)]).expect("the modules fit");
    let made = "const $run = (() => {\nconst { Both: Both } = $both;\n                         \n\
                const ran      = [];\n\nreturn { ran: ran };\n})();\n";
    assert!(scripts["/one.js"].contains(made), "{}", scripts["/one.js"]);
    let refused = with(&[("/one/view.js", view), ("/run.ts", "export const ran = 1;\n\nexport let a: number;\n")]);
    let error = refused.expect_err("it exports a variable");
    assert_eq!(error, "web/run.ts:3: Export a constant: a variable's changes would not be seen.");
}

#[test]
fn messages_have_no_types() {
    let refused =
        with(&[("/run.js", "\nimport(\"./messages/en.ts\");\n"), ("/messages/en.ts", "export default {};\n")]);
    let error = refused.expect_err("browsers read no TypeScript");
    assert_eq!(error, "web/run.js:2: Messages are sent as files: write them in JavaScript.");
}
