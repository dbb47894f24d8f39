//! Reads the events of a log. Nearly all of them are pegs, which are read in one pass.

use std::fmt;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};

use super::{Event, EventKind, Metadata, Peg};

impl Event {
    /// Reads an event of a log.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not the JSON of an event.
    pub fn from_json(json: &str) -> Result<Event, serde_json::Error> {
        // The derived reader takes any order of fields, so it collects them all before it reads one.
        serde_json::from_str(json).map(|WrittenPeg(event)| event).or_else(|_| serde_json::from_str(json))
    }
}

/// The event of a peg with its fields in the order in which they are written. Any other event is an error.
struct WrittenPeg(Event);

impl<'de> Deserialize<'de> for WrittenPeg {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<WrittenPeg, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = WrittenPeg;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a peg as it is written")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<WrittenPeg, M::Error> {
                let metadata = Metadata {
                    at: value(&mut map, "at")?,
                    by: value(&mut map, "by")?,
                    role: value(&mut map, "role")?,
                    token: value(&mut map, "token")?,
                };
                if value::<&str, M>(&mut map, "kind")? != "pegged" {
                    return Err(Error::custom("another event"));
                }
                let peg = Peg::deserialize(MapAccessDeserializer::new(map))?;
                Ok(WrittenPeg(Event { metadata, kind: EventKind::Pegged(peg) }))
            }
        }
        deserializer.deserialize_map(Fields)
    }
}

/// The value of the next field, if this is its key.
fn value<'de, T: Deserialize<'de>, M: MapAccess<'de>>(map: &mut M, key: &str) -> Result<T, M::Error> {
    if map.next_key::<&str>()? != Some(key) {
        return Err(Error::custom("another order"));
    }
    map.next_value()
}
