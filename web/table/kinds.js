const ANY = (points) => points >= 1 && points <= 29;
const SHOWN = (points) => ANY(points) && ![19, 25, 26, 27].includes(points);

// What may be pegged for what: the one table of the rules that the page holds, so that it can refuse before it sends.
const POINTS = {
  play: (points) => points >= 1 && points <= 14,
  go: (points) => points === 1,
  heels: (points) => points === 2,
  hand: SHOWN,
  crib: SHOWN,
  muggins: ANY,
  penalty: ANY,
  other: ANY,
};

/** Whether so many points can be pegged for it. @param {string} kind @param {number} points @returns {boolean} */
export function canEarn(kind, points) {
  return POINTS[kind](points);
}

/** The kinds that a table offers. @param {{muggins: boolean}} rules @returns {string[]} */
export function kindsOf(rules) {
  return ["play", "hand", "crib", "heels", "go", "penalty", ...(rules.muggins ? ["muggins"] : [])];
}

/** Whether this kind may take a side to the game hole. @param {string} kind @param {{heels_can_win: boolean, go_can_win: boolean}} rules @returns {boolean} */
export function canWin(kind, rules) {
  return (kind !== "heels" || rules.heels_can_win) && (kind !== "go" || rules.go_can_win);
}

/**
 * The kind that the deal has come to: the play, until a hand was pegged; then the hands, one a player; then the crib.
 * @param {{pegs: {for: string}[], sides: {players: string[]}[]}} game @param {object[]} pegs those of this deal, the newest first
 * @returns {"play"|"hand"|"crib"}
 */
export function phaseOf({ sides }, pegs) {
  const hands = pegs.filter((peg) => peg.for === "hand").length;
  if (pegs.some((peg) => peg.for === "crib")) return "play";
  if (hands === 0) return "play";
  return hands < sides.flatMap(({ players }) => players).length ? "hand" : "crib";
}
