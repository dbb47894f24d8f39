import type { Season } from "pegout-api";
import { session, signedIn } from "../access/session.ts";
import { element } from "../lib/dom.ts";
import { amount, dayOfYear } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import { printHead } from "../night/standings.ts";
import { printKey } from "../ui/controls.ts";
import { Loading } from "../ui/notice.ts";

// The columns of the service's table that are printed, from 0, summed, with their titles.
const COLUMNS: [number[], string][] = [
  [[2], "money.sheet.fees"],
  [[4], "money.fifty_fifty"],
  [[9], "money.supplies"],
  [[5], "money.prizes"],
  [[6, 11], "money.sheet.handed"],
  [[10], "money.activities"],
  [[12], "season_sheet.to_hand_out"],
  [[13], "season_sheet.to_collect"],
];
const SIGNATURES = ["money.sheet.treasurer", "money.sheet.second"];

/** The sums of the season's nights: the rows that have an amount for activities, the fourth column from the end. */
function sumsOf(csv: string): string[][] {
  const rows = csv.trim().split(/\r?\n/).slice(1);
  return rows.map((row) => row.split(",")).filter((cells) => cells.at(-4) !== "");
}

function line([date, ...cells]: string[]) {
  const cents = (columns: number[]) =>
    columns.reduce((sum, column) => sum + Math.round(Number(cells[column - 1]) * 100), 0);
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, date ? dayOfYear(date) : t("season_sheet.all")),
    COLUMNS.map(([columns]) => element("td", { class: "number" }, amount(cents(columns)))),
    SIGNATURES.map(() => element("td", { class: "signature" })),
  );
}

/** @param answer the season and its money */
function sheetOf([{ name }, csv]: [Season, string]): HTMLElement {
  const head = (key: string, look = "number") => element("th", { scope: "col", class: look }, t(key));
  return element(
    "section",
    { class: "treasurer-sheet", "aria-label": t("season_sheet.title"), tabindex: "0" },
    printHead(`${t("season_sheet.title")}, ${name}`),
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          head("season_sheet.night", ""),
          COLUMNS.map(([, key]) => head(key)),
          SIGNATURES.map((key) => head(key, "signature")),
        ),
      ),
      element("tbody", {}, sumsOf(csv).map(line)),
    ),
  );
}

/** The money of a season's nights on paper, each with room for two signatures. State in the hash: `season`. */
export default signedIn({
  mount({ root, query, keep }) {
    const season = `/api/v1/seasons/${query.get("season") ?? ""}`;
    keep({ season: query.get("season") });
    const place = element("div", { class: "club", "data-skip": true, tabindex: "-1" });
    const loading = new Loading(
      (signal) =>
        Promise.all([session.ask("GET", season, { signal }), session.ask("GET", `${season}/money.csv`, { signal })]),
      (answer) =>
        place.append(
          element("h2", {}, answer[0].name),
          element("p", { class: "help" }, t("season_sheet.words")),
          element("div", { class: "keys-row" }, printKey()),
          sheetOf(answer),
        ),
    );
    place.append(
      element("p", { class: "way-back" }, element("a", { href: "#/seasons" }, t("seasons.title"))),
      loading.node,
    );
    root.append(place);
    return () => loading.close();
  },
});
