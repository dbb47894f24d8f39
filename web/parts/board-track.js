const STREET = 30;
const PITCH = 10;
const GAP = 5;
const LANE = 11.5;
const EDGE = 11;
const LENGTH = (STREET - 1) * PITCH + (STREET / 5 - 1) * GAP;

/**
 * Where the holes of a board are: a street of thirty in each row, from the lower left upwards, turn after turn.
 * A lane is a side's own; hole 0 and -1 are where its pegs start.
 */
export class BoardTrack {
  /** @param {number} target the game hole, 61 or 121 @param {number} lanes how many sides */
  constructor(target, lanes) {
    this.target = target;
    this.lanes = lanes;
    this.streets = (target - 1) / STREET;
    this.band = lanes * LANE + 6;
    this.rise = this.band + 13;
    this.margin = (this.rise + this.band) / 2 + 5;
    this.width = LENGTH + 2 * this.margin;
    this.height = EDGE * 2 + this.band + (this.streets - 1) * this.rise;
  }

  /** The place of a hole. @param {number} hole from -1 to the target @param {number} lane @returns {{x: number, y: number}} */
  place(hole, lane) {
    if (hole >= this.target) return this.end;
    const street = Math.max(0, Math.floor((hole - 1) / STREET));
    const along = hole - 1 - street * STREET;
    const side = street % 2 === 0 ? 1 : -1;
    const offset = (lane - (this.lanes - 1) / 2) * LANE;
    return { x: this.#across(street, along), y: this.#middle(street) + side * offset };
  }

  /** The game hole. @returns {{x: number, y: number}} */
  get end() {
    const street = this.streets - 1;
    return { x: this.#across(street, STREET + 0.7), y: this.#middle(street) };
  }

  /** The line down the middle of all lanes, as an SVG path. @returns {string} */
  get middle() {
    const turn = this.rise / 2;
    const rows = Array.from({ length: this.streets }, (_, street) => {
      const far = street % 2 === 0 ? this.margin + LENGTH : this.margin;
      const bend = `A${turn} ${turn} 0 0 ${street % 2 === 0 ? 0 : 1} ${far} ${this.#middle(street + 1)}`;
      return street < this.streets - 1 ? `H${far}${bend}` : `H${this.end.x}`;
    });
    return `M${this.place(0, 0).x - 4} ${this.#middle(0)}${rows.join("")}`;
  }

  /** The line that is crossed on the way to a hole, over all lanes. @param {number} hole @returns {string} an SVG path */
  crossing(hole) {
    const street = Math.floor((hole - 1) / STREET);
    const half = this.band / 2;
    if ((hole - 1) % STREET > 0) {
      const x = (this.place(hole - 1, 0).x + this.place(hole, 0).x) / 2;
      return `M${x} ${this.#middle(street) - half}v${this.band}`;
    }
    const way = street % 2 === 0 ? -1 : 1;
    const turn = (way > 0 ? this.margin + LENGTH : this.margin) + (way * this.rise) / 2;
    return `M${turn - half} ${(this.#middle(street) + this.#middle(street - 1)) / 2}h${this.band}`;
  }

  /** The wood between a street and the next, at the hole. @param {number} street from 0 @param {number} x @returns {{x: number, y: number}} */
  between(street, x) {
    return { x, y: (this.#middle(street) + this.#middle(street + 1)) / 2 };
  }

  #middle(street) {
    return this.height - EDGE - this.band / 2 - street * this.rise;
  }

  #across(street, along) {
    const fives = Math.max(0, Math.min(STREET / 5 - 1, Math.floor(along / 5)));
    const x = along * PITCH + fives * GAP - (along < 0 ? GAP : 0) + (along >= STREET ? GAP : 0);
    return street % 2 === 0 ? this.margin + x : this.margin + LENGTH - x;
  }
}
