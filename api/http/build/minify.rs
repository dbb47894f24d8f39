//! Scripts and style sheets as they are sent: short, and without comments.

use oxc_allocator::Allocator;
use oxc_codegen::{Codegen, CodegenOptions};
use oxc_compat::EngineTargets;
use oxc_minifier::{
    CompressOptions, CompressOptionsKeepNames, MangleOptions, MangleOptionsKeepNames, Minifier, MinifierOptions,
};
use oxc_parser::Parser;
use oxc_span::SourceType;

use super::module::{diagnosed, resolved};
use super::modules::Sources;

/// The oldest browsers that the page runs in, as the README names them.
const OLDEST: &str = "safari15.6,ios15.6,chrome108,firefox121";

/// The beginning of each line in the sheets of `web/styles`.
const IMPORT: &str = "@import ";

/// Returns the script as it is sent to browsers that the page runs in.
pub fn shortened(path: &str, source: &str, source_type: SourceType) -> Result<String, String> {
    let allocator = Allocator::default();
    let mut parsed = Parser::new(&allocator, source, source_type).parse();
    diagnosed(path, source, &parsed.diagnostics)?;
    // Browsers show the class of an error by its name.
    let mangle = MangleOptions {
        keep_names: MangleOptionsKeepNames { function: false, class: true },
        ..MangleOptions::default()
    };
    let compress = CompressOptions {
        target: EngineTargets::from_target(OLDEST)?,
        keep_names: CompressOptionsKeepNames::class_only(),
        ..CompressOptions::smallest()
    };
    let options = MinifierOptions { mangle: Some(mangle), mangle_properties: None, compress: Some(compress) };
    let minified = Minifier::new(options).minify(&allocator, &mut parsed.program);
    let codegen = Codegen::new()
        .with_options(CodegenOptions::minify())
        .with_scoping(minified.scoping)
        .with_private_member_mappings(minified.class_private_mappings);
    Ok(codegen.build(&parsed.program).code)
}

/// Returns the text of a style sheet of `web/styles`. Each of its lines is `@import "…";`, and imports another sheet.
pub fn sheet(path: &str, sources: &Sources) -> Result<String, String> {
    let source = sources(path).ok_or_else(|| format!("There is no style sheet web{path}."))?;
    let mut text = String::new();
    for (at, line) in source.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = format!("web{path}:{}", at + 1);
        let link = line.strip_prefix(IMPORT).and_then(|rest| rest.strip_prefix('"')?.strip_suffix("\";"));
        let Some(link) = link else {
            return Err(format!("{place}: A sheet of web/styles has lines like `@import \"../ui/form.css\";` alone."));
        };
        let imported = resolved(path, link);
        let rules = sources(&imported).ok_or_else(|| format!("{place}: there is no style sheet web{imported}."))?;
        let rules = without_comments(&rules);
        if rules.contains("@import") || rules.contains("url(") {
            return Err(format!("web{imported}: A style sheet imports nothing and names no other file."));
        }
        text.push_str(&rules);
    }
    Ok(text)
}

/// Returns a style sheet without comments, indentation and empty lines.
fn without_comments(source: &str) -> String {
    let (mut text, mut rest) = (String::with_capacity(source.len()), source);
    while let Some(at) = rest.find(['"', '\'', '/']) {
        let (before, found) = rest.split_at(at);
        text.push_str(before);
        let end = match &found[..1] {
            "/" if !found.starts_with("/*") => 1,
            "/" => found.find("*/").map_or(found.len(), |end| end + 2),
            quote => found[1..].find(quote).map_or(found.len(), |end| end + 2),
        };
        if !found.starts_with("/*") {
            text.push_str(&found[..end]);
        }
        rest = &found[end..];
    }
    text.push_str(rest);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.flat_map(|line| [line, "\n"]).collect()
}
