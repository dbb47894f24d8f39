import { has, t } from "../app/i18n.js";

/** Why the service said no, in the page's words where it has them, else in the service's. @param {import("../app/api.js").Refusal} refusal @returns {string} a sentence */
export function problemWords({ slug, message }) {
  const key = `problem.${slug}`;
  return has(key) ? t(key) : message;
}
