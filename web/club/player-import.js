/** @import { Imported, ImportedLine } from "pegout-api" */
import { Refusal } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { Form, field } from "../ui/form.js";
import { session } from "./session.js";

const IMPORT = "/api/v1/players/import";

// The service's sentences about a line of an imported list, and the keys of ours.
/** @type {[RegExp, string][]} */
const LINE_PROBLEMS = [
  [/telephone number/, "phone"],
  [/e-mail address/, "email"],
  [/active member/, "member"],
  [/name is missing/, "name"],
  [/no column that/, "stray"],
  [/no column/, "column"],
  [/more than once/, "twice"],
  [/titles of the columns/, "titles"],
  [/players are called/, "two"],
  [/in the list \d+ times/, "lines"],
];

/** The form that adds and changes players by a list that a spreadsheet saved, or that is pasted. It says first what it would do. */
export class PlayerImport {
  #text = element("textarea", {
    name: "csv",
    rows: 6,
    required: true,
    spellcheck: "false",
    autocomplete: "off",
    oninput: () => this.#plan.replaceChildren(),
  });
  #file = element("input", {
    type: "file",
    accept: ".csv,.tsv,.txt,text/csv,text/plain",
    onchange: () => this.#read(),
  });
  #problems = element("ul", { class: "wrong-lines" });
  #plan = element("div", { class: "import-plan" });
  #onImported;

  /** @param {() => Promise<void>} onImported */
  constructor(onImported) {
    this.#onImported = onImported;
    const form = new Form({
      key: t("players.import.look"),
      fields: [
        field(t("players.import.file"), this.#file),
        field(t("players.import.paste"), this.#text, t("players.import.columns")),
        this.#problems,
      ],
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

  // The file's text goes to the text field, so that a wrong line can be corrected there.
  async #read() {
    const [file] = this.#file.files ?? [];
    if (file) this.#text.value = decoded(await file.arrayBuffer());
    this.#plan.replaceChildren();
    // The same file, corrected, can then be chosen again.
    this.#file.value = "";
  }

  /** @param {boolean} dryRun @returns {Promise<Imported>} */
  #ask(dryRun) {
    return session.ask("POST", IMPORT, { body: { csv: this.#text.value, update: true, dry_run: dryRun } });
  }

  async #look() {
    this.#problems.replaceChildren();
    this.#plan.replaceChildren();
    try {
      const { lines } = await this.#ask(true);
      const wrong = lines.filter(({ outcome }) => outcome === "refused");
      if (wrong.length > 0) {
        const sentences = wrong.map(({ line, detail = "" }) => lineText(`Line ${line}: ${detail}`));
        return this.#refuse(sentences);
      }
      this.#showPlan(lines);
      return "";
    } catch (error) {
      if (!(error instanceof Refusal && error.problem.errors)) throw error;
      return this.#refuse(error.problem.errors.map(({ detail }) => lineText(detail)));
    }
  }

  /** @param {string[]} sentences */
  #refuse(sentences) {
    this.#problems.replaceChildren(...sentences.map((sentence) => element("li", {}, sentence)));
    return t("players.import.none");
  }

  /** @param {ImportedLine[]} lines */
  #showPlan(lines) {
    const [added, changed, same] = ["new", "changed", "same"].map((wanted) =>
      lines.filter(({ outcome }) => outcome === wanted),
    );
    const isNothing = added.length + changed.length === 0;
    const form = new Form({ key: t("players.import.key"), send: () => this.#import(changed.length) });
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
      ),
      isNothing ? element("p", {}, t("players.import.nothing")) : form.node,
    );
  }

  /** @param {number} changed how many players it changes */
  async #import(changed) {
    const { added } = await this.#ask(false);
    await this.#onImported();
    this.#text.value = "";
    const words = [t("players.import.added", { n: added.length }), t("players.import.changed", { n: changed })];
    this.#plan.replaceChildren(element("p", { role: "status" }, words.join(" ")));
  }
}

/** @param {ImportedLine[]} lines */
function namesOf(lines) {
  return list(lines.map(({ name }) => name ?? ""));
}

/** @param {ImportedLine["fields"]} fields */
function fieldsText(fields) {
  return list(fields.map((name) => t(`players.field.${name}`)));
}

/** @param {string} detail the service's sentence, such as “Line 3: The name is missing.” */
function lineText(detail) {
  const [, line, sentence = ""] = /^Line (\d+): (.*)$/s.exec(detail) ?? [];
  const [, key] = LINE_PROBLEMS.find(([pattern]) => pattern.test(sentence)) ?? [];
  if (!key) return detail;
  const given = /“(.*?)”/s.exec(sentence)?.[1] ?? "";
  return t("players.import.line", { line, why: t(`players.wrong.${key}`, { given }) });
}

// Spreadsheets save UTF-8, UTF-16 with its mark, or the older code page of Windows.
/** @param {ArrayBuffer} bytes */
function decoded(bytes) {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
