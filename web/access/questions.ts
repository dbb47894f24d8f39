import type { League } from "pegout-api";
import { send } from "../lib/api.ts";
import { type Child, element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { ownName } from "../lib/root.ts";
import { Form, sheet } from "../ui/form.ts";

const LEAGUE = "/api/v1/league";

/** A setting of an older version: a check `isOld`, and the change. */
type Question = { isOld: (league: League) => boolean; change: Partial<League> };

// The service does not know whether somebody chose these settings, or an older version left them so.
const QUESTIONS: Record<string, Question> = {
  public: { isOld: (league) => league.public, change: { public: false } },
  hand_outs: { isOld: (league) => league.hand_outs === "assumed", change: { hand_outs: "ticked" } },
};

const keyOf = (setting: string) => ownName(`pegout.${setting}`);

/** Notes that somebody chose these settings, so that this browser does not ask. @param settings all without it */
export function noteChosen(settings: string[] = Object.keys(QUESTIONS)) {
  try {
    for (const setting of settings) localStorage.setItem(keyOf(setting), "chosen");
  } catch {
    // It asks again.
  }
}

function isChosen(setting: string) {
  try {
    return localStorage.getItem(keyOf(setting)) !== null;
  } catch {
    return true;
  }
}

/** Changes settings of the league. The other settings may have changed since this page was opened. */
export async function changeLeague(
  session: { ask: (method: string, path: string, options?: { body: unknown }) => Promise<any> },
  change: Partial<League>,
) {
  let based_on = null;
  const now = await send("GET", LEAGUE, { onTag: (tag: string | null) => (based_on = tag) });
  await session.ask("PUT", LEAGUE, { body: { ...now, ...change, based_on } });
}

/**
 * Asks the coordinator once whether the settings of an older version are to stay so.
 * @returns a section for each question
 */
export function openQuestions(
  league: League,
  session: { ask: (method: string, path: string, options?: { body: unknown }) => Promise<any> },
): HTMLElement[] {
  const open = Object.entries(QUESTIONS).filter(([setting, { isOld }]) => isOld(league) && !isChosen(setting));
  return open.map(([setting, { change }]) => {
    const done = (sentence: string) => {
      noteChosen([setting]);
      node.replaceChildren(element("p", { role: "status", tabindex: "-1" }, sentence));
      (node.firstElementChild as HTMLElement).focus();
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

/** Makes a key of a sheet that closes it. Enter in a field does not tap it, since it does not submit the form. */
export function sheetKey(text: string, onTap: () => void, look: "primary" | "quiet" = "quiet"): HTMLElement {
  const onclick = (event: Event) => {
    onTap();
    (event.currentTarget as HTMLElement).closest("dialog")?.close();
  };
  return element("button", { type: "button", class: look, onclick }, text);
}

/**
 * Asks a question in a sheet whose keys are the answers.
 * @param answers each with the text of its key, the usual answer first
 * @returns the answer; null if the sheet was closed
 */
export async function askInSheet<Answer extends string>(
  title: string,
  content: Child[],
  answers: [Answer, string][],
): Promise<Answer | null> {
  const given: Answer[] = [];
  const keys = answers.map(([answer, text], at) =>
    sheetKey(text, () => given.push(answer), at === 0 ? "primary" : "quiet"),
  );
  await sheet(title, [...content, element("div", { class: "sheet-keys" }, keys)], null);
  return given[0] ?? null;
}
