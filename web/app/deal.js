/** The plays of one deal as they were tapped, with what *Undo* needs. */
export class Deal {
  #before = null;

  /** @param {number} players 2 to 4 @param {string[]} plays cards and `go`, in order */
  constructor(players, plays) {
    this.players = players;
    this.plays = plays;
  }

  /** A copy to send: taps that follow do not change it. @returns {{players: number, plays: string[]}} */
  snapshot() {
    return { players: this.players, plays: [...this.plays] };
  }

  /** Adds a tap. @param {string} play a card or `go` */
  add(play) {
    this.plays.push(play);
  }

  /**
   * Takes taps out, from this place on.
   * @param {number} at from 0 @param {number} [count] how many; all that follow unless given @returns {string[]} the taps
   */
  refuse(at, count = Infinity) {
    return this.plays.splice(at, count);
  }

  /** Begins anew; {@link Deal#undo} brings the plays back. @param {number} [players] how many play now */
  clear(players = this.players) {
    if (this.plays.length > 0) this.#before = this.snapshot();
    this.players = players;
    this.plays = [];
  }

  /** Whether there is anything to take back. */
  get undoable() {
    return this.plays.length > 0 || this.#before !== null;
  }

  /**
   * Takes the newest tap back; in a new deal, the beginning of it.
   * @returns {string|null} the tap; null when the last deal came back
   */
  undo() {
    if (this.plays.length > 0) return this.plays.pop();
    const { players, plays } = this.#before;
    this.#before = null;
    this.players = players;
    this.plays = plays;
    return null;
  }
}
