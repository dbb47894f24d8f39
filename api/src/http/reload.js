// Answers in the place of a script of an earlier release. The page that asks for it is older than this service, so it is
// reloaded, once, past the copy that its worker keeps.
const KEY = "pegout.reloaded";
const ONCE = 60_000;

function isAgain() {
  try {
    const last = Number(sessionStorage.getItem(KEY));
    sessionStorage.setItem(KEY, Date.now());
    return Date.now() - last < ONCE;
  } catch {
    return false;
  }
}

if (!isAgain()) {
  const names = (await globalThis.caches?.keys()) ?? [];
  await Promise.all(names.filter((name) => name.startsWith("pegout-")).map((name) => caches.delete(name)));
  location.reload();
}

export default { mount: () => null };
