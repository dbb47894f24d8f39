import type { Imported, ImportedLine } from "pegout-api";
import { session } from "../access/session.ts";
import { TableField } from "../imports/table-field.ts";
import { Refusal } from "../lib/api.ts";
import { element } from "../lib/dom.ts";
import { list, t } from "../lib/i18n.ts";
import { Form, tick } from "../ui/form.ts";

const IMPORT = "/api/v1/players/import";
// The answers about a line that name no player: somebody new, or the person of an earlier line.
const NEW = "new";
const EARLIER = "earlier";

// The service's sentences about a line of an imported list, and the keys of ours.
const LINE_PROBLEMS: [RegExp, string][] = [
  [/telephone number/, "phone"],
  [/e-mail address/, "email"],
  [/active member/, "member"],
  [/name is missing/, "name"],
  [/no column that/, "stray"],
  [/spoiled letter/, "spoiled"],
  [/more than once/, "twice"],
  [/titles of the columns/, "titles"],
  [/players are called/, "two"],
  [/in the list \d+ times/, "lines"],
  [/another value/, "other"],
  [/ already\. Write only/, "whole"],
];

/**
 * The form that adds and changes players by a list: a file from a spreadsheet, or pasted text. The form first shows the
 * changes that it would make.
 */
export class PlayerImport {
  #table = new TableField(
    { file: t("players.import.file"), paste: t("players.import.paste"), help: t("players.import.columns") },
    () => this.#begin(),
  );
  #problems = element("ul", { class: "wrong-lines" });
  #plan = element("div", { class: "import-plan" });
  // Another answer makes another plan.
  #questions = element("div", { class: "import-plan", onchange: () => this.#plan.replaceChildren() });
  #onImported;
  // The answers by the number of the line.
  #answers: Map<number, string> = new Map();
  declare node;

  constructor(onImported: () => Promise<void>) {
    this.#onImported = onImported;
    const form = new Form({
      key: t("players.import.look"),
      fields: [...this.#table.nodes, this.#problems, this.#questions],
      send: () => this.#look(),
    });
    this.node = element(
      "details",
      { class: "import" },
      element("summary", {}, t("players.import")),
      element("p", { class: "help" }, t("players.import.words")),
      form.node,
      this.#plan,
    );
  }

  // Another text has other lines.
  #begin() {
    this.#answers.clear();
    this.#questions.replaceChildren();
    this.#plan.replaceChildren();
  }

  #ask(dryRun: boolean): Promise<Imported> {
    const answers = [...this.#answers].filter(([, answer]) => answer !== NEW);
    const same = answers.map(([line, answer]) => ({ line, player: answer === EARLIER ? null : answer }));
    return session.ask("POST", IMPORT, { body: { csv: this.#table.value, update: true, dry_run: dryRun, same } });
  }

  async #look() {
    for (const input of this.#questions.querySelectorAll("input"))
      if (input.checked) this.#answers.set(Number(input.name), input.value);
    this.#problems.replaceChildren();
    this.#plan.replaceChildren();
    const text = this.#table.value;
    try {
      const { lines, ignored } = await this.#ask(true);
      // The answer is about a list that is gone.
      if (this.#table.value !== text) return "";
      const wrong = lines.filter(({ outcome }) => outcome === "refused");
      if (wrong.length > 0) {
        const sentences = wrong.map(({ line, detail = "" }) => lineText(`Line ${line}: ${detail}`));
        return this.#refuse(sentences);
      }
      const open = lines.filter(({ line, alike }) => alike && !this.#answers.has(line));
      if (open.length > 0) this.#askAlike(open);
      else this.#showPlan(lines, ignored);
      return "";
    } catch (error) {
      if (!(error instanceof Refusal && error.problem.errors)) throw error;
      return this.#refuse(error.problem.errors.map(({ detail }) => lineText(detail)));
    }
  }

  #refuse(sentences: string[]) {
    this.#problems.replaceChildren(...sentences.map((sentence) => element("li", {}, sentence)));
    return t("players.import.none");
  }

  /** @param lines their new names look like other names */
  #askAlike(lines: ImportedLine[]) {
    this.#questions.append(...lines.map(alikeQuestion));
    this.#questions.querySelector("input")?.focus();
  }

  /** @param ignored the titles of unknown columns */
  #showPlan(lines: ImportedLine[], ignored: string[]) {
    const [added, changed, same] = ["new", "changed", "same"].map((wanted) =>
      lines.filter(({ outcome }) => outcome === wanted),
    );
    const isNothing = added.length + changed.length === 0;
    const form = new Form({ key: t("players.import.key"), send: () => this.#execute() });
    this.#plan.replaceChildren(
      element(
        "ul",
        { role: "status" },
        added.length > 0
          ? element("li", {}, t("players.import.new", { n: added.length, names: namesOf(added) }))
          : null,
        ...changed.map(({ name, fields }) =>
          element("li", {}, t("players.import.change", { name, fields: fieldsText(fields) })),
        ),
        same.length > 0 ? element("li", {}, t("players.import.same", { n: same.length })) : null,
        ...lines.map(({ name, probable_name: probable }) =>
          probable ? element("li", {}, t("players.import.spoiled", { name, probable })) : null,
        ),
        ignored.length > 0
          ? element("li", {}, t("players.import.ignored", { n: ignored.length, titles: list(ignored) }))
          : null,
      ),
      isNothing ? element("p", {}, t("players.import.nothing")) : form.node,
    );
  }

  async #execute() {
    const text = this.#table.value;
    const { added, lines } = await this.#ask(false);
    await this.#onImported();
    if (this.#table.value === text) this.#table.clear();
    this.#begin();
    const changed = lines.filter(({ outcome }) => outcome === "changed").length;
    const words = [t("players.import.added", { n: added.length }), t("players.import.changed", { n: changed })];
    this.#plan.replaceChildren(element("p", { role: "status" }, words.join(" ")));
  }
}

/** Asks if a new player is a player with a name alike. */
function alikeQuestion({ line, name, alike = [] }: ImportedLine) {
  const choices = alike.map(({ name: other, player }) => ({
    value: player ?? EARLIER,
    label: alike.length === 1 ? t("players.merge.yes") : other,
  }));
  return element(
    "fieldset",
    { class: "field" },
    element("legend", {}, t("players.import.alike", { name, other: alike[0]?.name })),
    [...choices, { value: NEW, label: t("players.import.another") }].map(({ value, label }) =>
      tick(label, element("input", { type: "radio", name: String(line), value, required: true })),
    ),
  );
}

function namesOf(lines: ImportedLine[]) {
  return list(lines.map(({ name }) => name ?? ""));
}

function fieldsText(fields: ImportedLine["fields"]) {
  return list(fields.map((name) => t(`players.field.${name}`)));
}

/** @param detail the service's sentence, such as “Line 3: The name is missing.” */
function lineText(detail: string) {
  const [, line, sentence = ""] = /^Line (\d+): (.*)$/s.exec(detail) ?? [];
  const [, key] = LINE_PROBLEMS.find(([pattern]) => pattern.test(sentence)) ?? [];
  if (!key) return detail;
  const given = /“(.*?)”/s.exec(sentence)?.[1] ?? "";
  return t("players.import.line", { line, why: t(`players.wrong.${key}`, { given }) });
}
