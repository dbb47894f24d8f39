// The letters that no Unicode normalization replaces, after their key. The service has the same table from this file.
// A hyphen is a blank in the end, and an apostrophe is nothing.
const LETTERS = `
- ‐‑‒–—―⁃−⸗⸺⸻﹘﹣－
' "‘’‚‛“”„‟‹›«»ʹʺʻʼʽʾʿˈˊˋ′‵＇＂\`´·‧ꞌ՚׳
a ɑəⱥ
ae æ
b ƀɓƃ
c ƈȼ
d đðɖɗƌȡ
e ɛɇǝ
f ƒ
g ɠǥ
h ħɦⱨ
i ıɨɩ
j ɉȷ
k ƙĸⱪ
l łƚɫɬȴ
n ŋɲƞȵ
o øɔɵ
oe œ
p ƥ
q ɋ
r ɍɽ
s ʂȿ
ss ß
t ŧƭʈƫⱦȶ
th þ
u ʉ
v ʋ
w ⱳ
y ƴɏ
z ƶȥɀⱬ
σ ς
`;

const KEYS: Map<string, string> = new Map();
for (const line of LETTERS.trim().split("\n")) {
  const [key, letters] = line.split(" ");
  for (const letter of letters) KEYS.set(letter, key);
}

function replaced(text: string) {
  return Array.from(text, (letter) => KEYS.get(letter) ?? letter).join("");
}

/**
 * A name as a club's players are searched for and compared: capitals, accents, apostrophes, hyphens, spaces and
 * invisible letters make no difference.
 */
export function alikeKey(name: string): string {
  // Normalization would make a blank and an accent of an acute accent that stands for an apostrophe.
  const letters = replaced(name)
    .normalize("NFKD")
    .replaceAll(/[\p{Script=Inherited}\p{Default_Ignorable_Code_Point}]/gu, "");
  const words = replaced(letters.toLowerCase())
    .replaceAll("'", "")
    .split(/[\p{White_Space}-]+/u);
  return words.filter(Boolean).join(" ");
}
