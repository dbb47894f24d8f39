import { Refusal, send, Unreachable } from "../app/api.js";
import { learn, t } from "../app/i18n.js";
import { isRecent, joinedNight, leaveTonight } from "./joined.js";
import { settleTables } from "./keep-score.js";
import { companyOf, newestRound, seatOf } from "./seat.js";

/** Says in the first view's entry where this phone's player sits tonight; takes the entry away when that night is long over. @param {HTMLElement} place the entry, with a link, a title and a line @param {string} id the night's */
export async function tellTonight(place, id) {
  await learn("hall");
  const joined = await joinedNight(id);
  if (!joined || !isRecent(joined)) {
    leaveTonight();
    place.remove();
    return;
  }
  const [title, line] = ["strong", "span > span"].map((part) => place.querySelector(part));
  line.textContent = joined.name ?? t("seat.table", { n: joined.table });
  try {
    const night = await send("GET", `/api/v1/nights/${id}`);
    const seat = seatOf(newestRound(night), joined);
    if (night.status === "finished") {
      title.textContent = t("tonight.over");
    } else if (seat) {
      const { partner, others } = companyOf(seat, joined.player_id);
      title.textContent = t("tonight.table", { n: seat.table.number });
      line.textContent = partner ? t("seat.with", { names: partner }) : others;
    }
    settleTables(night);
  } catch (error) {
    // The way to the card stays; the card says what is wrong.
    if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
  }
}
