import { cards, money, places, prizes, total } from "../game/counting.js";
import { expect } from "./evening.js";
import { turnUntil } from "./television.js";

const written = (line) => (line === null ? "–" : String(line).replace("-", "−"));
const cells = (rows) => rows.evaluateAll((nodes) => nodes.map((row) => [...row.cells].map((each) => each.textContent)));

/** The end of a night, counted from who sat where with which scores, and held against what the pages show. */
export class Reckoning {
  /** @param {string[]} names of all who played and paid, in order @param {object[][]} played the tables of each round */
  constructor(names, played) {
    this.names = names;
    this.told = cards(names, played);
    this.held = places(this.told);
    this.won = prizes(this.held, names.length);
  }

  /** Those without a place. */
  get unranked() {
    return this.names.filter((name) => !(name in this.held));
  }

  /** Reads the standings and the money at the desk. @param {import("@playwright/test").Page} page */
  async isAtDesk(page) {
    const { names, told, held, won } = this;
    const rows = page.locator(".standings tbody tr");
    await expect(rows).toHaveCount(names.length);
    const shown = (await cells(rows)).map(([place, name, ...rest]) => [
      names.find((each) => name.startsWith(each)),
      place,
      ...rest,
    ]);
    const wanted = names.map((name) => [
      name,
      written(held[name] ?? null),
      ...told[name].map(written),
      written(total(told[name])),
      won[name] ? `$${won[name]}` : "",
    ]);
    expect(shown.toSorted(([one], [other]) => one.localeCompare(other))).toEqual(wanted);
    await expect.poll(() => cells(page.locator(".adds-up tr"))).toEqual(money(won, names.length));
  }

  /** Looks at the podium. @param {import("@playwright/test").Page} tv with a clock of its own */
  async isOnTelevision(tv) {
    const { told, held, won } = this;
    const heading = tv.getByRole("heading", { level: 1 });
    await turnUntil(tv, () => expect(heading).toHaveText("Tonight’s podium", { timeout: 1500 }));
    for (const place of new Set(Object.values(held).filter((each) => each < 4))) {
      const here = this.#sharing(place);
      const step = tv.locator(`.place-${place}`);
      expect((await step.locator("bdi").allTextContents()).toSorted()).toEqual(here.toSorted());
      await expect(step.locator(".tv-points")).toHaveText(new RegExp(`^${written(total(told[here[0]]))} points?$`));
      await expect(step.locator(".tv-prize")).toHaveText(`$${won[here[0]]}${here.length > 1 ? " each" : ""}`);
    }
  }

  /** Looks at the card of somebody's phone. @param {import("@playwright/test").Page} page @param {string} name */
  async isOnCard(page, name) {
    const { told, held, won } = this;
    const shared = this.#sharing(held[name]).length > 1 ? " (shared)" : "";
    const ranked = Object.keys(held).length;
    const place = `Place ${held[name]}${shared} of ${ranked}, with a total of ${written(total(told[name]))}.`;
    await expect(page.locator(".seat-line")).toHaveText(won[name] ? `${place} You win $${won[name]}.` : place);
    const lines = await page.locator(".my-lines tbody .number").allTextContents();
    expect(lines.map((line) => line.split(" ")[0])).toEqual(told[name].map(written));
  }

  #sharing(place) {
    return Object.keys(this.held).filter((name) => this.held[name] === place);
  }
}
