const ROOTS = ["/", "/index.html", "/manifest.webmanifest", "/sw.js", "/tv", "/tv.html"];
// As the page's worker finds them, and the icons of the manifest.
const LINKS = /(?:href|src)"?[=:] ?"([^"#]+)"/g;
const IMPORTS = /["`](\.\.?\/[^"`]+)["`]/g;
// Links of the page to files that its worker does not keep.
const ELSEWHERE = /^\/(docs|openapi|problems|llms)/;
const TEXT = /^(text|application\/(json|manifest\+json|javascript))\b|svg/;
// Headers that differ from answer to answer.
const OF_THE_ANSWER = /^(connection|content-length|date|keep-alive|transfer-encoding|vary|x-request-id)$/;

/** Reads every file of the page from a service. @param {string} base the service's address @returns {Promise<Record<string, {headers: object, text?: string, base64?: string}>>} them by path */
export async function recordPage(base) {
  const found = {};
  const wanted = [...ROOTS];
  for (let path = wanted.pop(); path; path = wanted.pop()) {
    if (found[path] || ELSEWHERE.test(path)) continue;
    const response = await fetch(base + path, { headers: { "Accept-Encoding": "identity" } });
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
    const bytes = Buffer.from(await response.arrayBuffer());
    const headers = Object.fromEntries([...response.headers].filter(([name]) => !OF_THE_ANSWER.test(name)));
    if (!TEXT.test(headers["content-type"])) {
      found[path] = { headers, base64: bytes.toString("base64") };
      continue;
    }
    const text = bytes.toString();
    found[path] = { headers, text };
    // A selector of a style sheet may look like a link, and the build lets it name no file.
    if (/css/.test(headers["content-type"])) continue;
    const links = /javascript/.test(headers["content-type"]) ? IMPORTS : LINKS;
    wanted.push(...[...text.matchAll(links)].map(([, link]) => new URL(link, base + path).pathname));
  }
  return Object.fromEntries(Object.entries(found).sort(([one], [other]) => (one < other ? -1 : 1)));
}
