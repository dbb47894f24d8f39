import { writeFile } from "node:fs/promises";
import { Club } from "../support/night/night.js";
import { begin, call, pegElsewhere } from "../support/game/scorer.js";
import { Service } from "../support/browser/service.js";

const DAY = 24 * 3600_000;
const LONG = "Marie-Madeleine Gagné-Desrosiers-Archambault";
const PAIRS = [
  { name: "Ann + Bob", players: ["Ann", "Bob"] },
  { name: "Cy + Élodie", players: ["Cy", "Élodie"] },
];
const THREE = [{ name: "Ann" }, { name: "Bob" }, { name: "Éve" }];
// The losers' scores of a table, round by round: a double skunk, a skunk, and close games.
const LOST = [98, 60, 119, 90, 107, 112];
const DEAL = [
  [0, 12, "hand"],
  [1, 16, "hand"],
  [0, 24, "crib"],
];

/** The day `days` days after today in UTC, the time zone of the photographed pages. @param {number} days @returns {string} */
function dayFromNow(days) {
  return new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
}

/** The club that is photographed, and the nights and games of its members. */
class PhotographedClub {
  /** @param {string} base the service's address */
  constructor(base) {
    this.base = base;
    this.club = new Club(base);
  }

  /** Makes everything. @returns {Promise<object>} the notes for the scenes: ids, codes, tokens, and the time that their clocks show */
  async make() {
    await this.#league();
    const finished = await this.#finished();
    const cancelled = await this.#cancelled();
    const open = await this.#open();
    const playing = await this.#playing();
    const games = await this.#games();
    // The full minute after everything was made.
    const clock = new Date(Math.ceil((Date.now() + 1) / 60_000) * 60_000).toISOString();
    return { clock, season: this.season, nights: { finished, cancelled, open, playing }, games };
  }

  async #league() {
    const { club } = this;
    await club.ask("PUT", "/league", { name: "Ligue de cribbage de Sainte-Flavie", preset: "auclair" });
    await club.ask("POST", "/representatives", { name: "Béatrice", password: "fifteen-two" });
    this.players = await club.members(22);
    const more = { phone: "418-555-0134", email: "marie@example.org" };
    this.players.push(await club.ask("POST", "/players", { name: LONG, ...more }));
    await club.ask("POST", "/players", { name: "Zoé Zéphyr", active_member: false });
    const rules = { best_of: 3, minimum_nights: 2 };
    const summer = { name: "Été", starts: dayFromNow(-200), ends: dayFromNow(-60) };
    await club.ask("POST", "/seasons", { ...summer, ...rules });
    const winter = { name: "Hiver", starts: dayFromNow(-50), ends: dayFromNow(120) };
    this.season = (await club.ask("POST", "/seasons", { ...winter, ...rules })).id;
  }

  async #night(days, count, more = {}) {
    const { id } = await this.club.night({ date: dayFromNow(days), season_id: this.season, ...more });
    for (const [at, { id: player }] of this.players.slice(0, count).entries()) {
      await this.club.enter(id, player, { paid: at % 8 !== 5, guest: at % 11 === 7 });
    }
    return id;
  }

  async #finished() {
    const { club } = this;
    const id = await this.#night(-7, 14);
    const [joined] = await this.#phones(id, [{ player_id: this.players[0].id }]);
    for (let round = 1; round <= 4; round += 1) {
      const { rounds } = await club.draw(id);
      const { tables } = rounds.at(-1);
      const lost = tables.map(({ sides }, at) => losers(sides, LOST[(at + round) % LOST.length]));
      // The finish of the night calls this game off.
      if (round === 4) lost[lost.length - 1] = null;
      await club.play(id, lost);
    }
    await club.ask("POST", `/nights/${id}/fifty-fifty`);
    await club.ask("POST", `/nights/${id}/finish`, { void_open_games: true });
    const { tables } = (await club.look(id)).rounds.at(-1);
    return { id, joined, voided: tables.at(-1).game_id };
  }

  async #cancelled() {
    const id = await this.#night(14, 2);
    await this.club.ask("PUT", `/nights/${id}/cancellation`, { reason: "Tempête de neige" });
    return { id };
  }

  async #open() {
    const id = await this.#night(7, 9, { starts_at: "19:30" });
    const [joined] = await this.#phones(id, [{ player_id: this.players[0].id }]);
    return { id, joined };
  }

  // Round 2: a finished game, a game won by a skunk, two games in play; the rest has not begun.
  async #playing() {
    const { club } = this;
    const id = await this.#night(0, 23);
    const first = (await club.draw(id)).rounds.at(-1).tables;
    await club.play(
      id,
      first.map(({ sides }, at) => losers(sides, LOST[at % LOST.length])),
    );
    await club.ask("DELETE", `/nights/${id}/entries/${this.players[21].id}`);
    const { tables } = (await club.draw(id)).rounds.at(-1);
    const [over, skunk, middle, begun, still] = tables;
    await club.ask("PUT", `/games/${over.game_id}/result`, { scores: [121, ...losers(over.sides, 103)] });
    for (const [side, points] of [[1, 24], ...[29, 29, 29, 29, 5].map((won) => [0, won])]) {
      await this.#peg(skunk, side, points, "other");
    }
    for (const [side, points, kind] of [...DEAL, [1, 29, "hand"], [0, 2, "play"], [1, 7, "play"]]) {
      await this.#peg(middle, side, points, kind);
    }
    await this.#peg(begun, 0, 8, "hand");
    const whose = [over, skunk, middle, still].map(({ sides }) => ({ player_id: sides[0].players[0].id }));
    const phones = await this.#phones(id, [...whose, { table: middle.number }]);
    const games = Object.fromEntries(
      Object.entries({ over, skunk, middle, begun, still }).map(([name, { game_id }]) => [name, game_id]),
    );
    const [atOver, atSkunk, atMiddle, atStill, table] = phones;
    const joined = { over: atOver, skunk: atSkunk, middle: atMiddle, still: atStill, table };
    return { id, code: (await club.look(id)).join_code, games, joined };
  }

  async #peg({ game_id: game }, side, points, kind) {
    await this.club.ask("PUT", `/games/${game}/pegs/${crypto.randomUUID()}`, { side, points, for: kind });
  }

  // As a phone stores that it joined.
  async #phones(id, all) {
    const joined = [];
    for (const whose of all) {
      const { token } = await this.club.join(id, whose);
      const player = this.players.find((player) => player.id === whose.player_id);
      joined.push({
        id,
        token,
        player_id: player?.id ?? null,
        name: player?.name ?? null,
        table: whose.table ?? null,
        joined: new Date().toISOString(),
      });
    }
    return joined;
  }

  async #games() {
    const fresh = await this.#game([{ name: "Us" }, { name: "Them" }], []);
    const middle = await this.#game(PAIRS, DEAL);
    await call(middle, "PUT", "/deals/2", { id: crypto.randomUUID(), by: "Bob’s phone" });
    for (const [side, points, kind] of [
      [1, 20, "crib"],
      [0, 2, "play"],
      [1, 28, "hand"],
    ]) {
      await pegElsewhere(middle, side, points, { for: kind });
    }
    const wrong = await pegElsewhere(middle, 0, 6, { for: "hand" });
    await call(middle, "DELETE", `/pegs/${wrong}`);
    await pegElsewhere(middle, 0, 8, { for: "hand" });
    const three = await this.#game(THREE, [...DEAL, [2, 29, "hand"], [2, 17, "hand"]]);
    const skunk = await this.#game(PAIRS, [[1, 24, "hand"], ...[29, 29, 29, 29, 5].map((won) => [0, won, "other"])]);
    const known = ([name, { id, token }]) => [name, { id, token }];
    return Object.fromEntries(Object.entries({ fresh, middle, three, skunk }).map(known));
  }

  async #game(sides, pegs) {
    const game = await begin(this.base, { sides });
    for (const [side, points, kind] of pegs) await pegElsewhere(game, side, points, { for: kind });
    return game;
  }
}

function losers(sides, score) {
  return sides.slice(1).map((_, at) => score - at * 9);
}

/** The notes file of a database, with ids and tokens for the scenes. @param {string} database @returns {string} */
export function notesOf(database) {
  return `${database}.json`;
}

/** Makes the database that is photographed, and its notes file. @param {string} binary @param {string} database the file to write */
export async function prepare(binary, database) {
  const service = new Service({ binary });
  await service.start();
  try {
    const notes = await new PhotographedClub(service.url).make();
    await service.save(database);
    await writeFile(notesOf(database), `${JSON.stringify(notes, null, 2)}\n`);
  } finally {
    await service.close();
  }
}
