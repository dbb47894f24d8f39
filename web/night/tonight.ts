import type { League, Nights } from "pegout-api";
import { savedCredentials } from "../access/credentials.ts";
import { Refusal, Unreachable, send } from "../lib/api.ts";
import { element } from "../lib/dom.ts";
import { hour, today } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";

/** A link to the club's own page, in an item of a list; null if the league has no page. */
export function clubLink({ name, address }: Pick<League, "name" | "address">): HTMLElement | null {
  if (!address) return null;
  const link = { href: address, target: "_blank", rel: "noopener", "aria-label": t("club_page.of", { name }) };
  return element("a", link, t("club_page"));
}

const COMING = ["scheduled", "open", "playing"];

/** The club and its nights; `nights` is null if this browser may not see them. */
type Club = { league: League; nights: Nights["nights"] | null };

let club: Promise<Club> | null = null;

// The club and its nights are asked for once a page.
async function fetchClub() {
  club ??= askForClub();
  try {
    return await club;
  } catch (error) {
    club = null;
    if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
    return null;
  }
}

async function askForClub(): Promise<Club> {
  const league: League = await send("GET", "/api/v1/league");
  const token = savedCredentials()?.token;
  if (!league.public && !token) return { league, nights: null };
  try {
    const { nights } = await send("GET", "/api/v1/nights", { token });
    return { league, nights };
  } catch (error) {
    // A sign-in that has expired.
    if (!(error instanceof Refusal) || error.problem.status !== 401) throw error;
    return { league, nights: null };
  }
}

/** Adds a link to the club's own page to the first view's links, if the club has a page. @param links a list */
export async function showClub(links: HTMLElement) {
  const answer = await fetchClub();
  const link = answer && clubLink(answer.league);
  if (link) links.append(element("li", {}, link));
}

/** Shows in the first view's card the club's night of today, if there is one. */
export async function showTonight({ title, line }: { title: HTMLElement; line: HTMLElement }) {
  const answer = await fetchClub();
  if (!answer) return;
  const { league, nights } = answer;
  if (!nights) {
    title.textContent = t("home.tonight");
    line.textContent = t("home.join.private");
    return;
  }
  const night = nights.find(({ date, status }) => date === today() && COMING.includes(status));
  if (!night) return;
  title.textContent = t("home.tonight.at", { time: hour(night.starts_at) });
  line.textContent = league.name;
}
