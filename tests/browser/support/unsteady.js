import { stripVTControlCharacters } from "node:util";

/** Lists at the end of a run the tests that passed only on their second try. The run passes, but somebody has to mend them. */
export default class Unsteady {
  #suite;

  /** @param {import("@playwright/test/reporter").FullConfig} _ @param {import("@playwright/test/reporter").Suite} suite */
  onBegin(_, suite) {
    this.#suite = suite;
  }

  /** Prints them, each with the first line of why it failed. */
  onEnd() {
    const unsteady = this.#suite.allTests().filter((test) => test.outcome() === "flaky");
    if (unsteady.length === 0) return;
    console.log("\nunsteady");
    for (const test of unsteady) {
      const [{ error, status }] = test.results;
      const [why] = stripVTControlCharacters(error?.message ?? status).split("\n");
      console.log(`  ${test.titlePath().filter(Boolean).join(" › ")}: ${why}`);
    }
  }
}
