// Keeps the whole page on the phone, so that it opens without a network. Only over https do browsers allow this.

// The path that the service is served at: "/", or one of a proxy's. Services below one host have their caches in common.
const ROOT = new URL("./", location).pathname;
const PREFIX = `pegout3:${ROOT}:`;
// The caches of the workers of 0.1.0 and 0.2.0, which follow other links and would keep half of this page.
const FORMER_PREFIXES = ROOT === "/" ? ["pegout-", "pegout2-"] : [];
const FRESH = 10 * 60_000;
const LINKS = /(?:href|src)="([^"#]+)"/g;
const IMPORTS = /["`](\.\/[^"`]+)["`]/g;
// The names of the files that the page consists of. Its own name is empty.
const OF_PAGE = /^(page\/.+|icon[^/]*|manifest\.webmanifest)?$/;
// The folder of a version's scripts and style sheets. Its name is a hash of them: what it holds never changes.
const FOLDER = /^page\/[^/]+\//;
// The features of a league night. Only those who go there load them, and from then on they are kept too.
const LATE = /^(styles\/)?(night|league|club|coordinator)\b/;
const CLIENT = `${ROOT}client/`;

// A file that nobody may store: a proxy has changed its header, or an upgrade of the service is under way.
class NotStorable extends Error {
  constructor(path) {
    super(`This phone cannot open the page without a network until ${path} is sent without “Cache-Control: no-store”.`);
  }
}

// The name of a file below the service's address.
function nameBelow(path) {
  return path.slice(ROOT.length);
}

// The name of a file in any version.
function nameOf(path) {
  return nameBelow(path).replace(FOLDER, "");
}

function isLate(path) {
  return LATE.test(nameOf(path));
}

// Follows the links and imports of these files, so that no list of the page's files has to be kept. Files of a league
// night are only followed from one another, and those of these names.
async function gather(roots, lateNames = []) {
  const found = new Map();
  const wanted = [...roots];
  for (let path = wanted.pop(); path; path = wanted.pop()) {
    if (found.has(path)) continue;
    const response = await fetchFile(path);
    // The page works without the compiled engine, which a filter may block.
    if (path.endsWith(".wasm") && !isKeepable(response)) continue;
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
    if (!isKeepable(response)) throw new NotStorable(path);
    found.set(path, response.clone());
    const text = /html|javascript/.test(response.headers.get("Content-Type")) ? await response.text() : "";
    for (const [, link] of text.matchAll(path === ROOT ? LINKS : IMPORTS)) {
      const { pathname } = new URL(link, new URL(path, location));
      if (!isLate(pathname) || isLate(path) || lateNames.includes(nameOf(pathname))) wanted.push(pathname);
    }
  }
  return found;
}

function fetchFile(path) {
  return fetch(path, { cache: FOLDER.test(nameBelow(path)) ? "default" : "no-cache" });
}

function isKeepable({ ok, headers }) {
  return ok && headers.get("Cache-Control") !== "no-store";
}

// The names of the files of a league night that a version has.
async function lateNames(version) {
  const paths = version ? (await (await caches.open(version)).keys()).map(({ url }) => new URL(url).pathname) : [];
  return paths.filter(isLate).map(nameOf);
}

// Adds files with what they import to the newest version.
async function addFiles(roots) {
  const [newest] = await versions();
  const missing = [];
  for (const root of newest ? roots : []) if (!(await find(root, newest))) missing.push(root);
  if (missing.length === 0) return;
  const cache = await caches.open(newest);
  const found = await gather(missing);
  for (const [path, response] of found) if (!(await find(path, newest))) await cache.put(path, response);
}

async function kept() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX));
}

// To open a cache only to look would make one anew that was deleted a moment ago.
function find(path, version) {
  return caches.match(path, { cacheName: version });
}

// The names of the versions that are whole, the newest first. A version whose page is missing was cut short: the page is put last.
async function versions() {
  const names = await kept();
  const whole = await Promise.all(names.map((name) => find(ROOT, name)));
  return names
    .filter((_, at) => whole[at])
    .sort()
    .reverse();
}

// A version notes the pages that began with it, and they are answered from it until they end: a view that is fetched
// late must fit the rest of its page. The worker itself may be stopped at any time and remembers nothing.
async function versionOf(client) {
  const all = await versions();
  for (const version of client ? all : []) if (await find(CLIENT + client, version)) return version;
  const [newest] = all;
  if (client && newest) await note(client, newest);
  return newest;
}

async function note(client, version) {
  const cache = await caches.open(version);
  // A full phone notes nothing: the page then has the newest.
  await cache.put(CLIENT + client, new Response()).catch(() => {});
}

async function isUsed(version) {
  const cache = await caches.open(version);
  const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  const pages = paths
    .filter((path) => path.startsWith(CLIENT))
    .map((path) => self.clients.get(path.slice(CLIENT.length)));
  return (await Promise.all(pages)).some(Boolean);
}

// Older versions go when no page is left that began with one.
async function clear() {
  // Looked at first: a version that another page makes whole meanwhile would pass for an older one.
  const all = await kept();
  const [newest] = await versions();
  for (const name of all) if (name !== newest && !(await isUsed(name))) await caches.delete(name);
  if (!newest) return;
  const isFormer = (name) => FORMER_PREFIXES.some((prefix) => name.startsWith(prefix));
  for (const name of await caches.keys()) if (isFormer(name)) await caches.delete(name);
}

async function renew() {
  await clear();
  const [newest] = await versions();
  if (newest && Date.now() - Number(newest.slice(PREFIX.length)) < FRESH) return;
  const found = await gather([ROOT], await lateNames(newest));
  const first = found.get(ROOT);
  found.delete(ROOT);
  const name = PREFIX + Date.now();
  const cache = await caches.open(name);
  try {
    await Promise.all([...found].map(([path, response]) => cache.put(path, response)));
    await cache.put(ROOT, first);
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
  await clear();
}

// Pages write it into their log: few look into a worker's own.
async function renewOrTell() {
  try {
    await renew();
  } catch (error) {
    const pages = error instanceof NotStorable ? await self.clients.matchAll({ includeUncontrolled: true }) : [];
    for (const page of pages) page.postMessage({ warning: error.message });
    throw error;
  }
}

async function answer({ request, clientId, resultingClientId }) {
  const { pathname } = new URL(request.url);
  const version = await versionOf(resultingClientId || clientId);
  const kept = version && (await find(pathname, version));
  return kept ?? (version ? answerLate(pathname, version) : fetch(request));
}

// The service answers in the place of a script of another version with one that reloads the page, which is not kept.
async function answerLate(pathname, version) {
  const response = await fetchFile(pathname);
  // A full phone keeps nothing more: the file then comes over the network each time.
  if (isKeepable(response)) await (await caches.open(version)).put(pathname, response.clone()).catch(() => {});
  return response;
}

addEventListener("install", (event) => {
  event.waitUntil(renewOrTell().then(() => self.skipWaiting()));
});

addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

addEventListener("message", (event) => {
  if (!Array.isArray(event.data?.files)) return;
  // Without a network the version that is there stays.
  event.waitUntil(
    versionOf(event.source.id)
      .then(renewOrTell)
      .then(() => addFiles(event.data.files))
      .catch(() => {}),
  );
});

addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  const isOurs = origin === self.origin && pathname.startsWith(ROOT) && OF_PAGE.test(nameBelow(pathname));
  if (event.request.method === "GET" && isOurs) event.respondWith(answer(event));
});
