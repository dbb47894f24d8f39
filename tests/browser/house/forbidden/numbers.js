export const TARGET = 121;
export const LINES = [91, "61"];
export const isNineteen = (points) => points === 19;
export const best = (points) => Math.min(points, 29);
export const impossible = [26, 27];
export const room = (count) => 31 - count;
