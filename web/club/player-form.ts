import type { MergedPlayer, Player, PlayerText, Statement } from "pegout-api";
import { askInSheet } from "../access/questions.ts";
import { session } from "../access/session.ts";
import { alikeKey } from "../lib/alike-key.ts";
import { problemText, Refusal } from "../lib/api.ts";
import { newId } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { amount, dayOfYear } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import { LatestWrite } from "../lib/retry.ts";
import { Form, field, sheet, tick } from "../ui/form.ts";
import { PlayerLink } from "./player-link.ts";

/** A player who counts as another, with the id of that step. */
export type Merge = { id: string; player: Player; into: Player };

// The most texts in one request: the service takes 64 kB.
const MOST_TEXTS = 10;
// The highest amount of a posting, in cents.
const MAX_AMOUNT = 100_000;
const NEW_PLAYER = { name: "", phone: null, email: null, active_member: true };

/** The fields of a player in a form. */
export class PlayerFields {
  #name = element("input", {
    name: "name",
    required: true,
    maxlength: 100,
    autocomplete: "off",
    autocapitalize: "words",
  });
  #phone = element("input", { name: "phone", type: "tel", autocomplete: "off" });
  #email = element("input", { name: "email", type: "email", autocomplete: "off" });
  #member = element("input", { type: "checkbox" });
  #warned: string | null = null;
  declare nodes;

  constructor() {
    this.nodes = [
      field(t("players.name"), this.#name),
      field(t("players.phone"), this.#phone),
      field(t("players.email"), this.#email),
      tick(t("players.member"), this.#member),
    ];
    this.fill();
  }

  /** Fills in a player; a new one unless given. */
  fill({ name, phone, email, active_member: member }: Omit<Player, "id"> = NEW_PLAYER) {
    this.#name.value = name;
    this.#phone.value = phone ?? "";
    this.#email.value = email ?? "";
    this.#member.checked = member;
    this.#warned = null;
  }

  /** Focuses the name. */
  focus() {
    this.#name.focus();
  }

  /** The player, without an id, as the service takes it. */
  get player() {
    return {
      name: this.#name.value.trim(),
      phone: this.#phone.value.trim() || null,
      email: this.#email.value.trim() || null,
      active_member: this.#member.checked,
    };
  }

  /** Returns a warning, once, if another player has the name. @param others the other players @returns a sentence */
  warning(others: Player[]): string | null {
    const { name } = this.player;
    const twin = others.find((other) => alikeKey(other.name) === alikeKey(name));
    if (!twin || this.#warned === name) return null;
    this.#warned = name;
    return t("players.twin", { name: twin.name });
  }
}

/** A player on the list, with the tick of an active member. */
export class PlayerRow {
  #player;
  #tick = element("input", { type: "checkbox", onchange: () => this.#write.set(this.#tick.checked) });
  #name = element("strong");
  #contact = element("span");
  #state = element("span", { class: "doing" });
  #listeners;
  #write = new LatestWrite(
    (active_member) => session.ask("PATCH", `/api/v1/players/${this.#player.id}`, { body: { active_member } }),
    { onState: (state, result) => this.#showState(state, result) },
  );
  declare node;

  /** @param listeners `onOpen` when the name is tapped, the other listeners after a tick */
  constructor(
    player: Player,
    listeners: {
      onOpen: (player: Player) => void;
      onChange: (player: Player) => void;
      onRefusal: (text: string) => void;
      onOffline: () => void;
    },
  ) {
    this.#player = player;
    this.#listeners = listeners;
    const onclick = () => listeners.onOpen(this.#player);
    this.node = element(
      "li",
      {},
      element("label", { class: "tick" }, this.#tick),
      element("button", { type: "button", class: "person", onclick }, this.#name, this.#contact, this.#state),
    );
  }

  /** Shows the player. @param item `isTwin` if another player has the same name */
  show({ player, isTwin, isHidden }: { player: Player; isTwin: boolean; isHidden: boolean }) {
    this.#player = player;
    this.node.hidden = isHidden;
    if (!this.#state.textContent) this.#tick.checked = player.active_member;
    this.#tick.setAttribute("aria-label", t("players.member.of", { name: player.name }));
    this.#name.textContent = player.name;
    this.#contact.textContent = [isTwin ? t("players.twins") : null, player.phone, player.email]
      .filter(Boolean)
      .join(" · ");
  }

  /** Tries at once to send a tick that has no answer. */
  retry() {
    this.#write.retry();
  }

  /** Ends it, when the view goes. */
  close() {
    this.#write.close();
  }

  /** @param result the Player when it is done, the {@link Refusal} when it is refused */
  #showState(state: "sending" | "done" | "offline" | "refused", result: any) {
    const texts = { sending: t("club.sending"), offline: t("club.waiting"), done: "", refused: "" };
    this.#state.textContent = texts[state];
    if (state === "offline") this.#listeners.onOffline();
    if (state === "done") this.#listeners.onChange(result);
    if (state === "refused") {
      this.#tick.checked = this.#player.active_member;
      this.#listeners.onRefusal(problemText(result));
    }
  }
}

/**
 * Opens a sheet to change a player, to let them count as another, or to forget them.
 * @param place its parent
 * @param others the other players
 * @param merged the players who count as this one
 */
export function openPlayer(
  place: HTMLElement,
  player: Player,
  others: Player[],
  merged: MergedPlayer[],
  {
    onChange,
    onMerge,
    onUnmerge,
    onForget,
  }: {
    onChange: (player: Player) => void;
    onMerge: (merge: Merge) => void;
    onUnmerge: (player: Player) => void;
    onForget: () => void;
  },
) {
  const path = `/api/v1/players/${player.id}`;
  const fields = new PlayerFields();
  const heading = element("h2", { id: "player-sheet", tabindex: "-1" }, player.name);
  const leave = element("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, t("club.leave"));
  const save = new Form({
    key: t("club.save"),
    fields: fields.nodes,
    beside: [leave],
    check: () => fields.warning(others),
    send: async () => {
      onChange(await session.ask("PATCH", path, { body: fields.player }));
      dialog.close();
    },
  });
  const forget = forgetForm(player, () => {
    dialog.close();
    onForget();
  });
  const dialog = element(
    "dialog",
    { class: "sheet", "aria-labelledby": heading.id, onclose: () => dialog.remove() },
    heading,
    save.node,
    new PlayerLink(player).node,
    ...merged.map((one) =>
      unmergeForm(one, player, (back) => {
        dialog.close();
        onUnmerge(back);
      }),
    ),
    mergeForm(player, others, (merge) => {
      dialog.close();
      onMerge(merge);
    }),
    forget,
  );
  fields.fill(player);
  place.append(dialog);
  dialog.showModal();
  heading.focus();
}

/** @param player who stays */
function unmergeForm({ id, name }: MergedPlayer, player: Player, onUnmerge: (back: Player) => void) {
  const form = new Form({
    key: t("players.merge.undo"),
    look: "quiet",
    fields: [element("p", {}, t("players.merge.done", { from: name, into: player.name }))],
    send: async () => onUnmerge(await session.ask("DELETE", `/api/v1/players/${id}/merge`)),
  });
  return form.node;
}

function mergeForm(player: Player, others: Player[], onMerge: (merge: Merge) => void) {
  const choice = element(
    "select",
    { name: "into", required: true },
    element("option", { value: "" }, t("players.merge.choose")),
    others.map(({ id, name }) => element("option", { value: id }, name)),
  );
  // The player whom the question named: the choice may change while the question is made.
  let other: Player | undefined;
  // A repeat without an answer merges once.
  const id = newId();
  const form = new Form({
    key: t("players.merge.key"),
    look: "quiet",
    fields: [field(t("players.merge.into", { name: player.name }), choice, t("players.merge.why"))],
    sure: async () => {
      other = others.find(({ id: one }) => one === choice.value) as Player;
      const names = { from: player.name, into: other.name };
      const lastNights = await Promise.all([player, other].map(lastNightText));
      if (!form.node.isConnected) return false;
      const content = [...lastNights, t("players.merge.words", names), t("players.merge.nights", names)];
      return sheet(t("players.merge.sure", names), content, t("players.merge.yes"));
    },
    send: async () => {
      const into = await session.ask("POST", `/api/v1/players/${player.id}/merge`, {
        body: { into: other?.id, id },
      });
      onMerge({ id, player, into });
    },
  });
  return element("details", {}, element("summary", {}, t("players.merge")), form.node);
}

// Two of one name are told apart by it.
async function lastNightText({ id, name }: Player) {
  const { nights } = await session.ask("GET", `/api/v1/nights?player_id=${id}&limit=1`);
  const [last] = nights;
  return last ? t("players.merge.last", { name, day: dayOfYear(last.date) }) : t("players.merge.no_night", { name });
}

/** The form that forgets a player, with the texts that name them. */
function forgetForm({ id, name }: Player, onForget: () => void) {
  const path = `/api/v1/players/${id}`;
  let ticks: HTMLInputElement[] = [];
  let use: CreditUse | null = null;
  const form = new Form({
    key: t("players.forget"),
    look: "quiet",
    sure: async () => {
      const { texts } = await session.ask("GET", `${path}/texts`);
      ticks = texts.map(({ text }: PlayerText) => element("input", { type: "checkbox", checked: true, value: text }));
      const list = ticks.map((input) => element("li", {}, tick(input.value, input)));
      const named = ticks.length > 0 ? [t("players.forget.texts"), element("ul", {}, list)] : [];
      const content = [t("players.forget.words"), ...named];
      const isSure = await sheet(
        t("players.forget.sure", { name }),
        content,
        t("players.forget.key"),
        undefined,
        "grave",
      );
      use = isSure ? await askCredit({ id, name }) : null;
      return use !== null;
    },
    send: async () => {
      const texts = ticks.filter((input) => input.checked).map((input) => input.value);
      if (use?.way === "hand") await handBack(id, use.credit);
      // The texts go first: afterwards nobody knows the name that they are found by.
      for (let at = 0; at < texts.length; at += MOST_TEXTS)
        await session.ask("POST", `${path}/texts/removal`, { body: { texts: texts.slice(at, at + MOST_TEXTS) } });
      try {
        await session.ask("DELETE", use?.way === "activities" ? `${path}?credit=activities` : path);
      } catch (error) {
        if (!(error instanceof Refusal && "pot" in error.problem)) throw error;
        return showUnpaidPot(name, error.problem as UnpaidPot);
      }
      onForget();
    },
  });
  return form.node;
}

/** The use of the credit before its player is forgotten: it is handed back, or goes to the activities. In cents. */
type CreditUse = { way: "none" | "hand" | "activities"; credit: number };

/** Asks where the credit of a player goes. @returns null if the player cannot be forgotten now */
async function askCredit({ id, name }: { id: string; name: string }): Promise<CreditUse | null> {
  const { credit, to_get: toGet } = await readMoney(id);
  if (toGet) {
    await askInSheet(
      t("players.forget.to_get", { name, amount: amount(toGet) }),
      [t("players.forget.to_get.words")],
      [],
    );
    return null;
  }
  if (credit <= 0) return { way: "none", credit: 0 };
  const way = await askInSheet<"hand" | "activities">(
    t("players.forget.credit", { name, amount: amount(credit) }),
    [t("players.forget.credit.words")],
    [
      ["hand", t("players.forget.hand", { amount: amount(credit) })],
      ["activities", t("players.forget.activities")],
    ],
  );
  return way && { way, credit };
}

/** The pot that a player wins or may win, as the refusal to forget them names it. */
type UnpaidPot = { pot: string; night_id: string; date: string };

/** Says which pot is paid before a player is forgotten, and leads there. */
async function showUnpaidPot(name: string, { pot, night_id: night, date }: UnpaidPot) {
  const answer = await askInSheet<"pay">(
    t("players.forget.pot", { pot }),
    [t("players.forget.pot.words", { name, day: dayOfYear(date) })],
    [["pay", t("players.forget.pot.pay")]],
  );
  if (answer) location.hash = `#/money?id=${night}`;
}

// A service from before the ledger has no statements.
async function readMoney(id: string): Promise<Pick<Statement, "credit" | "to_get">> {
  try {
    return await session.ask("GET", `/api/v1/players/${id}/statement`);
  } catch (error) {
    if (error instanceof Refusal && error.problem.status === 404) return { credit: 0, to_get: 0 };
    throw error;
  }
}

// A posting has a highest amount. After a lost answer the next try reads the credit again.
async function handBack(id: string, credit: number) {
  for (let left = credit; left > 0; left -= MAX_AMOUNT) {
    const body = { from: "credit", to: "outside", amount: Math.min(left, MAX_AMOUNT), player_id: id };
    await session.ask("PUT", `/api/v1/ledger/${newId()}`, { body });
  }
}
