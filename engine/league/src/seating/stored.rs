//! The seats of a table as logs hold them: a list of sides, each a list of players.

use super::Seats;
use crate::id::PlayerId;

/// The players of a table, side by side: two sides of two partners at a four, else everybody for themselves.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = Seats))]
pub(super) struct StoredSeats(Vec<Vec<PlayerId>>);

impl TryFrom<StoredSeats> for Seats {
    type Error = &'static str;

    fn try_from(StoredSeats(sides): StoredSeats) -> Result<Seats, &'static str> {
        let sizes: Vec<usize> = sides.iter().map(Vec::len).collect();
        match sizes[..] {
            [2, 2] | [1, 1] | [1, 1, 1] => Ok(Seats::new(&sides.concat())),
            _ => Err("a table has two sides of two players, or two or three sides of one"),
        }
    }
}

impl From<Seats> for StoredSeats {
    fn from(seats: Seats) -> StoredSeats {
        StoredSeats(seats.sides().into_iter().map(<[PlayerId]>::to_vec).collect())
    }
}

#[cfg(feature = "utoipa")]
impl utoipa::PartialSchema for Seats {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        StoredSeats::schema()
    }
}

#[cfg(feature = "utoipa")]
impl utoipa::ToSchema for Seats {
    fn schemas(schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>) {
        StoredSeats::schemas(schemas);
    }
}
