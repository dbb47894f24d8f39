//! Black-box tests of the service: the real binary over real HTTP.
//!
//! | folder | subject |
//! |---|---|
//! | `support` | a running service, and clients for it |
//! | `scoring` | counting, play and discard: requests without state |
//! | `games` | one table's game: pegs, deals, results, rematches, watching |
//! | `free_games` | the bounds on games without a night, and the removal of unused games |
//! | `nights` | a league night: entries, rounds, phones, standings, money |
//! | `figures` | profiles of players, meetings, records and the race of a season |
//! | `imports` | nights from paper: lines of a table, repeats, corrections, and imports that were taken back |
//! | `league` | players, seasons, settings, sign-in |
//! | `protocol` | HTTP: tags, preferences, pages, methods |
//! | `contract` | rules of every operation, and compatibility with clients |
//! | `database` | files, backups, archives, damage, failures of the disk |
//! | `operations` | start, stop, connections, monitoring |
//! | `frozen` | databases of earlier versions |
//! | `webhooks` | messages to receivers: registration, signatures, order, retries, refused addresses |

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod contract {
    mod architecture;
    mod authorization;
    mod body_limits;
    mod conventions;
    mod costs;
    mod cross_origin;
    mod examples;
    mod helpful_answers;
    mod json_bodies;
    mod layers;
    mod limits;
    mod log;
    mod names;
    mod openapi;
    mod releases;
    mod rights;
    mod rulebook;
    mod strangers;
    mod unexpected_input;
    mod wrong_ids;
}
mod database {
    mod archives;
    mod backup_files;
    mod backups;
    mod damage;
    mod damaged_backups;
    mod damaged_rows;
    mod database_files;
    mod failing_calls;
    mod foreign_databases;
    mod ledger_crash;
    mod marks;
    mod old_pages;
    mod restores;
    mod storage_failures;
}
mod figures;
mod free_games {
    mod pruning;
    mod quotas;
}
mod frozen;
mod games {
    mod amendments;
    mod begin;
    mod cache;
    mod concurrency;
    mod confirmations;
    mod deals;
    mod hints;
    mod history;
    mod league_tables;
    mod names;
    mod pegs;
    mod rematches;
    mod results;
    mod variants;
    mod watching;
}
mod imports {
    mod lines;
    mod repeats;
    mod taken_back;
}
mod league {
    mod changed_meanwhile;
    mod display_codes;
    mod displays;
    mod merges;
    pub mod player_links;
    mod player_texts;
    mod players;
    mod players_csv;
    mod repeated_additions;
    mod repeated_commands;
    mod representatives;
    mod season_imports;
    mod season_nights;
    mod seasons;
    mod session;
    mod settings;
    mod sign_in;
}
mod nights {
    mod calendars;
    mod corrections;
    mod csv;
    mod entries;
    mod every_size;
    mod forgetting;
    mod full_night;
    mod hand_outs;
    mod join_qr;
    mod joining;
    mod ledger;
    mod ledger_changes;
    mod live;
    mod losses;
    mod money;
    mod names;
    mod pairs;
    mod payouts;
    mod pots;
    mod rejoining;
    mod replies;
    mod restart;
    mod schedule;
    mod scorecards;
    mod singles;
}
mod operations {
    mod acknowledged;
    mod assets;
    mod configuration;
    mod connections;
    mod demo;
    mod disconnects;
    #[path = "../../crash/drill.rs"]
    mod drill;
    mod image;
    #[path = "../../crash/load.rs"]
    mod load;
    mod low_disk;
    mod metrics_listener;
    mod monitoring;
    #[path = "../../crash/power/mod.rs"]
    mod power;
    mod public_url;
    mod readiness;
    #[path = "../../crash/replica_drill.rs"]
    mod replica_drill;
    mod restart;
    #[path = "../../crash/restore_drill.rs"]
    mod restore_drill;
    mod site;
    mod slow_clients;
    #[path = "../../crash/soak.rs"]
    mod soak;
    mod start;
    mod tls;
}
mod protocol {
    mod caching;
    mod methods;
    mod page;
    mod paging;
    mod preferences;
    mod unparsed;
}
mod rounds {
    mod draws;
    mod first_dealers;
    mod late_tables;
    mod movement;
    mod reopening;
    mod seats;
    mod swaps;
    mod take_backs;
    mod voids;
}
mod scoring {
    mod count;
    mod discard;
    mod held_threads;
    mod play;
    mod variants;
}
mod support {
    pub mod calendar;
    pub mod calls;
    pub mod checksums;
    pub mod command;
    pub mod compatible;
    pub mod database;
    pub mod document;
    pub mod example_runner;
    pub mod exposition;
    pub mod frozen;
    pub mod game;
    pub mod league;
    pub mod normalizer;
    pub mod page;
    pub mod paper;
    pub mod postgres;
    pub mod raw;
    pub mod receiver;
    pub mod service;
    pub mod sql;
    pub mod table;
    pub mod watcher;
}
mod webhooks {
    mod addresses;
    mod connections;
    mod deliveries;
    mod hooks;
    mod messages;
    mod registration;
}
