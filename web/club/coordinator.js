import { Refusal, send } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../ui/controls.js";
import { Form } from "../ui/form.js";
import { Loading } from "../ui/loading.js";
import { commands } from "./commands.js";
import { currentSeason, isOn, newNightForm, nightList, repeatNight, tonight, weekAfter } from "./nights.js";
import { session, signedIn } from "./session.js";
import { today } from "../lib/text.js";

// What the service calls a league that nobody has named.
const UNNAMED = "Cribbage league";

/**
 * What to do first in an empty league, in order, with what is done ticked.
 * @param {{league: object, players: object[], seasons: object[]}} club what there is
 * @returns {HTMLElement}
 */
function firstSteps({ league, players, seasons }) {
  const steps = [
    [league.name !== UNNAMED, "#/league", t("coordinator.first.league"), t("coordinator.first.league.why")],
    [players.length > 1, "#/players", t("coordinator.first.players"), t("coordinator.first.players.why")],
    [seasons.length > 0, "#/seasons", t("coordinator.first.season"), t("coordinator.first.season.why")],
    [false, null, t("coordinator.first.night"), t("coordinator.first.night.why")],
  ];
  const next = steps.findIndex(([done]) => !done);
  return element(
    "ol",
    { class: "first-steps" },
    steps.map(([done, href, title, why], at) =>
      element(
        "li",
        { class: done ? "done" : null, "aria-current": at === next ? "step" : null },
        element("strong", {}, href ? element("a", { href }, title) : title),
        done ? element("span", { class: "unseen" }, ` (${t("coordinator.first.done")})`) : null,
        element("p", {}, why),
      ),
    ),
  );
}

// How many past nights are shown at once.
const PAST = 5;

async function club() {
  const [league, { players }, { seasons }, { nights }] = await Promise.all([
    send("GET", "/api/v1/league"),
    session.ask("GET", "/api/v1/players"),
    send("GET", "/api/v1/seasons"),
    send("GET", "/api/v1/nights"),
  ]);
  return { league, players, seasons, nights };
}

class Coordinator {
  constructor(root) {
    this.place = element("div", { class: "club" });
    // A page that was left open shows the night of the day on which somebody looks at it again.
    this.look = () => document.visibilityState === "visible" && this.day !== today() && this.ask();
    document.addEventListener("visibilitychange", this.look);
    root.append(this.place);
    this.ask();
  }

  ask() {
    this.arrival?.close();
    this.day = today();
    this.arrival = new Loading(club, (found) => this.show(found));
    this.place.replaceChildren(this.arrival.node);
  }

  close() {
    document.removeEventListener("visibilitychange", this.look);
    this.arrival.close();
  }

  show(found) {
    const { players, nights } = found;
    const members = players.filter((player) => player.active_member).length;
    this.place.replaceChildren(
      element(
        "div",
        { class: "columns" },
        element("div", { class: "stack" }, this.now(found), nights.length > 0 ? this.nights(found) : null),
        element(
          "nav",
          { "aria-label": t("coordinator.club") },
          element(
            "ul",
            { class: "entries" },
            entry("#/players", t("players.title"), t("coordinator.players", { n: members })),
            entry("#/seasons", t("seasons.title"), t("coordinator.seasons")),
            entry("#/league", t("league.title"), t("coordinator.league")),
            entry("/tv", t("coordinator.tv"), t("coordinator.tv.line", { address: `${location.host}/tv` })),
            entry("#/blank-cards", t("blank_cards.title"), t("coordinator.blank_cards")),
          ),
          signOut(),
        ),
      ),
    );
  }

  now(found) {
    const { seasons, nights } = found;
    const on = nights.filter(isOn);
    const taken = nights.some(({ date }) => date === today());
    const form = newNightForm(taken ? weekAfter(today()) : today(), seasons, nights, (night) =>
      this.come(found, night),
    );
    if (nights.length === 0) {
      return element(
        "section",
        { "data-skip": true, tabindex: "-1" },
        element("h2", {}, t("coordinator.first")),
        firstSteps(found),
        form,
      );
    }
    const title = t(on.length > 0 ? "coordinator.another" : "coordinator.new");
    return element(
      "section",
      { "data-skip": true, tabindex: "-1" },
      on.map(tonight),
      on.length > 0 ? null : element("p", {}, t("coordinator.none_tonight")),
      element("details", { open: on.length === 0 }, element("summary", {}, title), form),
    );
  }

  nights(found) {
    const { seasons, nights } = found;
    const season = currentSeason(seasons);
    const ours = nights.filter(({ season_id: id }) => id === null || id === season?.id);
    const coming = nights.filter((night) => night.date > today());
    const past = ours.filter((night) => night.date < today() && !isOn(night)).reverse();
    const ofSeason = nights.filter(({ season_id: id }) => id === (season?.id ?? null));
    const earlier = past.slice(PAST);
    return element(
      "section",
      {},
      element("h2", {}, season?.name ?? t("coordinator.nights")),
      coming.length > 0 ? [element("h3", {}, t("coordinator.coming")), nightList(coming)] : [],
      repeatNight(ofSeason, season, nights, (night) => this.come(found, night)),
      past.length > 0 ? [element("h3", {}, t("coordinator.past")), nightList(past.slice(0, PAST))] : [],
      earlier.length > 0
        ? element("details", {}, element("summary", {}, t("coordinator.earlier")), nightList(earlier))
        : null,
    );
  }

  come(found, night) {
    const known = { ...night, players: night.players ?? 0 };
    const nights = [...found.nights.filter(({ id }) => id !== night.id), known];
    nights.sort((a, b) => `${a.date} ${a.starts_at}`.localeCompare(`${b.date} ${b.starts_at}`));
    this.show({ ...found, nights });
    this.place.querySelector("[data-skip]").focus();
  }
}

function entry(href, title, line) {
  return element(
    "li",
    {},
    element(
      "a",
      // The board has no way back.
      { class: "entry", href, target: href === "/tv" ? "_blank" : null },
      element("span", { class: "entry-words" }, element("strong", {}, title), element("span", {}, line)),
      icon("onward"),
    ),
  );
}

function signOut() {
  const form = new Form({
    key: t("coordinator.sign_out"),
    look: "quiet",
    fields: [element("p", {}, session.name ? t("coordinator.who", { name: session.name }) : t("coordinator.you"))],
    check: unsent,
    send: async () => {
      try {
        await session.signOut();
      } catch (error) {
        // A sign-in that has ended already is what was wanted.
        if (!(error instanceof Refusal) || session.open) throw error;
      }
    },
  });
  return form.node;
}

// What still waits would go out in the name of whoever signs in next.
function unsent() {
  const { length: n } = commands.waiting;
  if (n === 0) return null;
  commands.again();
  return t("coordinator.unsent", { n });
}

/** Where whoever runs the league begins: tonight, the nights of the season, and the club. */
export default signedIn({
  mount({ root }) {
    const coordinator = new Coordinator(root);
    return () => coordinator.close();
  },
});
