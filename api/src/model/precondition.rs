//! The precondition of a change: what the client takes the thing for that it changes.

/// The `If-Match` header of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Precondition {
    /// There is none, or anything will do.
    #[default]
    None,
    /// One of these strong tags is that of the thing.
    Tags(Vec<String>),
}

impl Precondition {
    /// Returns true where the thing may be at this version, whose tag is `v` and the number.
    pub fn allows_version(&self, version: u64) -> bool {
        self.allows(&format!("v{version}"))
    }

    /// Returns true where the thing may have this tag.
    pub fn allows(&self, tag: &str) -> bool {
        match self {
            Precondition::None => true,
            Precondition::Tags(tags) => tags.iter().any(|given| given == tag),
        }
    }
}
