import type { Season } from "pegout-api";
import { element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import type { Place } from "../lib/router.ts";
import type { Reader } from "../night/membership.ts";
import { presentSeason } from "../night/present-season.ts";
import { printHead } from "../night/standings.ts";
import { choice, printKey } from "../ui/controls.ts";
import { seasonLinks } from "../lib/figure-links.ts";
import { mountFigures } from "./view.ts";

/** A season with its figures; none if there is no season. */
type SeasonAnswer<Answer> = { seasons: Season[]; shown: { season: Season; answer: Answer } | null };

/** Figures of a season: `path` is the end of the address that has them, and `show` makes the nodes. */
type SeasonFigures<Answer> = {
  path: string;
  title: string;
  show: (answer: Answer, season: Season, reader: Reader) => (Node | string)[];
};

async function readSeasons<Answer>(path: string, wanted: string, reader: Reader, signal: AbortSignal) {
  const { seasons }: { seasons: Season[] } = await reader.ask("GET", "/api/v1/seasons", { signal });
  const season = seasons.find(({ id }) => id === wanted) ?? presentSeason(seasons);
  if (!season) return { seasons, shown: null };
  const answer: Answer = await reader.ask("GET", `/api/v1/seasons/${season.id}/${path}`, { signal });
  return { seasons, shown: { season, answer } };
}

/** Makes a view of figures of a season. State in the hash: `season`; without it the one of today. */
export function seasonView<Answer>({ path, title, show }: SeasonFigures<Answer>) {
  return {
    mount(place: Place) {
      return mountFigures<SeasonAnswer<Answer>>(place, {
        wanted: place.query.get("season") ?? "",
        read: (wanted, reader, signal) => readSeasons(path, wanted, reader, signal),
        show({ seasons, shown }, reader, again) {
          if (!shown) return [element("p", { class: "help" }, t("season.none"))];
          const { season, answer } = shown;
          place.keep({ season: season.id });
          const answers = seasons.map(({ id, name }) => ({ value: id, label: name }));
          return [
            seasons.length > 1 ? choice(t("season.which"), answers, season.id, again) : "",
            printHead(`${season.name} · ${t(title)}`),
            element("h2", {}, season.name),
            ...show(answer, season, reader),
            element("p", { class: "figure-keys" }, printKey()),
            seasonLinks(season, title),
          ];
        },
      });
    },
  };
}
