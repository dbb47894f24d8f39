// A game to 121, watched live: begins it, pegs, takes a peg back, and reads what happened.
//
// It runs on Node 20 or newer, in this folder. The client is made of the document of the repository; to make it of that of
// a server, give openapi-typescript its address, like http://localhost:8080/openapi.json.
//
//     npm ci && npm run generate && npm run build
//     node generated/game.js http://localhost:8080
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import createClient from "openapi-fetch";
import type { components, paths } from "./generated/api.js";

type Game = components["schemas"]["Game"];
type Peg = components["schemas"]["PegRequest"];
type Problem = components["schemas"]["Problem"];

const pegout = createClient<paths>({ baseUrl: process.argv[2] ?? "http://localhost:8080" });

/** Returns the data of an answer; an error becomes an exception with the sentence for people. */
function answered<T>({ data, error }: { data?: T; error?: Problem }): T {
  if (error) throw new Error(`${error.title}: ${error.detail}`);
  if (data === undefined) throw new Error("The answer has no body.");
  return data;
}

// Counting stores nothing, and needs no token.
const hand = { cards: ["8S", "7H", "7D", "AC"], starter: "8D" };
const counted = answered(await pegout.POST("/api/v1/score/hand", { body: hand }));
console.log(`${hand.cards.join(" ")} and ${hand.starter}: ${counted.call}`);

// Whoever begins a game gets the token that keeps its score.
const begun = answered(await pegout.POST("/api/v1/games", { body: { sides: [{ name: "Ann" }, { name: "Bob" }] } }));
const id = begun.game.id;
const headers = { Authorization: `Bearer ${begun.scorer_token}` };

/** Reads the live stream until the game is finished, and returns the games that it told. */
async function watch(): Promise<Game[]> {
  const games: Game[] = [];
  const stream = await pegout.GET("/api/v1/games/{id}/live", { params: { path: { id } }, parseAs: "stream" });
  assert.ok(stream.data);
  let text = "";
  for await (const part of stream.data.pipeThrough(new TextDecoderStream())) {
    text += part;
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      const data = event.split("\n").find((line) => line.startsWith("data: "));
      if (!data) continue; // a comment, which keeps the connection open
      const game = JSON.parse(data.slice("data: ".length)) as Game;
      games.push(game);
      if (game.status === "finished") return games;
    }
  }
  return games;
}

/** Pegs under an id of our own, so that the request could be sent again without harm. */
async function peg(peg_id: string, body: Peg): Promise<Game> {
  return answered(await pegout.PUT("/api/v1/games/{id}/pegs/{peg_id}", { params: { path: { id, peg_id } }, headers, body }));
}

const watching = watch();

// Bob pegs what Ann has counted, and takes it back.
const mistake = randomUUID();
let game = await peg(mistake, { side: 1, points: 8, for: "hand" });
assert.equal(game.sides[1]?.score, 8);
const back = { params: { path: { id, peg_id: mistake } }, headers };
game = answered(await pegout.DELETE("/api/v1/games/{id}/pegs/{peg_id}", back));
assert.equal(game.sides[1]?.score, 0);

// Deal after deal: the hand of the pone, the hand of the dealer and the crib, until somebody is at 121.
while (game.status === "playing") {
  const dealer = game.crib;
  assert.ok(dealer !== null);
  const pegs: Peg[] = [
    { side: 1 - dealer, points: 8, for: "hand" },
    { side: dealer, points: 10, for: "hand" },
    { side: dealer, points: 4, for: "crib" },
  ];
  for (const body of pegs) {
    if (game.status === "playing") game = await peg(randomUUID(), body);
  }
  if (game.status === "playing") {
    const next = { params: { path: { id, n: game.deal + 1 } }, headers, body: { id: randomUUID() } };
    game = answered(await pegout.PUT("/api/v1/games/{id}/deals/{n}", next));
  }
}
assert.ok(game.winner !== null);
assert.equal(game.sides[game.winner]?.score, 121);

const watched = await watching;
assert.ok(watched.some((state) => state.sides[1]?.score === 8), "the mistake was seen live");
assert.equal(watched.at(-1)?.winner, game.winner);

/** Tells an event in a line. New kinds of events may come, which a client passes over. */
function tell(event: components["schemas"]["Recorded"]): string {
  switch (event.kind) {
    case "begun":
      // @ts-expect-error A beginning has no points, and the types know it.
      assert.equal(event.points, undefined);
      return event.sides.map((side) => side.name).join(" against ");
    case "pegged":
      return `${event.points} for the ${event.for}`;
    default:
      return event.kind;
  }
}

const history = answered(await pegout.GET("/api/v1/games/{id}/history", { params: { path: { id } } }));
const told = history.events.map(tell);
assert.deepEqual(told.slice(0, 3), ["Ann against Bob", "8 for the hand", "peg_taken_back"]);
console.log(told.join(", "));
console.log(game.sides.map((side) => `${side.name} ${side.score}`).join(", "));
