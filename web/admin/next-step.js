import { element } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { tableSizes } from "../night/seats.js";
import { entriesOf } from "./attendees.js";

/** At which tables so many players sit: “5 tables of four and 1 table of three”; empty for fewer than two. @param {number} players @returns {string} */
export function tableSizesText(players) {
  const seats = tableSizes(players);
  const kinds = [4, 3, 2].map((size) => [size, seats.filter((each) => each === size).length]).filter(([, n]) => n > 0);
  return list(kinds.map(([size, n]) => t(`running.tables.${size}`, { n })));
}

/** What comes next at a night, in words and with the key that does it: the draw, the next round, the finish. */
export class NextStep {
  #words = element("p", { class: "lead-words" });
  #waits = element("div", { class: "keys-row" });
  #key;
  #link = element("a", { class: "go" });
  #act = null;
  #waited = "";

  /** @param {{draw: (number: number) => void, finish: () => void, seek: (table: object) => void}} acts what its keys do */
  constructor(acts) {
    this.acts = acts;
    this.#key = element("button", { type: "button", class: "primary", onclick: () => this.#act() });
    this.node = element(
      "section",
      { class: "next", "aria-label": t("tables.next.label") },
      this.#words,
      this.#waits,
      this.#key,
      this.#link,
    );
  }

  /** Shows what comes next. @param {object} night @param {object[]} waiting errands */
  show(night, waiting) {
    const round = night.rounds.at(-1);
    const open = openTables(round, waiting);
    const all = open.length === round?.tables.length;
    this.#waiting(night.status === "playing" && !all ? open : []);
    this.#link.hidden = true;
    if (night.status === "cancelled") return this.#say(t("tables.cancelled"));
    if (night.status === "finished") {
      this.#goTo("money", night, t("tables.to.money"));
      return this.#say(t("tables.finished"));
    }
    const here = entriesOf(night, waiting).filter(({ left }) => !left).length;
    const number = night.rounds.length + 1;
    const sending = waiting.some(({ drawing }) => drawing);
    if (here < 2) this.#goTo("check-in", night, t("tables.to.check_in"));
    if (here < 2 && !round) return this.#say(t("tables.too_few", { n: here }));
    if (!round)
      return this.#say(seatingText(here), t("tables.draw.first", { n: here }), () => this.acts.draw(1), sending);
    const waits = all ? t("tables.all_playing", { n: round.number }) : waitText(open, round);
    const words = open.length > 0 ? waits : t("tables.over", { n: round.number });
    // What would be refused is there to be tapped, but does not call for it.
    this.#key.className = open.length > 0 ? "quiet" : "primary";
    if (round.number >= night.games_per_night)
      return this.#say(words, t("tables.finish"), () => this.acts.finish(), sending);
    return this.#say(words, t("tables.draw", { n: number }), () => this.acts.draw(number), sending);
  }

  #say(words, key = "", act = null, sending = false) {
    this.#words.textContent = words;
    this.#key.hidden = act === null;
    this.#key.textContent = sending ? t("running.sending") : key;
    this.#act = act;
  }

  #goTo(view, { id }, words) {
    this.#link.hidden = false;
    this.#link.href = `#/${view}?id=${id}`;
    this.#link.textContent = words;
  }

  #waiting(open) {
    const waited = open.map(({ game_id }) => game_id).join();
    if (waited === this.#waited) return;
    this.#waited = waited;
    const key = (table) =>
      element(
        "button",
        {
          type: "button",
          class: "quiet",
          "aria-label": t("tables.go", { n: table.number }),
          onclick: () => this.acts.seek(table),
        },
        t("tables.table", { n: table.number }),
      );
    this.#waits.replaceChildren(...open.map(key));
  }
}

/** The tables of a round that still play, but for those whose result is on its way. @param {{tables: object[]}|null|undefined} round @param {object[]} waiting errands @returns {object[]} */
export function openTables(round, waiting) {
  const sent = new Set(waiting.map(({ game }) => game));
  return (round?.tables ?? []).filter(({ status, game_id: game }) => status === "playing" && !sent.has(game));
}

/** Which tables a round waits for. @param {object[]} open the tables @param {{number: number}} round @returns {string} a sentence */
export function waitText(open, { number }) {
  return t("tables.waits", { n: open.length, tables: list(open.map((table) => String(table.number))), round: number });
}

/** How so many players are seated. @param {number} players @returns {string} a sentence */
export function seatingText(players) {
  return t("tables.hall", { n: players, tables: tableSizesText(players) });
}
