//! The checker of a history: compares the answers of both servers with the changes in the database.
//!
//! A game or a night is a stream of changes, and each answer names a version of it. So the order of the changes is known, and
//! no search for a possible order is needed, as general checkers of histories do it.

use std::collections::BTreeMap;
use std::time::Duration;

/// A stream as the database has it at the end. The place of a change is its version, from 1.
pub struct Stream {
    /// The id of each change. The changes before the history are nobody's: they have no id.
    pub changes: Vec<String>,
    /// The state after each change.
    pub states: Vec<String>,
}

/// A request about a stream. The times are since the beginning of the history.
#[derive(Clone, Debug)]
pub struct Call {
    pub stream: usize,
    /// The process that has answered.
    pub server: u32,
    pub sent: Duration,
    pub answered: Duration,
    /// The id of the change that it asks for; `None` for a read.
    pub change: Option<String>,
    /// The version in its `seen`; 0 without it.
    pub seen: u64,
    /// The version of the answer, and its state. `None` if a change got no answer.
    pub told: Option<(u64, String)>,
}

impl Call {
    fn version(&self) -> u64 {
        self.told.as_ref().map_or(0, |(version, _)| *version)
    }

    /// The calls of the same stream that were over before this one was sent.
    fn earlier<'a>(&'a self, calls: &'a [Call]) -> impl Iterator<Item = &'a Call> {
        calls.iter().filter(|call| call.stream == self.stream && call.told.is_some() && call.answered <= self.sent)
    }
}

/// The versions of each change of a stream.
fn places(stream: &Stream) -> BTreeMap<&str, Vec<u64>> {
    let mut places = BTreeMap::<&str, Vec<u64>>::new();
    for (version, change) in (1..).zip(&stream.changes).filter(|(_, change)| !change.is_empty()) {
        places.entry(change).or_default().push(version);
    }
    places
}

/// The faults of a history:
/// - An acknowledged change is not stored, or a change is stored twice, or nobody has asked for it.
/// - A change has a version that somebody saw before it was sent.
/// - An answer is older than the seen version, than its own change, or than an earlier answer of the same server.
/// - An answer shows a change that was not yet asked for, or another state than another answer, or than the changes make.
///
/// If a stream is empty, it could not be read. Its answers are then compared with each other alone.
pub fn faults(streams: &[Stream], calls: &[Call]) -> Vec<String> {
    let all = streams.iter().enumerate().flat_map(|(number, stream)| {
        let of_it: Vec<Call> = calls.iter().filter(|call| call.stream == number).cloned().collect();
        faults_of(stream, &of_it)
    });
    all.collect()
}

fn faults_of(stream: &Stream, calls: &[Call]) -> Vec<String> {
    let places = places(stream);
    let asked: BTreeMap<&str, Duration> =
        calls.iter().filter_map(|call| Some((call.change.as_deref()?, call.sent))).collect();
    let mut faults = Vec::new();
    let mut states = BTreeMap::new();
    for call in calls {
        let Some((version, state)) = &call.told else { continue };
        let other = states.entry(version).or_insert(state);
        if *other != state {
            faults.push(format!("another answer shows {other}: {call:?}"));
        }
    }
    if stream.changes.is_empty() {
        return faults;
    }
    for change in places.keys().filter(|change| !asked.contains_key(*change)) {
        faults.push(format!("nobody has asked for {change}"));
    }
    for call in calls {
        let mut fault = |what: String| faults.push(format!("{what}: {call:?}"));
        let at = call.change.as_deref().map(|change| places.get(change).map_or(&[][..], |places| places));
        match at {
            Some([]) if call.told.is_some() => fault("lost".to_owned()),
            Some([_, _, ..]) => fault(format!("stored more than once, {at:?}")),
            _ => (),
        }
        let own = at.and_then(|at| at.first().copied());
        let known = call.earlier(calls).map(Call::version).max().unwrap_or(0);
        if own.is_some_and(|own| own <= known) {
            fault(format!("stored as {own:?} though {known} was told before"));
        }
        let Some((version, state)) = &call.told else { continue };
        let same = call.earlier(calls).filter(|other| other.server == call.server).map(Call::version).max();
        let least = call.seen.max(own.unwrap_or(0)).max(same.unwrap_or(0)).max(1);
        if *version < least {
            fault(format!("older than {least} (seen {}, own {own:?}, same server {same:?})", call.seen));
        }
        let Some(stored) = stream.states.get(*version as usize - 1) else {
            fault("newer than everything that is stored".to_owned());
            continue;
        };
        if state != stored {
            fault(format!("version {version} is {stored}"));
        }
        let shown = &stream.changes[..*version as usize];
        if shown.iter().any(|change| asked.get(&**change).is_some_and(|sent| *sent > call.answered)) {
            fault("shows what nobody had asked for".to_owned());
        }
    }
    faults
}

/// The longest time for which a read without `seen` lacked an acknowledged change.
pub fn longest_lag(streams: &[Stream], calls: &[Call]) -> Duration {
    let places: Vec<_> = streams.iter().map(places).collect();
    let lag = |read: &Call| {
        let missed = read.earlier(calls).filter(|call| {
            let place = call.change.as_deref().and_then(|change| places[call.stream].get(change));
            place.is_some_and(|place| place[0] > read.version())
        });
        missed.map(|call| read.sent - call.answered).max()
    };
    let reads = calls.iter().filter(|call| call.change.is_none() && call.seen == 0 && call.told.is_some());
    reads.filter_map(lag).max().unwrap_or_default()
}

/// A sound history of one stream: two changes through two servers, one repeated, with reads that may be behind.
fn sound() -> (Stream, Vec<Call>) {
    let stream = Stream {
        changes: ["", "a", "b", "c"].map(str::to_owned).to_vec(),
        states: ["0", "1", "2", "3"].map(str::to_owned).to_vec(),
    };
    let call = |server, sent, change: Option<&str>, seen, version: u64| Call {
        stream: 0,
        server,
        sent: Duration::from_millis(sent),
        answered: Duration::from_millis(sent + 5),
        change: change.map(str::to_owned),
        seen,
        told: (version > 0).then(|| (version, (version - 1).to_string())),
    };
    let calls = vec![
        call(1, 10, Some("a"), 0, 2),
        call(2, 20, None, 0, 1),
        call(2, 30, None, 2, 2),
        call(1, 40, Some("b"), 0, 3),
        call(2, 50, Some("c"), 0, 0),
        call(1, 60, None, 3, 4),
        call(2, 70, None, 0, 2),
        call(1, 80, None, 0, 4),
    ];
    (stream, calls)
}

#[test]
fn a_sound_history_has_no_fault() {
    let (stream, calls) = sound();
    let streams = [stream];
    assert_eq!(faults(&streams, &calls), Vec::<String>::new());
    assert_eq!(longest_lag(&streams, &calls), Duration::from_millis(25));
}

#[test]
fn each_kind_of_fault_is_found() {
    type Spoil = fn(&mut Stream, &mut Vec<Call>);
    let spoilt: [(&str, Spoil); 11] = [
        ("lost", |stream, _| stream.changes[1] = "x".to_owned()),
        ("nobody has asked for x", |stream, _| stream.changes[3] = "x".to_owned()),
        ("stored more than once", |stream, _| stream.changes[3] = "a".to_owned()),
        ("though 2 was told before", |stream, _| stream.changes.swap(1, 2)),
        ("older than 2 (seen 2", |_, calls| calls[2].told = Some((1, "0".to_owned()))),
        ("own Some(3)", |_, calls| calls[3].told = Some((2, "1".to_owned()))),
        ("same server Some(4)", |_, calls| calls[7].told = Some((2, "1".to_owned()))),
        ("newer than everything", |_, calls| calls[6].told = Some((5, "4".to_owned()))),
        ("version 3 is 2", |_, calls| calls[6].told = Some((3, "1".to_owned()))),
        ("another answer shows 3", |_, calls| calls[7].told = Some((4, "4".to_owned()))),
        ("shows what nobody had asked for", |_, calls| calls[2].told = Some((3, "2".to_owned()))),
    ];
    for (what, spoil) in spoilt {
        let (mut stream, mut calls) = sound();
        spoil(&mut stream, &mut calls);
        let found = faults(&[stream], &calls);
        assert!(found.iter().any(|fault| fault.contains(what)), "{what} is not among {found:#?}");
    }
}
