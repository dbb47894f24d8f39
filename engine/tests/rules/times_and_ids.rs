//! The times and ids that commands bring along.

use pegout_engine::Time;
use pegout_engine::game::PegId;
use proptest::prelude::*;

#[test]
fn a_time_is_written_in_utc_to_the_millisecond() {
    for (given, written) in [
        ("2026-01-31T19:05:00Z", "2026-01-31T19:05:00.000Z"),
        ("2026-01-31t19:05:00.25z", "2026-01-31T19:05:00.250Z"),
        ("2026-01-31T19:05:00.123999-05:00", "2026-02-01T00:05:00.123Z"),
        ("2026-03-01T00:30:00+01:00", "2026-02-28T23:30:00.000Z"),
        ("2024-02-29T12:00:00Z", "2024-02-29T12:00:00.000Z"),
        ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59.000Z"),
        ("2026-01-31T19:05:00-23:59", "2026-02-01T19:04:00.000Z"),
        ("2026-01-31T19:05:00.123456789Z", "2026-01-31T19:05:00.123Z"),
        ("0001-01-01T00:00:00-01:00", "0001-01-01T01:00:00.000Z"),
        ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"),
        ("9999-12-30T22:00:00Z", "9999-12-30T22:00:00.000Z"),
    ] {
        assert_eq!(given.parse::<Time>().map(|time| time.to_string()), Ok(written.to_owned()), "{given}");
    }
    assert_eq!("1970-01-02T00:00:01Z".parse::<Time>().unwrap().millis(), 86_401_000);
    assert_eq!("2026-01-31T19:05:00Z".parse::<Time>().unwrap().millis(), 1_769_886_300_000);
}

#[test]
fn what_is_no_time_is_refused_with_what_was_given() {
    for text in [
        "",
        "now",
        "2026-01-31",
        "2026-01-31T19:05:00",
        "2026-02-29T19:05:00Z",
        "2026-13-01T19:05:00Z",
        "2026-00-01T19:05:00Z",
        "2026-01-00T19:05:00Z",
        "2026-01-31T24:00:00Z",
        "2026-01-31T19:60:00Z",
        "2026-01-31T19:05:61Z",
        "2026-01-31T19:05:00.Z",
        "2026-01-31T19:05:00é",
        "2026-01-31T19:05:0é",
        "2026-01-31 19:05:00Z",
        "2026-01-31 19:05Z",
        "2026-01-31T19:05Z",
        "2026-01-31T19Z",
        "20260131T190500Z",
        "2026-01-31T19:05:00Z[Europe/Paris]",
        "2026-01-31T19:05:00z[UTC]",
        "2026-01-31T19:05:00.1234567890Z",
        "2026-01-31T19:05:00,5Z",
        "2026-01-31T19:05:00+01",
        "2026-01-31T19:05:00+0100",
        "2026-01-31T19:05:00+01:00:00",
        "2026-01-31T19:05:00-24:00",
        "2026-01-31T19:05:00-25:59",
        "2026-01-31T19:05:00+01:60",
        "2026-01-31T19:05:00Z ",
        "+2026-01-31T19:05:00Z",
        "-009999-12-31T00:00:00Z",
        "0000-01-01T00:00:00Z",
        "0000-12-31T23:59:59.999Z",
        "0001-01-01T00:00:00+01:00",
        "9999-12-31T23:59:59Z",
    ] {
        assert_eq!(text.parse::<Time>().map_err(|error| error.given), Err(text.to_owned()), "{text}");
    }
    assert_eq!(Time::from_millis(i64::MAX), None);
    assert_eq!(Time::from_millis(i64::MIN), None);
}

#[test]
fn an_id_is_a_uuid_in_either_case_and_written_small() {
    let id: PegId = "0198C5A2-7c1e-7d3a-9B52-0c6f6f3f1a01".parse().unwrap();
    assert_eq!(id.to_string(), "0198c5a2-7c1e-7d3a-9b52-0c6f6f3f1a01");
    assert_eq!(id.bytes()[..3], [0x01, 0x98, 0xc5]);
    for text in [
        "",
        "0198c5a2",
        "0198c5a27c1e7d3a9b520c6f6f3f1a01",
        "0198c5a2-7c1e-7d3a-9b52-0c6f6f3f1a0",
        "0198c5a2-7c1e-7d3a-9b52-0c6f6f3f1a011",
        "0198c5a2-7c1e-7d3a-9b520-c6f6f3f1a01",
        "0198c5a2-7c1e-7d3a-9b52-0c6f6f3f1a0g",
        "{0198c5a2-7c1e-7d3a-9b52-0c6f6f3f1a01}",
    ] {
        assert_eq!(text.parse::<PegId>().map_err(|error| error.given), Err(text.to_owned()), "{text}");
    }
}

/// The first millisecond of the year 1. Earlier times come from old logs alone.
const YEAR_1: i64 = -62_135_596_800_000;

proptest! {
    #[test]
    fn every_time_reads_back_as_it_is_written(millis in YEAR_1..=253_402_207_200_999_i64) {
        let time = Time::from_millis(millis).unwrap();
        prop_assert_eq!(time.to_string().parse(), Ok(time));
    }

    #[test]
    fn every_id_reads_back_as_it_is_written(bytes: [u8; 16]) {
        let id = PegId::from_bytes(bytes);
        prop_assert_eq!(id.to_string().parse(), Ok(id));
    }
}
