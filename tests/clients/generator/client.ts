// Counts a hand, keeps a game and lists the players, with the client that OpenAPI Generator makes for fetch.
// The arguments are the address of a service and the coordinator's password.
import { randomUUID } from "node:crypto";

import { Configuration, GamesApi, LeagueApi, PeopleApi, ResponseError, ScoringApi, SessionApi } from "./generated/index.js";

const [basePath = "", password = ""] = process.argv.slice(2);
const as = (accessToken?: string) => new Configuration({ basePath, accessToken });

function assert(isTrue: boolean, otherwise: string): void {
  if (!isTrue) throw new Error(otherwise);
}

const hand = await new ScoringApi(as()).countHand({ handRequest: { cards: ["5H", "5D", "5S", "JC"], starter: "5C" } });
assert(hand.total === 29, `a hand of 29 counts ${hand.total}`);

const sides = [{ name: "Ann" }, { name: "Bob" }];
const begun = await new GamesApi(as()).createGame({ gameRequest: { sides } });
const games = new GamesApi(as(begun.scorerToken ?? ""));
const peg = (points: number) =>
  games.putPeg({ id: begun.game.id, pegId: randomUUID(), pegRequest: { side: 1, points, _for: "hand" } });
await peg(8);
const game = await peg(8);
assert(game?.sides.map(({ score }) => score).join() === "0,16", JSON.stringify(game));
const refused = await peg(19).catch((error: unknown) => error);
assert(refused instanceof ResponseError && refused.response.status === 422, "no hand counts 19");

const session = await new SessionApi(as()).signIn({ sessionRequest: { password } });
const people = new PeopleApi(as(session.token));
await people.addPlayer({ playerRequest: { name: "Di" } });
const { players } = await people.listPlayers({});
assert(players.some(({ name }) => name === "Di"), JSON.stringify(players));
assert((await new LeagueApi(as(session.token)).getLeague()) !== null, "there is no league");
