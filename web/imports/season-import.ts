import type { ImportedResults, League, Season, SeasonImport } from "pegout-api";
import { session } from "../access/session.ts";
import { Refusal, send } from "../lib/api.ts";
import { newId, saveCsv } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { dateOf, dayOfYear } from "../lib/format.ts";
import { language, list, t } from "../lib/i18n.ts";
import type { Place } from "../lib/router.ts";
import { Form, sheet, tick } from "../ui/form.ts";
import { Loading } from "../ui/notice.ts";
import { problemLineText, refusedLineText } from "./refused-lines.ts";
import { cardSample, tableSample } from "./samples.ts";
import { TableField } from "./table-field.ts";

type Read = { season: Season; imports: SeasonImport[]; target: number };

// The most lines and new names that are shown.
const MOST_LINES = 50;
const MOST_NAMES = 200;

/** The form that imports nights of a season from paper, and the imports that were made. */
class NightsFromPaper {
  #season;
  #target;
  #path;
  // A repeat after a lost answer has the same id, and so changes nothing.
  #id = newId();
  #table = new TableField(
    { file: t("players.import.file"), paste: t("players.import.paste"), help: t("paper.columns") },
    () => this.#begin(),
  );
  #money = element("input", { name: "money", type: "checkbox", onchange: () => this.#begin() });
  #problems = element("ul", { class: "wrong-lines" });
  #plan = element("div", { class: "import-plan" });
  #said = element("p", { class: "said", role: "status", tabindex: "-1" });
  #imports = element("section", { "data-skip": true, tabindex: "-1", "aria-label": t("paper.imports") });
  declare node;

  constructor({ season, imports, target }: Read) {
    this.#season = season;
    this.#target = target;
    this.#path = `/api/v1/seasons/${season.id}/imports`;
    const { name, starts, ends } = season;
    const form = new Form({
      key: t("paper.look"),
      fields: [
        ...this.#table.nodes,
        tick(t("paper.money"), this.#money),
        element("p", { class: "help" }, t("paper.money.why")),
        this.#problems,
      ],
      send: () => this.#look(),
    });
    this.node = element(
      "div",
      { class: "stack" },
      element(
        "section",
        {},
        element("h2", {}, t("paper.title.of", { name })),
        element("p", {}, t("paper.words")),
        element("p", { class: "help" }, t("paper.days", { starts: dayOfYear(starts), ends: dayOfYear(ends) })),
        this.#samples(),
        form.node,
        this.#plan,
        this.#said,
      ),
      this.#imports,
    );
    this.#showImports(imports);
  }

  #samples() {
    const key = (words: string, file: string, make: () => string) =>
      element("button", { type: "button", class: "quiet", onclick: () => saveCsv(file, make()) }, words);
    return element("div", { class: "form-keys" }, [
      key(t("paper.sample.cards"), t("paper.sample.cards.file"), () =>
        cardSample(this.#season, this.#target, language()),
      ),
      key(t("paper.sample.tables"), t("paper.sample.tables.file"), () =>
        tableSample(this.#season, this.#target, language()),
      ),
    ]);
  }

  // Another text, or other money, is another import.
  #begin() {
    this.#id = newId();
    this.#clear();
  }

  #clear() {
    this.#problems.replaceChildren();
    this.#plan.replaceChildren();
    this.#said.textContent = "";
  }

  get #asked() {
    return { csv: this.#table.value, money: this.#money.checked };
  }

  async #look() {
    this.#clear();
    const asked = this.#asked;
    try {
      const plan: ImportedResults = await session.ask("POST", this.#path, { body: { ...asked, dry_run: true } });
      // The answer is about a table that is gone.
      if (!isSame(asked, this.#asked)) return "";
      this.#showPlan(plan);
    } catch (error) {
      this.#showProblems(sentencesOf(error));
    }
    return "";
  }

  #showProblems(sentences: string[]) {
    this.#problems.replaceChildren(
      ...sentences.slice(0, MOST_LINES).map((sentence) => element("li", {}, sentence)),
      sentences.length > MOST_LINES ? element("li", {}, t("paper.more", { n: sentences.length - MOST_LINES })) : "",
    );
  }

  #showPlan({ nights, new_players: names, lines, ignored }: ImportedResults) {
    const count = (wanted: string) => nights.filter(({ outcome }) => outcome === wanted).length;
    const refused = lines.filter(({ outcome }) => outcome === "refused");
    const sums: [string, number][] = [
      ["paper.new", count("new")],
      ["paper.changed", count("changed")],
      ["paper.same", count("same")],
      ["paper.refused", refused.length],
    ];
    const days = nights.filter(({ outcome }) => outcome !== "same").map(({ date }) => date);
    const corrected = nights.filter((night) => night.corrected).map(({ date }) => dayOfYear(date));
    const shownNames = names.slice(0, MOST_NAMES);
    this.#showProblems(refused.map(({ line, detail = "" }) => refusedLineText(line, detail)));
    this.#plan.replaceChildren(
      element(
        "ul",
        { role: "status" },
        sums.filter(([, n]) => n > 0).map(([key, n]) => element("li", {}, t(key, { n }))),
        days.length > 0 ? element("li", {}, daysText(days)) : null,
        corrected.length > 0 ? element("li", {}, t("paper.corrected", { days: list(corrected) })) : null,
        names.length > 0 ? element("li", {}, t("paper.names", { n: names.length, names: list(shownNames) })) : null,
        ignored.length > 0
          ? element("li", {}, t("players.import.ignored", { n: ignored.length, titles: list(ignored) }))
          : null,
      ),
      this.#end(refused.length, days.length),
    );
  }

  #end(refused: number, changing: number) {
    if (refused > 0) return element("p", {}, t("players.import.none"));
    if (changing === 0) return element("p", {}, t("players.import.nothing"));
    return new Form({ key: t("players.import.key"), send: () => this.#import() }).node;
  }

  async #import() {
    const asked = this.#asked;
    let answer: ImportedResults;
    try {
      answer = await session.ask("POST", this.#path, { body: { ...asked, id: this.#id } });
    } catch (error) {
      const sentences = sentencesOf(error);
      this.#plan.replaceChildren();
      return this.#showProblems(sentences);
    }
    await this.#reload();
    if (isSame(asked, this.#asked)) this.#table.clear();
    this.#begin();
    const days = answer.nights.map(({ date }) => date);
    this.#said.textContent = t("paper.done", { n: days.length, days: daysText(days) });
    this.#said.focus();
  }

  async #reload() {
    const { imports } = await session.ask("GET", this.#path);
    this.#showImports(imports);
  }

  #showImports(imports: SeasonImport[]) {
    this.#imports.replaceChildren(
      element("h2", {}, t("paper.imports")),
      imports.length > 0
        ? element(
            "ul",
            { class: "people" },
            imports.map((each) => this.#line(each)),
          )
        : element("p", { class: "help" }, t("paper.none")),
    );
  }

  #line({ id, at, by, dates }: SeasonImport) {
    const day = dayOfYear(dateOf(new Date(at)));
    const n = dates.length;
    const takeBack = async () => {
      await session.ask("DELETE", `${this.#path}/${id}`);
      await this.#reload();
      this.#said.textContent = t("paper.taken_back", { n });
      this.#imports.focus();
    };
    const form = new Form({
      key: t("paper.take_back"),
      look: "quiet",
      sure: () => sheet(t("paper.sure", { n }), [t("paper.sure.words")], t("paper.take_back"), undefined, "grave"),
      send: takeBack,
    });
    form.key.setAttribute("aria-label", t("paper.take_back.of", { day }));
    return element(
      "li",
      {},
      element(
        "div",
        { class: "person imported" },
        element("strong", {}, by ? t("paper.by", { day, name: by }) : day),
        element("span", {}, t("paper.nights", { n, days: daysText(dates) })),
      ),
      form.node,
    );
  }
}

/** The sentences about the lines of a refused table; throws any other error. */
function sentencesOf(error: unknown): string[] {
  if (!(error instanceof Refusal && error.problem.errors)) throw error;
  return error.problem.errors.map(({ detail }) => problemLineText(detail));
}

function isSame(one: { csv: string; money: boolean }, other: { csv: string; money: boolean }) {
  return one.csv === other.csv && one.money === other.money;
}

/** @param dates in order, one or more */
function daysText(dates: string[]) {
  const [first, last] = [dates[0], dates[dates.length - 1]].map(dayOfYear);
  return first === last ? first : t("paper.from_to", { first, last });
}

async function read(id: string): Promise<Read> {
  const [season, { imports }, { rules }]: [Season, { imports: SeasonImport[] }, League] = await Promise.all([
    session.ask("GET", `/api/v1/seasons/${id}`),
    session.ask("GET", `/api/v1/seasons/${id}/imports`),
    send("GET", "/api/v1/league"),
  ]);
  return { season, imports, target: rules?.target ?? 0 };
}

/** The nights from paper of a season. State in the hash: `import`, the season. */
export default {
  mount({ root, query }: Place) {
    const id = query.get("import") ?? "";
    const place = element("div", { class: "club" });
    const loading = new Loading(
      () => read(id),
      (answer) => place.append(new NightsFromPaper(answer).node),
    );
    place.append(
      element("p", { class: "way-back" }, element("a", { href: "#/seasons" }, t("seasons.title"))),
      loading.node,
    );
    root.append(place);
    return () => loading.close();
  },
};
