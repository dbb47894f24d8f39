import { readFile } from "node:fs/promises";
import { Service } from "../service.js";
import { Camera } from "./camera.js";
import { notesOf } from "./club.js";
import { Club } from "../night.js";
import { scenes } from "./scenes.js";

// How many scenes are open at once.
const AT_ONCE = 4;
const LANGUAGES = ["en", "fr"];

/**
 * Photographs the scenes with a copy of the prepared database.
 * @param {{binary?: string, database: string, to: string, only: string}} options the program, the database, the folder of
 *   the pictures, and what the names of the scenes contain
 */
export async function photograph({ binary, database, to, only }) {
  const notes = JSON.parse(await readFile(notesOf(database), "utf8"));
  const service = new Service({ binary, database });
  await service.start();
  const club = new Club(service.url);
  const { token: session } = await club.ask("POST", "/session", { password: "wednesday" });
  const game = (id) => club.ask("GET", `/games/${id}`);
  const camera = new Camera(to, { clock: notes.clock, session, game });
  await camera.open(service.url);
  const wanted = scenes(notes).filter(({ name }) => name.includes(only));
  const takes = wanted.flatMap((scene) => LANGUAGES.map((language) => [scene, language]));
  const before = await stateOf(club, notes);
  const missed = [];
  const work = async () => {
    for (let take = takes.shift(); take; take = takes.shift()) {
      await camera.take(...take).catch((error) => missed.push(`${take[0].name}, ${take[1]}: ${error.message}`));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if ((await stateOf(club, notes)) !== before) missed.push("A scene has changed a game or a night.");
  await camera.close();
  await service.close();
  if (missed.length > 0) throw new Error(`The set is not whole.\n${missed.join("\n")}`);
}

// Scenes only look, so that their order does not matter.
async function stateOf(club, { games, nights }) {
  const paths = [
    ...Object.values(games).map(({ id }) => `/games/${id}`),
    ...Object.values(nights).map(({ id }) => `/nights/${id}`),
  ];
  return JSON.stringify(await Promise.all(paths.map((path) => club.ask("GET", path))));
}
