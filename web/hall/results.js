import { send } from "../app/api.js";
import { Question } from "../app/question.js";

/** A night's standings, asked for again whenever a result of the night, or who has paid, has changed. */
export class Results {
  #question;
  #known = null;

  /** The rows of the standings; null before the first answer. @type {object[]|null} */
  rows = null;

  /** @param {string} id the night's @param {() => void} changed called when other rows are there */
  constructor(id, changed) {
    const ask = (_, signal) => send("GET", `/api/v1/nights/${id}/standings`, { signal });
    this.#question = new Question(ask, {
      answered: ({ rows }) => {
        this.rows = rows;
        changed();
      },
      // What is shown stays; the line above it says how old it is.
      refused: () => {},
      unreachable: () => {},
    });
  }

  /** Asks, if something that standings are made of has changed. @param {object} night the newest Night */
  follow({ status, games_per_night: games, entries, rounds }) {
    const tables = rounds.map((round) => round.tables.map(outcome));
    const made = JSON.stringify([status, games, entries, tables]);
    if (made === this.#known) return;
    this.#known = made;
    this.#question.put(made);
  }

  /** Ends it, when the view goes. */
  close() {
    this.#question.close();
  }
}

// The score of a game that goes on is nobody's line yet.
function outcome({ game_id: game, status, sides }) {
  return [game, status, status === "finished" ? sides.map(({ score }) => score) : sides.length];
}
