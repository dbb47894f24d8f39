// Milliseconds between two tries, and between two looks at the clock.
const PAUSE = 15_000;
const MINUTE = 60_000;
// Nobody plays at this hour: the page is loaded anew then, so that it is the service's newest for weeks on end.
const QUIET_HOUR = 4;
const DAY_OLD = 3 * 3600_000;

// A reload while the service does not answer would leave the browser's own error on the wall.
async function reload() {
  try {
    const { ok } = await fetch(location.href, { cache: "no-store" });
    if (ok) location.reload();
    return ok;
  } catch {
    return false;
  }
}

async function reloadInTheEnd() {
  if (!(await reload())) setTimeout(reloadInTheEnd, PAUSE);
}

const loaded = Date.now();
setInterval(() => {
  if (new Date().getHours() === QUIET_HOUR && Date.now() - loaded > DAY_OLD) reload();
}, MINUTE);

// What does not come, because the service starts or the line is lost, comes later.
import("./screen.js").catch(() => setTimeout(reloadInTheEnd, PAUSE));
