import { drawing } from "../app/element.js";

// Drawn on 24 by 24.
const SHAPES = {
  C: "M12 1.6a5 5 0 0 1 4.1 7.9 5.1 5.1 0 1 1-2.9 8.4c.3 2.1 1 3.5 2.3 4.6H8.500c1.3-1.1 2-2.5 2.3-4.600A5.1 5.1 0 1 1 7.9 9.5 5 5 0 0 1 12 1.600z",
  D: "M12 1.300c2.1 4.2 4.7 7.5 8 10.7-3.3 3.2-5.9 6.5-8 10.7-2.1-4.2-4.7-7.5-8-10.7 3.3-3.2 5.9-6.5 8-10.700z",
  H: "M12 22C4.7 15.8 1.8 11.8 1.8 7.900c0-3.2 2.4-5.6 5.3-5.6 2.1 0 3.9 1.2 4.9 3.2 1-2 2.8-3.2 4.9-3.2 2.9 0 5.3 2.4 5.3 5.6 0 3.9-2.9 7.9-10.2 14.100z",
  S: "M12 1.300c1.7 3.9 10 8.2 10 13.3 0 2.8-2.1 4.8-4.6 4.8-1.7 0-3.2-.9-4.2-2.3.2 2.3.9 4.1 2.3 5.400h-7c1.4-1.3 2.1-3.1 2.3-5.4-1 1.4-2.5 2.3-4.2 2.300C4.1 19.4 2 17.4 2 14.6 2 9.5 10.3 5.2 12 1.300z",
};

/**
 * A suit's pip, in the colour of the text around it; without a name, since the card's name says the suit.
 * @param {string} suit `C`, `D`, `H` or `S`
 * @returns {SVGElement}
 */
export function pip(suit) {
  return drawing(
    "svg",
    { class: "pip", viewBox: "0 0 24 24", "aria-hidden": "true" },
    drawing("path", { d: SHAPES[suit] }),
  );
}
