import type { Person, RoundView } from "pegout-api";

const MOST = 4;
const LEAST = 2;

/**
 * A table of a plan. `isOpen` is true if the table has not begun: its number of players may change. `isByLot` is true
 * after this change, since chance puts the players on their seats.
 */
export type PlannedTable = { number: number; game: string; sides: Person[][]; isOpen: boolean; isByLot: boolean };

/** The seats of a round as they are to be, before anything is sent. */
export class SeatPlan {
  #before;
  #here;
  #pairs;

  /** The tables, by number. */
  tables: PlannedTable[];

  /** The people without a seat, in order. */
  standing: Person[];

  /**
   * @param isOpen true for a table that has not begun
   * @param standing the people without a seat in it @param here the ids of the players who have not left
   * @param pairs the pairs of a night on which pairs stay together
   */
  constructor(
    round: RoundView,
    isOpen: (table: RoundView["tables"][number]) => boolean,
    standing: Person[],
    here: Set<string>,
    pairs: Person[][] = [],
  ) {
    this.#before = round.tables.map(({ sides }) => sides.map(({ players }) => players));
    const seated = new Set(this.#before.flat(2).map(({ id }) => id));
    const others = pairs.filter((pair) => pair.every(({ id }) => !seated.has(id)));
    // A substitute may have come since: in this round the sides are the pairs.
    this.#pairs = pairs.length > 0 ? [...this.#before.flat(), ...others] : [];
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

  /** The table of a player; null for somebody without a seat. @param player the id */
  tableOf(player: string): PlannedTable | null {
    return this.tables.find((table) => idsOf(table).includes(player)) ?? null;
  }

  /**
   * Lets two players change places; one of them may be without a seat. Pairs that stay together change places whole.
   */
  exchange(one: Person, other: Person) {
    const [pair, others] = [this.#pairOf(one), this.#pairOf(other)];
    if (pair.length !== others.length || pair === others) return this.#swap(one, other);
    pair.forEach((player, at) => this.#swap(player, others[at]));
  }

  /** The players who change places with a player: the pair, or the player alone. */
  #pairOf(player: Person): Person[] {
    return this.#pairs.find((pair) => pair.some(({ id }) => id === player.id)) ?? [player];
  }

  #swap(one: Person, other: Person) {
    const swapped = (person: Person) => {
      if (person.id === one.id) return other;
      return person.id === other.id ? one : person;
    };
    for (const table of this.tables) table.sides = table.sides.map((side) => side.map(swapped));
    this.standing = this.standing.map(swapped);
  }

  /** Returns true if a player can sit down at a table in addition to its players. */
  canJoin({ id }: Person, table: PlannedTable): boolean {
    const own = this.tableOf(id);
    return table.isOpen && table !== own && idsOf(table).length < MOST && (own === null || this.#canLose(own));
  }

  /** Returns true if a player can stand up, so that the rest of the table goes on without them. */
  canStand({ id }: Person): boolean {
    const own = this.tableOf(id);
    return own !== null && this.#canLose(own);
  }

  /** Seats a player at a table in addition to its players. */
  join(player: Person, table: PlannedTable) {
    this.#remove(player);
    this.#draw(table, [...table.sides.flat(), player]);
  }

  /** Leaves a player without a seat. */
  stand(player: Person) {
    this.#remove(player);
    this.standing = [...this.standing, player];
  }

  /** The tables that are to change. */
  get changed(): PlannedTable[] {
    return this.tables.filter((table, at) => {
      const before = this.#before[at];
      if (table.isByLot) return sorted(before.flat()) !== sorted(table.sides.flat());
      return JSON.stringify(before) !== JSON.stringify(table.sides);
    });
  }

  /** The request for the change. */
  get request(): { tables: object[]; out: string[] } {
    const tables = this.changed.map((table) => {
      if (table.isByLot) return { number: table.number, players: idsOf(table) };
      return { number: table.number, sides: table.sides.map((side) => side.map(({ id }) => id)) };
    });
    const gone = this.#before.flat(2).filter(({ id }) => this.#here.has(id) && this.tableOf(id) === null);
    return { tables, out: gone.map(({ id }) => id) };
  }

  /** The request that puts everybody back. */
  get undo(): { tables: object[]; out: string[] } {
    const former = new Set(this.#before.flat(2).map(({ id }) => id));
    const tables = this.changed.map(({ number }) => ({
      number,
      sides: this.#before[number - 1].map((side) => side.map(({ id }) => id)),
    }));
    const added = this.tables.flatMap(idsOf).filter((id) => !former.has(id));
    return { tables, out: added };
  }

  #canLose(table: PlannedTable) {
    return table.isOpen && idsOf(table).length > LEAST && this.#pairs.length === 0;
  }

  #remove({ id }: Person) {
    this.standing = this.standing.filter((person) => person.id !== id);
    const table = this.tableOf(id);
    if (!table) return;
    const others = table.sides.flat().filter((person) => person.id !== id);
    this.#draw(table, others);
  }

  // Who sits with whom is drawn by the service.
  #draw(table: PlannedTable, players: Person[]) {
    table.isByLot = true;
    table.sides = [players];
  }
}

function idsOf({ sides }: PlannedTable) {
  return sides.flat().map(({ id }) => id);
}

function sorted(players: Person[]) {
  return players
    .map(({ id }) => id)
    .sort()
    .join();
}
