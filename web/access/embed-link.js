/** @import { League, Season } from "pegout-api" */
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { addressOf } from "../lib/root.js";
import { copyFrom } from "../ui/controls.js";
import { Form, field } from "../ui/form.js";
import { changeLeague, noteChosen } from "./questions.js";
import { hasRight } from "./rights.js";

/** A signed-in session. @typedef {{role: import("./rights.js").Role, ask: (method: string, path: string, options?: {body: unknown}) => Promise<any>}} Session */

/** Makes the part with the lines that show a season on another website. It asks first in a league that strangers do not see. @param {Season} season @param {League} league @param {Session} session @returns {HTMLElement} */
export function embedPart(season, league, session) {
  const place = element("div", {}, league.public ? linesForm(season) : embedQuestion(season, session));
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

/** @param {Season} season @param {Session} session */
function embedQuestion(season, session) {
  const words = element("p", {}, t("embed_link.closed"));
  if (!hasRight(session.role, "manage_league")) return element("div", {}, words, element("p", {}, t("embed_link.ask")));
  const form = new Form({
    key: t("embed_link.open"),
    fields: [words],
    send: async () => {
      await changeLeague(session, { public: true });
      noteChosen(["public"]);
      form.node.replaceWith(linesForm(season));
    },
  });
  return form.node;
}
