import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

// The folder in the second set for the pictures of the differences.
const DIFFERENCES = "differences";
// The browser may round a colour channel up or down when it blends layers.
const ROUNDING = 1;

async function picturesIn(folder) {
  return (await readdir(folder)).filter((name) => name.endsWith(".png"));
}

// Puts a picture on a canvas of this size; the rest of the canvas is empty.
function onCanvas(picture, width, height) {
  const canvas = new PNG({ width, height });
  PNG.bitblt(picture, canvas, 0, 0, picture.width, picture.height, 0, 0);
  return canvas;
}

async function difference(before, after) {
  const files = await Promise.all([before, after].map((file) => readFile(file)));
  if (files[0].equals(files[1])) return { pixels: 0 };
  const pictures = files.map((file) => PNG.sync.read(file));
  const width = Math.max(...pictures.map((picture) => picture.width));
  const height = Math.max(...pictures.map((picture) => picture.height));
  const [one, other] = pictures.map((picture) => onCanvas(picture, width, height).data);
  const drawn = new PNG({ width, height });
  for (const [at, value] of one.entries()) if (Math.abs(value - other[at]) <= ROUNDING) other[at] = value;
  // Beyond that any difference counts, also at smoothed edges.
  const pixels = pixelmatch(one, other, drawn.data, width, height, { threshold: 0, includeAA: true });
  return { pixels, drawn };
}

/**
 * Compares two sets of pictures, and writes the name and the differing pixels of each changed picture.
 * @param {string} before a folder @param {string} after a folder, which gets the pictures of the differences
 * @returns {Promise<number>} how many pictures differ, or are in one of the folders only
 */
export async function compare(before, after) {
  const folder = join(after, DIFFERENCES);
  await rm(folder, { recursive: true, force: true });
  const [old, made] = await Promise.all([before, after].map(picturesIn));
  const single = [
    ...old.filter((name) => !made.includes(name)).map((name) => `${name}: only in ${before}`),
    ...made.filter((name) => !old.includes(name)).map((name) => `${name}: only in ${after}`),
  ];
  const differing = [];
  const both = old.filter((name) => made.includes(name)).sort();
  for (const name of both) {
    const { pixels, drawn } = await difference(join(before, name), join(after, name));
    if (pixels === 0) continue;
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, name), PNG.sync.write(drawn));
    differing.push(`${name}: ${pixels} pixels`);
  }
  for (const line of [...single, ...differing]) console.log(line);
  const wrong = single.length + differing.length;
  console.log(wrong ? `${wrong} pictures differ.` : `All ${both.length} pictures are equal.`);
  return wrong;
}
