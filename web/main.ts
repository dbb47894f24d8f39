import { savedCredentials } from "./access/credentials.ts";
import { savedGames } from "./game/saved-games.ts";
import home from "./home.ts";
import { afterPaint, element } from "./lib/dom.ts";
import { addMessages, language, loadMessages, onLanguage, otherLanguage, setLanguage, t } from "./lib/i18n.ts";
import { loadView, reload, Router, type TitledView, type View } from "./lib/router.ts";
import { icon } from "./ui/controls.ts";

addMessages("shell", { en: () => import("./messages/en.js"), fr: () => import("./messages/fr.js") });
addMessages("game", { en: () => import("./game/messages/en.js"), fr: () => import("./game/messages/fr.js") });
addMessages("rules", { en: () => import("./rules/messages/en.js"), fr: () => import("./rules/messages/fr.js") });
addMessages("rulebook", {
  en: () => import("./rulebook/messages/en.js"),
  fr: () => import("./rulebook/messages/fr.js"),
});
addMessages("table", { en: () => import("./table/messages/en.js"), fr: () => import("./table/messages/fr.js") });
addMessages("lost", { en: () => import("./lost/messages/en.js"), fr: () => import("./lost/messages/fr.js") });
addMessages("cards", { en: () => import("./cards/messages/en.js"), fr: () => import("./cards/messages/fr.js") });
addMessages("night", { en: () => import("./night/messages/en.js"), fr: () => import("./night/messages/fr.js") });
addMessages("hands", { en: () => import("./hands/messages/en.js"), fr: () => import("./hands/messages/fr.js") });
addMessages("access", { en: () => import("./access/messages/en.js"), fr: () => import("./access/messages/fr.js") });
addMessages("club", { en: () => import("./club/messages/en.js"), fr: () => import("./club/messages/fr.js") });
addMessages("imports", { en: () => import("./imports/messages/en.js"), fr: () => import("./imports/messages/fr.js") });
addMessages("rounds", { en: () => import("./rounds/messages/en.js"), fr: () => import("./rounds/messages/fr.js") });
addMessages("ledger", { en: () => import("./ledger/messages/en.js"), fr: () => import("./ledger/messages/fr.js") });
addMessages("replies", { en: () => import("./replies/messages/en.js"), fr: () => import("./replies/messages/fr.js") });
addMessages("figures", { en: () => import("./figures/messages/en.js"), fr: () => import("./figures/messages/fr.js") });
addMessages("coordinator", {
  en: () => import("./coordinator/messages/en.js"),
  fr: () => import("./coordinator/messages/fr.js"),
});

const GAME_STYLES = new URL("./styles/game.css", import.meta.url);
const RESULT_STYLES = new URL("./styles/result.css", import.meta.url);

/** The style sheets and messages of a view. */
type Feature = { styles: URL[]; messages: string[] };

// The features, without the style sheet and the messages of a game, which all views have.
const GAME = { styles: [RESULT_STYLES, new URL("./styles/start.css", import.meta.url)], messages: [] };
const TABLE = { styles: [new URL("./styles/table.css", import.meta.url)], messages: ["table"] };
const CARDS = { styles: [new URL("./styles/cards.css", import.meta.url)], messages: ["cards"] };
const RULEBOOK = {
  styles: [...CARDS.styles, new URL("./styles/rulebook.css", import.meta.url)],
  messages: ["cards", "rulebook"],
};
const NIGHT = { styles: [new URL("./styles/night.css", import.meta.url)], messages: ["night", "hands"] };
const HAND = { styles: CARDS.styles, messages: [...CARDS.messages, ...NIGHT.messages] };
const CLUB = {
  styles: [...NIGHT.styles, RESULT_STYLES, new URL("./styles/club.css", import.meta.url)],
  messages: ["night", "access", "club"],
};
const OWN = { styles: CLUB.styles, messages: ["night", "ledger", "replies"] };
const FIGURES = { styles: [...CLUB.styles, ...CARDS.styles], messages: ["night", "cards", "figures"] };
const COORDINATOR = { styles: CLUB.styles, messages: [...CLUB.messages, "rounds", "ledger", "coordinator"] };
const REPLIES = { styles: CLUB.styles, messages: [...COORDINATOR.messages, "replies"] };

// Milliseconds until what the first paint does not need is loaded again.
const SECOND_TRY = 15_000;
// Views of people who look on, and milliseconds that these views have the network for themselves.
const WATCHED = ["/night", "/standings"];
const WATCHED_ALONE = 3000;

// The views that show games of this phone, as all views of a table do.
const OF_GAME = ["/table", "/result", "/history", "/join", "/card", "/hand"];
const WITH_GAMES = ["/", "/start", "/games", ...OF_GAME];

const main = byId("main");
const bar = byId("bar");
const skip = byId("skip");

function byId(id: string): HTMLElement {
  return document.getElementById(id) as HTMLElement;
}

/** A view that is loaded when somebody goes there; `preload` fetches it earlier. */
type LazyView = TitledView & { preload: () => Promise<unknown> };

/**
 * Returns a view that is loaded when somebody goes there.
 * @param title its message key @param load imports its module
 */
function lazyView(title: string, load: () => Promise<{ default: View }>, { styles, messages }: Feature): LazyView {
  const loadWithTaps = () => Promise.all([load(), needsGames() && readTaps()]).then(([module]) => module);
  const fetchView = () => loadView(loadWithTaps, [GAME_STYLES, ...styles], ["game", "rules", ...messages]);
  return {
    title,
    preload: () => fetchView().catch(() => {}),
    mount(place) {
      let end: (() => void) | null | void = null;
      let isGone = false;
      const show = (view: View) => {
        if (isGone) return;
        place.root.replaceChildren();
        end = view.mount(place);
      };
      let retries = 0;
      const fetchAgain = async () => {
        try {
          return await fetchView();
        } catch (error) {
          retries += 1;
          // The first follows at once. Some browsers never ask again for a script that did not come: a new page does.
          if (retries > 1 && (await isAnswering()) && !isGone) reload();
          throw error;
        }
      };
      fetchView().then(show, async () => {
        const { Loading } = await import("./ui/notice.ts");
        if (isGone) return;
        const loading = new Loading(fetchAgain, show, { loading: "", offline: () => t("network.view") });
        place.root.append(element("div", { class: "arrival" }, loading.node));
        end = () => loading.close();
      });
      return () => {
        isGone = true;
        end?.();
      };
    },
  };
}

async function isAnswering() {
  const { Unreachable, send } = await import("./lib/api.ts");
  try {
    await send("GET", "/healthz");
    return true;
  } catch (error) {
    if (error instanceof Unreachable) return false;
    throw error;
  }
}

// A view of a night, a season or a player.
function unlisted(view: LazyView) {
  return { ...view, isUnlisted: true };
}

const scorer = lazyView("table.title", () => import("./table/table-view.ts"), TABLE);
const leagueScorer = lazyView("table.title", () => import("./night/league-game.ts"), TABLE);
const result = lazyView("result.title", () => import("./result/result.ts"), GAME);
const leagueResult = lazyView("result.title", () => import("./night/league-result.ts"), GAME);

/** A view of a game, with another one for the games of a night. */
function ofGame(own: typeof scorer, league: typeof scorer): typeof scorer {
  return { ...own, mount: (place) => (savedGames.get(place.query.get("id"))?.night ? league : own).mount(place) };
}

const views: Record<string, TitledView & { preload?: () => Promise<unknown> }> = {
  "/": home,
  "/start": lazyView("start.title", () => import("./start/start.ts"), GAME),
  "/table": { ...ofGame(scorer, leagueScorer), isBare: true },
  "/games": lazyView("games.title", () => import("./start/my-games.ts"), GAME),
  "/result": ofGame(result, leagueResult),
  "/history": lazyView("history.title", () => import("./result/history.ts"), GAME),
  "/join": lazyView("join.title", () => import("./start/share.ts"), GAME),
  "/count": lazyView("count.title", () => import("./cards/count.ts"), CARDS),
  "/play": lazyView("play.title", () => import("./cards/play.ts"), CARDS),
  "/throw": lazyView("throw.title", () => import("./cards/throw.ts"), CARDS),
  "/practice": lazyView("practice.title", () => import("./practice/practice.ts"), CARDS),
  "/rules": lazyView("rulebook.title", () => import("./rulebook/rulebook.ts"), RULEBOOK),
  "/join-night": lazyView("join_night.title", () => import("./night/join.ts"), NIGHT),
  "/night": unlisted(lazyView("night.title", () => import("./night/night.ts"), NIGHT)),
  "/card": unlisted(lazyView("card.title", () => import("./night/card.ts"), NIGHT)),
  "/hand": unlisted(lazyView("hand.title", () => import("./night/hand.ts"), HAND)),
  "/standings": unlisted(lazyView("standings.title", () => import("./night/season-standings.ts"), NIGHT)),
  "/player": unlisted(lazyView("player.title", () => import("./figures/player.ts"), FIGURES)),
  "/race": unlisted(lazyView("race.title", () => import("./figures/race.ts"), FIGURES)),
  "/records": unlisted(lazyView("records.title", () => import("./figures/records.ts"), FIGURES)),
  "/meetings": unlisted(lazyView("meetings.title", () => import("./figures/meetings.ts"), FIGURES)),
  "/me": unlisted(lazyView("me.title", () => import("./replies/me.ts"), OWN)),
  "/blank-cards": lazyView("blank_cards.title", () => import("./night/blank-cards.ts"), NIGHT),
  "/coordinator": lazyView("coordinator.title", () => import("./club/desk.ts"), CLUB),
  "/players": unlisted(lazyView("players.title", () => import("./club/players.ts"), CLUB)),
  "/seasons": unlisted(lazyView("seasons.title", () => import("./club/seasons.ts"), CLUB)),
  "/league": lazyView("league.title", () => import("./club/league.ts"), CLUB),
  "/cancel": unlisted(lazyView("cancel.title", () => import("./club/cancel.ts"), CLUB)),
  "/check-in": unlisted(lazyView("check_in.title", () => import("./coordinator/check-in.ts"), COORDINATOR)),
  "/replies": unlisted(lazyView("replies.title", () => import("./replies/replies.ts"), REPLIES)),
  "/tables": unlisted(lazyView("tables.title", () => import("./coordinator/tables.ts"), COORDINATOR)),
  "/money": unlisted(lazyView("money.title", () => import("./coordinator/money.ts"), COORDINATOR)),
  "/ledger": unlisted(lazyView("ledger.title", () => import("./ledger/ledger.ts"), COORDINATOR)),
  "/season-sheet": unlisted(lazyView("season_sheet.title", () => import("./coordinator/season-sheet.ts"), COORDINATOR)),
  "/phones": unlisted(lazyView("phones.title", () => import("./coordinator/phones.ts"), COORDINATOR)),
  "/displays": lazyView("displays.title", () => import("./coordinator/televisions.ts"), COORDINATOR),
};

const heading = element("h1", { tabindex: "-1" });
const back = element("a", { class: "back", href: "#/" }, icon("back"));
const rules = element("a", { class: "to-rules", href: "#/rules" });
const languageButton = element("button", {
  class: "tongue",
  type: "button",
  onclick: () => setLanguage(otherLanguage()),
});
bar.append(back, heading, rules, languageButton);

// The views of a table, by the parameter that names it: their way back leads there.
const OF_TABLE: Record<string, string> = {
  "/count": "table",
  "/hand": "table",
  "/history": "id",
  "/join": "id",
  "/result": "id",
  "/rules": "table",
};

const router = new Router(views, main, (path, view, query) => {
  const isHome = path === "/";
  document.documentElement.lang = language();
  document.title = isHome ? t("app.title") : t("app.title.of", { view: t(view.title) });
  document.querySelector("meta[name=description]")?.setAttribute("content", t("app.line"));
  heading.textContent = t(view.title);
  const isBare = view.isBare ?? false;
  back.hidden = isHome || isBare;
  rules.hidden = !isHome;
  rules.textContent = t("rulebook.title");
  languageButton.hidden = isBare;
  bar.classList.toggle("at-home", isHome);
  bar.classList.toggle("unseen", isBare);
  const [table, card] = [savedGames.get(query.get(OF_TABLE[path] ?? ""))?.id, query.get("card")];
  back.setAttribute("href", card ? `#/card?id=${card}` : table ? `#/table?id=${table}` : "#/");
  back.setAttribute("aria-label", t(card ? "card.title" : table ? "app.table" : "app.home"));
  skip.textContent = t("app.skip");
  languageButton.lang = otherLanguage();
  languageButton.textContent = t("app.other");
});

// The hash is the address of a view, so the skip link must not change it.
skip.addEventListener("click", (event) => {
  event.preventDefault();
  ((main.querySelector("[data-skip]") ?? main) as HTMLElement).focus();
});
const [path] = location.hash.slice(1).split("?");
views[path]?.preload?.();
let isRead = false;
const games = readGames().then(() => (isRead = true));
Promise.all([loadMessages("shell"), needsGames() && games]).then(() => {
  router.show();
  onLanguage(() => showWhenRead(() => router.show()));
  addEventListener("hashchange", () => showWhenRead(showNext));
  afterPaint(WATCHED.includes(path) ? () => setTimeout(startLater, WATCHED_ALONE) : startLater);
  if (!savedGames.isRead) games.then(() => savedGames.addEventListener("read", showAgain, { once: true }));
});

function showWhenRead(show: () => void) {
  if (isRead || !needsGames()) return show();
  const { hash } = location;
  games.then(() => location.hash === hash && show());
}

function showNext() {
  router.show();
  scrollTo(0, 0);
  heading.focus({ preventScroll: true });
}

// A view that a slow disk left without its game has it when the disk answers.
function showAgain() {
  const [path] = location.hash.slice(1).split("?");
  if (OF_GAME.includes(path)) router.show();
}

// The other views are shown although the disk may not answer.
function needsGames() {
  const [path, query] = location.hash.slice(1).split("?");
  return !views[path] || WITH_GAMES.includes(path) || new URLSearchParams(query).has("table");
}

// Without the outbox Home shows the games as the service sent them.
async function readGames() {
  try {
    await savedGames.load();
    if (savedGames.hasTaps) await readTaps();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

// A view must not show a game before its unsent taps are read from the disk.
async function readTaps() {
  const { tapsRead } = await import("./game/outbox.ts");
  await tapsRead;
}

// Loads the parts that the first paint does not need, to send waiting changes and to work without a network. The engine is last.
async function startLater() {
  const hasLeagueGame = savedGames.list().some(({ night }) => night);
  try {
    const [{ openOffline }, { fetchPresets }] = await Promise.all([
      import("./lib/device.ts"),
      import("./game/begin.ts"),
      import("./game/outbox.ts"),
      import("./start/start.ts"),
      import("./table/table-view.ts"),
      import("./result/history.ts"),
      import("./start/my-games.ts"),
      import("./result/result.ts"),
      loadMessages("game", "rules", "table", ...(hasLeagueGame ? ["night"] : [])),
      savedCredentials() && import("./club/commands.ts"),
      hasLeagueGame && import("./night/league-game.ts"),
    ]);
    fetchPresets();
    openOffline();
    await import("./game/engine-game.ts");
    views["/count"].preload?.();
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    setTimeout(startLater, SECOND_TRY);
  }
}
