import { commands } from "../club/commands.js";
import { session } from "../club/session.js";
import { Refusal, Unreachable } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { LatestRequest } from "../lib/retry.js";
import { LiveNight } from "../night/night-store.js";
import { StatusBar, refusalText } from "./status-bar.js";
import { day, hour } from "../lib/text.js";

const VIEWS = { "check-in": "check_in.title", tables: "tables.title", money: "money.title", phones: "phones.title" };

/** What the coordinator's four views of a night share: the links between them, the night as it changes, and asking for changes. */
export class NightPage {
  #live;
  #look;
  #told = null;
  #show;
  #onErrands = () => this.#changed();

  /** The night's id. @type {string} */
  id;

  /** Where the view's own things stand: not before the night is known, as their keys are about it. */
  body = element("div", { class: "night-body", tabindex: "-1", "data-skip": true, hidden: true });

  /** What is said of what was done. @type {StatusBar} */
  foot;

  /** @param {{root: HTMLElement, query: URLSearchParams}} place as the router gives it @param {string} here which view @param {() => void} show shows the newest night; called once there is one */
  constructor({ root, query }, here, show) {
    this.id = query.get("id") ?? "";
    this.#show = show;
    this.statusBar = new StatusBar(() => this.again());
    this.tonight = element("p", { class: "tonight" });
    root.append(links(this.id, here), this.tonight, this.body, this.statusBar.node);
    // It tells the code of the phones, too, and whether there is such a night.
    this.#look = new LatestRequest((id, signal) => session.ask("GET", `/api/v1/nights/${id}`, { signal }), {
      onAnswer: (night) => this.take(night),
      onRefusal: () => this.#missing(),
      onOffline: () => this.#changed(),
    });
    this.#look.request(this.id || "-");
    this.#live = new LiveNight(this.id || "-");
    this.#live.addEventListener("change", () => this.#changed());
    commands.addEventListener("change", this.#onErrands);
  }

  /** The newest night; null before the first. @returns {object|null} */
  get night() {
    const { night } = this.#live;
    // What answered a change is newer than what the line told before it.
    if (!night || this.#told?.version > night.version) return this.#told;
    return { ...night, join_code: this.#told?.join_code };
  }

  /** What has no answer yet of this night. @returns {object[]} */
  get waiting() {
    return commands.waiting.filter(({ night }) => night === this.id);
  }

  /** The newest of its rounds; null before the first. @returns {object|null} */
  get round() {
    return this.night.rounds.at(-1) ?? null;
  }

  /** Takes a night that answered. @param {object} night */
  take(night) {
    if (!this.#told || night.version >= this.#told.version) this.#told = night;
    this.#changed();
  }

  /**
   * Asks for a change; a refusal is said at the foot.
   * @param {string} method @param {string} path below the night's, or whole @param {object} [body] @param {object} [more] what {@link commands} or the view need to know of it; `follows` when nobody tapped for it
   * @returns {Promise<any>} the answer, or null when it was refused, or given up
   */
  async change(method, path, body, more = {}) {
    const whole = path.startsWith("/api/") ? path : `/api/v1/nights/${this.id}${path}`;
    if (!more.follows) this.statusBar.clear();
    try {
      const answer = await commands.run({ method, path: whole, body, night: this.id, ...more });
      if (answer.id === this.id) {
        this.take(answer);
      } else {
        this.#settle(answer);
        // A service that answers can also be listened to: what follows for the night comes on that line.
        this.#live.retry();
      }
      return answer;
    } catch (error) {
      if (error instanceof Unreachable) this.statusBar.addError(t("running.no_answer"));
      else if (!(error instanceof Refusal)) throw error;
      return null;
    }
  }

  /** Tries at once what has no answer. */
  again() {
    commands.again();
    this.#look.retry();
    this.#live.retry();
  }

  /** Ends it, when the view goes. */
  end() {
    commands.removeEventListener("change", this.#onErrands);
    this.#look.close();
    this.#live.close();
  }

  // The line tells a moment later how a game stands that has answered.
  #settle({ id, status, sides }) {
    const scored = (side, at) => ({ ...side, score: sides[at].score });
    const settled = (table) => ({ ...table, status, sides: table.sides.map(scored) });
    for (const night of [this.#told, this.#live.night]) {
      for (const round of night?.rounds ?? []) {
        round.tables = round.tables.map((table) => (table.game_id === id ? settled(table) : table));
      }
    }
  }

  #changed() {
    const since = commands.since ?? this.#live.since;
    this.statusBar.offline(since, commands.waiting.length);
    for (const { refusal, errand } of commands.takeRefused()) {
      const why = refusalText(refusal, this.night);
      const about = errand.late && (errand.about ?? errand.player?.name);
      this.statusBar.addError(about ? t("running.late", { about, why }) : why);
    }
    if (!this.night) return;
    const { date, starts_at, status, rounds, games_per_night } = this.night;
    this.tonight.textContent = t(`running.status.${status}`, {
      day: day(date),
      time: hour(starts_at),
      n: rounds.length,
      games: games_per_night,
    });
    this.#show();
    this.body.hidden = false;
  }

  #missing() {
    this.#live.close();
    this.body.hidden = false;
    this.body.replaceChildren(element("p", { class: "help" }, t("running.missing")));
  }
}

function links(id, here) {
  const link = ([view, title]) =>
    element("a", { href: `#/${view}?id=${id}`, "aria-current": view === here ? "page" : null }, t(title));
  return element(
    "nav",
    { class: "night-links", "aria-label": t("running.links") },
    element("a", { href: "#/coordinator" }, t("coordinator.title")),
    Object.entries(VIEWS).map(link),
  );
}
