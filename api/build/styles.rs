//! The style sheets: one for each file of `web/styles`, which lists what stands in it.

use super::modules::Sources;
use super::path::resolved;

const IMPORT: &str = "@import ";

/// Returns a sheet that consists of `@import "…";` lines, with the sheets in their places and without comments.
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
