/** @import { League } from "pegout-api" */
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { ownName } from "../lib/root.js";
import { Form } from "../ui/form.js";

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
