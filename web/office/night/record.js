import { element } from "../../app/element.js";
import { clock, t } from "../../app/i18n.js";
import { amount } from "../../hall/amount.js";

/** What is on record of a game's results: who entered which, when and why. @param {object[]} events of the game's history @returns {HTMLElement|null} null where none was entered */
export function resultRecord(events) {
  const lines = { result_entered: "tables.record.entered", result_taken_back: "tables.record.taken_back" };
  return record(
    events.filter(({ kind }) => kind in lines).map((event) => [event, lines[event.kind], { scores: scores(event) }]),
  );
}

/** What is on record of draws of the 50/50 that do not stand: who had won, who voided it, when and why. @param {object[]} events of the night's history @param {object[]} entries of the Night @returns {HTMLElement|null} null where none was voided */
export function drawRecord(events, entries) {
  const nameOf = (id) => entries.find(({ player_id: player }) => player === id)?.name ?? "–";
  const drawn = events.filter(({ kind }) => kind === "fifty_fifty_drawn");
  const voided = events.filter(({ kind }) => kind === "fifty_fifty_voided");
  return record(
    voided.map((event, nth) => {
      const won = { name: nameOf(drawn[nth].player), amount: amount(drawn[nth].amount) };
      return [event, "money.record.voided", won];
    }),
  );
}

function scores({ scores: told = [] }) {
  return told.join("\u2060–\u2060");
}

function record(lines) {
  if (lines.length === 0) return null;
  const words = ([{ at, by, reason }, key, more]) => {
    const said = t(key, { time: clock(new Date(at)), by: by ?? t("tables.record.nobody"), ...more });
    return element("li", {}, reason ? `${said} “${reason}”` : said);
  };
  return element("ul", { class: "record help" }, lines.map(words));
}
