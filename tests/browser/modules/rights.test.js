import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { expect } from "@playwright/test";
import { importScript } from "../support/browser/modules.js";

const { hasRight } = await importScript("/access/rights.ts");

const ROLES = ["door", "results", "representative", "coordinator"];
// An operation of the service for each right of the page.
const OPERATIONS = {
  check_in: "putEntry",
  show_code: "drawJoinQr",
  score_tables: "putResult",
  run_nights: "drawRound",
  manage_players: "changePlayer",
  manage_seasons: "createNight",
  read_money: "getMoney",
  manage_league: "putLeague",
};

test("The page gives each role the rights that the service gives it", async () => {
  const rights = JSON.parse(await readFile(new URL("../../http/data/rights.json", import.meta.url), "utf8"));
  for (const [right, operation] of Object.entries(OPERATIONS)) {
    const given = rights[operation];
    const allowed = [given.own ?? given].flat().filter((role) => ROLES.includes(role));
    expect(
      ROLES.filter((role) => hasRight(role, right)),
      right,
    ).toEqual(allowed);
  }
});
