//! Scripts as they are sent: short, and without comments.

use oxc_allocator::Allocator;
use oxc_codegen::{Codegen, CodegenOptions};
use oxc_compat::EngineTargets;
use oxc_diagnostics::OxcDiagnostic;
use oxc_minifier::{
    CompressOptions, CompressOptionsKeepNames, MangleOptions, MangleOptionsKeepNames, Minifier, MinifierOptions,
};
use oxc_parser::Parser;
use oxc_span::SourceType;

/// The oldest browsers that the page runs in, as the README names them.
const OLDEST: &str = "safari15.6,ios15.6,chrome108,firefox121";

/// Returns the script as it is sent to browsers that the page runs in.
pub fn shortened(path: &str, source: &str, source_type: SourceType) -> Result<String, String> {
    let allocator = Allocator::default();
    let mut parsed = Parser::new(&allocator, source, source_type).parse();
    diagnosed(path, source, &parsed.diagnostics)?;
    // The name of a class is what a browser says of an error.
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

/// Returns an error that names the line of the first mistake in the source.
pub fn diagnosed(path: &str, source: &str, found: &[OxcDiagnostic]) -> Result<(), String> {
    let Some(first) = found.first() else { return Ok(()) };
    let offset = first.labels.first().map_or(0, |label| label.offset() as usize);
    let line = source[..offset].matches('\n').count() + 1;
    Err(format!("web{path}:{line}: {}", first.message))
}
