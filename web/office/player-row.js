import { element } from "../app/element.js";
import { t } from "../app/i18n.js";
import { objection } from "./objection.js";
import { session } from "./session.js";
import { Wish } from "./wish.js";

/** A player on the list, with the tick of an active member. */
export class PlayerRow {
  #player;
  #tick = element("input", { type: "checkbox", onchange: () => this.#wish.want(this.#tick.checked) });
  #name = element("strong");
  #contact = element("span");
  #doing = element("span", { class: "doing" });
  #heard;
  #wish = new Wish(
    (active_member) => session.ask("PATCH", `/api/v1/players/${this.#player.id}`, { body: { active_member } }),
    (state, what) => this.#told(state, what),
  );

  /**
   * @param {object} player a Player
   * @param {{open: (player: object) => void, changed: (player: object) => void, refused: (words: string) => void, away: () => void}} heard
   *   `open` when the name is tapped, `changed` when the service has a tick, `refused` and `away` when it has not
   */
  constructor(player, heard) {
    this.#heard = heard;
    const open = () => heard.open(this.#player);
    this.node = element(
      "li",
      {},
      element("label", { class: "tick" }, this.#tick),
      element("button", { type: "button", class: "person", onclick: open }, this.#name, this.#contact, this.#doing),
    );
    this.show(player, false);
  }

  /** Shows the player as they are now. @param {object} player @param {boolean} twin whether another has the name */
  show(player, twin) {
    this.#player = player;
    if (!this.#doing.textContent) this.#tick.checked = player.active_member;
    this.#tick.setAttribute("aria-label", t("players.member.of", { name: player.name }));
    this.#name.textContent = player.name;
    this.#contact.textContent = [twin ? t("players.twins") : null, player.phone, player.email]
      .filter(Boolean)
      .join(" · ");
  }

  /** Sends once more what had no answer. */
  again() {
    this.#wish.again();
  }

  #told(state, what) {
    this.#doing.textContent = { sending: t("club.sending"), away: t("club.waiting") }[state] ?? "";
    if (state === "away") this.#heard.away();
    if (state === "done") this.#heard.changed(what);
    if (state === "refused") {
      this.#tick.checked = this.#player.active_member;
      this.#heard.refused(objection(what));
    }
  }
}
