import { element } from "../../app/element.js";
import { t } from "../../app/i18n.js";
import { choice } from "../../parts/choice.js";
import { sideName } from "./names.js";
import { Reason } from "./reason.js";
import { sheet } from "../sheet.js";

/**
 * Asks for the result of a table: who won, and each loser's final score; for a game that is over also why it is another.
 * @param {object} table of a round @param {number} round its number @param {number} target the game hole @param {HTMLElement|null} record of its results so far
 * @returns {Promise<{scores: number[], reason?: string}|null>} null when nothing is to be entered
 */
export async function askResult(table, round, target, record) {
  const over = table.status !== "playing";
  const names = table.sides.map(sideName);
  const before = table.sides.map(({ score }) => score);
  let winner = before.indexOf(target);
  const inputs = names.map((name, side) =>
    scoreInput(`score-${side}`, target, over && before[side] < target ? before[side] : ""),
  );
  const fields = names.map((name, side) =>
    element(
      "div",
      { class: "field" },
      element("label", { for: `score-${side}` }, t("tables.score", { name, n: target })),
      inputs[side],
    ),
  );
  const show = () => {
    for (const [side, field] of fields.entries()) {
      field.hidden = winner < 0 || side === winner;
      inputs[side].disabled = field.hidden;
    }
  };
  const sides = names.map((label, side) => ({ value: String(side), label }));
  const who = choice(t("tables.winner"), sides, String(winner), (side) => {
    winner = Number(side);
    show();
  });
  for (const radio of who.querySelectorAll("input")) radio.required = true;
  const reason = new Reason();
  show();
  const words = [
    over || before.some((score) => score > 0)
      ? t(`tables.before.${table.status}`, { scores: scoreWords(table) })
      : null,
    record,
    element("p", { class: "ask" }, t("tables.winner")),
    who,
    ...fields,
    over ? reason.node : null,
  ];
  const title = t(over ? "tables.correct.title" : "tables.enter.title", { n: table.number, round });
  const entered = await sheet(title, words, t(over ? "tables.correct.save" : "tables.enter.save"));
  if (!entered) return null;
  const scores = inputs.map((input, side) => (side === winner ? target : Number(input.value)));
  return over ? { scores, reason: reason.given } : { scores };
}

/** The sides and their scores: “Ann and Bob 121, Cy and Di 97”. @param {object} table @returns {string} */
export function scoreWords({ sides }) {
  return sides.map((side) => `${sideName(side)} ${side.score}`).join(", ");
}

function scoreInput(id, target, value) {
  return element("input", {
    id,
    type: "number",
    inputmode: "numeric",
    min: 0,
    max: target - 1,
    step: 1,
    required: true,
    value,
  });
}
