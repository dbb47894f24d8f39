import { readFile } from "node:fs/promises";
import { Club } from "../support/night/night.js";
import { Service } from "../support/browser/service.js";
import { Camera } from "./camera.js";
import { notesOf } from "./database.js";
import { scenes } from "./scenes.js";

// The number of scenes that are open at once.
const AT_ONCE = 4;
const LANGUAGES = ["en", "fr"];

/**
 * Photographs the scenes with a copy of the prepared database.
 * @param {{binary?: string, database: string, to: string, only: string}} options the program, the database, the folder of
 *   the pictures, and a word in the names of the scenes
 */
export async function photograph({ binary, database, to, only }) {
  const notes = JSON.parse(await readFile(notesOf(database), "utf8"));
  const service = new Service({ binary, database });
  await service.start();
  try {
    const missed = await photographAll(service, notes, { to, only });
    if (missed.length > 0) throw new Error(`The set is not complete.\n${missed.join("\n")}`);
  } finally {
    await service.close();
  }
}

async function photographAll({ url }, notes, { to, only }) {
  const club = new Club(url);
  const { token: session } = await club.ask("POST", "/session", { password: "wednesday" });
  const game = (id) => club.ask("GET", `/games/${id}`);
  const before = await stateOf(club, notes);
  const camera = new Camera(to, { clock: notes.clock, session, game });
  await camera.open(url);
  const wanted = scenes(notes).filter(({ name }) => name.includes(only));
  const takes = wanted.flatMap((scene) => LANGUAGES.map((language) => [scene, language]));
  const missed = [];
  const work = async () => {
    for (let take = takes.shift(); take; take = takes.shift()) {
      await camera.take(...take).catch((error) => missed.push(`${take[0].name}, ${take[1]}: ${error.message}`));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await camera.close();
  if ((await stateOf(club, notes)) !== before) missed.push("A scene has changed a game or a night.");
  return missed;
}

// Scenes only look, so that their order does not matter.
async function stateOf(club, { games, nights }) {
  const paths = [
    ...Object.values(games).map(({ id }) => `/games/${id}`),
    ...Object.values(nights).map(({ id }) => `/nights/${id}`),
  ];
  return JSON.stringify(await Promise.all(paths.map((path) => club.ask("GET", path))));
}
