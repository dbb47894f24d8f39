//! Concurrent pegs from many phones, repeated and out of order.

use std::collections::BTreeMap;
use std::thread;

use crate::support::service::Service;
use crate::support::table::{Change, Table};

const TABLES: u32 = 50;
const PHONES: u32 = 4;
/// The number of pegs of each phone. The next phone sends each of them too.
const PEGS: u32 = 25;

/// The numbers below `count`, shuffled differently for each phone.
fn shuffled(count: u32, phone: u32) -> impl Iterator<Item = u32> {
    let stride = [7, 11, 13, 17][phone as usize % 4];
    (0..count).map(move |nth| (nth * stride + phone) % count)
}

#[test]
fn two_hundred_phones_at_fifty_tables_store_each_peg_once() {
    let service = Service::start_unlimited();
    for table in (0..TABLES).map(Table) {
        service.dispatch(table.begin()).ok(201);
    }
    let created: Vec<(Table, u32, u16)> = thread::scope(|scope| {
        let phones = (0..TABLES * PHONES).map(|phone| {
            let service = &service;
            let play = move || {
                let (table, phone) = (Table(phone / PHONES), phone % PHONES);
                let own = |nth: u32| phone * PEGS + nth;
                let neighbours = |nth: u32| (phone ^ 1) * PEGS + nth;
                let mut answers = Vec::new();
                for nth in shuffled(PEGS, phone) {
                    // Its own peg, a repeat of it, and a peg of the other phone.
                    for peg in [own(nth), own(nth), neighbours(nth)] {
                        let answer = service.dispatch(table.request(Change::Peg(peg)));
                        answers.push((table, peg, answer.status));
                    }
                }
                answers
            };
            scope.spawn(play)
        });
        let phones: Vec<_> = phones.collect();
        phones.into_iter().flat_map(|phone| phone.join().unwrap()).collect()
    });
    let mut firsts = BTreeMap::new();
    for (table, peg, status) in created {
        assert!(status == 200 || status == 201, "{status} for peg {peg} of {table:?}");
        *firsts.entry((table, peg)).or_insert(0) += u32::from(status == 201);
    }
    assert_eq!(firsts.len() as u32, TABLES * PHONES * PEGS);
    assert!(firsts.values().all(|firsts| *firsts == 1), "two requests got 201 for the same peg");
    for table in (0..TABLES).map(Table) {
        let log = table.log(&service);
        assert!(log.keys().copied().eq(0..PHONES * PEGS) && log.values().all(|stands| *stands), "{log:?}");
        table.assert_equals_log(&service);
    }
}
