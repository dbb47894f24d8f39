import type { League, NightSummary, Player, Replies, Season, Warning } from "pegout-api";
import { Backups, Devices } from "../access/account.ts";
import { openQuestions } from "../access/questions.ts";
import { hasRight, maySee } from "../access/rights.ts";
import { session, signedIn } from "../access/session.ts";
import { Refusal, send } from "../lib/api.ts";
import { element } from "../lib/dom.ts";
import { today } from "../lib/format.ts";
import { has, t } from "../lib/i18n.ts";
import { readable } from "../lib/root.ts";
import { icon } from "../ui/controls.ts";
import { Form } from "../ui/form.ts";
import { Loading } from "../ui/notice.ts";
import { commands, pendingCommands } from "./commands.ts";
import { isNew } from "./league.ts";
import { currentSeason, isOn, newNightForm, nightList, repeatNight, tonight, weekAfter } from "./nights.ts";
import { readNextReplies } from "./replies.ts";

// Past nights that are shown at once.
const PAST = 5;

type Club = {
  league: League;
  players: Player[];
  seasons: Season[];
  nights: NightSummary[];
  warnings: Warning[];
  replies: Map<string, Replies>;
};

class Coordinator {
  #place = element("div", { class: "club" });
  #day = today();
  #devices = new Devices(session);
  #backups = hasRight(session.role, "manage_league") ? new Backups(session) : null;
  #loading: Loading<Club>;

  constructor(root: HTMLElement) {
    document.addEventListener("visibilitychange", this.#refresh);
    root.append(this.#place);
    this.#loading = this.#load();
  }

  close() {
    document.removeEventListener("visibilitychange", this.#refresh);
    this.#loading.close();
    this.#devices.close();
    this.#backups?.close();
  }

  // A page that was left open shows the night of the day on which somebody looks at it again.
  #refresh = () => {
    if (document.visibilityState !== "visible" || this.#day === today()) return;
    this.#loading.close();
    this.#loading = this.#load();
  };

  #load() {
    this.#day = today();
    const loading = new Loading(readClub, (club) => this.#show(club));
    this.#place.replaceChildren(loading.node);
    return loading;
  }

  /** @returns the first section */
  #show(club: Club): HTMLElement {
    const members = club.players.filter((player) => player.active_member).length;
    const now = this.#now(club);
    const views = [
      entry("players", t("players.title"), t("coordinator.players", { n: members })),
      entry("seasons", t("seasons.title"), t("coordinator.seasons")),
      entry("ledger?part=players", t("coordinator.ledger"), t("coordinator.ledger.line")),
      entry("league", t("league.title"), t("coordinator.league")),
      // A private league shows nothing to a screen without a link of its own.
      club.league.public
        ? entry("tv", t("coordinator.tv"), t("coordinator.tv.line", { address: readable("tv") }))
        : entry("displays", t("displays.title"), t("coordinator.displays")),
      entry("blank-cards", t("blank_cards.title"), t("coordinator.blank_cards")),
    ];
    this.#place.replaceChildren(
      element(
        "div",
        { class: "columns desk" },
        element(
          "div",
          { class: "stack" },
          // A newer service may warn of what this page does not know.
          club.warnings
            .filter((warning) => has(`coordinator.warning.${warning}`))
            .map((warning) =>
              element(
                "div",
                { class: "notice warning", "data-tone": "away" },
                element("p", {}, t(`coordinator.warning.${warning}`)),
                warning === "wrong_codes" ? qrCodeLink(club) : null,
              ),
            ),
          hasRight(session.role, "manage_league") ? openQuestions(club.league, session) : [],
          now,
        ),
        element("nav", { "aria-label": t("coordinator.club") }, element("ul", { class: "entries" }, views)),
        club.nights.length > 0 ? this.#nights(club) : null,
        element("div", { class: "account" }, signOut(), this.#devices.node, this.#backups?.node ?? null),
        element("p", { class: "way-back" }, element("a", { href: "docs/" }, t("sign_in.docs"))),
      ),
    );
    return now;
  }

  #now(club: Club) {
    const { seasons, nights } = club;
    const on = nights.filter(isOn).sort((one, other) => other.date.localeCompare(one.date));
    const isTaken = nights.some(({ date }) => date === today());
    const day = isTaken ? weekAfter(today()) : today();
    const form = newNightForm(day, seasons, (night) => this.#add(club, night));
    if (nights.length === 0) {
      return element(
        "section",
        { "data-skip": true, tabindex: "-1" },
        element("h2", {}, t("coordinator.first")),
        hasRight(session.role, "manage_seasons")
          ? [firstSteps(club), form]
          : element("p", {}, t("coordinator.none_yet")),
      );
    }
    const title = t(on.length > 0 ? "coordinator.another" : "coordinator.new");
    return element(
      "section",
      { "data-skip": true, tabindex: "-1" },
      on.map((night) => tonight(night, club.replies.get(night.id))),
      on.length > 0 ? null : element("p", {}, t("coordinator.none_tonight")),
      element(
        "details",
        { open: on.length === 0, "data-needs": "manage_seasons" },
        element("summary", {}, title),
        form,
      ),
    );
  }

  #nights(club: Club) {
    const { seasons, nights } = club;
    const season = currentSeason(seasons);
    const ofSeason = nights.filter(({ season_id: id }) => id === (season?.id ?? null));
    const coming = nights.filter(({ date }) => date > today());
    const past = nights
      .filter(({ season_id: id }) => id === null || id === season?.id)
      .filter((night) => night.date < today() && !isOn(night))
      .reverse();
    const earlier = past.slice(PAST);
    return element(
      "section",
      { class: "nights-part" },
      element("h2", {}, season?.name ?? t("coordinator.nights")),
      coming.length > 0 ? [element("h3", {}, t("season.to_come")), nightList(coming, club.replies)] : [],
      hasRight(session.role, "manage_seasons")
        ? repeatNight(ofSeason, season, (night) => this.#add(club, night))
        : null,
      past.length > 0 ? [element("h3", {}, t("season.past")), nightList(past.slice(0, PAST))] : [],
      earlier.length > 0
        ? element("details", {}, element("summary", {}, t("coordinator.earlier")), nightList(earlier))
        : null,
    );
  }

  #add(club: Club, night: NightSummary) {
    const nights = [...club.nights.filter(({ id }) => id !== night.id), night];
    nights.sort((a, b) => `${a.date} ${a.starts_at}`.localeCompare(`${b.date} ${b.starts_at}`));
    this.#show({ ...club, nights }).focus();
  }
}

async function readClub(): Promise<Club> {
  const [league, { players }, { seasons }, { nights }, { warnings }] = await Promise.all([
    send("GET", "/api/v1/league"),
    hasRight(session.role, "manage_players") ? session.ask("GET", "/api/v1/players") : { players: [] },
    session.ask("GET", "/api/v1/seasons"),
    session.ask("GET", "/api/v1/nights"),
    hasRight(session.role, "manage_league") ? session.ask("GET", "/api/v1/sessions") : { warnings: [] },
  ]);
  return { league, players, seasons, nights, warnings, replies: await readNextReplies(nights) };
}

/** @returns the way to the QR code of the night that is on */
function qrCodeLink({ nights }: Club): HTMLElement | null {
  const night = nights.find((one) => isOn(one) && !["cancelled", "finished"].includes(one.status));
  return night
    ? element("p", {}, element("a", { class: "link", href: `#/phones?id=${night.id}` }, t("coordinator.qr_code")))
    : null;
}

function firstSteps({ league, players, seasons }: Club) {
  const steps = [
    {
      isDone: !isNew(league),
      href: "#/league",
      title: "coordinator.first.league",
      why: "coordinator.first.league.why",
    },
    {
      isDone: players.length > 1,
      href: "#/players",
      title: "coordinator.first.players",
      why: "coordinator.first.players.why",
    },
    {
      isDone: seasons.length > 0,
      href: "#/seasons",
      title: "coordinator.first.season",
      why: "coordinator.first.season.why",
    },
    { isDone: false, href: "", title: "coordinator.first.night", why: "coordinator.first.night.why" },
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);
  return element(
    "ol",
    { class: "first-steps" },
    steps.map(({ isDone, href, title, why }, at) =>
      element(
        "li",
        { class: isDone ? "done" : null, "aria-current": at === next ? "step" : null },
        element("strong", {}, href ? element("a", { href }, t(title)) : t(title)),
        isDone ? element("span", { class: "unseen" }, ` (${t("coordinator.first.done")})`) : null,
        element("p", {}, t(why)),
      ),
    ),
  );
}

function entry(view: string, title: string, line: string) {
  if (!maySee(session.role, view.split("?")[0])) return null;
  const href = view === "tv" ? "tv" : `#/${view}`;
  return element(
    "li",
    {},
    element(
      "a",
      // The board has no way back.
      { class: "entry", href, target: view === "tv" ? "_blank" : null },
      element("span", { class: "entry-words" }, element("strong", {}, title), element("span", {}, line)),
      icon("onward"),
    ),
  );
}

function signOut() {
  const form = new Form({
    key: t("coordinator.sign_out"),
    look: "quiet",
    fields: [
      element("p", {}, whoText()),
      ...(session.hasShortPassword ? [element("p", { class: "help" }, t("sign_in.short"))] : []),
    ],
    check: unsentText,
    send: async () => {
      try {
        await session.signOut();
      } catch (error) {
        // A sign-in that has ended already is the same result.
        if (!(error instanceof Refusal) || session.open) throw error;
      }
    },
  });
  return form.node;
}

function whoText() {
  const { name, role } = session;
  const who = name ? t("coordinator.who", { name }) : t("coordinator.you");
  return role === "door" || role === "results" ? `${who} ${t(`role.may.${role}`)}` : who;
}

// What waits is not sent before the same person signs in again.
function unsentText() {
  const { length: n } = pendingCommands();
  if (n === 0) return null;
  commands.retry();
  return t("coordinator.unsent", { n });
}

/** The first view of whoever runs the league: tonight, the nights of the season, and the club. */
export default signedIn({
  mount({ root }) {
    const coordinator = new Coordinator(root);
    return () => coordinator.close();
  },
});
