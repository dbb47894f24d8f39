import { element } from "../../app/element.js";
import { number, t } from "../../app/i18n.js";
import { amount } from "../../hall/amount.js";
import { lineWords, placeWords } from "./effects.js";

/** A night's standings: place, player, a line a game, total, prize. @param {object[]} rows @param {Set<string>} unpaid ids of those who have not paid @returns {HTMLElement} */
export function standingsTable(rows, unpaid) {
  const games = rows[0]?.lines.length ?? 0;
  const head = (words, label = null, kind = "number") =>
    element("th", { scope: "col", class: kind, "aria-label": label }, words);
  const heads = [
    head(t("money.place"), null, "place"),
    head(t("money.player"), null, "who"),
    ...Array.from({ length: games }, (_, at) => head(String(at + 1), t("money.game", { n: at + 1 }), "number line")),
    head(t("money.total")),
    head(t("money.prize")),
  ];
  return element(
    "table",
    { class: "standings" },
    element("caption", { class: "unseen" }, t("money.standings")),
    element("thead", {}, element("tr", {}, heads)),
    element(
      "tbody",
      {},
      rows.map((row) => standingsRow(row, unpaid)),
    ),
  );
}

function standingsRow({ place, player_id, name, lines, total, prize, prize_at_finish: paidOut }, unpaid) {
  const cell = (kind, ...children) => element("td", { class: kind }, ...children);
  const small = (words, kind = "help") => element("span", { class: kind }, words);
  return element(
    "tr",
    {},
    cell("place", placeWords(place)),
    element(
      "th",
      { scope: "row", class: "who" },
      name,
      small(lines.map(lineWords).join("  "), "help lines"),
      unpaid.has(player_id) ? small(t("money.unpaid"), "help unpaid") : null,
    ),
    lines.map((line) => cell("number line", lineWords(line))),
    cell("number total", total === null ? "–" : number(total, 0)),
    cell(
      "number",
      prize > 0 || paidOut !== null ? amount(prize) : "",
      paidOut === null ? null : small(t("money.paid_out", { amount: amount(paidOut) })),
    ),
  );
}
