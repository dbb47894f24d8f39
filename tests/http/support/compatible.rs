//! Compatibility of responses: fields may be added, none removed or changed.

use std::panic::catch_unwind;

use serde_json::{Value, json};

/// Asserts that `new` has every value of `old`, at any depth. `place` is the path shown on failure.
#[track_caller]
pub fn assert_keeps(old: &Value, new: &Value, place: &str) {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            for (name, old) in old {
                let place = format!("{place}/{name}");
                let Some(new) = new.get(name) else { panic!("{place} is gone: it was {old}") };
                assert_keeps(old, new, &place);
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                assert_keeps(old, new, &format!("{place}/{index}"));
            }
        }
        _ => assert!(old == new, "{place} has changed: it was {old}, and is {new}"),
    }
}

#[test]
fn added_fields_are_compatible() {
    let old = json!({"a": [{"b": 1}, null], "c": "d"});
    assert_keeps(&old, &old, "");
    assert_keeps(&old, &json!({"new": 1, "c": "d", "a": [{"b": 1, "new": {}}, null]}), "");
}

#[test]
fn missing_and_changed_fields_are_reported_with_their_path() {
    let old = json!({"a": [{"b": 1, "c": null}], "d": []});
    for (new, message) in [
        (json!({"a": [{"b": 1}], "d": []}), "GET /x/a/0/c is gone: it was null"),
        (json!({"a": [{"b": 2, "c": null}], "d": []}), "GET /x/a/0/b has changed: it was 1, and is 2"),
        (json!({"a": [{"b": "1", "c": null}], "d": []}), "GET /x/a/0/b has changed: it was 1, and is \"1\""),
        (json!({"a": [{"b": 1, "c": null}], "d": [1]}), "GET /x/d has changed: it was [], and is [1]"),
        (json!({"a": [{"b": 1, "c": null}], "d": null}), "GET /x/d has changed: it was [], and is null"),
        (json!({"a": [], "d": []}), "GET /x/a has changed: it was [{\"b\":1,\"c\":null}], and is []"),
    ] {
        let lacking = catch_unwind(|| assert_keeps(&old, &new, "GET /x")).unwrap_err();
        assert_eq!(lacking.downcast_ref::<String>().unwrap(), message);
    }
}
