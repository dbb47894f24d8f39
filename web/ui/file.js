import { element } from "../lib/dom.js";

// Milliseconds after which every browser has begun to save: some read the file only after the tap.
const SAVED_AFTER = 60_000;

/** Saves a table as a file of this device. @param {string} name the file's @param {string} csv */
export function saveCsv(name, csv) {
  // The mark at the front tells a spreadsheet that accents are UTF-8.
  saveBlob(name, new Blob(["\ufeff", csv], { type: "text/csv" }));
}

/** Saves a file on this device. @param {string} name the file's @param {Blob} content */
export function saveBlob(name, content) {
  const address = URL.createObjectURL(content);
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), SAVED_AFTER);
}
