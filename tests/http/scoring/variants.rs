//! The variants of the game through all operations that count: worked examples, in `variants.json`.

use serde_json::{Value, json};

use crate::support::service::Service;

/// Returns true if the answer has all expected values: each field of an object, and each element of a list.
fn holds(answer: &Value, expected: &Value) -> bool {
    match (answer, expected) {
        (Value::Object(fields), Value::Object(expected)) => {
            expected.iter().all(|(name, value)| fields.get(name).is_some_and(|field| holds(field, value)))
        }
        (Value::Array(items), Value::Array(expected)) => {
            items.len() == expected.len() && items.iter().zip(expected).all(|(item, expected)| holds(item, expected))
        }
        _ => answer == expected,
    }
}

#[test]
fn every_worked_example_of_a_variant_is_answered_as_it_says() {
    let service = Service::start();
    let examples: Vec<Value> = serde_json::from_str(include_str!("variants.json")).unwrap();
    for example in &examples {
        let path = format!("/api/v1/{}", example["path"].as_str().unwrap());
        let answer = service.post(&path, &example["request"]);
        let Some(problem) = example.get("problem") else {
            let counted = answer.ok(200);
            assert!(holds(&counted, &example["response"]), "{}: {counted}", example["name"]);
            continue;
        };
        let refused = answer.problem(422, problem.get("slug").map_or("invalid", |slug| slug.as_str().unwrap()));
        assert_eq!(refused["errors"][0]["pointer"], problem["pointer"], "{}: {refused}", example["name"]);
        for word in problem["says"].as_array().unwrap() {
            let sentence = refused["detail"].as_str().unwrap();
            assert!(sentence.contains(word.as_str().unwrap()), "{}: {sentence}", example["name"]);
        }
    }
    assert!(examples.len() > 40, "the file has shrunk to {} examples", examples.len());
}

#[test]
fn by_lowball_the_fewest_points_are_thrown_for_and_nineteen_changes_what_nothing_is_worth() {
    let service = Service::start();
    let advice = |rules: Value| {
        let cards = ["2C", "4D", "6H", "8S", "TC", "QD"];
        let body = json!({"cards": cards, "players": 2, "crib": "other", "rules": rules});
        service.post("/api/v1/discard", &body).ok(200)["options"].as_array().unwrap().clone()
    };
    let expected =
        |options: &[Value]| -> Vec<f64> { options.iter().map(|option| option["expected"].as_f64().unwrap()).collect() };
    let (plain, low, nineteen) =
        (advice(json!({})), advice(json!({"lowball": true})), advice(json!({"nineteen": "hand"})));
    assert!(expected(&plain).is_sorted_by(|one, other| one >= other));
    assert!(expected(&low).is_sorted());
    assert_eq!(low.len(), plain.len());
    assert_eq!(low[0]["expected"], plain[14]["expected"], "the same sums from the other end");
    assert!(expected(&nineteen)[0] > expected(&plain)[0] + 5.0, "a hand of nothing is worth keeping");
}
