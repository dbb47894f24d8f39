//! The money of a season, and the table of the money of nights for the treasurer.

use actix_web::web::Data;
use actix_web::{HttpResponse, get};
use pegout_league::night::{Money, Open, OpenItem, PlayerMoney};

use crate::caller::Permitted;
use crate::download::{self, Cell};
use crate::handlers::league::seasons::SeasonPath;
use crate::params::Path;
use crate::problem_response::HttpProblem;
use pegout_service::auth::right::rights;
use pegout_service::services::league_service::LeagueService;
use pegout_service::services::nights::report::NightReport;

/// Returns the money of a season as CSV
///
/// Returns the treasurer's table as CSV in UTF-8, for spreadsheets. It has the rows of `downloadNightMoney` for every
/// night of the season with players, by date, and a row of totals. Amounts are in dollars.
#[utoipa::path(
    tag = "Seasons",
    params(SeasonPath),
    responses((status = 200, description = "The money.", body = String, content_type = "text/csv")),
)]
#[get("/seasons/{id}/money.csv")]
pub async fn download_season_money(
    _: Permitted<rights::ReadMoney>,
    path: Path<SeasonPath>,
    league: Data<LeagueService>,
) -> Result<HttpResponse, HttpProblem> {
    let (season, nights) = league.season_nights(path.0.id).await?;
    let mut table = MoneyTable::default();
    nights.iter().for_each(|report| table.add_night(report));
    Ok(table.response(&format!("season-money-{}", season.starts)))
}

/// The titles of the columns.
const TITLES: [&str; 14] = [
    "Date",
    "Player",
    "Fee paid",
    "Fee due",
    "50/50",
    "Prize",
    "Handed out",
    "To settle",
    "Pot",
    "Supplies",
    "Activities",
    "50/50 handed out",
    "To hand out",
    "To collect",
];

/// The money of nights.
#[derive(Default)]
pub struct MoneyTable {
    rows: Vec<Vec<Cell>>,
    totals: Totals,
    nights: usize,
}

/// The sums of one or more nights.
#[derive(Clone, Copy, Default)]
struct Totals {
    fees_due: u64,
    handed_out: u64,
    to_settle: i64,
    fees: u64,
    fifty_fifty: u64,
    prizes: u64,
    pot: u64,
    supplies: u64,
    activities: u64,
    fifty_fifty_handed: u64,
    left: OpenAmounts,
}

/// The open amounts: one does not make up for the other.
#[derive(Clone, Copy, Default)]
struct OpenAmounts {
    to_hand_out: u64,
    to_collect: u64,
}

impl OpenAmounts {
    fn of<'a>(items: impl Iterator<Item = &'a OpenItem>) -> OpenAmounts {
        items.fold(OpenAmounts::default(), |mut left, item| {
            let amount = item.amount.unwrap_or_default();
            match item.what {
                Open::Prize | Open::FiftyFifty | Open::FeeBack => left.to_hand_out += amount,
                Open::Fee | Open::ToReturn => left.to_collect += amount,
                Open::Contested | Open::Card => {}
            }
            left.to_hand_out += item.prize.unwrap_or_default();
            left
        })
    }

    fn cells(self) -> [Cell; 2] {
        [self.to_hand_out, self.to_collect].map(Cell::dollars)
    }
}

impl Totals {
    fn of(money: &Money) -> Totals {
        let sum = |part: fn(&PlayerMoney) -> u64| money.players.iter().map(part).sum();
        Totals {
            fees_due: sum(|player| player.fee_due),
            handed_out: sum(|player| player.handed_out),
            to_settle: money.players.iter().map(|player| player.to_settle).sum(),
            fees: money.fees,
            fifty_fifty: money.fifty_fifty,
            prizes: sum(|player| player.prize_now),
            pot: money.pot,
            supplies: money.supplies,
            activities: money.activities,
            fifty_fifty_handed: sum(|player| player.fifty_fifty_handed),
            left: OpenAmounts::of(money.open.iter()),
        }
    }

    fn add(&mut self, other: &Totals) {
        self.fees_due += other.fees_due;
        self.handed_out += other.handed_out;
        self.to_settle += other.to_settle;
        self.fees += other.fees;
        self.fifty_fifty += other.fifty_fifty;
        self.prizes += other.prizes;
        self.pot += other.pot;
        self.supplies += other.supplies;
        self.activities += other.activities;
        self.fifty_fifty_handed += other.fifty_fifty_handed;
        self.left.to_hand_out += other.left.to_hand_out;
        self.left.to_collect += other.left.to_collect;
    }

    fn row(&self, date: Cell, name: &str) -> Vec<Cell> {
        let amounts = [self.fees, self.fees_due, self.fifty_fifty, self.prizes, self.handed_out].map(Cell::dollars);
        let rest = [self.pot, self.supplies, self.activities, self.fifty_fifty_handed].map(Cell::dollars);
        let cells = [date, Cell::text(name)].into_iter().chain(amounts);
        cells.chain([Cell::dollars(self.to_settle)]).chain(rest).chain(self.left.cells()).collect()
    }
}

impl MoneyTable {
    /// Adds the players of a night and its totals.
    pub fn add_night(&mut self, report: &NightReport) {
        let (money, schedule) = (report.money(), report.night.schedule());
        let date = || Cell::text(schedule.date.to_string());
        for player in &money.players {
            let amounts =
                [player.fee_paid, player.fee_due, player.fifty_fifty_due, player.prize_now, player.handed_out];
            let cells = [date(), Cell::text(player.name.clone())].into_iter().chain(amounts.map(Cell::dollars));
            let rest = [Cell::Empty, Cell::Empty, Cell::Empty, Cell::dollars(player.fifty_fifty_handed)];
            let left = OpenAmounts::of(money.open.iter().filter(|item| item.player_id == Some(player.player_id)));
            let settled = [Cell::dollars(player.to_settle)];
            self.rows.push(cells.chain(settled).chain(rest).chain(left.cells()).collect());
        }
        let totals = Totals::of(&money);
        self.rows.push(totals.row(date(), "Total"));
        self.totals.add(&totals);
        self.nights += 1;
    }

    /// Responds with the table as a download with this file name. Several nights have a row of totals together.
    pub fn response(self, name: &str) -> HttpResponse {
        let all = (self.nights != 1).then(|| self.totals.row(Cell::Empty, "All nights"));
        let titles = TITLES.map(Cell::text).into();
        download::csv(name, std::iter::once(titles).chain(self.rows).chain(all).collect())
    }
}
