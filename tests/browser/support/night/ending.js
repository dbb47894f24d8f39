import { expect } from "./evening.js";
import { turnUntil } from "./television.js";

/** A line, a total or a place, as the pages write it. @param {number|null} number @returns {string} */
export const written = (number) => (number === null ? "" : String(number).replace("-", "−"));

/** The texts of the cells of rows. @param {import("@playwright/test").Locator} rows @returns {Promise<string[][]>} */
export const cells = (rows) =>
  rows.evaluateAll((nodes) => nodes.map((row) => [...row.cells].map((each) => each.textContent)));

const dollars = (cents) => `$${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}`;

// On a narrow step the television writes “T. Tremblay” for “Tom Tremblay”.
const initialled = (name) => name.replace(/^(\p{L})\S*/u, "$1.");

/** The standings of a night. @param {import("./night.js").Club} club @param {string} id @returns {Promise<object[]>} rows, the best first */
export async function standingsOf(club, id) {
  return (await club.ask("GET", `/nights/${id}/standings`)).rows;
}

/** The end of a night from the service, to compare with the pages. */
export class Ending {
  /** @param {object[]} rows from {@link standingsOf} @param {object} money of the night */
  constructor(rows, money) {
    Object.assign(this, { rows, money });
  }

  /** Asks the service. @param {import("./night.js").Club} club @param {string} id the night's */
  static async of(club, id) {
    return new Ending(await standingsOf(club, id), await club.ask("GET", `/nights/${id}/money`));
  }

  /** The names of the players without a place. */
  get unranked() {
    return this.rows.filter(({ place }) => place === null).map(({ name }) => name);
  }

  /** Reads the standings and the money at the desk. @param {import("@playwright/test").Page} page */
  async isAtDesk(page) {
    const { rows, money } = this;
    const shown = page.locator(".standings tbody tr");
    await expect(shown).toHaveCount(rows.length);
    const told = (await cells(shown)).map(([place, name, ...rest], at) => [
      place,
      name.startsWith(rows[at].name) ? rows[at].name : name,
      ...rest,
    ]);
    const wanted = rows.map(({ place, name, lines, total, prize }) => [
      written(place),
      name,
      ...lines.map(written),
      written(total),
      prize ? dollars(prize) : "",
    ]);
    expect(told).toEqual(wanted);
    const paid = money.players.filter(({ fee_paid: fee }) => fee > 0);
    const prizes = money.prizes.map(({ amount }) => amount).filter(Boolean);
    const sum = prizes.reduce((all, amount) => all + amount, 0);
    await expect
      .poll(() => cells(page.locator(".adds-up tr")))
      .toEqual([
        [`${paid.length} fees of ${dollars(paid[0].fee_paid)}`, dollars(money.fees)],
        ["50/50", dollars(money.fifty_fifty)],
        ["Supplies", dollars(money.supplies)],
        [`Prizes${prizes.map(dollars).join(" · ")} of a pot of ${dollars(money.pot)}`, dollars(sum)],
        ["Activities", dollars(money.activities)],
        ["Total", dollars(money.fees)],
      ]);
  }

  /** Looks at the podium. @param {import("@playwright/test").Page} tv with a clock of its own */
  async isOnTelevision(tv) {
    const heading = tv.getByRole("heading", { level: 1 });
    await turnUntil(tv, () => expect(heading).toHaveText("Tonight’s podium", { timeout: 1500 }));
    for (const place of new Set(this.rows.map((row) => row.place).filter((each) => each !== null && each < 4))) {
      const here = this.#sharing(place);
      const [{ total, prize }] = here;
      const step = tv.locator(`.place-${place}`);
      const names = here.map(({ name }) => name);
      const told = await step.locator("bdi").allTextContents();
      expect(told.map(initialled).toSorted()).toEqual(names.map(initialled).toSorted());
      expect(told.filter((name) => name !== initialled(name) && !names.includes(name))).toEqual([]);
      await expect(step.locator(".tv-points")).toHaveText(new RegExp(`^${written(total)} points?$`));
      await expect(step.locator(".tv-prize")).toHaveText(`${dollars(prize)}${here.length > 1 ? " each" : ""}`);
    }
  }

  /** Looks at the card of somebody's phone. @param {import("@playwright/test").Page} page @param {string} name */
  async isOnCard(page, name) {
    const { place, total, prize, lines } = this.rows.find((row) => row.name === name);
    const shared = this.#sharing(place).length > 1 ? " (shared)" : "";
    const ranked = this.rows.length - this.unranked.length;
    const told = `Place ${place}${shared} of ${ranked}, with a total of ${written(total)}.`;
    await expect(page.locator(".seat-line")).toHaveText(prize ? `${told} You win ${dollars(prize)}.` : told);
    const shown = await page.locator(".my-lines tbody .number").allTextContents();
    expect(shown.map((line) => line.split(" ")[0])).toEqual(lines.map(written));
  }

  #sharing(place) {
    return this.rows.filter((row) => row.place === place);
  }
}
