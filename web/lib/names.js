/** A name as it is searched for and told from others: capitals, accents and blanks make no difference. @param {string} name @returns {string} */
export function nameKey(name) {
  const letters = name.normalize("NFKD").replaceAll(/\p{Mark}/gu, "");
  return letters.toLowerCase().split(/\s+/).filter(Boolean).join(" ");
}

/** Names as short as they tell people apart: first names, with an initial or whole where two share one. @param {string[]} names @returns {string[]} */
export function shortNames(names) {
  const first = names.map((name) => name.split(" ")[0]);
  const initial = names.map((name) => name.replace(/^(\S+ \S).*/u, "$1."));
  const once = (given, at) => given.filter((other) => other === given[at]).length === 1;
  return names.map((name, at) => [first, initial].find((given) => once(given, at))?.[at] ?? name);
}
