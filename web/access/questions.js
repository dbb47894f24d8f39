/** @import { League } from "pegout-api" */
import { send } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { ownName } from "../lib/root.js";
import { Form } from "../ui/form.js";

const LEAGUE = "/api/v1/league";

/** A setting of an older version: a check `isOld`, and the change. @typedef {{isOld: (league: League) => boolean, change: Partial<League>}} Question */

// The service does not know whether somebody chose these settings, or an older version left them so.
/** @type {Record<string, Question>} */
const QUESTIONS = {
  public: { isOld: (league) => league.public, change: { public: false } },
  hand_outs: { isOld: (league) => league.hand_outs === "assumed", change: { hand_outs: "ticked" } },
};

/** @param {string} setting */
const keyOf = (setting) => ownName(`pegout.${setting}`);

/** Notes that somebody chose these settings, so that this browser does not ask. @param {string[]} [settings] all without it */
export function noteChosen(settings = Object.keys(QUESTIONS)) {
  try {
    for (const setting of settings) localStorage.setItem(keyOf(setting), "chosen");
  } catch {
    // It asks again.
  }
}

/** @param {string} setting */
function isChosen(setting) {
  try {
    return localStorage.getItem(keyOf(setting)) !== null;
  } catch {
    return true;
  }
}

/**
 * Changes settings of the league. The other settings may have changed since this page was opened.
 * @param {{ask: (method: string, path: string, options?: {body: unknown}) => Promise<any>}} session @param {Partial<League>} change
 */
export async function changeLeague(session, change) {
  let based_on = null;
  const now = await send("GET", LEAGUE, { onTag: (/** @type {string|null} */ tag) => (based_on = tag) });
  await session.ask("PUT", LEAGUE, { body: { ...now, ...change, based_on } });
}

/**
 * Asks the coordinator once whether the settings of an older version are to stay so.
 * @param {League} league @param {{ask: (method: string, path: string, options?: {body: unknown}) => Promise<any>}} session
 * @returns {HTMLElement[]} a section for each question
 */
export function openQuestions(league, session) {
  const open = Object.entries(QUESTIONS).filter(([setting, { isOld }]) => isOld(league) && !isChosen(setting));
  return open.map(([setting, { change }]) => {
    const done = (/** @type {string} */ sentence) => {
      noteChosen([setting]);
      node.replaceChildren(element("p", { role: "status", tabindex: "-1" }, sentence));
      /** @type {HTMLElement} */ (node.firstElementChild).focus();
    };
    const keep = element(
      "button",
      { type: "button", class: "quiet", onclick: () => done(t(`question.${setting}.kept`)) },
      t(`question.${setting}.keep`),
    );
    const form = new Form({
      key: t(`question.${setting}.change`),
      beside: [keep],
      send: async () => {
        await changeLeague(session, change);
        done(t(`question.${setting}.changed`));
      },
    });
    const node = element(
      "section",
      { class: "on-now", "aria-labelledby": `question-${setting}` },
      element("h2", { id: `question-${setting}` }, t(`question.${setting}.title`)),
      element("p", {}, t(`question.${setting}.words`)),
      form.node,
    );
    return node;
  });
}
