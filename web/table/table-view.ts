import { followGame, isRemoved } from "../game/begin.ts";
import { savedGames } from "../game/saved-games.ts";
import { Refusal, Unreachable } from "../lib/api.ts";
import { isId, isSecret, stayAwake } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { type Place, putHomeBefore, type TitledView } from "../lib/router.ts";
import { Loading } from "../ui/notice.ts";
import { Scorer } from "./scorer.ts";

// Seconds until a game that the service does not have is requested again.
const MISSING_WAIT = 30;

/** A scorer of a saved game; it is made again when its sides change their places. */
type MakeScorer = (root: HTMLElement, id: string, onPlace: () => void) => { close: () => void };

/** Shows the scorer of the game that the hash names, as soon as the phone has it. @returns ends it */
export function mountScorer(
  { root, query, keep }: Place,
  make: MakeScorer = (root, id, onPlace) => new Scorer(root, id, null, onPlace),
): () => void {
  const id = query.get("id") ?? "";
  const token = isSecret(query.get("token")) ? query.get("token") : null;
  const side = /^[0-2]$/.test(query.get("side") ?? "") ? Number(query.get("side")) : undefined;
  const release = stayAwake();
  let shown: { close: () => void } | undefined;
  const isThere = () => !savedGames.get(id)?.removed;
  let wasThere = isThere();
  const show = () => {
    keep({ id });
    shown?.close();
    root.replaceChildren();
    shown = make(root, id, show);
  };
  // Only a game that the service has can be scored.
  const onChange = () => {
    if (isThere() === wasThere) return;
    wasThere = isThere();
    show();
  };
  savedGames.addEventListener("change", onChange);
  const begin = async () => {
    if (side !== undefined && savedGames.get(id)?.side === undefined) await savedGames.save({ id, side });
    show();
    putHomeBefore();
  };
  if (token || !savedGames.get(id)) {
    const loading = loadGame(isId(id) ? id : "", token, begin);
    const home = element("p", { class: "way-back" }, element("a", { href: "#/" }, t("app.home")));
    root.append(element("section", { class: "arrival" }, loading.node, home));
    shown = loading;
  } else show();
  return () => {
    release();
    savedGames.removeEventListener("change", onChange);
    shown?.close();
  };
}

function loadGame(id: string, token: string | null, onSaved: () => void) {
  let isMissing = false;
  let wasRemoved = false;
  const follow = async () => {
    try {
      await followGame(id, token);
    } catch (error) {
      isMissing = error instanceof Refusal;
      if (!isMissing) throw error;
      wasRemoved = isRemoved(error);
      // The phone that began the game may have no network yet.
      throw token && !wasRemoved ? new Unreachable("", MISSING_WAIT) : new Refusal({});
    }
  };
  return new Loading(follow, onSaved, {
    loading: t("table.coming"),
    offline: () => t(isMissing ? "table.missing.yet" : "table.coming.away"),
    refused: () => t(wasRemoved ? "table.removed" : "table.missing"),
  });
}

/**
 * The scorer of one table. State in the hash: `id`; in the link for another phone also `token`, and `side`, the side
 * that phone belongs to.
 */
export default { title: "table.title", isBare: true, mount: (place) => mountScorer(place) } satisfies TitledView;
