/** @import { NightStandings, TableView } from "pegout-api" */
/** @import { NightPage } from "../admin/night-page.js" */
import { newId } from "../lib/device.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { sheet } from "../ui/form.js";
import { namesOf } from "./entries.js";
import { Preview, effectsText } from "./preview.js";
import { Reason } from "./reason.js";

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
export function standingsWithout(tables) {
  const games = tables.map(({ game_id: game }) => game);
  return games.length > 0 ? `/standings?without=${games.join(",")}` : "/standings";
}

/** Everybody at a table. @param {TableView} table */
export function playersOf({ sides }) {
  return sides.flatMap(({ players }) => players);
}
