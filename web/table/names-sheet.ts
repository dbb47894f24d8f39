import type { LocalGame } from "../game/local-game.ts";
import { publicNames } from "../game/names.ts";
import { dealerAnswers, firstDealer, seatNames } from "../game/seats.ts";
import { cleanName, namePhone, phoneName } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { choice, mark } from "../ui/controls.ts";
import { field } from "../ui/form.ts";

const NAME_LENGTH = 100;

/** A correction of a game: `sides` with the names that changed, `first_dealer` the seat that dealt first. */
type Correction = { sides?: { name?: string; players?: string[] }[]; first_dealer?: number };

/** The title of the sheet: the first dealer stays as soon as the second deal has begun. */
export function namesTitle(game: LocalGame, isLeague: boolean): string {
  const what = canSetDealer(game) ? "dealer" : "later";
  return t(`names.title.${what}${isLeague ? ".league" : ""}`);
}

function canSetDealer({ deal, status }: LocalGame) {
  return deal === 1 && status === "playing";
}

/** The sheet that puts names and the first dealer right, and names this phone. */
export class NamesSheet {
  #onCorrect;
  node = element("dialog", { class: "sheet naming", "aria-labelledby": "names-title" });

  /** @param onCorrect called with the changes */
  constructor(onCorrect: (correction: Correction) => void) {
    this.#onCorrect = onCorrect;
  }

  /** Opens it. @param names of the sides @param isLeague the names of a league's players are not changed here */
  open(game: LocalGame, names: string[], isLeague: boolean) {
    const sides = isLeague ? [] : game.sides.map((side, at) => this.#sideFields(side, at, names[at]));
    const phone = element("input", { value: phoneName(), maxlength: NAME_LENGTH, autocomplete: "off" });
    const dealer = { seat: firstDealer(game) };
    const hasDealer = canSetDealer(game);
    const save = (event: SubmitEvent) => {
      event.preventDefault();
      this.node.close();
      if (cleanName(phone.value)) namePhone(phone.value);
      this.#save(game, sides, hasDealer ? dealer.seat : null);
    };
    const answers = dealerAnswers(game.sides, names);
    const first = seatNames(game.sides, names)[dealer.seat];
    const chosen = answers.find(({ label }) => label === first)?.value ?? null;
    const dealerChoice = choice(t("names.dealer"), answers, chosen, (seat) => (dealer.seat = Number(seat)));
    this.node.replaceChildren(
      element(
        "form",
        { onsubmit: save },
        element("h2", { id: "names-title" }, namesTitle(game, isLeague)),
        ...sides.map(({ node }) => node),
        hasDealer ? element("div", { class: "setting" }, element("p", {}, t("names.dealer")), dealerChoice) : null,
        field(t("start.phone"), phone, t("start.phone.why")),
        element(
          "div",
          { class: "sheet-keys" },
          element("button", { class: "primary" }, t("names.save")),
          element("button", { type: "button", class: "quiet", onclick: () => this.node.close() }, t("sheet.no")),
        ),
      ),
    );
    this.node.showModal();
  }

  #sideFields({ name: told, named, players }: LocalGame["sides"][number], at: number, name: string) {
    const input = (value: string, label: string) =>
      element("input", {
        value,
        "aria-label": label,
        maxlength: NAME_LENGTH,
        autocomplete: "off",
        autocapitalize: "words",
      });
    const sideInput = input(named === false ? "" : told, t("names.side", { side: name }));
    sideInput.placeholder = name;
    const playerInputs =
      players.length > 1
        ? players.map((player, nth) =>
            input(named === false ? "" : player, t("names.player", { n: nth + 1, side: name })),
          )
        : [];
    const node = element(
      "fieldset",
      { class: "side" },
      element("legend", {}, mark(at), " ", element("bdi", {}, name)),
      sideInput,
      ...playerInputs,
    );
    return { node, sideInput, playerInputs };
  }

  #save(
    game: LocalGame,
    fields: { sideInput: HTMLInputElement; playerInputs: HTMLInputElement[] }[],
    seat: number | null,
  ) {
    const sides = fields.map(({ sideInput, playerInputs }, at) => {
      const name = cleanName(sideInput.value);
      const players = playerInputs.map((input, nth) => cleanName(input.value) || game.sides[at].players[nth]);
      const { name: told, named, players: known } = game.sides[at];
      return {
        ...(name && (name !== told || named === false) && { name }),
        ...(String(players) !== String(known) && players.length > 0 && { players }),
      };
    });
    const correction = {
      ...(sides.some((side) => Object.keys(side).length > 0) && { sides }),
      ...(seat !== null && seat !== firstDealer(game) && { first_dealer: seat }),
    };
    if (Object.keys(correction).length > 0) this.#onCorrect(correction);
  }
}

/** The question which side this phone belongs to, asked once when it joins: a key a side, with the names. */
export class WhoAreYou {
  #keys = element("div", { class: "who-keys" });
  #onChoose;

  node = element(
    "dialog",
    { class: "sheet who", "aria-labelledby": "who-title" },
    element("h2", { id: "who-title" }, t("who.title")),
    element("p", { class: "help" }, t("who.why")),
    this.#keys,
    element("button", { type: "button", class: "quiet", onclick: () => this.#choose(null) }, t("who.none")),
  );

  /** @param onChoose called with null by somebody who only watches, or keeps score for all sides */
  constructor(onChoose: (side: number | null) => void) {
    this.#onChoose = onChoose;
  }

  /** Asks. @param crib the side that has the crib */
  open(sides: { name: string; players: string[]; named?: boolean; score: number }[], crib: number) {
    const names = publicNames(sides);
    this.#keys.replaceChildren(
      ...sides.map(({ score }, side) => {
        const note = t(side === crib ? "who.side.crib" : "app.points", { n: score });
        return element(
          "button",
          { type: "button", class: `who-key of-${side}`, onclick: () => this.#choose(side) },
          element("span", { class: "tile-name" }, mark(side), element("bdi", {}, names[side])),
          element("span", {}, note),
        );
      }),
    );
    if (!this.node.open) this.node.showModal();
  }

  #choose(side: number | null) {
    this.node.close();
    this.#onChoose(side);
  }
}
