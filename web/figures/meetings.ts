import type { Meeting, Meetings, Person } from "pegout-api";
import { element } from "../lib/dom.ts";
import { list, locale, t } from "../lib/i18n.ts";
import { csvLink } from "../night/standings.ts";
import { choice } from "../ui/controls.ts";
import { playerLink } from "../lib/figure-links.ts";
import { seasonView } from "./season.ts";

/** The role in which two players met. */
type Role = "opponents" | "partners";

/** The number of times that two players met in a role. */
type Times = (one: string, other: string) => number;

function timesOf(meetings: Meeting[], role: Role): Times {
  const times = new Map(meetings.map((meeting) => [[meeting.a, meeting.b].sort().join(), meeting[role]]));
  return (one, other) => times.get([one, other].sort().join()) ?? 0;
}

/** The square of all meetings, for a laptop and paper. */
function square(players: Person[], times: Times, caption: string) {
  const column = ({ name }: Person) => element("th", { scope: "col", class: "across" }, element("span", {}, name));
  const cell = (one: Person, other: Person) => {
    if (one.id === other.id) return element("td", { class: "self", "aria-hidden": "true" });
    const n = times(one.id, other.id);
    return element("td", {}, n > 0 ? String(n) : element("span", { class: "unseen" }, t("meetings.never")));
  };
  const row = (one: Person) =>
    element(
      "tr",
      {},
      element("th", { scope: "row", class: "down" }, playerLink(one)),
      players.map((other) => cell(one, other)),
    );
  return element(
    "table",
    { class: "meeting-square" },
    element("caption", {}, caption),
    element("thead", {}, element("tr", {}, element("td"), players.map(column))),
    element("tbody", {}, players.map(row)),
  );
}

/** The players whom a player has met, and the other players, for a phone. */
function lists(players: Person[], { id }: Person, times: Times, role: Role) {
  const others = players.filter((other) => other.id !== id);
  const met = others.filter((other) => times(id, other.id) > 0);
  met.sort((one, other) => times(id, other.id) - times(id, one.id));
  const missing = others.filter((other) => times(id, other.id) === 0).map(({ name }) => name);
  const line = (other: Person) =>
    element("li", {}, playerLink(other), " ", t("meetings.times", { n: times(id, other.id) }));
  return [
    element("h3", {}, t(`meetings.${role}`)),
    met.length > 0 ? element("ul", { class: "met" }, met.map(line)) : element("p", {}, t("meetings.nobody")),
    element("h3", {}, t("meetings.not_yet")),
    element("p", {}, missing.length > 0 ? list(missing) : t("meetings.all")),
  ];
}

class MeetingView {
  #answer;
  #role: Role = "opponents";
  #chosen;
  #part = element("div");
  declare node;

  constructor({ players, meetings }: Meetings) {
    const byName = [...players].sort((one, other) => one.name.localeCompare(other.name, locale()));
    this.#answer = { players: byName, meetings };
    this.#chosen = byName[0];
    const roles: Role[] = ["opponents", "partners"];
    const answers = roles.map((role) => ({ value: role, label: t(`meetings.${role}`) }));
    const show = (role: string) => {
      this.#role = role as Role;
      this.#render();
    };
    const hasPartners = meetings.some(({ partners }) => partners > 0);
    this.node = [hasPartners ? choice(t("meetings.role"), answers, this.#role, show) : "", this.#part];
    this.#render();
  }

  #render() {
    const { players, meetings } = this.#answer;
    const times = timesOf(meetings, this.#role);
    const choose = element(
      "select",
      { onchange: () => this.#choose(choose.value) },
      players.map(({ id, name }) => element("option", { value: id, selected: id === this.#chosen.id }, name)),
    );
    this.#part.replaceChildren(
      square(players, times, t(`meetings.${this.#role}`)),
      element(
        "div",
        { class: "meeting-lists" },
        element("label", { class: "field" }, t("meetings.whose"), choose),
        lists(players, this.#chosen, times, this.#role),
      ),
    );
  }

  #choose(id: string) {
    this.#chosen = this.#answer.players.find((player) => player.id === id) ?? this.#chosen;
    this.#render();
    this.#part.querySelector("select")?.focus();
  }
}

/** The players who met in a season: a square on a laptop and on paper, two lists on a phone. */
export default seasonView<Meetings>({
  path: "meetings",
  title: "meetings.title",
  show(answer, { id, name }, reader) {
    if (answer.players.length === 0) return [element("p", { class: "help" }, t("season.empty"))];
    const file = csvLink(`/api/v1/seasons/${id}/meetings.csv`, reader, () => name, "tap-link");
    return [...new MeetingView(answer).node, element("p", {}, file)];
  },
});
