import { list } from "../../app/i18n.js";

/** The players of a side: “Ann and Bob”. @param {{players: {name: string}[]}} side @returns {string} */
export function sideName({ players }) {
  return list(players.map(({ name }) => name));
}
