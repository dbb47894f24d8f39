// The page of the document: Swagger UI, with this visitor's own game in place of the game in the examples.

/** The ids and the token that the examples have in this tab. */
type Visitor = { seed: string; token: string };

const EXAMPLE_ID = /\b(0198c5[0-9a-f]{2}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-)([0-9a-f]{12})\b/g;
const EXAMPLE_TOKEN = "Tm90IGEgc2VjcmV0LCBvbmx5IGFuIGV4YW1wbGUgISE";
const KEY = "pegout.docs";
const TOKEN_BYTES = 32;
const LOCAL = "http://localhost:8080";
// This page is in a folder of the service, which a proxy may serve below a path.
const SERVICE = new URL("..", location.href).href.replace(/\/$/, "");

function randomBytes(count: number) {
  return [...crypto.getRandomValues(new Uint8Array(count))];
}

function newVisitor(): Visitor {
  const seed = randomBytes(6).map((byte) => byte.toString(16).padStart(2, "0"));
  const token = btoa(String.fromCharCode(...randomBytes(TOKEN_BYTES)));
  return { seed: seed.join(""), token: token.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") };
}

// A reload goes on with the same game. If the browser forbids storage, a reload begins a new game.
function thisVisitor(): Visitor {
  const made = newVisitor();
  try {
    const kept = sessionStorage.getItem(KEY);
    if (kept) return JSON.parse(kept);
    sessionStorage.setItem(KEY, JSON.stringify(made));
  } catch {
    // The visitor then lasts as long as the page.
  }
  return made;
}

// Each id of the examples becomes a new id, which is the same in all places of the document.
function personal(document: string, { seed, token }: Visitor) {
  const own = (_: string, head: string, tail: string) => {
    const mixed = BigInt(`0x${tail}`) ^ BigInt(`0x${seed}`);
    return head + mixed.toString(16).padStart(12, "0");
  };
  const spec = JSON.parse(document.replaceAll(EXAMPLE_ID, own).replaceAll(EXAMPLE_TOKEN, token));
  // The messages to receivers have a part of the page of their own.
  spec.tags = spec.tags.filter(({ name }: { name: string }) => name !== "Messages");
  spec.info.description = spec.info.description.replaceAll(LOCAL, SERVICE);
  spec.servers[0].url = SERVICE;
  return spec;
}

// Swagger UI has dark colours too, and leaves it to the page when.
function followScheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
  dark.addEventListener("change", follow);
  follow();
}

// Swagger UI compares tags alone, with their capitals.
/** @param tags the operations by their tag @param phrase the typed text */
function opsFilter(tags: any, phrase: string) {
  const wanted = phrase.trim().toLowerCase();
  const has = (words: string | undefined) => (words ?? "").toLowerCase().includes(wanted);
  const isWanted = (one: any) =>
    has(one.get("path")) || ["operationId", "summary"].some((key) => has(one.getIn(["operation", key])));
  return tags
    .map((tag: any, name: string) =>
      has(name) ? tag : tag.update("operations", (operations: any) => operations.filter(isWanted)),
    )
    .filter((tag: any) => tag.get("operations").size > 0);
}

// The filter's input has no name, and its placeholder explains too little.
function nameFilter() {
  const looking = new MutationObserver(() => {
    const input = document.querySelector(".operation-filter-input");
    if (!input) return;
    looking.disconnect();
    input.setAttribute("placeholder", "Filter, such as pegs");
    input.setAttribute("aria-label", "Filter the operations");
  });
  looking.observe(document.body, { childList: true, subtree: true });
}

// The filter unfolds the operations that it finds.
function unfoldWhatIsFound(unfold: (isOpen: boolean) => void) {
  // Swagger UI hears of it below the document, so it has filtered before.
  document.addEventListener("input", ({ target }) => {
    const isFilter = target instanceof HTMLInputElement && target.matches(".operation-filter-input");
    if (isFilter) unfold(target.value.trim() !== "");
  });
}

// The layout of Swagger UI begins with the prose of the document: here the operations come first.
/** @param system the parts of Swagger UI */
function operationsFirst({ React: { createElement }, getComponent }: any) {
  const part = (name: string) => createElement(getComponent(name, true));
  const wrapped = (name: string) => createElement("div", { className: "wrapper" }, part(name));
  const layout = () =>
    createElement(
      "div",
      { className: "swagger-ui" },
      createElement(getComponent("SvgAssets")),
      createElement(
        "div",
        { className: "scheme-container" },
        createElement("div", { className: "schemes wrapper" }, part("AuthorizeBtnContainer")),
      ),
      part("FilterContainer"),
      ...["operations", "Webhooks", "Models", "InfoContainer"].map(wrapped),
    );
  return { components: { OperationsFirst: layout }, fn: { opsFilter } };
}

async function open() {
  const visitor = thisVisitor();
  const response = await fetch("../openapi.json");
  const spec = personal(await response.text(), visitor);
  // The script of Swagger UI, which runs before this one, leaves this name.
  const { SwaggerUIBundle } = window as any;
  const ui = SwaggerUIBundle({
    dom_id: "#swagger-ui",
    spec,
    layout: "OperationsFirst",
    docExpansion: "none",
    deepLinking: true,
    displayOperationId: true,
    displayRequestDuration: true,
    filter: true,
    plugins: [operationsFirst],
    tryItOutEnabled: true,
    defaultModelsExpandDepth: 0,
    validatorUrl: null,
    onComplete: () => ui.preauthorizeApiKey("token", visitor.token),
  });
  unfoldWhatIsFound((isOpen) => {
    for (const { name } of spec.tags) ui.layoutActions.show(["operations-tag", name], isOpen);
  });
  // Swagger UI follows a link at the start alone.
  addEventListener("hashchange", () => ui.layoutActions.parseDeepLinkHash(location.hash));
}

// The commands of the page are for the service that it comes from.
function addressCommands() {
  for (const code of document.querySelectorAll("[data-command] code")) {
    code.textContent = (code.textContent ?? "").replaceAll(LOCAL, SERVICE);
  }
}

followScheme();
addressCommands();
nameFilter();
open();
