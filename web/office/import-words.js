import { t } from "../app/i18n.js";

// By what a sentence of the service about a line is known; `{given}` of ours is what that sentence quotes.
const KINDS = [
  [/telephone number/, "phone"],
  [/e-mail address/, "email"],
  [/active member/, "member"],
  [/name is missing/, "name"],
  [/no column that/, "stray"],
  [/no column/, "column"],
  [/more than once/, "twice"],
  [/titles of the columns/, "titles"],
];

/**
 * What is wrong with a line of an imported list, in the user's language where the page knows it.
 * @param {string} detail the service's sentence, such as “Line 3: The name is missing.”
 * @returns {string} a sentence
 */
export function lineWords(detail) {
  const [, line, sentence] = /^Line (\d+): (.*)$/s.exec(detail) ?? [];
  const kind = KINDS.find(([known]) => known.test(sentence ?? ""))?.[1];
  if (!kind) return detail;
  const given = /“(.*?)”/s.exec(sentence)?.[1] ?? "";
  return t("players.import.line", { line, why: t(`players.wrong.${kind}`, { given }) });
}
