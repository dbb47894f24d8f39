/** @import { League, Nights } from "pegout-api" */
import { savedCredentials } from "../access/credentials.js";
import { Refusal, Unreachable, send } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { hour, today } from "../lib/format.js";
import { t } from "../lib/i18n.js";

/** A link to the club's own page, in an item of a list; null where the league has none. @param {Pick<League, "name"|"address">} league @returns {HTMLElement|null} */
export function clubLink({ name, address }) {
  if (!address) return null;
  const link = { href: address, target: "_blank", rel: "noopener", "aria-label": t("club_page.of", { name }) };
  return element("a", link, t("club_page"));
}

const COMING = ["scheduled", "open", "playing"];

/** The club, and its nights; null where this browser may not see them. @typedef {{league: League, nights: Nights["nights"]|null}} Club */

/** @type {Promise<Club>|null} */
let club = null;

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

/** @returns {Promise<Club>} */
async function askForClub() {
  /** @type {League} */
  const league = await send("GET", "/api/v1/league");
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

/** Adds a link to the club's own page to the first view's links, if the club has one. @param {HTMLElement} links a list */
export async function showClub(links) {
  const answer = await fetchClub();
  const link = answer && clubLink(answer.league);
  if (link) links.append(element("li", {}, link));
}

/** Shows in the first view's card the club's night of today, if there is one. @param {{title: HTMLElement, line: HTMLElement}} card */
export async function showTonight({ title, line }) {
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
