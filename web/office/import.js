import { element } from "../app/element.js";
import { list, t } from "../app/i18n.js";
import { Refusal } from "../app/api.js";
import { field } from "./field.js";
import { Form } from "./form.js";
import { lineWords } from "./import-words.js";
import { session } from "./session.js";

/** Takes players from a list that was saved by a spreadsheet, or pasted. */
export class Import {
  #text = element("textarea", { name: "csv", rows: 6, required: true, spellcheck: "false", autocomplete: "off" });
  #wrong = element("ul", { class: "wrong-lines" });

  /** @param {(added: object[]) => void} come called with the players that were added */
  constructor(come) {
    const file = element("input", { type: "file", accept: ".csv,.tsv,.txt,text/csv,text/plain" });
    file.addEventListener("change", () => this.#read(file));
    const form = new Form({
      key: t("players.import.key"),
      fields: [
        field(t("players.import.file"), file),
        field(t("players.import.paste"), this.#text, t("players.import.columns")),
        this.#wrong,
      ],
      send: () => this.#send(come),
    });
    this.node = element(
      "details",
      { class: "import" },
      element("summary", {}, t("players.import")),
      element("p", { class: "help" }, t("players.import.words")),
      form.node,
    );
  }

  // What was read stands in the text, so that a wrong line can be mended there.
  async #read(input) {
    const [file] = input.files;
    if (file) this.#text.value = decoded(await file.arrayBuffer());
    // The same file, mended, can then be chosen again.
    input.value = "";
  }

  async #send(come) {
    this.#wrong.replaceChildren();
    try {
      const { added, known } = await session.ask("POST", "/api/v1/players/import", { body: { csv: this.#text.value } });
      come(added);
      this.#text.value = "";
      const there = known.length > 0 ? t("players.import.known", { n: known.length, names: list(known) }) : "";
      return `${t("players.import.added", { n: added.length })} ${there}`.trim();
    } catch (error) {
      if (!(error instanceof Refusal && error.problem.errors)) throw error;
      const lines = error.problem.errors.map(({ detail }) => element("li", {}, lineWords(detail)));
      this.#wrong.replaceChildren(...lines);
      return t("players.import.none");
    }
  }
}

// Spreadsheets save UTF-8, UTF-16 with its mark, or what Windows wrote before either.
function decoded(bytes) {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
