import { has, t } from "../app/i18n.js";

/**
 * Why the service said no: in the user's language where the page has words for it, else in the service's.
 * @param {import("../app/api.js").Refusal} refusal
 * @returns {string} a sentence
 */
export function objection({ slug, problem, message }) {
  if (problem.status === 404) return t("club.gone");
  if (has(`problem.${slug}`)) return t(`problem.${slug}`);
  const wrong = `club.wrong.${fieldAtFault(problem)}`;
  return has(wrong) ? t(wrong) : message;
}

/** The field that the service found wrong; empty where it names none. @param {object} problem the service's @returns {string} */
export function fieldAtFault({ errors }) {
  return errors?.[0]?.pointer.split("/")[1] ?? "";
}
