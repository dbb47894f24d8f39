// Counts a hand, and keeps and reads a game, with the types that openapi-typescript makes of the document.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import createClient from "openapi-fetch";
import type { components, paths } from "./generated/api.js";

const pegout = createClient<paths>({ baseUrl: process.argv[2] ?? "http://localhost:8080" });

const counted = await pegout.POST("/api/v1/score/hand", { body: { cards: ["8S", "7H", "7D", "AC"] } });
const points: number | undefined = counted.data?.total;
assert.equal(points, 8);

const begun = await pegout.POST("/api/v1/games", { body: { sides: [{ name: "Ann" }, { name: "Bob" }] } });
assert.ok(begun.data?.scorer_token);
const id = begun.data.game.id;
const headers = { Authorization: `Bearer ${begun.data.scorer_token}` };
await pegout.PUT("/api/v1/games/{id}/pegs/{peg_id}", {
  params: { path: { id, peg_id: randomUUID() } },
  headers,
  body: { side: 1, points: 8, for: "hand" },
});

const game = await pegout.GET("/api/v1/games/{id}", { params: { path: { id } } });
assert.deepEqual(game.data?.sides.map((side) => [side.name, side.score]), [["Ann", 0], ["Bob", 8]]);
assert.equal(game.data.latest.kind === "pegged" && game.data.latest.points, 8);

function tell(event: components["schemas"]["Recorded"]): string {
  switch (event.kind) {
    case "begun":
      // @ts-expect-error No points belong to a beginning.
      assert.equal(event.points, undefined);
      return `${event.version}: ${event.sides.map((side) => side.name).join(" against ")}`;
    case "pegged":
      return `${event.version}: ${event.points} for the ${event.for}`;
    default:
      return `${event.version}: ${event.kind}`;
  }
}

const history = await pegout.GET("/api/v1/games/{id}/history", { params: { path: { id } } });
assert.deepEqual(history.data?.events.map(tell), ["1: Ann against Bob", "2: 8 for the hand"]);
