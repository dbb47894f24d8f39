import { existsSync } from "node:fs";

// The shell does without a window's own views, which take as long as the page.
const DEBIAN = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** How the browser is started: PEGOUT_CHROMIUM, else Debian's, else Playwright's own. */
export const launchOptions = {
  executablePath: process.env.PEGOUT_CHROMIUM ?? DEBIAN.find(existsSync),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};
