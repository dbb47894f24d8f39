import { existsSync } from "node:fs";

// The shell, which draws nothing on a screen, takes two thirds of the time.
const DEBIAN = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** The browser that is started: PEGOUT_CHROMIUM, else Debian's, else Playwright's own. */
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
