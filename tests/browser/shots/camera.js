import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { launchedWith } from "../support/browser/fonts.js";
import { furnish } from "./phone.js";
import { isSame, settled, watched } from "./settling.js";

const PHONES = [
  { width: 390, height: 664 },
  { width: 320, height: 604 },
];
const BOARDS = [{ width: 1280, height: 720 }];
const SCHEMES = ["light", "dark"];
// Milliseconds that a page of the board is shown.
const TURN = 10_000;
// The number of times that a page is photographed at most.
const TRIES = 5;
// The address is on some pictures, so it must not name a port. Wake locks, among other features, need a secure address.
const HOST = "pegout.test";
const BASE = `http://${HOST}`;

/** A browser that photographs scenes. */
export class Camera {
  #browser;
  #known;
  #folder;

  /** @param {string} folder of the pictures @param {object} known what {@link furnish} needs to know */
  constructor(folder, known) {
    this.#folder = folder;
    this.#known = known;
  }

  /** Opens the browser. @param {string} service its address */
  async open(service) {
    await mkdir(this.#folder, { recursive: true });
    const options = launchedWith("dejavu");
    const args = [
      ...options.args,
      `--host-resolver-rules=MAP ${HOST}:80 ${new URL(service).host}`,
      `--unsafely-treat-insecure-origin-as-secure=${BASE}`,
    ];
    this.#browser = await chromium.launch({ ...options, args });
  }

  /** Closes the browser. */
  async close() {
    await this.#browser.close();
  }

  /** Photographs a scene in each size, by light and by dark. @param {import("./scenes.js").Scene} scene @param {"en"|"fr"} language */
  async take(scene, language) {
    const context = await this.#browser.newContext({
      viewport: (scene.board ? BOARDS : PHONES)[0],
      locale: `${language}-CA`,
      timezoneId: "UTC",
      reducedMotion: "reduce",
      serviceWorkers: "block",
    });
    try {
      const page = await context.newPage();
      const requests = watched(page);
      await this.#show(page, scene, requests);
      for (let turn = 1; turn <= (scene.turns ?? 1); turn += 1) {
        if (turn > 1) await page.clock.runFor(TURN);
        const name = [scene.name, scene.turns > 1 && turn, language].filter(Boolean).join("-");
        await this.#photographAtRest(page, requests, name, scene.board);
      }
    } finally {
      await context.close();
    }
  }

  async #show(page, scene, requests) {
    const time = new Date(this.#known.clock);
    if (scene.board) {
      await page.clock.install({ time: new Date(time.getTime() - 1000) });
      await page.clock.pauseAt(time);
    } else {
      await page.clock.setFixedTime(time);
      await furnish(page, BASE, scene.phone ?? {}, this.#known);
    }
    await page.goto(BASE + (scene.after ?? scene.at));
    await settled(page, requests);
    if (scene.after) {
      await page.evaluate((hash) => void (location.hash = hash), scene.at.slice(1));
      await settled(page, requests);
    }
    if (!scene.act) return;
    // Stop the clock: texts that disappear after seconds must stay until the pictures are taken.
    await page.clock.pauseAt(time);
    await scene.act(page);
  }

  // On a busy machine something may come late.
  async #photographAtRest(page, requests, name, board) {
    for (let tries = TRIES; tries > 0; tries -= 1) {
      const html = await settled(page, requests);
      await this.#photograph(page, name, board);
      if (await isSame(page, html)) return;
    }
    throw new Error(`${page.url()} changes all the time`);
  }

  // The page lays itself out by its style alone, so that a window of another size needs no other page.
  async #photograph(page, name, board = false) {
    for (const size of board ? BOARDS : PHONES) {
      await page.setViewportSize(size);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      const stem = join(this.#folder, `${name}-${size.width}`);
      // Elements fixed to the edge of the screen cover other elements, which only a higher screen shows.
      if (height > size.height) {
        await this.#save(page, `${stem}-screen`);
        await page.setViewportSize({ ...size, height });
      }
      // The board has the colours that its address asks for.
      for (const colorScheme of board ? SCHEMES.slice(0, 1) : SCHEMES) {
        await page.emulateMedia({ colorScheme });
        await this.#save(page, `${stem}-${colorScheme}`);
      }
      await page.emulateMedia({ colorScheme: SCHEMES[0] });
    }
  }

  async #save(page, stem) {
    await page.screenshot({ path: `${stem}.png`, animations: "disabled", caret: "hide" });
  }
}
