import { element } from "../lib/dom.ts";
import { field } from "../ui/form.ts";

/** The fields of a table from a spreadsheet: a file, whose text goes to the text field, or pasted text. */
export class TableField {
  #onText;
  #text = element("textarea", {
    name: "csv",
    rows: 6,
    required: true,
    spellcheck: "false",
    autocomplete: "off",
    oninput: () => this.#onText(),
  });
  #file = element("input", {
    type: "file",
    accept: ".csv,.tsv,.txt,text/csv,text/plain",
    onchange: () => this.#read(),
  });
  declare nodes;

  /** @param labels of the fields, and the help of the second @param onText called when there is another text */
  constructor({ file, paste, help }: { file: string; paste: string; help: string }, onText: () => void) {
    this.#onText = onText;
    this.nodes = [field(file, this.#file), field(paste, this.#text, help)];
  }

  /** The text of the table. */
  get value(): string {
    return this.#text.value;
  }

  /** Removes the text. */
  clear() {
    this.#text.value = "";
  }

  // The file's text goes to the text field, so that a wrong line can be corrected there.
  async #read() {
    const [file] = this.#file.files ?? [];
    if (file) this.#text.value = decoded(await file.arrayBuffer());
    this.#onText();
    // The same file, corrected, can then be chosen again.
    this.#file.value = "";
  }
}

// Spreadsheets save UTF-8, UTF-16 of either order with its mark, or the older code page of Windows.
function decoded(bytes: ArrayBuffer) {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
