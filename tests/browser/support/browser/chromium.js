import { existsSync } from "node:fs";

const DEBIAN = "/usr/bin/chromium";

/** The browser that is started: PEGOUT_CHROMIUM, else Debian's, else Playwright's own. */
export const launchOptions = {
  executablePath: process.env.PEGOUT_CHROMIUM ?? (existsSync(DEBIAN) ? DEBIAN : undefined),
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
