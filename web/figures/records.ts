import type { LeagueRecord } from "pegout-api";
import { element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import type { Place } from "../lib/router.ts";
import type { Reader } from "../night/membership.ts";
import { printHead } from "../night/standings.ts";
import { smallCards } from "../ui/cards.ts";
import { printKey } from "../ui/controls.ts";
import { playerLink } from "../lib/figure-links.ts";
import { seasonView } from "./season.ts";
import { mountFigures, nightLink } from "./view.ts";

type Records = { records: LeagueRecord[] };

function holderLine(holder: LeagueRecord["holders"][number]) {
  const { player_id: id, name, cards, starter } = holder;
  return element(
    "li",
    {},
    cards ? [smallCards(starter ? [...cards, starter] : cards), " "] : "",
    playerLink({ id, name }),
    ", ",
    nightLink(holder),
  );
}

function recordNodes({ what, card, value, holders }: LeagueRecord) {
  const words = card ? t(`record.${what}.${card}`, { n: value }) : t(`record.${what}`, { n: value });
  return [element("dt", {}, words), element("dd", {}, element("ul", {}, holders.map(holderLine)))];
}

function show({ records }: Records): (Node | string)[] {
  if (records.length === 0) return [element("p", { class: "help" }, t("records.none"))];
  return [element("dl", { class: "records" }, records.flatMap(recordNodes))];
}

const ofSeason = seasonView<Records>({
  path: "records",
  title: "records.title",
  show: (answer, { id }) => [
    ...show(answer),
    element("p", {}, element("a", { class: "tap-link", href: `#/records?all=1&season=${id}` }, t("records.all"))),
  ],
});

/** The records of a season. State in the hash: `season`, without it the one of today; `all` for all time. */
export default {
  mount(place: Place) {
    if (!place.query.has("all")) return ofSeason.mount(place);
    const read = (_: string, reader: Reader, signal: AbortSignal) => reader.ask("GET", "/api/v1/records", { signal });
    const season = place.query.get("season");
    return mountFigures<Records>(place, {
      wanted: "",
      read,
      show: (answer) => [
        printHead(t("records.all")),
        element("h2", {}, t("records.all")),
        ...show(answer),
        element("p", { class: "figure-keys" }, printKey()),
        season
          ? element(
              "p",
              {},
              element("a", { class: "tap-link", href: `#/records?season=${season}` }, t("records.season")),
            )
          : "",
      ],
    });
  },
};
