import { list, t } from "../lib/i18n.js";

/** Tables of these sizes: “5 tables of four and 1 table of three”; empty where there is none. @param {number[]} sizes the number of seats of each @returns {string} */
export function sizesText(sizes) {
  const counts = [4, 3, 2].map((size) => ({ size, n: sizes.filter((each) => each === size).length }));
  return list(counts.filter(({ n }) => n > 0).map(({ size, n }) => t(`running.tables.${size}`, { n })));
}

/** The seats of so many players. @param {number} players @param {number[]} sizes of their tables @returns {string} a sentence */
export function seatingText(players, sizes) {
  return t("tables.hall", { n: players, tables: sizesText(sizes) });
}
