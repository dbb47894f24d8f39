//! The parameters and the body of every operation in the document, compared with the arguments of its handler.
//!
//! utoipa takes them from an attribute. It does not compare the attribute with the function below.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, FnArg, GenericArgument, Item, ItemFn, LitStr, Meta, PathArguments, Token, Type};

use crate::support::document::document;

/// An operation as its attribute describes it, or as its handler takes it: the names of types.
#[derive(Debug, Default, PartialEq)]
struct Input {
    /// The types of the parameters in the path and in the query.
    parameters: BTreeSet<String>,
    /// The type of the body.
    body: Option<String>,
    /// True for an operation that goes on after the event of the header `Last-Event-ID`.
    goes_on: bool,
    /// True for an operation that knows the header `Prefer`.
    prefers: bool,
}

/// An item of `params(…)`: a type, or a parameter that is described in parentheses.
enum Parameter {
    Type(syn::Path),
    Named(String),
}

impl Parse for Parameter {
    fn parse(input: ParseStream<'_>) -> syn::Result<Parameter> {
        if !input.peek(syn::token::Paren) {
            return input.parse().map(Parameter::Type);
        }
        let inner;
        syn::parenthesized!(inner in input);
        let name = inner.parse::<LitStr>()?.value();
        inner.step(|cursor| {
            let mut rest = *cursor;
            while let Some((_, next)) = rest.token_tree() {
                rest = next;
            }
            Ok(((), rest))
        })?;
        Ok(Parameter::Named(name))
    }
}

fn last(path: &syn::Path) -> String {
    path.segments.last().unwrap().ident.to_string()
}

/// The metas in the parentheses of an attribute with this name.
fn metas(attributes: &[Attribute], name: &str) -> Vec<Meta> {
    let of_name = attributes.iter().filter(|attribute| attribute.path().segments.last().unwrap().ident == name);
    of_name.flat_map(|it| it.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).unwrap()).collect()
}

/// The id of the operation of a function, and what its attribute says.
fn described(function: &ItemFn, document: &Value) -> Option<(String, Input)> {
    let metas = metas(&function.attrs, "path");
    if metas.is_empty() {
        return None;
    }
    let mut words = function.sig.ident.to_string();
    while let Some(end) = words.find('_') {
        words.replace_range(end..end + 2, &words[end + 1..end + 2].to_uppercase());
    }
    let (id, mut input) = (words, Input::default());
    for meta in metas {
        match last(meta.path()).as_str() {
            "params" => {
                let list = meta.require_list().unwrap();
                let all = list.parse_args_with(Punctuated::<Parameter, Token![,]>::parse_terminated).unwrap();
                for parameter in all {
                    match parameter {
                        Parameter::Type(path) => drop(input.parameters.insert(last(&path))),
                        Parameter::Named(name) if name == "Last-Event-ID" => input.goes_on = true,
                        Parameter::Named(name) => panic!("{id:?}: {name} is described apart from what reads it"),
                    }
                }
            }
            "request_body" => {
                let list = meta.require_list().unwrap();
                let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).unwrap();
                let content = parts.iter().find(|part| part.path().is_ident("content")).unwrap();
                let Expr::Path(path) = &content.require_name_value().unwrap().value else { panic!("{id:?}") };
                input.body = Some(last(&path.path));
            }
            _ => {}
        }
    }
    let items = document["paths"].as_object().unwrap().values();
    let mut operations = items.flat_map(|item| item.as_object().unwrap().values());
    let operation = operations.find(|operation| operation["operationId"] == *id);
    let operation = operation.unwrap_or_else(|| panic!("{id} is not in the document"));
    let mut parameters = operation["parameters"].as_array().into_iter().flatten();
    input.prefers = parameters.any(|parameter| parameter["name"] == "Prefer");
    Some((id, input))
}

/// The type in the angle brackets of a type, with the name of that type.
fn generic(kind: &Type) -> Option<(String, Vec<&GenericArgument>)> {
    let Type::Path(path) = kind else { return None };
    let segment = path.path.segments.last()?;
    let arguments = match &segment.arguments {
        PathArguments::AngleBracketed(arguments) => arguments.args.iter().collect(),
        _ => Vec::new(),
    };
    Some((segment.ident.to_string(), arguments))
}

/// The name of the first type in the angle brackets.
fn inner(arguments: &[&GenericArgument]) -> String {
    match arguments.first() {
        Some(GenericArgument::Type(Type::Path(path))) => last(&path.path),
        _ => String::new(),
    }
}

/// The input that a handler takes.
fn taken(function: &ItemFn) -> Input {
    let mut input = Input::default();
    for argument in &function.sig.inputs {
        let FnArg::Typed(argument) = argument else { continue };
        let Some((name, arguments)) = generic(&argument.ty) else { continue };
        match name.as_str() {
            "Path" | "Query" => drop(input.parameters.insert(inner(&arguments))),
            "Body" | "UnparsedBody" => input.body = Some(inner(&arguments)),
            "PreferredBody" => input.prefers = true,
            "Data" if inner(&arguments) == "EventStreams" => input.goes_on = true,
            _ => {}
        }
    }
    input
}

/// The Rust files of a folder and its subfolders.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let nested = entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] });
    nested.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// The items of all handlers.
fn items() -> Vec<Item> {
    let files = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("http/src/handlers"));
    files.iter().flat_map(|file| syn::parse_file(&fs::read_to_string(file).unwrap()).unwrap().items).collect()
}

#[test]
fn every_operation_is_described_with_the_parameters_and_the_body_that_its_handler_takes() {
    let document = document();
    let mut wrong = Vec::new();
    let mut compared = 0;
    for item in items() {
        let Item::Fn(function) = item else { continue };
        let Some((id, described)) = described(&function, &document) else { continue };
        let taken = taken(&function);
        compared += 1;
        if described != taken {
            wrong.push(format!("{id} is described with {described:?}, and takes {taken:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(compared, super::operations(&document).len(), "not every operation was compared");
}

/// The least and the greatest number of a field's `Integer`.
fn bounds(kind: &Type) -> Option<[i64; 2]> {
    let (name, arguments) = generic(kind)?;
    match (name.as_str(), arguments.as_slice()) {
        ("Option" | "Patch", [GenericArgument::Type(kind)]) => bounds(kind),
        ("Vec", [GenericArgument::Type(kind)]) if bounds(kind).is_some() => {
            panic!("the numbers of a list need a type of their own, which states their bounds")
        }
        ("Integer", [_, least, greatest]) => Some([least, greatest].map(|bound| match bound {
            GenericArgument::Const(bound) => number(bound),
            _ => panic!("a bound of an Integer is a number"),
        })),
        _ => None,
    }
}

fn number(bound: &Expr) -> i64 {
    match bound {
        Expr::Lit(literal) => match &literal.lit {
            syn::Lit::Int(number) => number.base10_parse().unwrap(),
            other => panic!("{:?} is no number", other.span()),
        },
        _ => panic!("a bound is a number"),
    }
}

/// The bounds in the attribute of a field, or of a type of one number. Its text is searched, because syn reads no types
/// there.
fn described_bounds(attributes: &[Attribute]) -> [Option<i64>; 2] {
    let schemas = attributes.iter().filter(|attribute| attribute.path().is_ident("schema"));
    let text: String = schemas.map(|attribute| attribute.meta.require_list().unwrap().tokens.to_string()).collect();
    ["minimum", "maximum"].map(|name| {
        let rest = text.split(&format!("{name} = ")).nth(1)?;
        let number = rest.split(|letter: char| !letter.is_ascii_digit() && letter != '_').next()?;
        number.replace('_', "").parse().ok()
    })
}

#[test]
fn every_number_of_a_body_is_described_with_the_bounds_that_it_is_held_to() {
    let mut compared = 0;
    for item in items() {
        let Item::Struct(body) = item else { continue };
        for field in &body.fields {
            let Some(bounds) = bounds(&field.ty) else { continue };
            let (attributes, name) = match &field.ident {
                Some(name) => (&field.attrs, name.to_string()),
                None => (&body.attrs, String::new()),
            };
            assert_eq!(described_bounds(attributes), bounds.map(Some), "{}.{name}", body.ident);
            compared += 1;
        }
    }
    assert!(compared > 30, "only {compared}");
}
