import { element } from "../lib/dom.ts";
import { isolated, locale, t } from "../lib/i18n.ts";

/** A name in its parts: “Marie-Ève”, and “Gagnon”, the part that orders a list. */
type Name = { given: string; family: string };

// The most letters of a side's names that are written in full.
const MOST_LETTERS = 30;
// The end of a name that belongs to the word before it: “Bob Tran Jr.”, “Ann Webb 2”.
const SUFFIX = /^(jr\.?|sr\.?|[ivx]+|\d+)$/i;
// The beginning of a family name of several words: “de la Durantaye”.
const PARTICLE = /^\p{Ll}/u;

/** Sorts by family name, then by given name. */
export function sortedByFamily<Person extends { name: string }>(people: Person[]): Person[] {
  const { compare } = new Intl.Collator(locale());
  return people
    .map((person) => ({ person, ...parted(person.name) }))
    .sort((one, other) => compare(one.family, other.family) || compare(one.given, other.given))
    .map(({ person }) => person);
}

/**
 * Returns the forms of names in a list by family name, of each from the longest to the shortest.
 * @param isShort true to begin with an initial, if the initial makes the name unique
 */
export function listForms(names: string[], isShort: boolean): Form[][] {
  const parts = names.map(parted);
  const brief = parts.map(({ given, family }) => `${family} ${initials(given)}`);
  return parts.map(({ given, family }, at) => {
    const isUnique = brief.filter((name) => name === brief[at]).length === 1;
    const long = [given, shortened(given)];
    const forms = [...(isShort && isUnique ? [] : long), initials(given), initial(given)].map((rest) => [family, rest]);
    return [...forms, [shortened(family), initial(given)], [family, ""]].map(([strong, rest]) => ({ strong, rest }));
  });
}

/** Returns the forms of a side's names, from the longest to the shortest. */
export function sideForms(names: string[]): Form[] {
  const parts = names.map(parted);
  const joined = (form: (name: Name) => string) => parts.map((name) => isolated(form(name).trim())).join(" + ");
  const full = joined(({ given, family }) => `${given} ${family}`);
  const shorter = [
    joined(({ given, family }) => (given ? `${given} ${initials(family)}` : family)),
    joined(({ given, family }) => (given ? `${shortened(given)} ${initials(family)}` : family)),
    joined(({ given, family }) => (given ? `${initials(given)} ${initials(family)}` : family)),
  ];
  const forms = [...full].length <= MOST_LETTERS || names.length === 1 ? [full, ...shorter] : shorter;
  return forms.map((rest) => ({ strong: "", rest }));
}

/** Returns the forms of one name alone, or of the name of a pair, from the longest to the shortest. */
export function nameForms(name: string): Form[] {
  const players = name.split(" + ");
  if (players.length > 1) return pairForms(players);
  const { given, family } = parted(name);
  const forms = [given, shortened(given), initials(given)].map((first) => `${first} ${family}`.trim());
  return [...forms, family].map((rest) => ({ strong: "", rest }));
}

// Given names alone say more than initials. One letter a name is the last form, so that no partner is cut off.
function pairForms(players: string[]): Form[] {
  const forms = sideForms(players);
  const joined = (form: (name: Name) => string) => players.map((name) => form(parted(name))).join(" + ");
  const given = joined((name) => name.given || name.family);
  const letters = joined((name) => initial(initials(name.given)) + initial(initials(name.family)));
  return [...forms.slice(0, -1), { strong: "", rest: given }, ...forms.slice(-1), { strong: "", rest: letters }];
}

// A name of a single word is all family name.
function parted(name: string): Name {
  const words = name.split(/\s+/);
  if (words.length === 1 || name === t("player.former")) return { given: "", family: name };
  let start = words.length - 1;
  while (start > 1 && SUFFIX.test(words[start])) start -= 1;
  while (start > 1 && PARTICLE.test(words[start - 1])) start -= 1;
  return { given: words.slice(0, start).join(" "), family: words.slice(start).join(" ") };
}

// “Jean-François” is “Jean-F.”
function shortened(name: string) {
  const [first, ...others] = name.split("-");
  return [first, ...others.filter(isCapital).map(initial)].join("-");
}

// “Jean-François” is “J.-F.”, “de la Durantaye” is “D.”
function initials(name: string) {
  const word = name.split(" ").find(isCapital) ?? name;
  const [first, ...others] = word.split("-");
  return [first, ...others.filter(isCapital)].map(initial).join("-");
}

// “Sung-min” has one initial.
function isCapital(part: string) {
  return !PARTICLE.test(part);
}

function initial(name: string) {
  const [first] = name;
  return first ? `${first}.` : "";
}

/** A form of a name: a part that stands out, and the rest. */
type Form = { strong: string; rest: string };

/**
 * Writes the longest form of a name that its node has room for; of the last form as many letters as there is room for.
 * @param node on the page @param forms from the longest to the shortest
 */
export function fit(node: HTMLElement, forms: Form[]) {
  if (forms.some((form) => isFitting(node, form))) return;
  const { strong, rest } = forms[forms.length - 1];
  const letters = [...(strong || rest)];
  while (letters.length > 1) {
    letters.pop();
    const text = `${letters.join("").trimEnd()}…`;
    if (isFitting(node, strong ? { strong: text, rest: "" } : { strong: "", rest: text })) return;
  }
}

function isFitting(node: HTMLElement, { strong, rest }: Form) {
  node.replaceChildren(strong ? element("strong", {}, strong) : "", strong && rest ? " " : "", rest);
  return node.scrollWidth <= node.clientWidth;
}
