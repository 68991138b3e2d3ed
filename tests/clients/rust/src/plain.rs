use serde::Serialize;
use serde_json::{Value, json};

/// An object without what differs from server to server and from run to run.
pub fn plain(object: &impl Serialize) -> Value {
    scrub(serde_json::to_value(object).expect("an object is JSON"))
}

fn scrub(value: Value) -> Value {
    match value {
        Value::Object(fields) => Value::Object(
            fields
                .into_iter()
                .filter(|(name, _)| {
                    !matches!(name.as_str(), "uid" | "resourceVersion" | "managedFields")
                })
                .map(|(name, held)| {
                    let is_time = name.ends_with("Time") || name.ends_with("Timestamp");
                    let held = if is_time {
                        json!(!held.is_null())
                    } else {
                        scrub(held)
                    };
                    (name, held)
                })
                .collect(),
        ),
        Value::Array(items) => Value::Array(items.into_iter().map(scrub).collect()),
        other => other,
    }
}

/// What a program sees of a failure: the Status that the server sent.
pub fn why<T>(result: Result<T, kube::Error>) -> Value {
    match result {
        Ok(_) => Value::Null,
        Err(kube::Error::Api(status)) => plain(&*status),
        Err(other) => json!({ "error": other.to_string() }),
    }
}
