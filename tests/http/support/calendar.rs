//! A calendar as RFC 5545 writes it, read without our own writer.

use serde_json::{Map, Value, json};

/// A component with its properties and what it contains.
#[derive(Debug, Default)]
pub struct Calendar {
    pub name: String,
    pub properties: Vec<(String, String)>,
    pub parts: Vec<Calendar>,
}

impl Calendar {
    /// Reads a whole calendar.
    pub fn parse(text: &str) -> Calendar {
        let unfolded = text.replace("\r\n ", "");
        let mut open: Vec<Calendar> = vec![Calendar::default()];
        for line in unfolded.split_terminator("\r\n") {
            let (name, value) = line.split_once(':').unwrap_or_else(|| panic!("no property: {line}"));
            match name {
                "BEGIN" => open.push(Calendar { name: value.to_owned(), ..Calendar::default() }),
                "END" => {
                    let part = open.pop().unwrap();
                    assert_eq!(part.name, value);
                    open.last_mut().unwrap().parts.push(part);
                }
                name => open.last_mut().unwrap().properties.push((name.to_owned(), value.to_owned())),
            }
        }
        assert_eq!(open.len(), 1, "a component is not ended");
        let mut all = open.pop().unwrap().parts;
        assert_eq!(all.len(), 1);
        all.pop().unwrap()
    }

    /// The value of a property, whose parameters belong to its name.
    #[track_caller]
    pub fn get(&self, name: &str) -> &str {
        self.find(name).unwrap_or_else(|| panic!("{} has no {name}: {self:?}", self.name))
    }

    pub fn find(&self, name: &str) -> Option<&str> {
        self.properties.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The components of this name.
    pub fn all(&self, name: &str) -> Vec<&Calendar> {
        self.parts.iter().filter(|part| part.name == name).collect()
    }

    /// The properties as fields.
    pub fn json(&self) -> Value {
        let mut fields: Map<String, Value> =
            self.properties.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        for part in &self.parts {
            let list = fields.entry(part.name.clone()).or_insert_with(|| json!([]));
            list.as_array_mut().unwrap().push(part.json());
        }
        fields.into()
    }
}
