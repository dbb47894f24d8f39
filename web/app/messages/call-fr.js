const NUMBERS =
  "zéro,un,deux,trois,quatre,cinq,six,sept,huit,neuf,dix,onze,douze,treize,quatorze,quinze,seize,dix-sept,dix-huit,dix-neuf,vingt,vingt et un,vingt-deux,vingt-trois,vingt-quatre,vingt-cinq,vingt-six,vingt-sept,vingt-huit,vingt-neuf".split(
    ",",
  );

const SPOKEN = {
  pair: "une paire",
  pair_royal: "une paire royale",
  double_pair_royal: "une double paire royale",
  run: (item) => `une suite de ${NUMBERS[item.cards.length]}`,
  flush: "la couleur",
  nobs: "un pour le valet de la couleur",
};

/**
 * The count as a Québec player says it aloud, from the service's items: the points said are a running total of theirs.
 * @param {{kind: string, cards: string[], points: number}[]} items in counting order
 * @returns {string} a sentence
 */
export function frenchCall(items) {
  if (items.length === 0) return "Rien.";
  let said = 0;
  const parts = items.map((item, at) => {
    said += item.points;
    if (item.kind === "fifteen") return `quinze-${NUMBERS[said]}`;
    const spoken = SPOKEN[item.kind] ?? item.kind.replaceAll("_", " ");
    const words = typeof spoken === "function" ? spoken(item) : spoken;
    const joined = at > 0 && at === items.length - 1 ? `et ${words}` : words;
    return `${joined}, ${NUMBERS[said]}`;
  });
  const call = parts.join(", ");
  return `${call[0].toUpperCase()}${call.slice(1)}.`;
}
