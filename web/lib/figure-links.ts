import type { Season } from "pegout-api";
import { element } from "./dom.ts";
import { t } from "./i18n.ts";

// The views of a season, by the keys of their titles.
const VIEWS = { race: "race.title", meetings: "meetings.title", records: "records.title" };

/** Makes the link to the figures of a player. @param against another player whose games with this one are shown */
export function playerLink({ id, name }: { id: string; name: string }, against: string | null = null): HTMLElement {
  const query = against ? `id=${against}&against=${id}` : `id=${id}`;
  return element("a", { class: "tap-link", href: `#/player?${query}` }, name);
}

/** Makes the links to the figures of a season. @param but the key of the title of the view that shows them */
export function seasonLinks({ id }: Pick<Season, "id">, but: string | null = null): HTMLElement {
  const others = Object.entries(VIEWS).filter(([, title]) => title !== but);
  return element(
    "nav",
    { class: "links figure-links", "aria-label": t("standings.title") },
    but === null ? "" : element("a", { href: `#/standings?season=${id}` }, t("standings.title")),
    others.map(([view, title]) => element("a", { href: `#/${view}?season=${id}` }, t(title))),
  );
}
