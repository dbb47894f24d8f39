import { element } from "../lib/dom.js";

/** Saves a table as a file of this device. @param {string} name the file's @param {string} csv */
export function saveCsv(name, csv) {
  // The mark at the front tells a spreadsheet that accents are UTF-8.
  const address = URL.createObjectURL(new Blob(["\ufeff", csv], { type: "text/csv" }));
  element("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
