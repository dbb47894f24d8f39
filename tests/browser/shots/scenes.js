import { clubScenes } from "./club-scenes.js";
import { gameScenes } from "./game-scenes.js";
import { nightScenes } from "./night-scenes.js";
import { boardScenes } from "./board-scenes.js";

/**
 * A state of a view that is photographed.
 * @typedef {object} Scene
 * @property {string} name
 * @property {string} at the address after the service's own
 * @property {string} [after] the address of another view of the same page, which is shown before this one
 * @property {import("./phone.js").Phone} [phone] without one it is empty
 * @property {(page: import("@playwright/test").Page) => Promise<void>} [act] what is done in the view before the picture
 * @property {boolean} [board] true of the board of the hall, whose screen is a television's
 * @property {number} [turns] the turns of a board that are photographed
 */

/** All scenes. @param {object} notes about the prepared database @returns {Scene[]} */
export function scenes(notes) {
  return [...gameScenes(notes), ...nightScenes(notes), ...clubScenes(notes), ...boardScenes(notes)];
}
