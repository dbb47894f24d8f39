// Milliseconds between two tries, and between two looks at the clock.
const RETRY_INTERVAL = 15_000;
const MINUTE = 60_000;
// Nobody plays at this hour: the page is loaded again then, so that it is the service's newest for weeks on end.
const QUIET_HOUR = 4;
const MIN_AGE = 3 * 3600_000;

// A reload while the service does not answer would leave the browser's own error on the wall.
async function reload() {
  try {
    const { ok } = await fetch(location.href, { cache: "no-store" });
    if (ok) location.reload();
  } catch {
    // The page stays as it is until the next try.
  }
}

const loaded = Date.now();
setInterval(() => {
  if (new Date().getHours() === QUIET_HOUR && Date.now() - loaded > MIN_AGE) reload();
}, MINUTE);

// While the service starts or the network is down, the board's modules do not load.
import("./screen.ts").then(({ openBoard }) => openBoard()).catch(() => setInterval(reload, RETRY_INTERVAL));
