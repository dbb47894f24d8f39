/** A role, which has rights. */
export type Role = "door" | "results" | "representative" | "coordinator";
type Right = keyof typeof RIGHTS;

/** The roles that a representative may have, the role with the fewest rights first. */
export const HELPERS: Exclude<Role, "coordinator">[] = ["door", "results", "representative"];

const DOOR: Role[] = ["door", "representative", "coordinator"];
const RESULTS: Role[] = ["results", "representative", "coordinator"];
const REPRESENTATIVES: Role[] = ["representative", "coordinator"];
const COORDINATOR: Role[] = ["coordinator"];

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

/** The right that each view needs. */
const VIEWS: Record<string, Right> = {
  "check-in": "check_in",
  replies: "check_in",
  tables: "score_tables",
  money: "read_money",
  "season-sheet": "read_money",
  ledger: "read_money",
  phones: "show_code",
  displays: "run_nights",
  cancel: "run_nights",
  players: "manage_players",
  seasons: "manage_seasons",
  league: "manage_league",
};

/** Returns true if somebody with this role has the right. */
export function hasRight(role: Role, right: Right): boolean {
  return RIGHTS[right].includes(role);
}

/** Returns true if a view is for somebody with this role. @param view such as `check-in` */
export function maySee(role: Role, view: string): boolean {
  return !(view in VIEWS) || hasRight(role, VIEWS[view]);
}

/** Returns the rights that this role lacks. The style sheet hides the elements that need a lacked right. */
export function lackedRights(role: Role): string {
  const rights = Object.keys(RIGHTS) as Right[];
  return rights.filter((right) => !hasRight(role, right)).join(" ");
}
