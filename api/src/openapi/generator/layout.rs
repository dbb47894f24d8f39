//! The layout of the document: JSON with as many parts on a line as fit.

use serde_json::Value;

/// Longer lines are broken.
const WIDTH: usize = 120;

/// Returns the text of the document.
pub fn text(document: &Value) -> String {
    let mut text = String::new();
    write(document, 0, 0, &mut text);
    text + "\n"
}

/// Writes a value that begins at this column, in a part that is indented so far.
fn write(value: &Value, indent: usize, column: usize, text: &mut String) {
    let parts: Vec<(String, &Value)> = match value {
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| (format!("{}: ", Value::from(&**name)), value)).collect()
        }
        Value::Array(items) => items.iter().map(|item| (String::new(), item)).collect(),
        _ => Vec::new(),
    };
    let line = on_one_line(value);
    // A comma may follow on the same line.
    if parts.is_empty() || indent > 0 && column + line.chars().count() < WIDTH {
        return text.push_str(&line);
    }
    let (open, close) = if value.is_object() { ('{', '}') } else { ('[', ']') };
    let deeper = indent + 1;
    text.push(open);
    let mut end = WIDTH;
    for (place, (name, part)) in parts.iter().enumerate() {
        if place > 0 {
            text.push(',');
        }
        let line = format!("{name}{}", on_one_line(part));
        let length = line.chars().count() + 1;
        if end + 1 + length <= WIDTH {
            text.push(' ');
            text.push_str(&line);
            end += 1 + length;
            continue;
        }
        text.push('\n');
        text.extend(std::iter::repeat_n(' ', deeper));
        text.push_str(name);
        write(part, deeper, deeper + name.chars().count(), text);
        // After a part of several lines a new line begins.
        end = if deeper + length <= WIDTH { deeper + length } else { WIDTH };
    }
    text.push('\n');
    text.extend(std::iter::repeat_n(' ', indent));
    text.push(close);
}

fn on_one_line(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| format!("{}: {}", Value::from(&**name), on_one_line(value));
            format!("{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(on_one_line).collect::<Vec<_>>().join(", ")),
        _ => value.to_string(),
    }
}
