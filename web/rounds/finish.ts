import type { Money, Night, NightStandings, PlayerMoney, Season, StandingsRow, TableView } from "pegout-api";
import type { NightPage } from "../coordinator/night-page.ts";
import { atLeast } from "../lib/api.ts";
import { newId } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { amount } from "../lib/format.ts";
import { list, t } from "../lib/i18n.ts";
import { seenOf, wholeRows, wholeSeason } from "../night/night-store.ts";
import { openTables, turnsOf } from "../night/seats.ts";
import { sheet } from "../ui/form.ts";
import { contestedTables } from "./contest.ts";
import { makeUpText, namesOf, pendingEntries } from "./entries.ts";
import { Preview, Reason, effectsText } from "./preview.ts";

/**
 * Asks why a game is called off, shows the effects for its players, and calls it off.
 * @param round its number
 */
export async function callOff(page: NightPage, table: TableView, round: number) {
  const n = table.number;
  const reason = new Reason("game");
  const standings = new Preview(page, (now, then) =>
    effectsText(wholeRows(now), wholeRows(then)),
  ) as Preview<NightStandings>;
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

/** Brings a game back that was called off. */
export async function bringBack(page: NightPage, table: TableView) {
  const former = table.void;
  if (!(await unsetVoid(page, table, former?.id ?? null))) return;
  const again = () => setVoid(page, table, { reason: former?.reason ?? t("tables.undo.reason"), id: newId() });
  page.statusBar.show(t("void.brought_back", { n: table.number }), again);
}

function setVoid(
  page: NightPage,
  { game_id: game, number: n }: TableView,
  body: { reason: string; id: string; based_on?: number },
) {
  const details = { game, about: t("tables.table", { n }) };
  return page.change("PUT", `/api/v1/games/${game}/void`, body, details);
}

// If a void has no id, it is taken back now or never: later, another void may apply.
/** @param id of the void */
function unsetVoid(page: NightPage, { game_id: game, number: n }: TableView, id: string | null) {
  const details = { changed: [game], about: t("tables.table", { n }) };
  const path = `/api/v1/games/${game}/void${id ? `?id=${id}` : ""}`;
  return page.change("DELETE", path, undefined, details, { isVolatile: !id });
}

/** The path of a night's standings as they would be if these games were called off. @returns below the night's */
function standingsWithout(tables: TableView[]): string {
  const games = tables.map(({ game_id: game }) => game);
  return games.length > 0 ? `/standings?without=${games.join(",")}` : "/standings";
}

/** Everybody at a table. */
function playersOf({ sides }: TableView) {
  return sides.flatMap(({ players }) => players);
}

/** Asks whether to finish the night, shows the effects for the players, and finishes it. */
export async function finishNight(page: NightPage) {
  const { night, pending } = page;
  const sent = new Set(pending.map(({ game }) => game));
  const open = night.rounds.flatMap((round) =>
    openTables(round)
      .filter(({ game_id: game }) => !sent.has(game))
      .map((table) => ({ table, round: round.number })),
  );
  const unpaid = pendingEntries(night, pending).filter(({ paid }) => !paid);
  const hasOpen = open.length > 0;
  const values = { n: turnsOf(night), games: night.games_per_night };
  const isShort = values.n < values.games;
  const standings = new Preview(page, ({ rows }) => rankTexts(rows)) as Preview<NightStandings>;
  const season = new Preview(page, (answer) => seasonTexts(wholeSeason(answer), page.night)) as Preview<Season>;
  const content = [
    ...contestedTables(night.rounds, pending).map(({ table, round }) =>
      t("finish.contested", { n: table.number, round }),
    ),
    ...open.map(({ table, round }) => t("finish.open", { n: table.number, round, names: namesOf(playersOf(table)) })),
    hasOpen ? t(`finish.open.${night.full_card}`) : null,
    isShort ? t("tables.finish.rounds", values) : null,
    night.to_make_up > 0 ? `${makeUpText(night)} ${t("finish.to_make_up")}` : null,
    night.season_id ? season.node : null,
    element("p", {}, t(hasOpen ? "finish.if" : "finish.now")),
    standings.node,
    night.fifty_fifty ? null : t("tables.finish.fifty_fifty"),
    unpaid.length > 0 ? t("tables.finish.unpaid", { names: namesOf(unpaid) }) : null,
    element("p", { class: "help" }, t("finish.later")),
  ];
  standings.ask("GET", standingsWithout(open.map(({ table }) => table)));
  if (night.season_id) season.ask("GET", `/api/v1/seasons/${night.season_id}`);
  const isMeant = await sheet(t("tables.finish.title"), content, t(hasOpen ? "tables.finish.void" : "tables.finish"));
  standings.close();
  season.close();
  if (!isMeant) return;
  const body = { void_open_games: hasOpen, id: newId() };
  // Sent later, it would void games that the question did not name.
  await page.change("POST", "/finish", body, { drawing: true }, { isVolatile: hasOpen });
}

/** Asks why a finished night is to go on, and reopens it. */
export async function reopenNight(page: NightPage) {
  const reason = new Reason("night");
  const handed = new Preview(page, handedTexts) as Preview<Money>;
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

function seasonTexts({ name, card, counts, average }: Season, night: Night): string[] {
  if (card !== night.card) return [t("night.other_card", { season: name })];
  const n = turnsOf(night);
  if (n >= night.games_per_night) return [];
  // A sum adds cards, and game points have no other average than per game.
  const isPerGame = counts === "average" && (card === "game_points" || average === "per_game");
  return [t(`finish.season.${isPerGame ? "per_game" : "per_card"}`, { season: name, n })];
}

// The sums that the next finish may change.
function handedTexts({ players }: Money): string[] {
  const sumOf = (one: PlayerMoney) => one.handed_out + one.fifty_fifty_handed;
  const sums = players.filter((one) => sumOf(one) > 0).map((one) => `${one.name} ${amount(sumOf(one))}`);
  return [sums.length > 0 ? t("finish.reopen.handed", { names: list(sums) }) : t("finish.reopen.nobody")];
}

function rankTexts(rows: StandingsRow[]): string[] {
  const ranked = rows.filter(({ place }) => place !== null);
  const paid = ranked.filter(({ prize }) => prize);
  const others = rows.filter(({ place }) => place === null);
  const prizeText = ({ place, name, prize }: StandingsRow) =>
    t("finish.prize", { place, name, prize: amount(prize ?? 0) });
  if (ranked.length === 0) return [t("finish.nobody")];
  return [
    ...(paid.length > 0 ? paid.map(prizeText) : [t("finish.no_prize")]),
    t("finish.ranked", { n: ranked.length }),
    ...(others.length > 0 ? [t("finish.unranked", { names: namesOf(others) })] : []),
  ];
}
