import type { PotRequest, PotShare } from "pegout-api";
import { session } from "../access/session.ts";
import { newId } from "../lib/device.ts";
import { type Child, element } from "../lib/dom.ts";
import { amount } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import { Form, MoneyField, field, tick } from "../ui/form.ts";
import { Loading } from "../ui/notice.ts";
import { Posting, cents } from "./accounts.ts";
import { POTS, POT_HANDS, type Pot, READY_MADE, paysText, wins } from "./pots.ts";

type Hand = PotShare["hand"];
type Content = Pick<Pot, "name" | "stake" | "pays" | "among" | "everyone">;

const MIN_STAKE = 25;
const MAX_STAKE = 2000;
const MAX_NAME_LENGTH = 100;
const USUAL_STAKE = 100;
const AMONG: Pot["among"][] = ["share", "last", "cut"];

/** The fields of a pot. */
class PotFields {
  #name = element("input", { name: "name", required: true, maxlength: MAX_NAME_LENGTH, autocomplete: "off" });
  #stake = new MoneyField("stake", USUAL_STAKE);
  #rows = element("div", { class: "pot-pays" });
  #more = element("button", { type: "button", class: "quiet", onclick: () => this.#add(null).focus() }, t("pots.more"));
  #among = element(
    "select",
    { name: "among" },
    AMONG.map((value) => element("option", { value }, t(`pots.among.${value}`))),
  );
  #everyone = element("input", { name: "everyone", type: "checkbox" });

  constructor(content: Content) {
    this.fill(content);
  }

  /** Fills the fields in. */
  fill({ name, stake, pays, among, everyone }: Content) {
    this.#name.value = name;
    this.#stake.input.value = new MoneyField("", stake).input.value;
    this.#rows.replaceChildren();
    pays.forEach((share) => this.#add(share));
    this.#among.value = among;
    this.#everyone.checked = everyone;
  }

  get nodes(): HTMLElement[] {
    return [
      field(t("pots.name"), this.#name),
      field(t("pots.stake"), this.#stake.input),
      element(
        "fieldset",
        { class: "field" },
        element("legend", {}, t("pots.pays.title")),
        element("p", { class: "help" }, t("pots.pays.why")),
        this.#rows,
        this.#more,
      ),
      field(t("pots.among"), this.#among),
      tick(t("pots.everyone"), this.#everyone),
      element("p", { class: "help" }, t("pots.everyone.why")),
    ];
  }

  /** Returns the error of the fields; the cursor goes to the field. */
  check(): string | null {
    const stake = this.#stake.cents;
    if (stake === null || stake < MIN_STAKE || stake > MAX_STAKE) {
      this.#stake.input.focus();
      return t("club.wrong.stake");
    }
    return this.#pays.length === 0 ? t("club.wrong.pays") : null;
  }

  get values(): PotRequest {
    return {
      name: this.#name.value.trim(),
      stake: cents(this.#stake),
      pays: this.#pays,
      among: this.#among.value as Pot["among"],
      everyone: this.#everyone.checked,
    };
  }

  get #pays(): PotShare[] {
    return [...this.#rows.children].flatMap((row) => {
      const hand = row.querySelector("select")?.value as Hand | "";
      return hand ? [{ hand, percent: Number(row.querySelector("input")?.value) }] : [];
    });
  }

  /** @param share null for a row without a hand */
  #add(share: PotShare | null) {
    const hand = element(
      "select",
      { "aria-label": t("pots.pays.hand") },
      element("option", { value: "" }, t("pots.pays.none")),
      POT_HANDS.map((value) => element("option", { value }, t(`pots.hand.${value}`))),
    );
    hand.value = share?.hand ?? "";
    const percent = element("input", {
      type: "number",
      inputmode: "numeric",
      min: 1,
      max: 100,
      step: 1,
      required: true,
      "aria-label": t("pots.pays.percent"),
      value: share?.percent ?? 100,
    });
    this.#rows.append(element("div", { class: "pot-share" }, hand, percent, element("span", {}, "%")));
    this.#more.hidden = this.#rows.children.length >= POT_HANDS.length;
    return hand;
  }
}

/** The pots of the league: the money in them, their settings, and the money that is brought in. */
export class PotSettings {
  #loading: Loading<{ pots: Pot[] }>;
  node = element("section", { class: "pot-settings", "data-skip": true, tabindex: "-1" });

  constructor() {
    this.#loading = this.#load("");
  }

  /** Ends it, when the view goes. */
  close() {
    this.#loading.close();
  }

  /** @param said the sentence to show with the newest pots */
  #load(said: string) {
    const loading = new Loading<{ pots: Pot[] }>(
      (signal) => session.ask("GET", POTS, { signal }),
      ({ pots }) => this.#show(pots, said),
    );
    // The former pots stay until the answer, so that nothing jumps.
    if (!said) this.node.replaceChildren(loading.node);
    return loading;
  }

  #reload(said: string) {
    this.#loading.close();
    this.#loading = this.#load(said);
  }

  #show(pots: Pot[], said: string) {
    const heading = element("h2", { tabindex: "-1" }, t("ledger.pots"));
    const text = element("p", { class: "said", role: "status" });
    const [active, off] = [pots.filter((pot) => pot.active), pots.filter((pot) => !pot.active)];
    this.node.replaceChildren(
      heading,
      element("p", { class: "help" }, t("pots.why")),
      text,
      element(
        "div",
        { class: "columns" },
        element(
          "div",
          { class: "stack" },
          active.map((pot) => this.#pot(pot)),
          this.#switchedOff(off),
        ),
        this.#newPot(pots),
      ),
    );
    // A screen reader reads it when it changes.
    text.textContent = said;
    if (said) heading.focus();
  }

  #switchedOff(pots: Pot[]): Child {
    if (pots.length === 0) return null;
    const summary = element("summary", {}, t("pots.off.list", { n: pots.length }));
    return element(
      "details",
      {},
      summary,
      pots.map((pot) => this.#pot(pot)),
    );
  }

  #pot(pot: Pot) {
    const { name, stake, among, everyone, balance, active } = pot;
    const what = [t("pots.stake.of", { amount: amount(stake) }), paysText(pot), t(`pots.among.${among}`)];
    if (everyone) what.push(t("pots.everyone.short"));
    const title = element("h3", {}, element("bdi", {}, name));
    return element(
      "section",
      { class: "pot-card" },
      element("div", { class: "pot-head" }, title, element("strong", {}, amount(balance ?? 0))),
      element("p", { class: "help" }, what.join(" · ")),
      active ? [this.#jar(pot), this.#takeOut(pot)] : [],
      this.#settings(pot),
    );
  }

  #settings(pot: Pot) {
    const fields = new PotFields(pot);
    const put = async (body: PotRequest) =>
      session.ask("PUT", `${POTS}/${pot.id}`, { body: { ...body, based_on: pot.version } });
    const form = new Form({
      key: t("club.save"),
      look: "quiet",
      fields: fields.nodes,
      check: () => fields.check(),
      send: async () => {
        const { name } = await put({ ...fields.values, active: pot.active });
        this.#reload(t("pots.saved", { name }));
      },
    });
    const { name, stake, pays, among, everyone, active } = pot;
    const turn = active ? "off" : "on";
    const other = new Form({
      key: t(`pots.${turn}`),
      look: "quiet",
      send: async () => {
        await put({ name, stake, pays, among, everyone, active: !active });
        this.#reload(t(`pots.${turn}.done`, { name }));
      },
    });
    return element("details", {}, element("summary", {}, t("pots.change_settings")), form.node, other.node);
  }

  #jar({ id, name }: Pot) {
    const sum = emptyField();
    const posting = new Posting();
    const form = new Form({
      key: t("pots.jar.key"),
      look: "quiet",
      fields: [field(t("ledger.amount"), sum.input)],
      check: () => Posting.wrong(sum),
      send: async () => {
        await posting.send({ from: "outside", to: "pot", pot_id: id, amount: cents(sum) });
        this.#reload(t("pots.jar.done", { name, amount: amount(cents(sum)) }));
      },
    });
    return element("details", {}, element("summary", {}, t("pots.jar")), form.node);
  }

  #takeOut({ id, name, balance }: Pot): Child {
    if (!balance) return null;
    const sum = new MoneyField("amount", balance);
    const to = element(
      "select",
      { name: "to" },
      ["activities", "prize_fund", "supplies"].map((value) => element("option", { value }, t(`ledger.fund.${value}`))),
      element("option", { value: "outside" }, t("pots.out.cash")),
    );
    const posting = new Posting();
    const form = new Form({
      key: t("pots.out.key"),
      look: "quiet",
      fields: [element("div", { class: "pair" }, field(t("pots.out.to"), to), field(t("ledger.amount"), sum.input))],
      check: () => Posting.wrong(sum, balance),
      send: async () => {
        await posting.send({ from: "pot", to: to.value, pot_id: id, amount: cents(sum) });
        this.#reload(t("pots.out.done", { name, amount: amount(cents(sum)) }));
      },
    });
    return element("details", {}, element("summary", {}, t("pots.out")), form.node);
  }

  #newPot(pots: Pot[]) {
    const id = newId();
    const fields = new PotFields({
      name: "",
      stake: USUAL_STAKE,
      pays: [wins("high")],
      among: "share",
      everyone: true,
    });
    const form = new Form({
      key: t("pots.add"),
      fields: fields.nodes,
      check: () => fields.check(),
      // A repeat without an answer has the same id.
      send: async () => {
        const { name } = await session.ask("PUT", `${POTS}/${id}`, { body: { ...fields.values, based_on: 0 } });
        this.#reload(t("pots.added", { name }));
      },
    });
    const keys = Object.entries(READY_MADE).map(([made, content]) => {
      const name = t(`pots.made.${made}`);
      const onclick = () => {
        fields.fill({ name, stake: USUAL_STAKE, everyone: true, ...content });
        form.key.focus();
      };
      return element("button", { type: "button", class: "quiet", onclick }, name);
    });
    const isFirst = !pots.some(({ active }) => active);
    return element(
      "details",
      { class: "pot-new", open: isFirst },
      element("summary", {}, t("pots.new")),
      element("p", { class: "help" }, t("pots.made")),
      element("div", { class: "pot-made" }, keys),
      form.node,
    );
  }
}

function emptyField() {
  const sum = new MoneyField("amount", 0);
  sum.input.value = "";
  return sum;
}
