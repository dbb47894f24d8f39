// Answers in the place of a script of an earlier release. The page that asks for it is older than this service, so it is
// reloaded, once, past the copy that its worker keeps.
const KEY = "pegout.reloaded";
// The path of the page. Services below other paths of this host have caches too.
const ROOT = new URL("./", location.href).pathname;
const CACHES = ROOT === "/" ? ["pegout-", "pegout2-", "pegout3:/:"] : [`pegout3:${ROOT}:`];
// Milliseconds in which it is not reloaded again.
const INTERVAL = 60_000;

function wasJustReloaded() {
  try {
    const last = Number(sessionStorage.getItem(KEY));
    sessionStorage.setItem(KEY, Date.now());
    return Date.now() - last < INTERVAL;
  } catch {
    return false;
  }
}

if (!wasJustReloaded()) {
  const names = (await globalThis.caches?.keys()) ?? [];
  const own = names.filter((name) => CACHES.some((prefix) => name.startsWith(prefix)));
  await Promise.all(own.map((name) => caches.delete(name)));
  location.reload();
}

export default { mount: () => null };
