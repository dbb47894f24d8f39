/** @import { Money, NightStandings, PlayerMoney, Season, StandingsRow, TableView } from "pegout-api" */
/** @import { NightPage } from "../coordinator/night-page.js" */
import { atLeast } from "../lib/api.js";
import { newId } from "../lib/device.js";
import { element } from "../lib/dom.js";
import { amount } from "../lib/format.js";
import { list, t } from "../lib/i18n.js";
import { seenOf } from "../night/night-store.js";
import { openTables } from "../night/seats.js";
import { sheet } from "../ui/form.js";
import { contestedTables } from "./contest.js";
import { namesOf, pendingEntries } from "./entries.js";
import { Preview, Reason, effectsText } from "./preview.js";

/** Asks why a game is called off, says what that means for those who sit there, and calls it off. @param {NightPage} page @param {TableView} table @param {number} round its number */
export async function callOff(page, table, round) {
  const n = table.number;
  const reason = new Reason("game");
  const standings = /** @type {Preview<NightStandings>} */ (
    new Preview(page, (now, then) => effectsText(now.rows, then.rows))
  );
  const content = [
    t("void.line", { names: namesOf(playersOf(table)), round }),
    t(`void.${page.night.full_card}`),
    standings.node,
    table.status === "finished" ? t("void.result") : null,
    element("p", { class: "help" }, t("void.back")),
    reason.node,
  ];
  standings.compare("/standings", standingsWithout([table]));
  const isMeant = await sheet(t("void.title", { n, round }), content, t("void.yes"));
  standings.close();
  if (!isMeant) return;
  const id = newId();
  if (!(await setVoid(page, table, { reason: reason.given, id, based_on: table.version }))) return;
  page.statusBar.show(t("void.done", { n }), () => unsetVoid(page, table, id));
}

/** Brings a game back that was called off. @param {NightPage} page @param {TableView} table */
export async function bringBack(page, table) {
  const former = table.void;
  if (!(await unsetVoid(page, table, former?.id ?? null))) return;
  const again = () => setVoid(page, table, { reason: former?.reason ?? t("tables.undo.reason"), id: newId() });
  page.statusBar.show(t("void.brought_back", { n: table.number }), again);
}

/** @param {NightPage} page @param {TableView} table @param {{reason: string, id: string, based_on?: number}} body */
function setVoid(page, { game_id: game, number: n }, body) {
  const details = { game, about: t("tables.table", { n }) };
  return page.change("PUT", `/api/v1/games/${game}/void`, body, details);
}

// A void without an id is not taken back later, when another one may stand.
/** @param {NightPage} page @param {TableView} table @param {string|null} id of the void */
function unsetVoid(page, { game_id: game, number: n }, id) {
  const details = { changed: [game], about: t("tables.table", { n }) };
  const path = `/api/v1/games/${game}/void${id ? `?id=${id}` : ""}`;
  return page.change("DELETE", path, undefined, details, { isVolatile: !id });
}

/** The path of a night's standings as they would be if these games were called off. @param {TableView[]} tables @returns {string} below the night's */
function standingsWithout(tables) {
  const games = tables.map(({ game_id: game }) => game);
  return games.length > 0 ? `/standings?without=${games.join(",")}` : "/standings";
}

/** Everybody at a table. @param {TableView} table */
function playersOf({ sides }) {
  return sides.flatMap(({ players }) => players);
}

/** Asks whether the night is to be finished, says what that means for whom, and finishes it. @param {NightPage} page */
export async function finishNight(page) {
  const { night, pending } = page;
  const sent = new Set(pending.map(({ game }) => game));
  const open = night.rounds.flatMap((round) =>
    openTables(round)
      .filter(({ game_id: game }) => !sent.has(game))
      .map((table) => ({ table, round: round.number })),
  );
  const unpaid = pendingEntries(night, pending).filter(({ paid }) => !paid);
  const hasOpen = open.length > 0;
  const values = { n: night.rounds.length, games: night.games_per_night };
  const isShort = values.n < values.games;
  const standings = /** @type {Preview<NightStandings>} */ (new Preview(page, ({ rows }) => rankTexts(rows)));
  const season = /** @type {Preview<Season>} */ (
    new Preview(page, ({ name, average }) => [t(`finish.season.${average}`, { season: name, n: values.n })])
  );
  const content = [
    ...contestedTables(night.rounds, pending).map(({ table, round }) =>
      t("finish.contested", { n: table.number, round }),
    ),
    ...open.map(({ table, round }) => t("finish.open", { n: table.number, round, names: namesOf(playersOf(table)) })),
    hasOpen ? t(`finish.open.${night.full_card}`) : null,
    isShort ? t("tables.finish.rounds", values) : null,
    isShort && night.season_id ? season.node : null,
    element("p", {}, t(hasOpen ? "finish.if" : "finish.now")),
    standings.node,
    night.fifty_fifty ? null : t("tables.finish.fifty_fifty"),
    unpaid.length > 0 ? t("tables.finish.unpaid", { names: namesOf(unpaid) }) : null,
    element("p", { class: "help" }, t("finish.later")),
  ];
  standings.ask("GET", standingsWithout(open.map(({ table }) => table)));
  if (isShort && night.season_id) season.ask("GET", `/api/v1/seasons/${night.season_id}`);
  const isMeant = await sheet(t("tables.finish.title"), content, t(hasOpen ? "tables.finish.void" : "tables.finish"));
  standings.close();
  season.close();
  if (!isMeant) return;
  const body = { void_open_games: hasOpen, id: newId() };
  // Sent later, it would void games that the question did not name.
  await page.change("POST", "/finish", body, { drawing: true }, { isVolatile: hasOpen });
}

/** Asks why a finished night is to go on, and reopens it. @param {NightPage} page */
export async function reopenNight(page) {
  const reason = new Reason("night");
  const handed = /** @type {Preview<Money>} */ (new Preview(page, handedTexts));
  const content = [t("finish.reopen.words"), t("finish.reopen.prizes"), handed.node, reason.node];
  handed.ask("GET", atLeast("/money", seenOf(page.id).value));
  const isMeant = await sheet(t("finish.reopen.title"), content, t("finish.reopen.yes"));
  handed.close();
  if (!isMeant) return;
  const id = page.night.finish?.id;
  const body = { reason: reason.given };
  // Without the id of its finish, it would take a later one back if it were sent later.
  const options = { isVolatile: !id };
  const answer = await page.change("DELETE", `/finish${id ? `?id=${id}` : ""}`, body, { drawing: true }, options);
  if (answer) page.statusBar.show(t("finish.reopened"));
}

// The sums that the next finish may make others.
/** @param {Money} money @returns {string[]} */
function handedTexts({ players }) {
  const sumOf = (/** @type {PlayerMoney} */ one) => one.handed_out + one.fifty_fifty_handed;
  const sums = players.filter((one) => sumOf(one) > 0).map((one) => `${one.name} ${amount(sumOf(one))}`);
  return [sums.length > 0 ? t("finish.reopen.handed", { names: list(sums) }) : t("finish.reopen.nobody")];
}

/** @param {StandingsRow[]} rows @returns {string[]} */
function rankTexts(rows) {
  const ranked = rows.filter(({ place }) => place !== null);
  const paid = ranked.filter(({ prize }) => prize);
  const others = rows.filter(({ place }) => place === null);
  const prizeText = (/** @type {StandingsRow} */ { place, name, prize }) =>
    t("finish.prize", { place, name, prize: amount(prize ?? 0) });
  if (ranked.length === 0) return [t("finish.nobody")];
  return [
    ...(paid.length > 0 ? paid.map(prizeText) : [t("finish.no_prize")]),
    t("finish.ranked", { n: ranked.length }),
    ...(others.length > 0 ? [t("finish.unranked", { names: namesOf(others) })] : []),
  ];
}
