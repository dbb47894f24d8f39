import { MISSING as NO_FIREFOX, test as firefox } from "../../support/browser/firefox.js";
import { furnish, pathsOfPage, pathsOfTour, ROLES, WAYS, tour } from "../../support/browser/tour.js";
import { expect, MISSING as NO_WEBKIT, test as webkit } from "../../support/browser/webkit.js";

// Milliseconds to open every view.
const LONG = 240_000;
// The old chunk `game` awaited here. An engine without Safari's fault stops at the error behind it.
const OLD_CHUNK = "await new Promise((done) => setTimeout(done, 60)); throw new Error('The chunk has failed.');";
const COMPLAINT = /Cannot access uninitialized variable|The chunk has failed/;

// The landing tier opens each view once, for the coordinator, who sees most.
const TOURS = Object.keys(ROLES).flatMap((role) =>
  Object.keys(WAYS).map((way) => ({
    role,
    way,
    tag: role === "the coordinator" && way === "after another" ? "@landing" : [],
  })),
);

webkit("The tour opens every view of the page @landing", () => {
  expect(pathsOfTour().sort()).toEqual(pathsOfPage().sort());
});

webkit("This machine has every browser @landing", () => {
  webkit.skip(!process.env.PEGOUT_EVERY_BROWSER, "Only Debian has packages of all three.");
  expect([NO_WEBKIT, NO_FIREFOX]).toEqual(["", ""]);
});

webkit.describe("in WebKit", () => {
  webkit.skip(NO_WEBKIT !== "", NO_WEBKIT);

  for (const { role, way, tag } of TOURS) {
    webkit(`Every view opens for ${role}, ${way}`, { tag }, async ({ phone, front, ownService }) => {
      webkit.setTimeout(LONG);
      await tour(await phone(), front.url, { role, way }, await furnish(ownService.url));
    });
  }

  webkit.describe("with a chunk that awaits at its top level", () => {
    webkit.use({ tolerated: COMPLAINT });

    webkit("No view but Home opens", async ({ phone, front }) => {
      front.altered["/game.js"] = (script) => OLD_CHUNK + script;
      const window = await phone("/#/start");
      await expect.poll(() => front.complaints.join()).toMatch(COMPLAINT);
      expect(await window.evaluate(() => document.querySelector("main").innerText.trim())).toBe("");
    });
  });
});

firefox.describe("in Firefox", () => {
  firefox.skip(NO_FIREFOX !== "", NO_FIREFOX);
  // Firefox reports the requests that it cancels when the tour leaves a page.
  firefox.use({ tolerated: /ServiceWorker intercepted|error loading dynamically imported|\.css was not loaded/ });

  for (const { role, way, tag } of TOURS) {
    firefox(`Every view opens for ${role}, ${way}`, { tag }, async ({ phone, service }) => {
      firefox.setTimeout(LONG);
      await tour(await phone(), service.url, { role, way }, await furnish(service.url));
    });
  }
});
