//! The command line and its environment variables.

use std::env::VarError;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Args, CommandFactory, Parser, Subcommand};
use jiff::SignedDuration;
use log::LevelFilter;

use crate::logging::LogFormat;
use crate::tls::TlsOptions;
use pegout_http::cors::AllowedOrigin;
use pegout_model::contact::PublicUrl;
use pegout_service::auth::passwords::{MAX_LENGTH, MIN_LENGTH};
use pegout_service::auth::rate_limit::LimitOptions;
use pegout_service::outgoing::AllowedReceivers;
use pegout_store::Location;

/// The environment variable with the coordinator's password. There is no option for it, since other processes can see
/// options.
const PASSWORD: &str = "PEGOUT_PASSWORD";

/// The environment variable with the log's directives.
const LOG: &str = "RUST_LOG";

/// Keeps the score of a cribbage club.
#[derive(Debug, Parser)]
#[command(version, about, after_help = HELP)]
pub struct Config {
    /// The address and port to listen on; port 0 takes a free one.
    #[arg(long, env = "PEGOUT_LISTEN", default_value = "0.0.0.0:8080", global = true)]
    pub listen: String,

    /// The address and port for the metrics, over plain http. Without it, anyone can read them at --listen.
    #[arg(long, env = "PEGOUT_METRICS_LISTEN", value_name = "ADDRESS")]
    pub metrics_listen: Option<String>,

    /// The database: a file, created if it does not exist, or the address of a PostgreSQL database, such as
    /// postgres://USER:PASSWORD@HOST/NAME. Any number of servers may use the PostgreSQL database. Other processes can see options:
    /// give an address with a password by the variable.
    #[arg(long, env = "PEGOUT_DATABASE", default_value = "pegout.db", value_name = "FILE|ADDRESS",
          value_parser = LocationParser, hide_env_values = true, global = true)]
    pub database: Location,

    /// The form of the log, which goes to the error output. RUST_LOG sets its level.
    #[arg(long, env = "PEGOUT_LOG", default_value = "text", value_name = "FORM", global = true)]
    pub log: LogFormat,

    /// The free megabytes on the disk of the database below which the coordinator is warned; 0 never warns. Without it:
    /// 200, or 5 % of the disk.
    #[arg(long, env = "PEGOUT_LOW_DISK", value_name = "MEGABYTES", global = true)]
    pub low_disk: Option<u32>,

    /// The address at which a proxy serves Pegout, such as `https://club.example/crib`. Without it, QR codes and links have the
    /// host of each request, and no path.
    #[arg(long, env = "PEGOUT_PUBLIC_URL", value_name = "URL", global = true)]
    pub public_url: Option<PublicUrl>,

    /// The origin of a website: scheme and host, without a path. Its scripts may do everything that the page may do. Several
    /// origins have commas between them.
    #[arg(long, env = "PEGOUT_ALLOW_ORIGIN", value_name = "ORIGIN", value_delimiter = ',', global = true)]
    pub allow_origin: Vec<AllowedOrigin>,

    /// The contact for people who find a security fault, such as an e-mail address or a page. /.well-known/security.txt shows the
    /// contact. Without it the file is missing.
    #[arg(long, env = "PEGOUT_SECURITY_CONTACT", value_name = "ADDRESS", value_parser = contact, global = true)]
    pub security_contact: Option<String>,

    /// The most games in memory. Above this number, games without a watcher leave memory, the longest unused first.
    /// The program with 1,000 games of 30 pegs takes less than 48 MB.
    #[arg(long, env = "PEGOUT_GAMES_IN_MEMORY", default_value_t = 16_384, value_name = "NUMBER", value_parser = games, global = true)]
    pub games_in_memory: usize,

    /// The receivers of webhooks. `public` sends only over https to the internet, `any` also over http and into this machine and
    /// its own networks, and `off` sends nothing.
    #[arg(long, env = "PEGOUT_WEBHOOKS", default_value = "public", value_name = "RECEIVERS", global = true)]
    pub webhooks: AllowedReceivers,

    /// The rate limits.
    #[command(flatten, next_help_heading = "Limits")]
    pub limits: LimitOptions,

    /// The certificate for https.
    #[command(flatten, next_help_heading = "HTTPS")]
    pub tls: TlsOptions,

    /// The times for which games without a night are kept.
    #[command(flatten, next_help_heading = "Old games")]
    pub keeping: KeepingOptions,

    /// The backups.
    #[command(flatten, next_help_heading = "Backups")]
    pub backups: BackupOptions,

    /// The timeouts, for tests.
    #[command(flatten)]
    pub patience: Timeouts,

    /// The memory that a new hash of a password takes, in KiB, if it is not the usual memory. The option is hidden from operators:
    /// tests sign in faster with less memory.
    #[arg(long, hide = true, env = "PEGOUT_PASSWORD_MEMORY", value_parser = clap::value_parser!(u32).range(8..))]
    pub password_memory: Option<u32>,

    /// The threads that compute, if they are not half as many as the processors. The option is hidden from operators: with 0 threads
    /// a test sees the requests that wait for no thread.
    #[arg(long, hide = true)]
    pub computing_threads: Option<usize>,

    /// The command to run instead of the service.
    #[command(subcommand)]
    pub command: Option<Command>,
}

const HELP: &str = "The coordinator's password is read from the environment variable PEGOUT_PASSWORD; a changed password \
replaces the old password. Without the variable, a password is made at the first start and shown once.";

impl Config {
    /// Parses the command line and the environment. Ends the process if they are wrong.
    pub fn parse_args() -> Config {
        let config = Config::parse();
        if let Err(sentence) = check_log() {
            Config::command().error(ErrorKind::InvalidValue, sentence).exit();
        }
        config
    }

    /// The sentence about a new password that is too short.
    pub fn short_password() -> String {
        format!("{PASSWORD} has less than {MIN_LENGTH} letters: choose a longer password.")
    }

    /// Returns the coordinator's password, if one is set.
    pub fn password() -> Result<Option<String>, String> {
        match std::env::var(PASSWORD) {
            Ok(password) if password.trim().is_empty() => {
                Err(format!("{PASSWORD} is empty: put a password in it, or unset it."))
            }
            Ok(password) if password.chars().count() > MAX_LENGTH => {
                Err(format!("{PASSWORD} has more than {MAX_LENGTH} letters: choose a shorter password."))
            }
            Ok(password) => Ok(Some(password)),
            Err(VarError::NotPresent) => Ok(None),
            Err(VarError::NotUnicode(_)) => Err(format!("{PASSWORD} is not written in UTF-8.")),
        }
    }
}

/// Rejects log directives without a level. A misspelt level would count as a module, and silence all other modules.
fn check_log() -> Result<(), String> {
    let is_blank = |given: &OsString| given.to_str().is_some_and(|given| given.trim().is_empty());
    let Some(given) = std::env::var_os(LOG).filter(|given| !is_blank(given)) else { return Ok(()) };
    let advice = "write error, warn, info, debug, trace or off, or a level for a module, as in warn,pegout=debug";
    let Some(directives) = given.to_str() else { return Err(format!("{LOG} is not written in UTF-8: {advice}.")) };
    if let Err(error) = env_filter::Builder::new().try_parse(directives) {
        return Err(format!("{LOG}={directives} cannot be followed ({error}): {advice}."));
    }
    let modules = directives.split('/').next().unwrap_or_default();
    let names_level = |directive: &str| {
        let level = directive.split_once('=').map_or(directive, |(_, level)| level);
        level.trim().parse::<LevelFilter>().is_ok()
    };
    if modules.split(',').any(|directive| names_level(directive) || is_own(directive)) {
        return Ok(());
    }
    Err(format!("{LOG}={directives} names no level: {advice}."))
}

/// Returns true if a directive names the service or a module of it, which logs everything of that module.
fn is_own(directive: &str) -> bool {
    let module = directive.trim().trim_end_matches('=');
    module.split("::").next() == Some(env!("CARGO_PKG_NAME"))
}

/// The parser of the place of a database. Its errors do not quote the given text, because the text may hold a password.
#[derive(Clone)]
struct LocationParser;

impl TypedValueParser for LocationParser {
    type Value = Location;

    fn parse_ref(&self, command: &clap::Command, _: Option<&Arg>, given: &OsStr) -> Result<Location, clap::Error> {
        Location::try_from(given.to_owned())
            .map_err(|message| clap::Error::raw(ErrorKind::ValueValidation, format!("{message}\n")).with_cmd(command))
    }
}

/// Parses a contact as RFC 9116 writes it: an address with its scheme. An e-mail address needs no scheme.
fn contact(given: &str) -> Result<String, String> {
    let is_plain = !given.is_empty() && given.bytes().all(|byte| byte.is_ascii_graphic());
    let has_scheme =
        ["mailto:", "https://", "tel:"].iter().any(|scheme| given.len() > scheme.len() && given.starts_with(scheme));
    match given.split_once('@') {
        _ if is_plain && has_scheme => Ok(given.to_owned()),
        Some((user, host)) if is_plain && !given.contains(':') && !user.is_empty() && host.contains('.') => {
            Ok(format!("mailto:{given}"))
        }
        _ => Err("write an e-mail address, or an address that begins with mailto:, https:// or tel:".to_owned()),
    }
}

fn games(given: &str) -> Result<usize, String> {
    given.parse().ok().filter(|games| *games > 0).ok_or_else(|| "write a number from 1 on".to_owned())
}

/// The options of regular backups.
#[derive(Args, Debug)]
pub struct BackupOptions {
    /// The folder for the backups that the service makes by itself, best on another disk. All backups of a day are kept, one a day
    /// for a month, one a month for two years.
    #[arg(long, env = "PEGOUT_BACKUP_TO", value_name = "FOLDER")]
    pub backup_to: Option<PathBuf>,

    /// The time from one backup to the next, such as 15m or 6h.
    #[arg(long, env = "PEGOUT_BACKUP_EVERY", default_value = "15m", value_name = "TIME", value_parser = interval)]
    pub backup_every: Duration,
}

fn interval(given: &str) -> Result<Duration, String> {
    let every = given.parse::<SignedDuration>().ok().and_then(|every| Duration::try_from(every).ok());
    every.filter(|every| !every.is_zero()).ok_or_else(|| "write a time such as 15m, 6h or 30s".to_owned())
}

/// The times for which games without a night are kept.
#[derive(Args, Clone, Copy, Debug)]
pub struct KeepingOptions {
    /// The time from its last change for which a game without a night is kept, such as 7d or 12h; 0: for ever. It is for games
    /// with fewer than three pegs that are not over.
    #[arg(long, env = "PEGOUT_KEEP_UNPLAYED", default_value = "7d", value_name = "TIME", value_parser = keeping)]
    pub keep_unplayed: Keep,

    /// The time for which any other game without a night is kept, from the last change of its match; 0: for ever.
    #[arg(long, env = "PEGOUT_KEEP_GAMES", default_value = "400d", value_name = "TIME", value_parser = keeping)]
    pub keep_games: Keep,
}

/// The time for which something is kept; `None`: for ever.
#[derive(Clone, Copy, Debug)]
pub struct Keep(pub Option<Duration>);

fn keeping(given: &str) -> Result<Keep, String> {
    if given == "0" {
        return Ok(Keep(None));
    }
    let days = given.strip_suffix('d').and_then(|days| days.parse::<u16>().ok());
    let days = days.filter(|days| *days > 0).map(|days| Duration::from_secs(u64::from(days) * 24 * 3600));
    let kept = days.map_or_else(|| interval(given), Ok);
    kept.map(|kept| Keep(Some(kept))).map_err(|_| "write a time such as 400d, 12h or 30s, or 0 for ever".to_owned())
}

/// The longest waits for a client or a receiver, if they are not the usual waits. The options are hidden from operators. Tests
/// lengthen the waits, so that a waiting service does not look slow.
#[derive(Args, Clone, Copy, Debug)]
pub struct Timeouts {
    /// The time in which requests in progress may end after a stop.
    #[arg(long, hide = true, value_parser = interval)]
    pub stop_wait: Option<Duration>,

    /// The time within which a body must arrive.
    #[arg(long, hide = true, value_parser = interval)]
    pub body_wait: Option<Duration>,

    /// The time between two signs of life on a stream, which reveal a lost connection.
    #[arg(long, hide = true, value_parser = interval)]
    pub heartbeat: Option<Duration>,

    /// The time within which the receiver of a webhook must answer.
    #[arg(long, hide = true, value_parser = interval)]
    pub receiver_wait: Option<Duration>,
}

/// The commands besides serving.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check that the service at --listen is ready to store. Fails if the service is not ready.
    Healthcheck,
    /// Print the OpenAPI document.
    Openapi,
    /// Fill the --database, which must be empty, with a made-up league and a night in play.
    Demo,
    /// Copy the --database to a new file, while Pegout runs or not. The copy has everything that was saved before the command began.
    Backup {
        /// The new file, or a folder. In a folder the backup is named after the time.
        target: PathBuf,
    },
    /// Put a backup in the place of the --database, after a check. Stop Pegout first. People who were forgotten after the
    /// backup are forgotten in the new database too.
    Restore {
        /// The backup.
        backup: PathBuf,
        /// Replace a database that is not empty. The old file stays next to the new file, under another name.
        #[arg(long)]
        replace: bool,
    },
    /// Check the --database or a backup, and change nothing. Prints a line for each fault. Pegout may run.
    Check {
        /// The file to check; the --database if none is named.
        file: Option<PathBuf>,
    },
    /// Go on with a --database that lacks its newest changes, after the start has refused the file. Pegout copies all files
    /// first. Stop the service before.
    AcceptLoss,
    /// Write everything of the --database except passwords into a new ZIP file, as JSON lines and CSV. Other programs can read it.
    Export {
        /// The new file.
        target: PathBuf,
    },
    /// Make a new --database of a file that the command export wrote.
    Import {
        /// The ZIP file.
        source: PathBuf,
        /// Take lines that were changed after the export, and list them.
        #[arg(long)]
        edited: bool,
    },
    /// Copy everything of a database to another one, which must be empty, from a file to PostgreSQL or back. Stop Pegout first.
    #[command(group = clap::ArgGroup::new("named").required(true).multiple(true))]
    Copy {
        /// The database to copy; the --database if only --to is given.
        #[arg(long, value_name = "FILE|ADDRESS", value_parser = LocationParser, group = "named")]
        from: Option<Location>,
        /// The empty database; the --database if only --from is given.
        #[arg(long, value_name = "FILE|ADDRESS", value_parser = LocationParser, group = "named")]
        to: Option<Location>,
    },
    /// Set a new password for the coordinator. Asks for the password, or reads it from the input. Stop Pegout first.
    Password,
}
