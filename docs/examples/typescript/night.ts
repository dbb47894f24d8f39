// A night of eight players and two rounds: signs in, checks everybody in, draws, enters results, finishes, and reads the
// standings and the money.
//
// It is made and run like game.ts, with the coordinator's password:
//
//     node generated/night.js http://localhost:8080 PASSWORD
//
// Each run adds its eight players anew: it is for a database to try things with.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import createClient from "openapi-fetch";
import type { components, paths } from "./generated/api.js";

type Night = components["schemas"]["NightAnswer"];
type Problem = components["schemas"]["Problem"];

const pegout = createClient<paths>({ baseUrl: process.argv[2] ?? "http://localhost:8080" });

/** Returns the data of an answer; an error becomes an exception with the sentence for people. */
function answered<T>({ data, error }: { data?: T; error?: Problem }): T {
  if (error) throw new Error(`${error.title}: ${error.detail}`);
  if (data === undefined) throw new Error("The answer has no body.");
  return data;
}

const session = answered(await pegout.POST("/api/v1/session", { body: { password: process.argv[3] ?? "" } }));
const headers = { Authorization: `Bearer ${session.token}` };

// The ids are ours, so that each request could be sent again without making anything twice.
const id = randomUUID();
const date = new Date().toISOString().slice(0, 10);
let night: Night = answered(await pegout.POST("/api/v1/nights", { headers, body: { id, date, games_per_night: 2 } }));
for (const name of ["Ann", "Bob", "Cy", "Di", "Eve", "Fay", "Gil", "Hal"]) {
  const player = answered(await pegout.POST("/api/v1/players", { headers, body: { id: randomUUID(), name } }));
  const path = { id, player_id: player.id };
  const checkIn = { params: { path }, headers, body: { paid: true } };
  night = answered(await pegout.PUT("/api/v1/nights/{id}/entries/{player_id}", checkIn));
}
assert.equal(night.entries.length, 8);

for (const number of [1, 2]) {
  const draw = { params: { path: { id } }, headers, body: { number } };
  const drawn = answered(await pegout.POST("/api/v1/nights/{id}/rounds", draw));
  assert.ok("rounds" in drawn, "it would only be a preview with dry_run");
  for (const table of drawn.rounds.at(-1)?.tables ?? []) {
    const sides = table.sides.map((side) => side.players.map((player) => player.name).join(" and "));
    console.log(`Round ${number}, table ${table.number}: ${sides.join(" against ")}`);
    const path = { id: table.game_id };
    const result = { params: { path }, headers, body: { scores: [121, 121 - 10 * table.number] } };
    const game = answered(await pegout.PUT("/api/v1/games/{id}/result", result));
    assert.equal(game.winner, 0);
  }
}

night = answered(await pegout.POST("/api/v1/nights/{id}/finish", { params: { path: { id } }, headers, body: {} }));
assert.equal(night.status, "finished");

const standings = answered(await pegout.GET("/api/v1/nights/{id}/standings", { params: { path: { id } }, headers }));
assert.equal(standings.rows.length, 8);
for (const row of standings.rows) {
  console.log(`${row.place}. ${row.name}: ${row.lines.join(", ")}, in all ${row.total}`);
}

const money = answered(await pegout.GET("/api/v1/nights/{id}/money", { params: { path: { id } }, headers }));
const prizes = money.prizes.reduce((sum, prize) => sum + prize.amount, 0);
assert.equal(money.fifty_fifty + money.supplies + prizes + money.activities, money.fees);
console.log(`Fees ${money.fees} cents, prizes ${prizes}, activities ${money.activities}`);
