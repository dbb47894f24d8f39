import { Unreachable } from "../app/api.js";
import { session } from "./session.js";

/**
 * Makes something new that the service gives its id. After an answer that did not come, the service's list is looked
 * at before it is sent again, so that nothing is made twice.
 */
export class Creation {
  #list;
  #same;
  #before = null;

  /**
   * @param {string} list its list's name in the interface, such as `players`
   * @param {(there: object, wanted: object) => boolean} same whether what is there is what was wanted
   */
  constructor(list, same) {
    this.#list = list;
    this.#same = same;
  }

  /**
   * Makes it; rejects as `session.ask` does.
   * @param {object} wanted what is sent @param {object[]} known the list before it
   * @returns {Promise<object>} what was made
   */
  async make(wanted, known) {
    const path = `/api/v1/${this.#list}`;
    if (this.#before) {
      const there = (await session.ask("GET", path))[this.#list];
      const made = there.find((one) => !this.#before.has(one.id) && this.#same(one, wanted));
      this.#before = null;
      if (made) return made;
    }
    try {
      return await session.ask("POST", path, { body: wanted });
    } catch (error) {
      if (error instanceof Unreachable) this.#before = new Set(known.map(({ id }) => id));
      throw error;
    }
  }
}
