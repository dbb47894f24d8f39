/** @import { Person, RoundView } from "pegout-api" */

const MOST = 4;
const LEAST = 2;

/**
 * A table of a plan. `isOpen` of one that has not begun, whose number of players may change; then `isByLot`, since chance
 * puts them on their seats.
 * @typedef {{number: number, game: string, sides: Person[][], isOpen: boolean, isByLot: boolean}} PlannedTable
 */

/** The seats of a round as they are to be, before anything is sent. */
export class SeatPlan {
  #before;
  #here;

  /** The tables, by number. @type {PlannedTable[]} */
  tables;

  /** The people without a seat, in order. @type {Person[]} */
  standing;

  /**
   * @param {RoundView} round @param {(table: RoundView["tables"][number]) => boolean} isOpen true for a table that has not begun
   * @param {Person[]} standing those who have no seat in it @param {Set<string>} here the ids of those who have not left
   */
  constructor(round, isOpen, standing, here) {
    this.#before = round.tables.map(({ sides }) => sides.map(({ players }) => players));
    this.#here = here;
    this.tables = round.tables.map((table, at) => ({
      number: table.number,
      game: table.game_id,
      sides: this.#before[at].map((side) => [...side]),
      isOpen: isOpen(table),
      isByLot: false,
    }));
    this.standing = standing;
  }

  /** The table of a player; null for somebody without a seat. @param {string} player the id @returns {PlannedTable|null} */
  tableOf(player) {
    return this.tables.find((table) => idsOf(table).includes(player)) ?? null;
  }

  /** Lets two players change places; one of them may be without a seat. @param {Person} one @param {Person} other */
  exchange(one, other) {
    const swapped = (/** @type {Person} */ person) => {
      if (person.id === one.id) return other;
      return person.id === other.id ? one : person;
    };
    for (const table of this.tables) table.sides = table.sides.map((side) => side.map(swapped));
    this.standing = this.standing.map(swapped);
  }

  /** Returns true if a player can sit down at a table beside those who are there. @param {Person} player @param {PlannedTable} table @returns {boolean} */
  canJoin({ id }, table) {
    const own = this.tableOf(id);
    return table.isOpen && table !== own && idsOf(table).length < MOST && (own === null || this.#canLose(own));
  }

  /** Returns true if a player can stand up, so that the others go on without them. @param {Person} player @returns {boolean} */
  canStand({ id }) {
    const own = this.tableOf(id);
    return own !== null && this.#canLose(own);
  }

  /** Seats a player beside those at a table. @param {Person} player @param {PlannedTable} table */
  join(player, table) {
    this.#remove(player);
    this.#draw(table, [...table.sides.flat(), player]);
  }

  /** Leaves a player without a seat. @param {Person} player */
  stand(player) {
    this.#remove(player);
    this.standing = [...this.standing, player];
  }

  /** The tables that are to change. @returns {PlannedTable[]} */
  get changed() {
    return this.tables.filter((table, at) => {
      const before = this.#before[at];
      if (table.isByLot) return sorted(before.flat()) !== sorted(table.sides.flat());
      return JSON.stringify(before) !== JSON.stringify(table.sides);
    });
  }

  /** The request for the change. @returns {{tables: object[], out: string[]}} */
  get request() {
    const tables = this.changed.map((table) => {
      if (table.isByLot) return { number: table.number, players: idsOf(table) };
      return { number: table.number, sides: table.sides.map((side) => side.map(({ id }) => id)) };
    });
    const gone = this.#before.flat(2).filter(({ id }) => this.#here.has(id) && this.tableOf(id) === null);
    return { tables, out: gone.map(({ id }) => id) };
  }

  /** The request that puts everybody back. @returns {{tables: object[], out: string[]}} */
  get undo() {
    const former = new Set(this.#before.flat(2).map(({ id }) => id));
    const tables = this.changed.map(({ number }) => ({
      number,
      sides: this.#before[number - 1].map((side) => side.map(({ id }) => id)),
    }));
    const added = this.tables.flatMap(idsOf).filter((id) => !former.has(id));
    return { tables, out: added };
  }

  /** @param {PlannedTable} table */
  #canLose(table) {
    return table.isOpen && idsOf(table).length > LEAST;
  }

  /** @param {Person} player */
  #remove({ id }) {
    this.standing = this.standing.filter((person) => person.id !== id);
    const table = this.tableOf(id);
    if (!table) return;
    const others = table.sides.flat().filter((person) => person.id !== id);
    this.#draw(table, others);
  }

  // Who sits with whom is drawn by the service.
  /** @param {PlannedTable} table @param {Person[]} players */
  #draw(table, players) {
    table.isByLot = true;
    table.sides = [players];
  }
}

/** @param {PlannedTable} table */
function idsOf({ sides }) {
  return sides.flat().map(({ id }) => id);
}

/** @param {Person[]} players */
function sorted(players) {
  return players
    .map(({ id }) => id)
    .sort()
    .join();
}
