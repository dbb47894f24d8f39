import { drawing } from "../app/element.js";
import { t } from "../app/i18n.js";

const FIVES = 18;
const STEP = 16;
const GAP = 12;
const START = 30;
const TRACKS = [34, 58];
const LENGTH = START * 2 + FIVES * (5 * STEP + GAP);

function across(hole) {
  return START + hole * STEP + Math.floor(hole / 5) * GAP;
}

function hole(x, y) {
  return [
    drawing("circle", { class: "rim", cx: x, cy: y + 0.8, r: 4.2 }),
    drawing("circle", { class: "hole", cx: x, cy: y, r: 3.6 }),
  ];
}

// Seen a little from the front: the shaft leans out of its hole, the head is the widest.
function peg(side, at, y) {
  const x = across(at);
  return drawing(
    "g",
    { class: `peg ${side}` },
    drawing("ellipse", { class: "shadow", cx: x + 7, cy: y + 3, rx: 10, ry: 3.4 }),
    drawing("path", { class: "shaft", d: `M${x - 3.2} ${y + 1}l-1.6-19h9.6l-1.6 19a3.2 1.6 0 0 1-6.4 0z` }),
    drawing("ellipse", { class: "head", cx: x, cy: y - 18, rx: 6, ry: 4 }),
    drawing("ellipse", { class: "shine", cx: x - 1.6, cy: y - 19.2, rx: 2.2, ry: 1.1 }),
  );
}

function grain() {
  const lines = [
    "M0 9c90-5 150 6 260 1s190-6 300 1 260 3 420-2 500 3 900 0",
    "M0 22c120 5 170-6 300-2s150 7 290 2 300-5 440 0 480-3 800 0",
    "M0 46c80-4 190 4 280 0s230-5 350 1 250 2 400-2 500 2 850 0",
    "M0 71c140-5 200 5 330 1s170-6 310 0 240 4 390-1 500 3 800 0",
    "M0 84c100 4 210-4 320 0s190 4 300-1 280-3 420 2 500-2 820 0",
  ];
  return lines.map((d) => drawing("path", { class: "grain", d }));
}

/**
 * A strip of a wooden board: two tracks, holes in fives, a front and a back peg of each side.
 * @returns {SVGElement} with a name of its own
 */
export function pegboard() {
  const holes = TRACKS.flatMap((y) => Array.from({ length: FIVES * 5 }, (_, at) => hole(across(at), y)).flat());
  return drawing(
    "svg",
    {
      class: "pegboard",
      viewBox: `0 0 ${LENGTH} 92`,
      preserveAspectRatio: "xMinYMid slice",
      role: "img",
      "aria-label": t("home.board"),
    },
    drawing("rect", { class: "wood", width: LENGTH, height: 92 }),
    ...grain(),
    drawing("path", { class: "groove", d: `M0 46H${LENGTH}` }),
    ...holes,
    peg("blue", 4, TRACKS[0]),
    peg("blue", 9, TRACKS[0]),
    peg("vermillion", 2, TRACKS[1]),
    peg("vermillion", 7, TRACKS[1]),
  );
}
