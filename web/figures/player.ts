import type { PlayerCard, Profile } from "pegout-api";
import { element, readAs } from "../lib/dom.ts";
import { amount, minus, number, signed } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import type { Place } from "../lib/router.ts";
import type { Reader } from "../night/membership.ts";
import { printHead } from "../night/standings.ts";
import { smallCards } from "../ui/cards.ts";
import { printKey } from "../ui/controls.ts";
import { playerLink } from "../lib/figure-links.ts";
import { type Column, figureTable, foldedTable, mountFigures, nightLink, placeChart, section } from "./view.ts";

type Against = NonNullable<Profile["against"]>;
type CardFigures = Profile["by_card"][number];
type ShowFigures = Profile["pegging"]["hand"];

/** An average as a text. Without one, the text says that there are too few. */
function averageText(average: number | null) {
  return average === null ? t("figures.few") : number(average);
}

/** The same for a cell, which has room for a dash. */
function averageNodes(average: number | null) {
  return element("span", {}, average === null ? readAs("–", t("figures.few")) : number(average));
}

function bigNumbers({ nights, games, wins, by_card: [main] }: Profile) {
  const part = (value: string, words: string) => element("div", {}, element("dd", {}, value), element("dt", {}, words));
  return element(
    "dl",
    { class: "big-figures" },
    part(String(nights), t("player.nights", { n: nights })),
    part(t("player.won_of", { wins, games }), t("player.won")),
    main ? part(main.average === null ? "–" : number(main.average), mainText(main)) : "",
  );
}

function mainText({ card, average, full_cards: n }: CardFigures) {
  return average === null ? t("player.average.few") : t(`player.average.${card}`, { n });
}

/** The total of a card as its kind counts it. */
function totalOf({ total, points, wins, spread, scored }: PlayerCard) {
  if (points !== null) return `${points}/${wins}\u00a0${signed(spread ?? 0)}`;
  return minus(scored ?? total);
}

/** The full cards of a kind in a sentence, with the best. */
function cardLine({ card, full_cards: n, average, best }: CardFigures) {
  return element(
    "li",
    {},
    t(`player.card.${card}`, { n, average: averageText(average) }),
    best ? [" ", t("player.best", { total: totalOf(best) }), " ", nightLink(best)] : "",
  );
}

const NIGHT_COLUMNS: Column<PlayerCard>[] = [
  { key: "player.day", cell: (card) => nightLink(card) },
  {
    key: "player.place",
    cell: ({ place, of }) => (place === null ? "" : t("player.place_of", { place, of })),
    isNumber: true,
  },
  { key: "player.total", cell: totalOf, isNumber: true },
];

function streakTexts({ streak: { kind, now, longest_won: won, longest_lost: lost } }: Profile) {
  if (kind === null) return [];
  return [t(`player.streak.${kind}`, { n: now }), t("player.longest", { won, lost })];
}

function gameTexts(profile: Profile) {
  const { skunks_given: given, skunks_taken: taken, first_deals: first, games } = profile;
  return [
    ...streakTexts(profile),
    games > 0 ? t("player.skunks", { given, taken }) : "",
    first.dealt > 0 ? t("player.first_deals", { n: first.dealt, won: first.won }) : "",
  ].filter(Boolean);
}

function peggingTexts({ pegging: { deals, play, hand, crib } }: Profile) {
  if (deals === 0) return [];
  const show = (key: string, { n, mean, best }: ShowFigures) =>
    n > 0 ? t(key, { n, mean: averageText(mean), best }) : "";
  return [
    t("player.play", { n: deals, mean: averageText(play) }),
    show("player.hands", hand),
    show("player.cribs", crib),
  ].filter(Boolean);
}

function sentences(texts: string[]) {
  return texts.length > 0
    ? [
        element(
          "ul",
          { class: "figure-texts" },
          texts.map((text) => element("li", {}, text)),
        ),
      ]
    : [];
}

function partnerTable(profile: Profile) {
  if (profile.partners.length === 0) return [];
  const columns: Column<Profile["partners"][number]>[] = [
    { key: "standings.player", cell: ({ player_id: id, name }) => playerLink({ id, name }, profile.player_id) },
    { key: "season.games", cell: ({ games }) => String(games), isNumber: true },
    { key: "season.wins", cell: ({ wins }) => String(wins), isNumber: true },
    { key: "player.spread", cell: ({ average }) => averageNodes(average), isNumber: true },
  ];
  return foldedTable(t("player.partners"), profile.partners, columns);
}

function opponentTable(profile: Profile) {
  if (profile.opponents.length === 0) return [];
  const columns: Column<Profile["opponents"][number]>[] = [
    { key: "standings.player", cell: ({ player_id: id, name }) => playerLink({ id, name }, profile.player_id) },
    { key: "season.games", cell: ({ games }) => String(games), isNumber: true },
    { key: "season.wins", cell: ({ wins }) => String(wins), isNumber: true },
    { key: "season.spread", cell: ({ spread }) => signed(spread), isNumber: true },
  ];
  return foldedTable(t("player.opponents"), profile.opponents, columns);
}

function specialList({ specials }: Profile) {
  if (specials.length === 0) return [];
  const line = (special: Profile["specials"][number]) => {
    const { points, cards, starter, crib } = special;
    const words = t(crib ? "player.special.crib" : "player.special", { n: points });
    return element("li", {}, smallCards([...cards, starter]), " ", words, ", ", nightLink(special));
  };
  return [element("ul", { class: "specials" }, specials.map(line))];
}

function againstNodes({ name }: Profile, against: Against) {
  const { name: other, games, wins, losses, spread, as_partners: together, last } = against;
  const columns: Column<Against["last"][number]>[] = [
    { key: "player.day", cell: (game) => nightLink(game) },
    { key: "player.score", cell: ({ score, other_score: theirs }) => `${score} : ${theirs}`, isNumber: true },
  ];
  const texts = [
    games > 0 ? t("against.games", { name, other, n: games, wins, losses, spread: signed(spread) }) : t("against.none"),
    together.games > 0 ? t("against.partners", { n: together.games, wins: together.wins }) : "",
  ];
  return element(
    "section",
    { class: "against" },
    element("h3", {}, t("against.title", { name, other })),
    sentences(texts.filter(Boolean)),
    last.length > 0 ? figureTable(t("against.last"), last, columns) : "",
    element(
      "p",
      {},
      element(
        "a",
        { class: "tap-link", href: `#/player?id=${against.player_id}` },
        t("against.other", { name: other }),
      ),
    ),
  );
}

function chart({ name, by_night: nights }: Profile) {
  const lowest = Math.max(2, ...nights.map(({ of }) => of));
  return placeChart(t("player.chart", { name }), nights, [{ name, values: nights.map(({ place }) => place) }], lowest);
}

function show(profile: Profile) {
  const { name, against, by_card: cards, by_night: nights, money_won: money } = profile;
  const title = element("h2", {}, name);
  if (profile.nights === 0) return [title, element("p", { class: "help" }, t("player.none"))];
  return [
    printHead(name),
    title,
    against ? againstNodes(profile, against) : "",
    bigNumbers(profile),
    chart(profile),
    element(
      "div",
      { class: "figure-sections" },
      section(
        t("player.cards"),
        cards.length > 0 ? [element("ul", { class: "figure-texts" }, cards.map(cardLine))] : [],
      ),
      section(t("player.games"), sentences(gameTexts(profile))),
      section(t("player.partners"), partnerTable(profile)),
      section(t("player.opponents"), opponentTable(profile)),
      section(t("player.pegs"), sentences(peggingTexts(profile))),
      section(t("player.specials"), specialList(profile)),
      section(t("player.by_night"), foldedTable(t("player.by_night"), [...nights].reverse(), NIGHT_COLUMNS)),
    ),
    money ? element("p", {}, t("player.money", { amount: amount(money) })) : "",
    element("p", { class: "figure-keys" }, printKey()),
  ];
}

async function read(query: string, reader: Reader, signal: AbortSignal): Promise<Profile> {
  const asked = new URLSearchParams(query);
  const against = asked.get("against");
  const path = `/api/v1/players/${asked.get("id")}/profile${against ? `?against=${against}` : ""}`;
  return reader.ask("GET", path, { signal });
}

/** The figures of a player. State in the hash: `id`, and `against` for the games with another player. */
export default {
  mount(place: Place) {
    return mountFigures(place, { wanted: place.query.toString(), read, show });
  },
};
