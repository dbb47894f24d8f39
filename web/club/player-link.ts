import type { PersonalLinks, Player } from "pegout-api";
import { session } from "../access/session.ts";
import { Refusal } from "../lib/api.ts";
import { newSecret } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { dateOf, dayOfYear } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import { ROOT } from "../lib/root.ts";
import { Form, field, sheet } from "../ui/form.ts";
import { Loading } from "../ui/notice.ts";
import { shareText } from "./contact.ts";

const LINKS = "/api/v1/players/links";
// Tokens without an answer, and the addresses of new links, by the player's id. They are in memory only.
const tried: Map<string, string> = new Map();
const made: Map<string, string> = new Map();

/** Reads when the personal links were made, by the player's id. */
export async function readLinks(signal?: AbortSignal): Promise<Map<string, string>> {
  const { links }: PersonalLinks = await session.ask("GET", LINKS, { signal });
  return new Map(links.map(({ player_id: id, made_at: at }) => [id, at]));
}

/** The address of a link that this page has made; nobody can read an older one. */
export function madeLink(player: string): string | null {
  return made.get(player) ?? null;
}

/** Makes the personal link of a player, which ends the older one; rejects as the session does. @returns the address */
export async function makeLink(player: string): Promise<string> {
  const token = tried.get(player) ?? newSecret();
  tried.set(player, token);
  try {
    await session.ask("PUT", `/api/v1/players/${player}/link`, { body: { token } });
  } catch (error) {
    // A repeat without an answer is the same link.
    if (error instanceof Refusal) tried.delete(player);
    throw error;
  }
  tried.delete(player);
  const address = `${ROOT}#/me/${token}`;
  made.set(player, address);
  return address;
}

/** Asks whether the older link may end. */
export function askNewLink(name: string): Promise<boolean> {
  return sheet(t("link.new.sure", { name }), [t("link.new.words")], t("link.new"));
}

/** The personal link of a player, in the player's sheet: when it was made, a new one, and its end. */
export class PlayerLink {
  #player;
  #madeAt: string | null = null;
  #loading: Loading<Map<string, string>> | null = null;
  #content = element("div", { class: "stack" });
  node = element(
    "details",
    { "data-needs": "manage_players", ontoggle: () => this.#open() },
    element("summary", {}, t("link.title")),
    this.#content,
  );

  constructor(player: Player) {
    this.#player = player;
  }

  #open() {
    if (this.#loading || !this.node.hasAttribute("open")) return;
    this.#loading = new Loading(readLinks, (links) => {
      this.#madeAt = links.get(this.#player.id) ?? null;
      this.#show();
    });
    this.#content.replaceChildren(this.#loading.node);
  }

  #show() {
    const { id, name } = this.#player;
    const address = madeLink(id);
    const isThere = this.#madeAt !== null;
    const make = new Form({
      key: t(isThere ? "link.new" : "link.make"),
      look: "quiet",
      sure: async () => !isThere || askNewLink(name),
      send: async () => {
        await makeLink(id);
        this.#madeAt = new Date().toISOString();
        this.#show();
      },
    });
    const end = new Form({
      key: t("link.end"),
      look: "quiet",
      send: async () => {
        await session.ask("DELETE", `/api/v1/players/${id}/link`);
        made.delete(id);
        this.#madeAt = null;
        this.#show();
      },
    });
    const day = isThere ? dayOfYear(dateOf(new Date(this.#madeAt ?? ""))) : "";
    this.#content.replaceChildren(
      element("p", { role: "status" }, isThere ? t("link.made", { day }) : t("link.none")),
      element("p", { class: "help" }, t("link.why")),
      ...(isThere && address ? this.#address(address) : []),
      make.node,
      ...(isThere ? [end.node] : []),
    );
  }

  // Nobody can read the address later.
  #address(address: string): Node[] {
    const input = element("input", { readonly: true, class: "made-address", value: address });
    input.addEventListener("focus", () => input.select());
    const done = element("p", { class: "said", role: "status" });
    const share = async () => {
      const way = await shareText(address, input);
      done.textContent = way === "copied" ? t("link.copied") : way === "late" ? t("link.late") : "";
    };
    const words = t(typeof navigator.share === "function" ? "link.share" : "link.copy");
    return [
      field(t("link.address"), input, t("link.once")),
      element(
        "div",
        { class: "keys-row" },
        element("button", { type: "button", class: "quiet", onclick: share }, words),
      ),
      done,
    ];
  }
}
