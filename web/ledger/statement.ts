import type { PlayerBalance, StatementLine } from "pegout-api";
import { element } from "../lib/dom.ts";
import { amount } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import { dayText, debtText, postingText, signedAmount } from "./accounts.ts";

/** Names the money of a player: “$30 ahead · owes $10 from Nov 19 · gets $64”. */
export function accountText({
  credit,
  owes,
  to_get: toGet,
}: Pick<PlayerBalance, "credit" | "owes" | "to_get">): string {
  const texts = [
    credit === 0 ? "" : t("paying.has", { amount: signedAmount(credit) }),
    debtText(owes),
    toGet ? t("ledger.gets", { amount: amount(toGet) }) : "",
  ];
  return texts.filter(Boolean).join(" · ");
}

/** The postings of a statement, with the running balance. @param pots the names by id */
export function linesTable(lines: StatementLine[], pots: Map<string, string>): HTMLElement {
  const head = (key: string, look = "") => element("th", { scope: "col", class: look }, t(key));
  const row = (line: StatementLine) => {
    const change = line.to === "credit" ? line.amount : -line.amount;
    return element(
      "tr",
      {},
      element("td", {}, dayText(line)),
      element(
        "th",
        { scope: "row" },
        postingText(line, pots),
        line.reason && element("span", { class: "help" }, line.reason),
      ),
      element("td", { class: "number" }, signedAmount(change)),
      element("td", { class: "number" }, signedAmount(line.balance)),
    );
  };
  return element(
    "table",
    { class: "statement-lines" },
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        head("ledger.day"),
        head("ledger.what"),
        head("ledger.change", "number"),
        head("ledger.balance", "number"),
      ),
    ),
    element("tbody", {}, lines.map(row)),
  );
}
