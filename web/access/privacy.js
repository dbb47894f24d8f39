/** @import { League, Season } from "pegout-api" */
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { addressOf, ownName } from "../lib/root.js";
import { copyFrom } from "../ui/controls.js";
import { Form, field } from "../ui/form.js";
import { hasRight } from "./rights.js";

/** A signed-in session. @typedef {{role: import("./rights.js").Role, ask: (method: string, path: string, options: {body: unknown}) => Promise<any>}} Session */

const LEAGUE = "/api/v1/league";
// The service does not tell whether somebody chose that the league is public, or an older version left it so.
const KEY = ownName("pegout.public");

/** Notes that somebody chose who sees the league, so that this browser does not ask. */
export function notePrivacyChosen() {
  try {
    localStorage.setItem(KEY, "chosen");
  } catch {
    // It asks again.
  }
}

function isPrivacyChosen() {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return true;
  }
}

/**
 * Asks the coordinator of a public league once whether it is to stay so.
 * @param {League} league @param {{ask: (method: string, path: string, options: {body: unknown}) => Promise<any>}} session
 * @returns {HTMLElement|null} null where there is nothing to ask
 */
export function privacyQuestion(league, session) {
  if (!league.public || isPrivacyChosen()) return null;
  const done = (/** @type {string} */ words) => {
    notePrivacyChosen();
    node.replaceChildren(element("p", { role: "status", tabindex: "-1" }, words));
    /** @type {HTMLElement} */ (node.firstElementChild).focus();
  };
  const keep = element(
    "button",
    { type: "button", class: "quiet", onclick: () => done(t("privacy.kept")) },
    t("privacy.keep"),
  );
  const form = new Form({
    key: t("privacy.close"),
    beside: [keep],
    send: async () => {
      await session.ask("PUT", LEAGUE, { body: { ...league, public: false } });
      done(t("privacy.closed"));
    },
  });
  const node = element(
    "section",
    { class: "on-now", "aria-labelledby": "privacy-title" },
    element("h2", { id: "privacy-title" }, t("privacy.title")),
    element("p", {}, t("privacy.words")),
    form.node,
  );
  return node;
}

/** Makes the part with the lines that show a season on another website. It asks first in a league that strangers do not see. @param {Season} season @param {League} league @param {Session} session @returns {HTMLElement} */
export function embedPart(season, league, session) {
  const place = element("div", {}, league.public ? linesForm(season) : embedQuestion(season, league, session));
  return element("details", {}, element("summary", {}, t("embed_link.title")), place);
}

/** @param {Season} season */
function linesForm({ id, name }) {
  const title = name.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const value = `<iframe src="${addressOf(`/embed/standings/${id}`)}" title="${title}" width="320" height="600"></iframe>`;
  const lines = element("input", { readonly: true, value });
  const form = new Form({
    key: t("embed_link.copy"),
    look: "quiet",
    fields: [element("p", {}, t("embed_link.words")), field(t("embed_link.code"), lines)],
    send: () =>
      copyFrom(lines).then(
        () => t("embed_link.copied"),
        () => t("embed_link.uncopied"),
      ),
  });
  return form.node;
}

/** @param {Season} season @param {League} league @param {Session} session */
function embedQuestion(season, league, session) {
  const words = element("p", {}, t("embed_link.closed"));
  if (!hasRight(session.role, "manage_league")) return element("div", {}, words, element("p", {}, t("embed_link.ask")));
  const form = new Form({
    key: t("embed_link.open"),
    fields: [words],
    send: async () => {
      await session.ask("PUT", LEAGUE, { body: { ...league, public: true } });
      notePrivacyChosen();
      form.node.replaceWith(linesForm(season));
    },
  });
  return form.node;
}
