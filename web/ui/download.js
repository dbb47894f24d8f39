import { saveCsv } from "./file.js";
import { Form } from "./form.js";

/**
 * Makes the key that saves CSV as a file: its address alone would not carry the token.
 * @param {{key: string, file: string, done: string, read: () => Promise<string>}} options `key` is the text on it, `file`
 *   the name that it is saved by, `done` the sentence after that, and `read` asks for the CSV
 * @returns {HTMLElement}
 */
export function csvKey({ key, file, done, read }) {
  const send = async () => {
    saveCsv(file, await read());
    return done;
  };
  return new Form({ key, look: "quiet", send }).node;
}
