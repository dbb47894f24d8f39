/** @typedef {"door"|"results"|"representative"|"coordinator"} Role */
/** @typedef {keyof typeof RIGHTS} Right */

/** The roles that a representative may have, the one with the fewest rights first. @type {Exclude<Role, "coordinator">[]} */
export const HELPERS = ["door", "results", "representative"];

/** @type {Role[]} */
const DOOR = ["door", "representative", "coordinator"];
/** @type {Role[]} */
const RESULTS = ["results", "representative", "coordinator"];
/** @type {Role[]} */
const REPRESENTATIVES = ["representative", "coordinator"];
/** @type {Role[]} */
const COORDINATOR = ["coordinator"];

/** The roles that have each right, as the service gives them. */
const RIGHTS = {
  check_in: DOOR,
  show_code: DOOR,
  score_tables: RESULTS,
  run_nights: REPRESENTATIVES,
  manage_players: REPRESENTATIVES,
  manage_seasons: REPRESENTATIVES,
  read_money: REPRESENTATIVES,
  manage_league: COORDINATOR,
};

/** The right that each view needs. @type {Record<string, Right>} */
const VIEWS = {
  "check-in": "check_in",
  tables: "score_tables",
  money: "read_money",
  "season-sheet": "read_money",
  phones: "show_code",
  displays: "run_nights",
  cancel: "run_nights",
  players: "manage_players",
  seasons: "manage_seasons",
  league: "manage_league",
};

/** Returns true if somebody with this role has the right. @param {Role} role @param {Right} right @returns {boolean} */
export function hasRight(role, right) {
  return RIGHTS[right].includes(role);
}

/** Returns true if a view is for somebody with this role. @param {Role} role @param {string} view such as `check-in` @returns {boolean} */
export function maySee(role, view) {
  return !(view in VIEWS) || hasRight(role, VIEWS[view]);
}

/** Returns the rights that somebody with this role lacks: what needs one of them is hidden by the style sheet. @param {Role} role @returns {string} */
export function lackedRights(role) {
  const rights = /** @type {Right[]} */ (Object.keys(RIGHTS));
  return rights.filter((right) => !hasRight(role, right)).join(" ");
}
