/** A name as it is searched for and told from others: capitals, accents and blanks make no difference. @param {string} name @returns {string} */
export function nameKey(name) {
  const letters = name.normalize("NFKD").replaceAll(/\p{Mark}/gu, "");
  return letters.toLowerCase().split(/\s+/).filter(Boolean).join(" ");
}
