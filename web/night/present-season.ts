import type { Season } from "pegout-api";
import { today } from "../lib/format.ts";

/** The season of today, else the newest. @param seasons all of them */
export function presentSeason(seasons: Season[]): Season | undefined {
  const date = today();
  const present = seasons.find(({ starts, ends }) => starts <= date && date <= ends);
  return present ?? [...seasons].sort((one, other) => one.starts.localeCompare(other.starts)).at(-1);
}
