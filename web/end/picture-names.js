/** @import { LocalGame } from "../game/rules.js" */
import { cleanName } from "../lib/device.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { field, sheet } from "../ui/form.js";

const NAME_LENGTH = 100;
const PARTNERS = " + ";

/**
 * Asks for names of the sides without a name, before a picture leaves the phone. The game itself keeps its sides without names.
 * @param {LocalGame} game as the picture names it @param {string[]} typed the names that were typed before, by side
 * @returns {Promise<string[]|null>} the typed names by side, empty for a side without one; null if the user changed their mind
 */
export async function askPictureNames({ sides }, typed) {
  const inputs = sides.map(({ name, named }, side) =>
    named === false
      ? element("input", {
          value: typed[side] ?? "",
          placeholder: name,
          maxlength: NAME_LENGTH,
          autocomplete: "off",
          autocapitalize: "words",
        })
      : null,
  );
  if (inputs.every((input) => input === null)) return [];
  const fields = inputs.flatMap((input, side) => (input ? [field(sides[side].name, input)] : []));
  const isMeant = await sheet(t("end.names"), fields, t("end.share"));
  return isMeant ? inputs.map((input) => (input ? cleanName(input.value) : "")) : null;
}

/** Returns a game with these names, as the picture shows it. @param {LocalGame} game @param {string[]} names by side, empty for a side that keeps its name @returns {LocalGame} */
export function withPictureNames(game, names) {
  const sides = game.sides.map((side, at) => {
    const name = names[at];
    return name ? { ...side, name, players: name.split(PARTNERS) } : side;
  });
  return { ...game, sides };
}
